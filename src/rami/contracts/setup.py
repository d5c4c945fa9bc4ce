"""Create and validate positions of the contract game."""

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
from rami.contracts.position import (
    Phase,
    PublicPosition,
    State,
    View,
    seen_bonus,
    seen_cards,
    seen_contracts,
    sorted_cards,
    sorted_contracts,
)
from rami.contracts.requirements import Contract, Contracts
from rami.contracts.rules import MIN_PLAYERS, MOST_ROUNDS, MOST_TAKEN, Deck, Rules, Trophy
from rami.counting import check_count, deal_unseen, miscount, size_flaws
from rami.dealing import check_players, derive, shuffled
from rami.errors import MOST_NAMED, RulesError, TooLarge, shown
from rami.messages import SHARED
from rami.pieces import row_of_pieces, row_text, without
from rami.positions import check_possible, completed, known_flaws, known_hands
from rami.shapes import check_seat, filled, instance, one_of, row_of, typed, typed_fields


def _ids(values: Iterable[str]) -> tuple[str, ...]:
    return row_of("contracts", values, str)


def _faces(values: Iterable[Trophy]) -> tuple[Trophy, ...]:
    return row_of("trophies", values, Trophy)


@frozen(field_transformer=typed_fields)
class Deal(game.Deal):
    """The shuffled piles and the trophies of a new game.

    Attributes:
        order: The value cards, in dealing and drawing order.
        draws: Always empty, since this game has no draw for the start.
        starter: The seat with the First Player token; None for seat 0.
        seed: The seed of later reshuffles.
        contracts: The ids of the contracts, in drawing order.
        trophies: The visible face of each trophy token, in the order of the deck.

    Raises:
        WrongType: If `contracts` does not contain ids, or `trophies` does not contain faces.
    """

    contracts: tuple[str, ...] = field(default=(), converter=_ids, kw_only=True)
    trophies: tuple[Trophy, ...] = field(default=(), converter=_faces, kw_only=True)


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return a sentence for each flaw of a position.

    A position that was built by hand may have flaws.

    A valid position contains the cards and contracts of the deck exactly. Hands and markets keep their limits, and
    seats and counters are consistent. A valid position may still be unreachable by legal moves.

    Args:
        position: A position or a view. Its fields must have the right types, but may have any values.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.contracts import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, jokers=(1, 2)))
        ((), ('jokers must be from 0 to 1 for each player, not (1, 2)',))
    """
    return tuple(_flaws(position))


def _flaws(position: State | View) -> Iterator[str]:
    rules, players = position.rules, position.players
    if players not in range(MIN_PLAYERS, rules.deck.max_players + 1):
        yield f"there are {players} players, not {MIN_PLAYERS} to {rules.deck.max_players}"
        return
    # Stop here, because the other checks rely on the known cards.
    if wrongly_known := list(known_flaws(position)):
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
        yield f"turn must be from 0 to {last}, not {position.turn}"
    if position.last_turn is not None and position.last_turn not in range(last + position.players):
        yield f"last_turn must be from 0 to {last + position.players - 1}, not {position.last_turn}"
    if any(tokens not in range(deck.jokers_per_player + 1) for tokens in position.jokers):
        yield f"jokers must be from 0 to {deck.jokers_per_player} for each player, not {position.jokers}"
    tokens = deck.trophy_tokens
    if len(position.trophies) != len(tokens) or not all(map(contains, tokens, position.trophies)):
        yield "trophies must have one face of each trophy token, in the order of the deck"


def _limit_flaws(position: PublicPosition) -> Iterator[str]:
    """Yield the flaws in the sizes of hands and markets (003.8, 003.9)."""
    deck = position.rules.deck
    for seat, size in enumerate(position.hand_sizes):
        filling = seat == position.current_player and position.phase is Phase.FILL
        most = deck.max_hand + MOST_TAKEN * filling
        if size not in range(most + 1):
            yield f"the hand of seat {seat} must have 0 to {most} cards, not {size}"
    for name in ("value_market", "contract_market"):
        size, most = len(getattr(position, name)), getattr(deck, f"{name}_size")
        if size > most:
            yield f"{name} has {size} cards, but the limit is {most}"


def _view_flaws(view: View) -> Iterator[str]:
    yield from size_flaws(view.value_pile_size, view.contract_pile_size)
    cards, bonus = (0, 0) if view.player is None else (view.hand_sizes[view.player], view.bonus_sizes[view.player])
    if (len(view.hand), len(view.bonus_pile)) != (cards, bonus):
        yield f"hand and bonus_pile have {len(view.hand)} and {len(view.bonus_pile)} cards, not {cards} and {bonus}"


def _bonus_flaws(position: State | View) -> Iterator[str]:
    """Yield the flaws of the bonus piles (003.14)."""
    for seat, (size, zone) in enumerate(zip(position.bonus_sizes, position.zones, strict=True)):
        most = sum(contract.size for contract in zone)
        if size not in range(most + 1):
            yield f"the bonus pile of seat {seat} has {size} cards, but its contracts used {most}"
        colors = {contract.bonus for contract in zone}
        if foreign := [card for card in seen_bonus(position, seat) if card.color not in colors]:
            named = row_text(foreign[:MOST_NAMED])
            yield f"the bonus pile of seat {seat} has cards without a bonus color of its contracts: {named}"


def _contract_flaws(position: State | View) -> Iterator[str]:
    deck, seen = position.rules.deck, seen_contracts(position)
    if foreign := [contract.id for contract in seen if deck.by_id.get(contract.id) != contract]:
        yield f"contracts not in the deck: {', '.join(foreign[:MOST_NAMED])}"
    elif len(set(seen)) < len(seen):
        yield "a contract appears more than once"
    else:
        hidden = 0 if isinstance(position, State) else position.contract_pile_size
        if len(seen) + hidden != len(deck.contracts):
            yield f"there are {len(seen) + hidden} contracts, but the deck has {len(deck.contracts)}"


def new_game(players: int, rules: Rules = Rules(), *, seed: int) -> State:
    """Start a new game with shuffled piles (003.1 to 003.4).

    Seat 0 starts, so seat the youngest player there (B17).

    Args:
        players: Number of players, from 2 to `rules.deck.max_players`.
        rules: The rules of the game.
        seed: Any whole number. The same arguments give the same state on every machine and in every version.

    Returns:
        The first position.

    Raises:
        RulesError: If the rules do not allow the number of players.
        WrongType: If an argument has the wrong type, for example if `seed` is not a whole number.

    Examples:
        >>> from rami.contracts import new_game
        >>> state = new_game(4, seed=2026)
        >>> state.hand_sizes, len(state.contract_market), len(state.value_market), state.current_player
        ((3, 3, 3, 3), 4, 6, 0)
    """
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Return a random deal.

    The same arguments always give the same deal.

    Args:
        players: Number of players, from 2 to `rules.deck.max_players`.
        rules: The rules of the game.
        seed: Any whole number.
        starter: The seat with the First Player token; None for seat 0 (B17).

    Returns:
        The order of both piles and the visible faces of the trophy tokens, for `from_deal`.

    Raises:
        RulesError: If the rules do not allow the number of players, or `starter` is not a seat.
        WrongType: If an argument has the wrong type, for example if `seed` is not a whole number.

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
    """Return the first position of a given deal.

    The deal may come from a real table or an old record.

    The first cards of `deal.order` are the hands, seat by seat. The next cards are the market, and the rest is the
    value pile in drawing order. The first contracts of `deal.contracts` are the contract market, and the rest is the
    contract pile.

    Args:
        players: Number of players, from 2 to `rules.deck.max_players`.
        rules: The rules of the game.
        deal: The deal, a `contracts.Deal`.

    Returns:
        The first position.

    Raises:
        RulesError: If the cards, contracts or trophies do not match the deck.
        WrongType: If an argument has the wrong type, for example the deal of another game.

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
        raise RulesError("draws must be empty: the contract game has no draw for the start")
    deck, order = rules.deck, row_of_pieces(Card, given.order, "order")
    check_count(order, deck.cards, "the deck", what="the deal has")
    contracts = named_contracts(deck, given.contracts)
    if missing := without(deck.contracts, contracts):
        ids = ", ".join(contract.id for contract in missing[:MOST_NAMED])
        raise RulesError(f"contracts of the deck are missing from the deal: {ids}")
    if len(given.trophies) != len(deck.trophy_tokens):
        raise RulesError(f"trophies must have {len(deck.trophy_tokens)} faces, not {len(given.trophies)}")
    for token, face in zip(deck.trophy_tokens, given.trophies, strict=True):
        if face not in token:
            raise RulesError(f"a trophy token has the faces {token[0]} and {token[1]}, not {face}")
    size = deck.cards_dealt
    dealt = players * size
    after_market = dealt + deck.value_market_size
    return filled(
        State,
        rules=rules,
        # Seat 0 starts by default (B17).
        current_player=check_seat("starter", given.starter, players) or 0,
        hands=tuple(sorted_cards(order[seat * size : (seat + 1) * size]) for seat in range(players)),
        value_market=sorted_cards(order[dealt:after_market]),
        value_pile=order[after_market:],
        contract_market=sorted_contracts(contracts[: deck.contract_market_size]),
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
    """Return a view with a given hand and given markets.

    Use it for tests, hints or `best_fills`.

    The position has two players and no filled contracts. All other value cards are hidden in the opponent's hand and in
    the pile. The opponent holds `Deck.cards_dealt` cards.

    Args:
        hand: The player's value cards, as notation or cards.
        values: The value market, as notation or cards.
        contracts: The contract market: a text with ids, or an iterable of contracts or ids.
        rules: The rules of the game.
        phase: The phase of the turn.
        joker: Whether the player still has all joker tokens. Otherwise the player has none.
        known: Cards known to be in the opponent's hand, as notation or cards.

    Returns:
        The view of seat 0, the player to move.

    Raises:
        NotationError: If a text is not valid notation.
        RulesError: If the position is not possible under the rules. The message names all flaws.
        WrongType: If an argument has the wrong type.

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
        trophies=tuple(token[0] for token in deck.trophy_tokens),
        known=((), theirs),
    )
    check_possible(_flaws(view))
    return view


def named_contracts(deck: Deck, contracts: str | Iterable[Contract | str]) -> Contracts:
    """Return the contracts of a deck with the given ids.

    Raise `RulesError` for unknown or repeated ids.
    """
    by_id, found = deck.by_id, dict[str, Contract]()
    names = contracts.replace(",", " ").split() if isinstance(contracts, str) else contracts
    for name in row_of("contracts", names, object):
        one_of("each of contracts", name, (Contract, str))
        contract = name if isinstance(name, Contract) else by_id.get(str(name).upper())
        if contract is None or by_id.get(contract.id) != contract:
            raise RulesError(f"the deck has no contract {shown(name)}")
        if contract.id in found:
            raise RulesError(f"the deck has the contract {contract.id} only once")
        found[contract.id] = contract
    return tuple(found.values())


MOST_SPLITS = 60_000
"""Maximum number of ways to split bonus piles by color.

The default deck needs a few hundred.
"""

_Eligible = tuple[bool, ...]
"""One flag for each remaining bonus pile: True if a card may be in the pile."""
_Counts = tuple[tuple[_Eligible, int], ...]
"""For each combination of bonus piles, the number of cards that may be in exactly these piles."""


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a random state that fits a view.

    All possible deals are equally likely. Cards that a player visibly took from the market stay in that hand. Hidden
    bonus piles contain only bonus colors of their owner's contracts (003.14).

    Args:
        view: The view of a player or a spectator.
        seed: Any whole number. The same arguments give the same state.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If the view is inconsistent, or `seed` is not a whole number.
        TooLarge: If the bonus piles have more than 60,000 splits by color. That takes at least three hidden piles of
            twelve or more cards and with different bonus colors.

    Examples:
        >>> from rami.contracts import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    check_possible(_flaws(view))
    deck = view.rules.deck
    unseen = without(deck.cards, seen_cards(view)[0])
    contracts = without(deck.contracts, seen_contracts(view))
    drawn = _bonus_piles(view, unseen, seed)
    order = iter(shuffled(without(unseen, chain(*drawn.values())), derive(seed, "values")))
    return completed(
        PublicPosition,
        view,
        State,
        hands=deal_unseen(known_hands(view), view.hand_sizes, order),
        value_pile=tuple(order),
        contract_pile=shuffled(contracts, derive(seed, "contracts")),
        bonus_piles=tuple(drawn.get(seat, seen_bonus(view, seat)) for seat in range(view.players)),
        seed=derive(seed, "later"),
    )


def _bonus_piles(view: View, unseen: Sequence[Card], seed: int) -> dict[int, Cards]:
    piles = [
        _BonusPile(seat, size, {contract.bonus for contract in view.zones[seat]})
        for seat, size in enumerate(view.bonus_sizes)
        if seat != view.player and size
    ]
    # Start with the piles of few colors, because this keeps the number of splits small.
    piles.sort(key=lambda pile: len(pile.colors))
    drawing = _Drawing(piles)
    left = shuffled(unseen, derive(seed, "bonus"))
    drawn: dict[int, Cards] = {}
    for index, pile in enumerate(piles):
        cards = drawing.draw(index, left, derive(seed, "bonus", pile.seat))
        drawn[pile.seat] = tuple(sorted(cards))
        # Shuffle before each pile, because `draw` takes the first cards that fit.
        left = shuffled(without(left, cards), derive(seed, "left", pile.seat))
    return drawn


@frozen
class _BonusPile:
    seat: int
    size: int
    colors: Set[Color]


class _Drawing:
    def __init__(self, piles: Sequence[_BonusPile]) -> None:
        self.piles = piles
        self.tried = 0
        self.choices = cache(self._ways_to_fill)

    def draw(self, index: int, cards: Cards, seed: int) -> Cards:
        groups = defaultdict[_Eligible, list[Card]](list)
        for card in cards:
            eligible = tuple(card.color in pile.colors for pile in self.piles[index:])
            groups[eligible].append(card)
        counts = tuple(sorted((eligible, len(group)) for eligible, group in groups.items()))
        weighted = [*self._weighted(index, counts)]
        # Choose a split with a probability proportional to its weight.
        ends = [*accumulate(weight for _, weight in weighted)]
        total = max(ends, default=0)
        if not total:
            raise RulesError("the hidden bonus piles need more cards of the bonus colors than are left")
        chosen = seed * total >> 63
        split, _ = weighted[bisect(ends, chosen)]
        return tuple(card for eligible, number in split.items() for card in groups[eligible][:number])

    def _weighted(self, index: int, counts: _Counts) -> Iterator[tuple[Mapping[_Eligible, int], int]]:
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

    def _ways_to_fill(self, index: int, counts: _Counts) -> int:
        if index == len(self.piles):
            return 1
        return sum(weight for _, weight in self._weighted(index, counts))


def _splits(size: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not most:
        # Yield no split if the groups have too few cards.
        yield from () if size else ((),)
        return
    for number in range(max(0, size - sum(most[1:])), min(size, most[0]) + 1):
        for rest in _splits(size - number, most[1:]):
            yield (number, *rest)
