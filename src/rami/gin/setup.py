"""Positions of Gin that are possible, and deals: from a seed, from a given order, and one that fits a view."""

from collections.abc import Iterator

from rami.cards import Card, Cards
from rami.cards.legal_melds import meld_faults
from rami.cards.melds import Melds, Table
from rami.counting import deal_unseen, miscount, size_flaws
from rami.dealing import check_players, dealt, derive, first_seat, shuffled
from rami.errors import RulesError
from rami.game import Deal
from rami.gin.moves import pack_card
from rami.gin.position import Phase, PublicPosition, Spread, State, View, seen_cards
from rami.gin.rules import CARDS, DEAD_STOCK, HAND, MOST_TURNS, PACK, PLAYERS, Code, Rules
from rami.gin.scoring import check_once, limit_of, pack_cards, read_hand
from rami.pieces import without
from rami.positions import hand_flaws, known_flaws, known_hands, public_fields
from rami.shapes import instance, typed

_FIRST_STOCK = len(PACK) - PLAYERS * HAND - 1
"""The size of the stock before anybody has drawn."""
_FIRST_TURNS = {Phase.OFFER: (range(2), "offered"), Phase.STOCK: (range(2, 3), "refused")}
"""The turns in which the first upcard is offered, or was refused by both."""
_IS_COUNTED = {Phase.LAY_OFF: False, Phase.OVER: True}
"""Whether the opponent of a player who has knocked has laid the hand open, too, by the phase."""


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return the inconsistencies of a position that was built by hand or read.

    Every card of the pack is there once, hands and stock have as many cards as the phase says, and an open hand lies as
    the rules want it. Whether legal moves can reach the position is not checked.

    Args:
        position: A position or a view; its fields may hold anything of the right types.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.gin import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, turn=2))
        ((), ('the first upcard is offered, and turn is 2',))
    """
    return tuple(_seat_flaws(position)) or (
        *_phase_flaws(position),
        *_taken_flaws(position),
        *_knock_flaws(position),
        *_card_flaws(position),
    )


def _seat_flaws(position: State | View) -> Iterator[str]:
    """Yield what else has no meaning with: a wrong number of players or turns, sizes that cannot be."""
    if position.players != PLAYERS:
        yield f"there are {position.players} players, not {PLAYERS}"
        return
    yield from known_flaws(position)
    if position.turn not in range(MOST_TURNS + 1):
        yield f"turn is {position.turn}, and a deal ends after {MOST_TURNS}"
    if isinstance(position, View):
        yield from size_flaws(position.stock_size, *position.hand_sizes)
        yield from hand_flaws(position)


def _phase_flaws(position: State | View) -> Iterator[str]:
    """G2, G5, G6, G16: the number of cards in each place, by the phase."""
    phase, stock = position.phase, position.stock_size
    if position.upcard is None and position.rules.knock_by_upcard:
        yield "the upcard limits the knock, and none is given"
    if phase in _FIRST_TURNS:
        turns, offered = _FIRST_TURNS[phase]
        if position.turn not in turns:
            yield f"the first upcard is {offered}, and turn is {position.turn}"
        if stock != _FIRST_STOCK:
            yield f"the stock has {stock} cards before anybody has drawn, not {_FIRST_STOCK}"
    held = [HAND] * PLAYERS
    if phase is Phase.PLAY:
        held[position.current_player] += 1
    if position.knocker is None and list(position.hand_sizes) != held:
        yield f"the hands have {position.hand_sizes} cards, not {tuple(held)}"
    fewest = DEAD_STOCK + 1 if phase is Phase.DRAW else DEAD_STOCK  # with DEAD_STOCK the turn ends the deal: no draw
    if stock < fewest and phase is not Phase.OVER:
        yield f"the stock has {stock} cards, and with {DEAD_STOCK} the deal is dead"


def _taken_flaws(position: State | View) -> Iterator[str]:
    """G7: the card taken from the discard pile is in the hand until the discard."""
    if position.taken is None:
        return
    if position.phase is not Phase.PLAY:
        yield "taken is set when no card was just taken"
    if position.taken not in position.known[position.current_player]:
        yield f"the card taken is not known to be in the hand: {position.taken}"


def _knock_flaws(position: State | View) -> Iterator[str]:
    """G8, G12, G13, G16: who has laid the hand open, by the phase."""
    phase, knocker, spreads = position.phase, position.knocker, position.spreads
    if knocker is None:
        is_dead = position.stock_size <= DEAD_STOCK or position.turn >= MOST_TURNS - 1
        if any(spreads) or phase is Phase.LAY_OFF:
            yield "a hand is laid open, and nobody has knocked"
        elif phase is Phase.OVER and not is_dead:
            yield "the deal is over, and nobody has ended it"
        return
    laid, other = spreads[knocker], spreads[1 - knocker]
    is_counted = other is not None
    # Phases before a knock are not there.
    if laid is None or _IS_COUNTED.get(phase) is not is_counted:
        yield "the hands that are laid open do not fit the phase"
        return
    can_lay_off = laid.unmatched and position.current_player != knocker
    if phase is Phase.LAY_OFF and not can_lay_off:
        yield "there is nothing to lay off on, or it is the turn of the knocker"
    yield from _spread_flaws(position, knocker, laid, other)


def _spread_flaws(position: State | View, knocker: int, laid: Spread, other: Spread | None) -> Iterator[str]:
    """G8, G9, G12, G14: how many cards the open hands have, what the knocker is left with, and the melds."""
    held_by_knocker, held_by_other = position.hand_sizes[knocker], position.hand_sizes[1 - knocker]
    if held_by_knocker or (other is not None and held_by_other):
        yield "a hand is held and laid open"
    of_other = held_by_other if other is None else len(other.cards)
    if laid.unmatched:  # a card laid off is one more for the knocker
        sizes = [(HAND + laid_off, HAND - laid_off) for laid_off in range(HAND + 1)]
    else:  # at gin nothing is laid off
        sizes = [(HAND, HAND)] if position.rules.big_gin_bonus is None else [(HAND, HAND), (HAND + 1, HAND)]
    if (len(laid.cards), of_other) not in sizes:
        yield f"the hands that are laid open have {len(laid.cards)} and {of_other} cards"
    if laid.deadwood > limit_of(position):
        yield f"the knocker has deadwood of {laid.deadwood}, and {limit_of(position)} is the most"
    for spread in filter(None, (laid, other)):
        for meld in spread.melds:
            yield from (problem.message() for problem in Code.own(meld_faults(CARDS, meld)))


def _card_flaws(position: State | View) -> Iterator[str]:
    """G1: the cards that are seen, and as many unseen ones as there are said to be, are those of the pack."""
    seen, hidden = seen_cards(position)
    if problem := miscount(seen, PACK, "the pack", hidden=hidden):
        yield problem


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
        >>> from rami.gin import new_game
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
        >>> from rami import gin
        >>> len(gin.GAME.shuffle(2, seed=1).order), gin.GAME.shuffle(2, seed=1, starter=1).starter
        (52, 1)
    """
    check_players(players, rules, Rules)
    first = first_seat(players, starter, seed)
    return Deal(shuffled(PACK, derive(seed, "deal")), starter=first)  # no later seed: no card is shuffled again


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
    check_players(players, rules, Rules)
    starter, hands, left = dealt(deal, PLAYERS, HAND, PACK)
    return State(
        rules=rules,
        current_player=starter,
        phase=Phase.OFFER,
        hands=hands,
        discard_pile=left[:1],
        stock=left[1:],
        upcard=left[0],
    )


def set_up(  # noqa: PLR0913  # the parts of a position
    hand: Cards,
    table: Melds = (),
    *,
    discard: Cards = "",
    unmatched: Cards = "",
    rules: Rules = Rules(),
    phase: Phase = Phase.PLAY,
    upcard: str | Card | None = None,
    taken: str | Card | None = None,
    known: Cards = "",
) -> View:
    """Return a position made by hand, as the player who moves sees it: for tests and hints.

    The hidden cards are in the stock and in the hand of the opponent.

    Args:
        hand: The player's cards: eleven for `Phase.PLAY`, ten or fewer for `Phase.LAY_OFF`,
            else ten.
        table: The melds of an opponent who has knocked; for `Phase.LAY_OFF`.
        discard: The discard pile, the top card last.
        unmatched: The cards of that opponent that are in no meld.
        rules: The rules of the deal.
        phase: What the player has to do; all but `Phase.OVER`.
        upcard: The first upcard of the deal; None for the first of `discard`.
        taken: The card that the player has just taken from the discard pile, for `Phase.PLAY`.
        known: The cards that the opponent is known to hold.

    Returns:
        The view of seat 0, who is to move.

    Raises:
        NotationError: If a text cannot be read, or there is a joker.
        InvalidMeld: If cards of the table are not a meld.
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
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    instance("phase", phase, Phase)
    own, pile = read_hand("hand", hand), pack_cards(discard, "discard")
    melds = table if isinstance(table, Table) else Table(table)
    laid = Spread(melds, read_hand("unmatched", unmatched))
    knocked = phase is Phase.LAY_OFF
    theirs = read_hand("known", known)
    check_once((*own, *pile, *laid.cards, *theirs))
    just_taken = None if taken is None else pack_card(taken, "taken")
    first = pack_card(upcard, "upcard") if upcard is not None else next(iter(pile), None)
    held_by_other = 0 if knocked else HAND  # what lies open is in no hand
    view = View(
        rules=rules,
        current_player=0,
        # Turn 2 is the second of seat 0.
        turn=0 if phase is Phase.OFFER else 2,
        phase=phase,
        player=0,
        hand=own,
        hand_sizes=(len(own), held_by_other),
        stock_size=len(PACK) - len(own) - len(pile) - len(laid.cards) - held_by_other,
        discard_pile=pile,
        upcard=first,
        taken=just_taken,
        knocker=1 if knocked else None,
        spreads=(None, laid if knocked or laid.cards else None),  # cards in another phase are for `flaws` to refuse
        known=(() if just_taken is None else (just_taken,), theirs),  # all have seen it on the discard pile
    )
    for problem in flaws(view):
        raise RulesError(problem)
    return view


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a full position that fits a view; every arrangement of the hidden cards is equally likely.

    The cards that everybody knows, having seen them taken from the discard pile, are in the hands that took them.

    Args:
        view: The view of a player or a spectator.
        seed: The seed of the arrangement.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, or `seed` is not a whole number.

    Examples:
        >>> from rami.gin import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    for problem in flaws(view):
        raise RulesError(problem)
    order = iter(shuffled(without(PACK, seen_cards(view)[0]), derive(seed, "determinize")))
    hands = deal_unseen(known_hands(view), view.hand_sizes, order)
    return State(**public_fields(PublicPosition, view), hands=hands, stock=tuple(order))
