"""Create and validate positions of Gin."""

from collections.abc import Iterator

from rami.cards import Card, Cards
from rami.cards.legal_melds import meld_faults
from rami.cards.melds import Melds, Table
from rami.counting import deal_unseen, miscount, size_flaws
from rami.dealing import check_players, dealt, derive, first_seat, shuffled
from rami.game import Deal
from rami.gin.moves import pack_card
from rami.gin.position import Phase, PublicPosition, Spread, State, View, seen_cards
from rami.gin.rules import CARDS, DEAD_STOCK, HAND, MOST_TURNS, PACK, PLAYERS, Rules
from rami.gin.scoring import check_once, limit_of, pack_cards, read_hand
from rami.pieces import without
from rami.positions import check_possible, completed, hand_flaws, known_flaws, known_hands
from rami.shapes import filled, instance, typed

_FIRST_STOCK = len(PACK) - PLAYERS * HAND - 1
"""Size of the stock before the first draw."""
_FIRST_TURNS = {Phase.OFFER: (range(2), "turns 0 and 1"), Phase.STOCK: (range(2, 3), "turn 2")}
"""The turn numbers that are possible in the first two phases, as a range and in words."""
_OPPONENT_IS_OPEN = {Phase.LAY_OFF: False, Phase.OVER: True}
"""Map from phases to flags, which are True if the hand of the knocker's opponent is open."""


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return a sentence for each flaw of a position.

    A position that was built by hand may have flaws.

    A valid position contains each card of the pack exactly once. The sizes of hands and stock match the phase, and open
    hands follow the rules of melds and knocks. A valid position may still be unreachable by legal moves.

    Args:
        position: A position or a view. Its fields must have the right types, but may have any values.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.gin import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, turn=2))
        ((), ('turn is 2, but phase offer occurs only in turns 0 and 1',))
    """
    return tuple(_seat_flaws(position)) or (
        *_phase_flaws(position),
        *_taken_flaws(position),
        *_knock_flaws(position),
        *_card_flaws(position),
    )


def _seat_flaws(position: State | View) -> Iterator[str]:
    if position.players != PLAYERS:
        yield f"there are {position.players} players, not {PLAYERS}"
        return
    yield from known_flaws(position)
    if position.turn not in range(MOST_TURNS + 1):
        yield f"turn must be from 0 to {MOST_TURNS}, not {position.turn}"
    if isinstance(position, View):
        yield from size_flaws(position.stock_size, *position.hand_sizes)
        yield from hand_flaws(position)


def _phase_flaws(position: State | View) -> Iterator[str]:
    """Yield the flaws of the phase and of the card counts (G2, G5, G6, G16)."""
    phase, stock = position.phase, position.stock_size
    if position.upcard is None and position.rules.knock_by_upcard:
        yield "upcard must not be None, because knock_by_upcard is True"
    if phase in _FIRST_TURNS:
        turns, when = _FIRST_TURNS[phase]
        if position.turn not in turns:
            yield f"turn is {position.turn}, but phase {phase} occurs only in {when}"
        if stock != _FIRST_STOCK:
            yield f"the stock has {stock} cards before the first draw, not {_FIRST_STOCK}"
    held = [HAND] * PLAYERS
    if phase is Phase.PLAY:
        held[position.current_player] += 1
    if position.knocker is None and list(position.hand_sizes) != held:
        yield f"in phase '{phase}', the hands must have {tuple(held)} cards, not {position.hand_sizes}"
    fewest = DEAD_STOCK + 1 if phase is Phase.DRAW else DEAD_STOCK
    if stock < fewest and phase is not Phase.OVER:
        yield f"the stock has {stock} cards, but phase {phase} needs at least {fewest}"


def _taken_flaws(position: State | View) -> Iterator[str]:
    """Yield the flaws of the taken card (G7)."""
    if position.taken is None:
        return
    if position.phase is not Phase.PLAY:
        yield f"taken is set, but phase is {position.phase}, not {Phase.PLAY}"
    if position.taken not in position.known[position.current_player]:
        yield f"the card taken is not known to be in the hand: {position.taken}"


def _knock_flaws(position: State | View) -> Iterator[str]:
    """Yield the flaws of a knock and of the end of the deal (G8, G12, G13, G16)."""
    phase, knocker, spreads = position.phase, position.knocker, position.spreads
    if knocker is None:
        is_dead = position.stock_size <= DEAD_STOCK or position.turn >= MOST_TURNS - 1
        if any(spreads) or phase is Phase.LAY_OFF:
            yield "nobody has knocked, but a hand is laid open or phase is lay_off"
        elif phase is Phase.OVER and not is_dead:
            yield "phase is over, but nobody has knocked and the deal is not dead"
        return
    laid, other = spreads[knocker], spreads[1 - knocker]
    is_counted = other is not None
    if laid is None or _OPPONENT_IS_OPEN.get(phase) is not is_counted:
        yield f"the hands laid open do not fit phase {phase}"
        return
    can_lay_off = position.current_player != knocker and (laid.unmatched or position.rules.layoff_on_gin)
    if phase is Phase.LAY_OFF and not can_lay_off:
        yield "phase is lay_off, but the knocker has gin or is the player to move"
    yield from _spread_flaws(position, knocker, laid, other)


def _spread_flaws(position: State | View, knocker: int, laid: Spread, other: Spread | None) -> Iterator[str]:
    """Yield the flaws of the open hands (G8, G9, G12, G14)."""
    held_by_knocker, held_by_other = position.hand_sizes[knocker], position.hand_sizes[1 - knocker]
    if held_by_knocker or (other is not None and held_by_other):
        yield "a player who has laid the hand open still holds cards"
    of_other = held_by_other if other is None else len(other.cards)
    # A card that is laid off moves from the opponent's hand to a meld of the knocker.
    # After big gin, the two hands have 21 cards together. After any other knock, they have 20 cards.
    is_gin, rules = not laid.unmatched, position.rules
    most = 0 if is_gin and not rules.layoff_on_gin else HAND
    extra = len(laid.cards) + of_other - PLAYERS * HAND
    most_extra = int(is_gin and rules.big_gin_bonus is not None)
    if not (0 <= extra <= most_extra and HAND - most <= of_other <= HAND):
        yield f"after a knock, the knocker cannot have {len(laid.cards)} cards and the opponent {of_other} cards"
    if laid.deadwood > limit_of(position):
        yield f"the deadwood of the knocker is {laid.deadwood}, but the limit is {limit_of(position)}"
    for spread in filter(None, (laid, other)):
        for meld in spread.melds:
            yield from (fault.message() for fault in meld_faults(CARDS, meld))


def _card_flaws(position: State | View) -> Iterator[str]:
    """Yield a message if cards are missing or occur too often (G1)."""
    seen, hidden = seen_cards(position)
    if problem := miscount(seen, PACK, "the pack", hidden=hidden):
        yield problem


def new_game(players: int, rules: Rules = Rules(), *, seed: int) -> State:
    """Start a new deal with a random dealer (G2).

    Args:
        players: Number of players, always 2.
        rules: The rules of the deal.
        seed: Any whole number. The same arguments give the same state on every machine and in every version.

    Returns:
        The first position.

    Raises:
        RulesError: If `players` is not 2, or `seed` is not a whole number.

    Examples:
        >>> from rami.gin import new_game
        >>> state = new_game(2, seed=2026)
        >>> state.hand_sizes, state.stock_size, len(state.discard_pile)
        ((10, 10), 31, 1)
    """
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Return a random deal.

    The same arguments always give the same deal.

    Args:
        players: Number of players, always 2.
        rules: The rules of the deal.
        seed: Any whole number.
        starter: The seat that starts, which is the dealer's opponent (see `next_starter`). None chooses it at random.

    Returns:
        The order of the cards and the starting seat, for `from_deal`.

    Raises:
        RulesError: If `players` is not 2, `starter` is not a seat, or `seed` is not a whole number.

    Examples:
        >>> from rami import gin
        >>> len(gin.GAME.shuffle(2, seed=1).order), gin.GAME.shuffle(2, seed=1, starter=1).starter
        (52, 1)
    """
    check_players(players, rules, Rules)
    first = first_seat(players, starter, seed)
    # Gin has no reshuffle, so the deal needs no seed.
    return Deal(shuffled(PACK, derive(seed, "deal")), starter=first)


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Return the first position of a given deal.

    The deal may come from a real table or an old record.

    The cards of `deal.order` are dealt one at a time, beginning with the seat that starts. The next card is the upcard.
    The rest is the stock, in drawing order (G2).

    Args:
        players: Number of players, always 2.
        rules: The rules of the deal.
        deal: The order of the cards and the starting seat.

    Returns:
        The first position.

    Raises:
        RulesError: If the cards are not exactly the pack, or the deal has no starting seat.

    Examples:
        >>> state = from_deal(2, Rules(), Deal(PACK, starter=1))
        >>> state.current_player, str(state.hands[1][0]), str(state.upcard)
        (1, 'AS', '8H')
    """
    check_players(players, rules, Rules)
    starter, hands, left = dealt(deal, PLAYERS, HAND, PACK)
    return filled(
        State,
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
    """Build a view of the player to move.

    Use it for tests and hints.

    All other cards are hidden in the stock and in the opponent's hand.

    Args:
        hand: The player's hand, as notation or cards: eleven cards in `Phase.PLAY`, at most ten in `Phase.LAY_OFF`,
            and ten in any other phase.
        table: The melds of an opponent who has knocked, as notation or a `Table`. Only for `Phase.LAY_OFF`.
        discard: The discard pile, as notation or cards, with the top card last.
        unmatched: The unmatched cards of an opponent who has knocked, as notation or cards.
        rules: The rules of the deal.
        phase: The phase; any except `Phase.OVER`.
        upcard: The first upcard of the deal. Defaults to the first card of `discard`.
        taken: The card that the player has just taken from the discard pile. Only for `Phase.PLAY`.
        known: Cards known to be in the opponent's hand, as notation or cards.

    Returns:
        The view of seat 0, the player to move.

    Raises:
        NotationError: If a text is not valid notation, or a card is a joker.
        InvalidMeld: If cards of the table are not a meld.
        WrongType: If an argument has the wrong type.
        RulesError: If the position is not possible under the rules. The message names all flaws.

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
    held_by_other = 0 if knocked else HAND
    view = View(
        rules=rules,
        current_player=0,
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
        # Keep open hands in every phase, so that `flaws` can report them.
        spreads=(None, laid if knocked or laid.cards else None),
        # Both players know the taken card, because they saw it on the discard pile.
        known=(() if just_taken is None else (just_taken,), theirs),
    )
    check_possible(flaws(view))
    return view


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a random state that is consistent with a view.

    All possible deals are equally likely. Cards that a player visibly took from the discard pile stay in that hand.

    Args:
        view: The view of a player or a spectator.
        seed: Any whole number. The same arguments give the same state.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If the view is inconsistent, or `seed` is not a whole number.

    Examples:
        >>> from rami.gin import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    check_possible(flaws(view))
    order = iter(shuffled(without(PACK, seen_cards(view)[0]), derive(seed, "determinize")))
    hands = deal_unseen(known_hands(view), view.hand_sizes, order)
    return completed(PublicPosition, view, State, hands=hands, stock=tuple(order))
