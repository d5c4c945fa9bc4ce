"""The start of a deal: the shuffle, the hands, the upcard; and positions made by hand."""

from collections.abc import Iterable

from rami.counting import check_count
from rami.errors import RulesError, shown
from rami.game import Deal
from rami.gin.knocking import check_once, pack_cards, read_hand
from rami.gin.moves import pack_card
from rami.gin.rules import HAND, PACK, PLAYERS, Rules
from rami.gin.state import Phase, Spread, State, View
from rami.gin.validity import flaws
from rami.pieces import row_of_pieces
from rami.rummy import Card, Table
from rami.shapes import check_seat, instance, whole
from rami.shuffling import derive, shuffled


def new_game(players: int, rules: Rules = Rules(), *, seed: int) -> State:
    """Shuffle, and deal; the first dealer is chosen at random (G2).

    Args:
        players: How many players: 2.
        rules: The rules of the deal.
        seed: Any whole number; the same arguments give the same state, forever and on every machine.

    Returns:
        The first position.

    Raises:
        RulesError: If there are not two players, or `seed` is not a whole number.

    Examples:
        >>> state = new_game(2, seed=2026)
        >>> state.hand_sizes, state.stock_size, len(state.discard_pile)
        ((10, 10), 31, 1)
    """
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Shuffle a deal: everything that chance decides in it, from a seed.

    Args:
        players: How many players: 2.
        rules: The rules of the deal.
        seed: Any whole number.
        starter: The seat that starts, which is not the dealer's (`next_starter`); None for one chosen at random.

    Returns:
        The order of the cards, and who starts, for `from_deal`.

    Raises:
        RulesError: If there are not two players, there is no such seat, or `seed` is not a whole number.

    Examples:
        >>> len(shuffle(2, seed=1).order), shuffle(2, seed=1, starter=1).starter
        (52, 1)
    """
    _check_rules(players, rules)
    check_seat("starter", starter, PLAYERS)
    first = derive(seed, "dealer") % PLAYERS if starter is None else starter
    return Deal(shuffled(PACK, derive(seed, "deal")), starter=first)


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Return the first position of a given deal: of a real table, or of an old record.

    The cards of `deal.order` are dealt one by one, the first to the seat that starts. The next card is the upcard, and
    the rest is the stock, its first card drawn first (G2).

    Args:
        players: How many players: 2.
        rules: The rules of the deal.
        deal: The order of the cards, and the seat that starts.

    Returns:
        The first position.

    Raises:
        RulesError: If the cards are not those of the pack, or nobody starts.

    Examples:
        >>> state = from_deal(2, Rules(), Deal(PACK, starter=1))
        >>> state.current_player, str(state.hands[1][0]), str(state.upcard)
        (1, 'AS', '8H')
    """
    _check_rules(players, rules)
    instance("deal", deal, Deal)
    if deal.draws:
        raise RulesError("nobody draws for the start of Gin: draws must be empty")
    check_seat("starter", deal.starter, PLAYERS)
    if deal.starter is None:
        raise RulesError("starter must say who starts: the seat that has not dealt")
    order = row_of_pieces(Card, deal.order, "the order of a deal")
    check_count(order, PACK, "the pack", what="the deal has")
    dealt = PLAYERS * HAND
    return State(
        rules=rules,
        current_player=deal.starter,
        phase=Phase.OFFER,
        hands=tuple(order[(seat - deal.starter) % PLAYERS : dealt : PLAYERS] for seat in range(PLAYERS)),
        discard_pile=order[dealt : dealt + 1],
        stock=order[dealt + 1 :],
        upcard=order[dealt],
    )


def set_up(  # noqa: PLR0913  # the parts of a position
    hand: str | Iterable[Card],
    table: str | Table = "",
    *,
    discard: str | Iterable[Card] = "",
    unmatched: str | Iterable[Card] = "",
    rules: Rules = Rules(),
    phase: Phase = Phase.PLAY,
    upcard: str | Card | None = None,
    taken: str | Card | None = None,
    known: str | Iterable[Card] = "",
) -> View:
    """Return a position made by hand, as the player who moves sees it: for tests and hints.

    The hidden cards are in the stock and in the hand of the opponent.

    Args:
        hand: The player's cards, in notation or as cards: eleven for `Phase.PLAY`, ten or fewer for `Phase.LAY_OFF`,
            else ten.
        table: The melds of an opponent who has knocked, in notation or as a `Table`; for `Phase.LAY_OFF`.
        discard: The discard pile, in notation or as cards, the top card last.
        unmatched: The cards of that opponent that are in no meld.
        rules: The rules of the deal.
        phase: What the player has to do; all but `Phase.OVER`.
        upcard: The first upcard of the deal; None for the first of `discard`.
        taken: The card that the player has just taken from the discard pile, for `Phase.PLAY`.
        known: The cards that the opponent is known to hold, in notation or as cards.

    Returns:
        The view of seat 0, who is to move.

    Raises:
        NotationError: If a text cannot be read.
        InvalidMeld: If cards of the table are not a meld.
        NotationError: If there is a joker.
        WrongType: If an argument has another type.
        RulesError: If the position cannot exist under the rules; it says why.

    Examples:
        >>> view = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D")
        >>> view.hand_sizes, view.stock_size, str(view.upcard)
        ((11, 10), 30, '7D')
        >>> set_up("6S 6S")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: the pack has these cards only once: 6S
    """
    _check_rules(PLAYERS, rules)
    instance("phase", phase, Phase)
    own, pile = read_hand("hand", hand), pack_cards(discard, "discard")
    melds = Table.parse(table) if isinstance(table, str) else instance("table", table, Table, "a Table, or text")
    laid = Spread(melds, read_hand("unmatched", unmatched))
    knocked = phase is Phase.LAY_OFF
    theirs = read_hand("known", known)
    check_once((*own, *pile, *laid.cards, *theirs))
    last = () if taken is None else (pack_card(taken, "taken"),)
    first = pack_card(upcard, "upcard") if upcard is not None else next(iter(pile), None)
    others = 0 if knocked else HAND
    view = View(
        rules=rules,
        current_player=0,
        turn=0 if phase is Phase.OFFER else 2,
        phase=phase,
        player=0,
        hand=own,
        hand_sizes=(len(own), others),
        stock_size=len(PACK) - len(own) - len(pile) - len(laid.cards) - others,
        discard_pile=pile,
        upcard=first,
        taken=next(iter(last), None),
        knocker=1 if knocked else None,
        spreads=(None, laid if knocked or laid.cards else None),
        known=(last, theirs),
    )
    if problems := flaws(view):
        raise RulesError(problems[0])
    return view


def _check_rules(players: int, rules: Rules) -> None:
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    if whole("players", players) != PLAYERS:
        raise RulesError(f"players must be {PLAYERS}, not {shown(players)}")
