"""Deals, positions made by hand, their flaws, and a full state that fits a view."""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import accumulate, chain
from math import comb, prod
from operator import contains

from attrs import field, frozen

from rami import game
from rami.contracts.cards import Card, Cards, Color, cards_of
from rami.contracts.position import Phase, PublicPosition, State, View, seen_bonus, seen_cards, seen_contracts
from rami.contracts.requirements import Contract, Contracts
from rami.contracts.rules import MIN_PLAYERS, MOST_ROUNDS, MOST_TAKEN, Deck, Rules, Trophy
from rami.counting import check_count, deal_unseen, miscount, size_flaws, unseen_pieces
from rami.dealing import check_players, derive, shuffled
from rami.errors import MOST_NAMED, RulesError, TooLarge, shown
from rami.messages import SHARED
from rami.pieces import row_of_pieces, row_text, without
from rami.positions import known_flaws, known_hands, public_fields
from rami.shapes import check_seat, instance, one_of, row_of, typed, typed_fields


def _ids(values: Iterable[str]) -> tuple[str, ...]:
    return row_of("contracts", values, str)


def _faces(values: Iterable[Trophy]) -> tuple[Trophy, ...]:
    return row_of("trophies", values, Trophy)


@frozen(field_transformer=typed_fields)
class Deal(game.Deal):
    """Everything that chance decides in a game: two piles, and the trophies.

    Attributes:
        order: The value cards in the order in which they are dealt and then drawn.
        draws: Nothing: in this game nobody draws for the start.
        starter: The seat with the First Player token; None for seat 0.
        seed: What decides any reshuffle later in the game.
        contracts: The ids of the contracts in the order in which they are drawn.
        trophies: The visible face of each trophy token, in the order of the deck's tokens.

    Raises:
        WrongType: If `contracts` holds anything but ids, or `trophies` anything but faces.
    """

    contracts: tuple[str, ...] = field(default=(), converter=_ids, kw_only=True)
    trophies: tuple[Trophy, ...] = field(default=(), converter=_faces, kw_only=True)


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return the inconsistencies of a position that was built by hand or read.

    Every card and every contract of the deck is there exactly as often as the deck has it, hands and markets keep their
    limits, and the seats and counters fit together. It may not be reachable by legal moves.

    Args:
        position: A position or a view; its fields may hold anything of the right types.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.contracts import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, jokers=(1, 2)))
        ((), ('jokers is (1, 2), and each player gets 1',))
    """
    return tuple(_flaws(position))


def _flaws(position: State | View) -> Iterator[str]:
    rules, players = position.rules, position.players
    if players not in range(MIN_PLAYERS, rules.deck.max_players + 1):
        yield f"there are {players} players, not {MIN_PLAYERS} to {rules.deck.max_players}"
        return
    if wrongly_known := list(known_flaws(position)):  # without `known_hands`, nothing can be counted
        yield from wrongly_known
        return
    yield from _counter_flaws(position)
    yield from _limit_flaws(position)
    if isinstance(position, View):
        yield from _view_flaws(position)
    yield from _bonus_flaws(position)
    seen, hidden = seen_cards(position)
    if problem := miscount(seen, rules.deck.cards, "the deck", hidden=hidden):
        yield problem
    yield from _contract_flaws(position)


def _counter_flaws(position: PublicPosition) -> Iterator[str]:
    deck, last = position.rules.deck, position.players * MOST_ROUNDS
    if position.turn not in range(last + 1):
        yield f"turn is {position.turn}, and the rules end a game after {last}"
    if position.last_turn is not None and position.last_turn not in range(last + position.players):
        yield f"last_turn is {position.last_turn}, and the rules end a game after {last}"
    if any(tokens not in range(deck.jokers_per_player + 1) for tokens in position.jokers):
        yield f"jokers is {position.jokers}, and each player gets {deck.jokers_per_player}"
    tokens = deck.trophy_tokens
    if len(position.trophies) != len(tokens) or not all(map(contains, tokens, position.trophies)):
        yield "trophies does not show a face of each trophy token, in their order"


def _limit_flaws(position: PublicPosition) -> Iterator[str]:
    """003.8, 003.9: the limits of hands and markets."""
    deck = position.rules.deck
    for seat, size in enumerate(position.hand_sizes):
        filling = seat == position.current_player and position.phase is Phase.FILL
        most = deck.max_hand + MOST_TAKEN * filling
        if size not in range(most + 1):
            yield f"the hand of seat {seat} has {size} cards, and {most} is the most"
    for name in ("value_market", "contract_market"):
        size, most = len(getattr(position, name)), getattr(deck, f"{name}_size")
        if size > most:
            yield f"{name} has {size} cards, and {most} is the most"


def _view_flaws(view: View) -> Iterator[str]:
    yield from size_flaws(view.value_pile_size, view.contract_pile_size)
    cards, bonus = (0, 0) if view.player is None else (view.hand_sizes[view.player], view.bonus_sizes[view.player])
    if (len(view.hand), len(view.bonus_pile)) != (cards, bonus):
        yield f"hand and bonus_pile have {len(view.hand)} and {len(view.bonus_pile)} cards, not {cards} and {bonus}"


def _bonus_flaws(position: State | View) -> Iterator[str]:
    """003.14: the cards went into the contracts, and have their bonus colours."""
    for seat, (size, zone) in enumerate(zip(position.bonus_sizes, position.zones, strict=True)):
        most = sum(contract.size for contract in zone)
        if size not in range(most + 1):
            yield f"the bonus pile of seat {seat} has {size} cards; {most} went into its contracts"
        colors = {contract.bonus for contract in zone}
        if foreign := [card for card in seen_bonus(position, seat) if card.color not in colors]:
            named = row_text(foreign[:MOST_NAMED])
            yield f"the bonus pile of seat {seat} has cards that are in no bonus colour: {named}"


def _contract_flaws(position: State | View) -> Iterator[str]:
    """Check that every contract is one of the deck, and there once."""
    deck, seen = position.rules.deck, seen_contracts(position)
    if foreign := [contract.id for contract in seen if deck.by_id.get(contract.id) != contract]:
        yield f"contracts that the deck has not: {', '.join(foreign[:MOST_NAMED])}"
    elif len(set(seen)) < len(seen):
        yield "a contract is there twice"
    else:
        hidden = 0 if isinstance(position, State) else position.contract_pile_size
        if len(seen) + hidden != len(deck.contracts):
            yield f"there are {len(seen) + hidden} contracts, and the deck has {len(deck.contracts)}"


def new_game(players: int, rules: Rules = Rules(), *, seed: int) -> State:
    """Shuffle both piles, toss the trophies, and deal (003.1 to 003.4). Seat 0 starts (B17): seat the youngest there.

    Args:
        players: The number of players, from 2 to `rules.deck.max_players`.
        rules: The rules of the game.
        seed: Any whole number; the same arguments give the same state, forever and on every machine.

    Returns:
        The first position.

    Raises:
        RulesError: If the number of players does not fit the rules.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> from rami.contracts import new_game
        >>> state = new_game(4, seed=2026)
        >>> state.hand_sizes, len(state.contract_market), len(state.value_market), state.current_player
        ((3, 3, 3, 3), 4, 6, 0)
    """
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Shuffle everything that chance decides in a game, from a seed.

    Args:
        players: The number of players, from 2 to `rules.deck.max_players`.
        rules: The rules of the game.
        seed: Any whole number.
        starter: The seat with the First Player token; None for seat 0 (B17).

    Returns:
        The order of both piles and the visible faces of the trophy tokens, for `from_deal`.

    Raises:
        RulesError: If the number of players or the seat does not fit.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> from rami import contracts
        >>> contracts.GAME.shuffle(2, seed=1).trophies
        (<Trophy.HEARTS: 'coeur'>, ...)
    """
    check_players(players, rules, Rules)
    check_seat("starter", starter, players)
    deck = rules.deck
    return Deal(
        shuffled(deck.cards, derive(seed, "values")),
        contracts=shuffled(deck.by_id, derive(seed, "contracts")),
        trophies=(faces[derive(seed, "trophy", index) % 2] for index, faces in enumerate(deck.trophy_tokens)),
        starter=starter,
        seed=derive(seed, "later"),
    )


def from_deal(players: int, rules: Rules, deal: game.Deal) -> State:
    """Return the first position of a given deal: of a real table, or of an old record.

    The value cards of `deal.order` go to the hands, seat by seat, then to the market, and the rest is the pile, its
    first card drawn first; the first of `deal.contracts` are the contract market, and the rest is their pile.

    Args:
        players: The number of players, from 2 to `rules.deck.max_players`.
        rules: The rules of the game.
        deal: A `Deal` of this game.

    Returns:
        The first position.

    Raises:
        RulesError: If the cards, contracts or trophies are not those of the deck.
        WrongType: If an argument has another type, such as the deal of another game.

    Examples:
        >>> deck = Rules().deck
        >>> faces = [token[0] for token in deck.trophy_tokens]
        >>> state = from_deal(2, Rules(), Deal(deck.cards, contracts=deck.by_id, trophies=faces, starter=1))
        >>> state.current_player, str(state.hands[0][0]), state.contract_market[0].id
        (1, '1H', 'C01')
    """
    check_players(players, rules, Rules)
    given = instance("deal", deal, Deal, "a contracts.Deal")
    if given.draws:
        raise RulesError("nobody draws for the start of the contract game: draws must be empty")
    deck, order = rules.deck, row_of_pieces(Card, given.order, "order")
    check_count(order, deck.cards, "the deck", what="the deal has")
    contracts = named_contracts(deck, given.contracts)
    if missing := without(deck.contracts, contracts):
        ids = ", ".join(contract.id for contract in missing[:MOST_NAMED])
        raise RulesError(f"contracts of the deck are missing from the deal: {ids}")
    if len(given.trophies) != len(deck.trophy_tokens):
        raise RulesError(f"trophies must show {len(deck.trophy_tokens)} tokens, not {len(given.trophies)}")
    for token, face in zip(deck.trophy_tokens, given.trophies, strict=True):
        if face not in token:
            raise RulesError(f"a trophy token has the faces {token[0]} and {token[1]}, not {face}")
    # In the order of the cards: the hands, the market, the pile.
    size = deck.cards_dealt
    dealt = players * size
    after_market = dealt + deck.value_market_size
    return State(
        rules=rules,
        current_player=check_seat("starter", given.starter, players) or 0,  # B17
        hands=tuple(order[seat * size : (seat + 1) * size] for seat in range(players)),
        value_market=order[dealt:after_market],
        value_pile=order[after_market:],
        contract_market=contracts[: deck.contract_market_size],
        contract_pile=contracts[deck.contract_market_size :],
        zones=((),) * players,
        bonus_piles=((),) * players,
        jokers=(deck.jokers_per_player,) * players,
        trophies=given.trophies,
        known=((),) * players,
        seed=given.seed,
    )


def set_up(
    hand: str | Iterable[Card | str],
    values: str | Iterable[Card | str] = "",
    contracts: str | Iterable[Contract | str] = "",
    *,
    rules: Rules = Rules(),
    phase: Phase = Phase.FILL,
    joker: bool = True,
    known: str | Iterable[Card | str] = "",
) -> View:
    """Make a position by hand, as the player who moves sees it: for tests, for hints, for `best_fills`.

    There are two players, and no contract is filled yet. The value cards that are not seen lie in the hand of the
    opponent, who has as many as are dealt, and in the pile.

    Args:
        hand: The player's value cards.
        values: The value market, likewise.
        contracts: The contract market: ids in one text, or contracts or ids.
        rules: The rules of the game.
        phase: Where in the turn the player is.
        joker: Whether the player has the joker tokens still.
        known: The cards that the opponent is known to hold.

    Returns:
        The view of seat 0, who is to move.

    Raises:
        NotationError: If a text cannot be read.
        RulesError: If the position cannot exist under the rules; it names the cards at fault.
        WrongType: If an argument has another type.

    Examples:
        >>> view = set_up("4H 4D 5C", "1H 2H 3H", "C18 C01")
        >>> view.hand_sizes, view.value_pile_size, view.contract_pile_size
        ((3, 3), 87, 34)
        >>> set_up("9H")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: there are more cards of a kind than the deck has: 9H
    """
    deck = instance("rules", rules, Rules, hint="an edition is PRESETS[name]").deck
    instance("phase", phase, Phase)
    instance("joker", joker, bool, "True or False")
    own, market = cards_of(hand, "hand"), cards_of(values, "values")
    offered = named_contracts(deck, contracts)
    theirs = cards_of(known, "known")
    unseen = len(deck.cards) - len(own) - len(market)
    # As many as are dealt, unless more are known, or fewer are left.
    held_by_other = min(max(deck.cards_dealt, len(theirs)), unseen)
    view = View(
        rules=rules,
        current_player=0,
        phase=phase,
        player=0,
        hand=own,
        hand_sizes=(len(own), held_by_other),
        value_pile_size=unseen - held_by_other,
        value_market=market,
        contract_pile_size=len(deck.contracts) - len(offered),
        contract_market=offered,
        zones=((), ()),
        bonus_sizes=(0, 0),
        jokers=(deck.jokers_per_player if joker else 0, deck.jokers_per_player),
        trophies=tuple(token[0] for token in deck.trophy_tokens),  # the first face of each
        known=((), theirs),
    )
    for problem in flaws(view):
        raise RulesError(problem)
    return view


def named_contracts(deck: Deck, contracts: str | Iterable[Contract | str]) -> Contracts:
    """Return the contracts of a deck with these ids, each once."""
    by_id, found = deck.by_id, dict[str, Contract]()
    names = contracts.replace(",", " ").split() if isinstance(contracts, str) else contracts
    for name in row_of("contracts", names, object):
        one_of("each of contracts", name, (Contract, str))
        contract = name if isinstance(name, Contract) else by_id.get(str(name).upper())
        if contract is None or by_id.get(contract.id) != contract:
            raise RulesError(f"no contract of the deck: {shown(name)}")
        if contract.id in found:
            raise RulesError(f"the deck has the contract {contract.id} only once")
        found[contract.id] = contract
    return tuple(found.values())


MOST_SPLITS = 60_000
"""Limit of the ways to split bonus piles by colour that are tried. Games with the default deck need some hundreds."""

_Eligible = tuple[bool, ...]
"""Whether each of the piles to come can have a card."""
_Counts = tuple[tuple[_Eligible, int], ...]
"""The numbers of cards that the same piles can have."""


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a full position that fits a view, every arrangement of the unseen cards being equally likely.

    The cards that everybody knows, having seen them taken from the market, are in the hands that took them. The bonus
    piles of the others hold cards of the bonus colours of their contracts (003.14).

    Args:
        view: The view of a player or a spectator.
        seed: What decides the arrangement.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, or `seed` is not a whole number.
        TooLarge: If more than 60,000 ways to split the bonus piles by colour would have to be looked at: with three or
            four piles of a dozen cards and more, no two of which can have the same colours.

    Examples:
        >>> from rami.contracts import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    deck = view.rules.deck
    unseen = unseen_pieces(deck.cards, *seen_cards(view), "of the deck")
    contracts = without(deck.contracts, seen_contracts(view))
    if len(contracts) != view.contract_pile_size:
        raise RulesError(
            f"the view hides {view.contract_pile_size} contracts: {len(contracts)} of the deck are not shown"
        )
    drawn = _bonus_piles(view, unseen, seed)
    order = iter(shuffled(without(unseen, chain(*drawn.values())), derive(seed, "values")))
    return State(
        **public_fields(PublicPosition, view),
        hands=deal_unseen(known_hands(view), view.hand_sizes, order),
        value_pile=tuple(order),  # what the hands have left
        contract_pile=shuffled(contracts, derive(seed, "contracts")),
        bonus_piles=tuple(drawn.get(seat, seen_bonus(view, seat)) for seat in range(view.players)),
        seed=derive(seed, "later"),
    )


def _bonus_piles(view: View, unseen: Sequence[Card], seed: int) -> dict[int, Cards]:
    """Return random bonus piles of the other players, by seat, of the colours that they can have."""
    piles = [
        _BonusPile(seat, size, {contract.bonus for contract in view.zones[seat]})
        for seat, size in enumerate(view.bonus_sizes)
        if seat != view.player and size
    ]
    piles.sort(key=lambda pile: len(pile.colors))  # few colours first, which keeps the number of splits small
    drawing = _Drawing(piles)
    left = shuffled(unseen, derive(seed, "bonus"))
    drawn: dict[int, Cards] = {}
    for index, pile in enumerate(piles):
        cards = drawing.draw(index, left, derive(seed, "bonus", pile.seat))
        drawn[pile.seat] = cards
        # Of cards that the same piles can have, the first are gone: those left lie further back than others which for
        # the next pile count together with them.
        left = shuffled(without(left, cards), derive(seed, "left", pile.seat))
    return drawn


@frozen
class _BonusPile:
    """A bonus pile that is not seen, with the bonus colours of its contracts."""

    seat: int
    size: int
    colors: Set[Color]


class _Drawing:
    """Draws bonus piles, every choice of cards being equally likely.

    Cards that the same piles can have count together. The split of a pile among these classes of cards is drawn with
    the number of ways to choose its cards and those of all later piles as weight.
    """

    def __init__(self, piles: Sequence[_BonusPile]) -> None:
        self.piles = piles
        self.tried = 0
        self.choices = cache(self._choices)

    def draw(self, index: int, cards: Cards, seed: int) -> Cards:
        """Draw the cards of a pile from cards in random order: of each class the first ones."""
        groups = defaultdict[_Eligible, list[Card]](list)
        for card in cards:
            eligible = tuple(card.color in pile.colors for pile in self.piles[index:])
            groups[eligible].append(card)
        counts = tuple(sorted((eligible, len(group)) for eligible, group in groups.items()))
        weighted = [*self._weighted(index, counts)]
        # A split has as many numbers as its weight: from the end of the split before it, or 0, up to its own end.
        ends = [*accumulate(weight for _, weight in weighted)]
        total = max(ends, default=0)
        if not total:
            raise RulesError("the bonus piles have more cards than there can be of the bonus colours")
        chosen = seed * total >> 63  # one of the numbers below the total, since a seed is below 2**63
        split, _ = weighted[bisect(ends, chosen)]
        return tuple(card for eligible, number in split.items() for card in groups[eligible][:number])

    def _weighted(self, index: int, counts: _Counts) -> Iterator[tuple[Mapping[_Eligible, int], int]]:
        """Yield the splits of a pile, each with its number of choices of cards for this pile and all later ones.

        The first of `eligible` is this pile, the others are the later ones.
        """
        usable = {eligible: number for eligible, number in counts if eligible[0]}
        for split in _splits(self.piles[index].size, [*usable.values()]):
            self.tried += 1
            if self.tried > MOST_SPLITS:
                raise TooLarge(SHARED.phrase("limits.ways", most=MOST_SPLITS))
            taken = dict(zip(usable, split, strict=True))
            weight = prod(comb(usable[eligible], number) for eligible, number in taken.items())
            later: Counter[_Eligible] = Counter()
            for eligible, number in counts:
                later[eligible[1:]] += number - taken.get(eligible, 0)
            yield taken, weight * self.choices(index + 1, tuple(sorted(later.items())))

    def _choices(self, index: int, counts: _Counts) -> int:
        """Count the choices of cards for the piles from one on."""
        if index == len(self.piles):
            return 1
        return sum(weight for _, weight in self._weighted(index, counts))


def _splits(size: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to take a number of cards from classes of these sizes."""
    if not most:
        if not size:
            yield ()
        return
    for number in range(max(0, size - sum(most[1:])), min(size, most[0]) + 1):
        for rest in _splits(size - number, most[1:]):
            yield (number, *rest)
