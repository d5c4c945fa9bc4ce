"""The start of a game: the piles, the trophies, the hands; and positions made by hand."""

from collections.abc import Iterable
from typing import TypeVar

from attrs import field, frozen

from rami import game
from rami.contracts.cards import Card, cards_of
from rami.contracts.deck import MIN_PLAYERS, MOST_TAKEN, Deck
from rami.contracts.requirements import Contract
from rami.contracts.rules import Rules
from rami.contracts.state import Phase, State, View
from rami.contracts.trophies import Trophy
from rami.counting import check_count
from rami.errors import RulesError, shown
from rami.pieces import row_of_pieces
from rami.shapes import check_seat, instance, one_of, row_of, typed_fields, whole
from rami.shuffling import derive, shuffled

T = TypeVar("T")


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
        >>> shuffle(2, seed=1).trophies
        (<Trophy.HEARTS: 'coeur'>, ...)
    """
    _check_players(players, rules)
    check_seat("starter", starter, players)
    deck = rules.deck
    return Deal(
        shuffled(deck.cards, derive(seed, "values")),
        contracts=shuffled([contract.id for contract in deck.contracts], derive(seed, "contracts")),
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
    _check_players(players, rules)
    given = instance("deal", deal, Deal, "a contracts.Deal")
    if given.draws:
        raise RulesError("nobody draws for the start of the contract game: draws must be empty")
    deck, order = rules.deck, row_of_pieces(Card, given.order, "the order of a deal")
    check_count(order, deck.cards, "the deck", what="the deal has")
    contracts = named_contracts(deck, given.contracts)
    dealt_ids = {contract.id for contract in contracts}
    if missing := [contract.id for contract in deck.contracts if contract.id not in dealt_ids]:
        raise RulesError(f"contracts of the deck are missing from the deal: {', '.join(missing[:14])}")
    if len(given.trophies) != len(deck.trophy_tokens):
        raise RulesError(f"trophies must show {len(deck.trophy_tokens)} tokens, not {len(given.trophies)}")
    for token, face in zip(deck.trophy_tokens, given.trophies, strict=True):
        if face not in token:
            raise RulesError(f"a trophy token has the faces {token[0]} and {token[1]}, not {face}")
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
    hand: str | Iterable[Card],
    values: str | Iterable[Card] = "",
    contracts: str | Iterable[Contract | str] = "",
    *,
    rules: Rules = Rules(),
    phase: Phase = Phase.FILL,
    joker: bool = True,
    known: str | Iterable[Card] = "",
) -> View:
    """Make a position by hand, as the player who moves sees it: for tests, for hints, for `best_fills`.

    There are two players, and no contract is filled yet. The value cards that are not seen lie in the hand of the
    opponent, who has as many as are dealt, and in the pile.

    Args:
        hand: The player's value cards, in notation or as cards.
        values: The value market, likewise.
        contracts: The contract market: ids in one text, or contracts or ids.
        rules: The rules of the game.
        phase: Where in the turn the player is.
        joker: Whether the player has the joker tokens still.
        known: The cards that the opponent is known to hold, in notation or as cards.

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
    own, market = cards_of(hand, "the hand"), cards_of(values, "the value market")
    offered = named_contracts(rules.deck, contracts)
    theirs = cards_of(known, "the known cards")
    check_count((*own, *market, *theirs), deck.cards, "the deck", hidden=None)
    most = deck.max_hand + (MOST_TAKEN if phase is Phase.FILL else 0)
    for name, count, limit in (
        ("hand", len(own), most),
        ("known", len(theirs), deck.max_hand),
        ("values", len(market), deck.value_market_size),
        ("contracts", len(offered), deck.contract_market_size),
    ):
        if count > limit:
            raise RulesError(f"{name} can have {limit} cards at most, not {count}")
    unseen = len(deck.cards) - len(own) - len(market)
    opponent = min(max(deck.cards_dealt, len(theirs)), unseen)
    return View(
        rules=rules,
        current_player=0,
        phase=phase,
        player=0,
        hand=own,
        hand_sizes=(len(own), opponent),
        value_pile_size=unseen - opponent,
        value_market=market,
        contract_pile_size=len(deck.contracts) - len(offered),
        contract_market=offered,
        zones=((), ()),
        bonus_sizes=(0, 0),
        jokers=(deck.jokers_per_player if joker else 0, deck.jokers_per_player),
        trophies=tuple(token[0] for token in deck.trophy_tokens),
        known=((), theirs),
    )


def _check_players(players: int, rules: Rules) -> None:
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    whole("players", players, MIN_PLAYERS, rules.deck.max_players)


def named_contracts(deck: Deck, contracts: str | Iterable[Contract | str]) -> tuple[Contract, ...]:
    """Return the contracts of a deck with these ids, each once."""
    by_id, found = deck.by_id, dict[str, Contract]()
    names = contracts.replace(",", " ").split() if isinstance(contracts, str) else contracts
    for name in row_of("contracts", names, object):
        one_of("each of contracts", name, (Contract, str))
        contract = by_id.get(name.id if isinstance(name, Contract) else str(name).upper())
        if contract is None or (isinstance(name, Contract) and name != contract):
            raise RulesError(f"no contract of the deck: {shown(name)}")
        if contract.id in found:
            raise RulesError(f"the deck has the contract {contract.id} only once")
        found[contract.id] = contract
    return tuple(found.values())
