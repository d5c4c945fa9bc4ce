"""Create and validate positions of card rummy."""

from collections.abc import Iterable, Iterator
from itertools import islice

from rami.budget import Budget
from rami.cards import JOKER, Card, Cards, cards_of
from rami.cards.legal_melds import longer_melds, meld_faults, meld_value
from rami.cards.meld_search import new_budget
from rami.cards.melds import Meld, Melds, Table
from rami.counting import by_seat, check_count, deal_unseen, given_sizes, miscount, size_flaws
from rami.dealing import check_players, dealt, derive, first_seat, shuffled
from rami.errors import RulesError
from rami.game import Deal
from rami.pieces import without
from rami.positions import check_possible, completed, hand_flaws, known_flaws, known_hands, replaced
from rami.rummy.opening import is_helpful, is_opening, next_melds, triples
from rami.rummy.position import Phase, PublicPosition, State, View, may_buy, seen_cards
from rami.rummy.rules import DRAWN_WITH_BUY, MIN_PLAYERS, MOST_ROUNDS, Code, Rules
from rami.rummy.turns import can_end_turn, turn_of
from rami.shapes import filled, instance, typed, whole

_Order = tuple[Card, ...]


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return a sentence for each flaw of a position.

    A position that was built by hand may have flaws.

    The checks cover the number of copies of each card, the melds on the table, seats, turns, counters, and the sizes of
    hands. They do not check whether legal moves can reach the position, or whether the turn can end.

    Args:
        position: A position or a view. Its fields may have any values of the right types.

    Returns:
        A message for each flaw; () if there are none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.rummy import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, stock=state.stock[1:]))
        ((), ('cards of the pack are missing: 6C',))
    """
    return tuple(_flaws(position))


def _flaws(position: State | View) -> Iterator[str]:
    rules, players = position.rules, position.players
    if players not in range(rules.min_players, rules.max_players + 1):
        yield f"there are {players} players, not {rules.min_players} to {rules.max_players}"
        return
    if wrongly_known := list(known_flaws(position)):
        yield from wrongly_known
        return
    last = players * MOST_ROUNDS
    if position.turn not in range(last + 1):
        yield f"turn must be from 0 to {last}, not {position.turn}"
        return
    for flaws_of in (_laying_flaws, _turn_flaws, _held_flaws, _offer_flaws, _hand_size_flaws):
        yield from flaws_of(position)
    yield from (fault.message() for meld in position.table for fault in meld_faults(rules, meld))
    if isinstance(position, View):
        if negative := list(size_flaws(position.stock_size, position.discard_size, *position.hand_sizes)):
            yield from negative
            return
        yield from hand_flaws(position)
    visible = position.discard_size if rules.discard_view == "all" else min(1, position.discard_size)
    if len(position.discard_pile) != visible:
        yield f"discard_pile shows {len(position.discard_pile)} cards, not {visible}"
    seen, hidden = seen_cards(position)
    if isinstance(position, View):
        hidden += position.discard_size - visible
    if problem := miscount(seen, rules.pieces, "the pack", hidden=hidden):  # 004.1
        yield problem


def _laying_flaws(position: State | View) -> Iterator[str]:
    """Yield the flaws of `melded_in` and `laid_in` (C2, C11)."""
    for name, turns in (("melded_in", position.melded_in), ("laid_in", position.laid_in)):
        for seat, turn in enumerate(turns):
            if turn is None:
                continue
            if (turn + position.starter - seat) % position.players:
                yield f"{name} has turn {turn} for seat {seat}, but this is the turn of another seat"
            elif turn not in range(position.turn + 1):
                yield f"{name} has turn {turn} for seat {seat}, but the current turn is {position.turn}"
    for seat, (melded, laid) in enumerate(zip(position.melded_in, position.laid_in, strict=True)):
        if melded is not None and (laid is None or laid > melded):
            yield f"laid_in of seat {seat} must be a turn up to {melded}, the value of melded_in, not {laid}"


def _turn_flaws(position: State | View) -> Iterator[str]:
    """Yield reasons why the current turn or a counter is impossible (004.6, C5, C6)."""
    rules = position.rules
    has_drawn = position.phase is Phase.PLAY
    if not has_drawn and (position.taken is not None or position.laid or position.jokers_owed):
        yield "taken, laid or jokers_owed is set before a card is drawn"
    if position.deep and (rules.take_depth == "top" or not has_drawn):
        yield "deep is set, but no card below the top can have been taken"
    if position.laid_points and rules.scoring != "melded":
        yield "laid_points must be empty unless scoring is 'melded'"
    elif position.table and not position.laid_points and rules.scoring == "melded":
        yield "laid_points must have the points that each seat has laid, because scoring is 'melded'"
    # The stock is renewed at most once in each turn.
    most = 0 if rules.restock == "end" else position.turn + 1
    if position.restocks not in range(most + 1):
        yield f"restocks must be from 0 to {most}, not {position.restocks}"
    if position.laid and position.laid_in[position.current_player] is None:
        yield f"laid has melds, but laid_in of seat {position.current_player} is None"
    limit = len(position.table)
    if rules.melds_per_turn is not None:
        limit = min(limit, rules.melds_per_turn)
    if len(position.laid) > limit:
        yield f"laid has {len(position.laid)} melds, but the limit is {limit}"
    else:
        yield from (fault.message() for meld in position.laid for fault in meld_faults(rules, meld))


def _offer_flaws(position: State | View) -> Iterator[str]:
    rules, seat = position.rules, position.current_player
    is_asked = position.phase is Phase.BUY
    is_interrupted = position.in_turn is not None
    if is_asked is not is_interrupted or position.in_turn == seat:
        yield "in_turn must be a seat other than current_player in phase 'buy', and None in other phases"
    if (is_asked or position.offered) and not rules.buying:
        yield "a discard is offered, but the rules do not allow buying"
    if wrong := [count for count in position.bought if count not in range(rules.buying + 1)]:
        yield f"bought must have numbers from 0 to {rules.buying}, not {wrong[0]}"
    elif is_asked and not (may_buy(position, seat) and position.discard_size):
        yield f"the discard is offered to seat {seat}, which may not buy it"
    elif is_asked and position.stock_size <= DRAWN_WITH_BUY:
        yield f"a discard is offered, but the stock has only {position.stock_size} cards"


def _hand_size_flaws(position: State | View) -> Iterator[str]:
    """Yield the flaws of the sizes of hands (004.2, 004.9)."""
    out = [seat for seat, size in enumerate(position.hand_sizes) if not size]
    if out and (out != [position.current_player] or position.phase is not Phase.PLAY):
        yield f"seats with an empty hand, but nobody went out: {', '.join(map(str, out))}"
    for seat, size in enumerate(position.hand_sizes):
        has_drawn = seat == position.current_player and position.phase is Phase.PLAY
        if size > (most := position.rules.most_cards - (not has_drawn)):
            yield f"the hand of seat {seat} must have 0 to {most} cards, not {size}"


def _held_flaws(position: State | View) -> Iterator[str]:
    known = position.known[position.current_player]
    if position.taken is not None and position.taken not in known:
        yield f"the card taken is not known to be in the hand: {position.taken}"
    jokers = max(0, known.count(JOKER) - (position.taken == JOKER))
    if position.jokers_owed not in range(jokers + 1):
        yield f"jokers_owed is {position.jokers_owed}, but known has only {jokers} jokers from the table"


def new_game(players: int, rules: Rules = Rules(), *, seed: int) -> State:
    """Start a new deal with a random dealer (004.1 to 004.3).

    Args:
        players: The number of players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        seed: Any whole number. The same arguments always give the same state, on every machine and in every release.

    Returns:
        The first position.

    Raises:
        RulesError: If the rules do not allow this number of players.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> from rami.rummy import new_game
        >>> state = new_game(3, seed=2026)
        >>> state.hand_sizes, state.stock_size, state.discard_size
        ((7, 7, 7), 30, 1)
    """
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Return a random deal.

    The same arguments always give the same deal.

    Args:
        players: The number of players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        seed: Any whole number.
        starter: The seat that starts, on the left of the dealer; None for a random seat (004.1).

    Returns:
        The order of the cards, the seat that starts, and the seed of later shuffles.

    Raises:
        RulesError: If the rules do not allow this number of players, or the seat does not exist.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> len(shuffle(2, seed=1).order), shuffle(2, seed=1, starter=1).starter
        (52, 1)
    """
    check_players(players, rules, Rules)
    first = first_seat(players, starter, seed)
    return Deal(shuffled(rules.pieces, derive(seed, "deal")), starter=first, seed=derive(seed, "later"))


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Return the first position of a given deal.

    The deal may come from a real table or an old record.

    The cards of `deal.order` are dealt one by one, clockwise, beginning with the seat that starts. The next card starts
    the discard pile; under `rules.starter_extra_card`, it goes to the seat that starts. The other cards are the stock
    in drawing order (004.2, 004.3, C12).

    Args:
        players: The number of players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        deal: The order of the cards and the seat that starts.

    Returns:
        The first position.

    Raises:
        RulesError: If the cards do not match the packs and jokers of the rules, or the deal has no starter.
        WrongType: If an argument has another type.

    Examples:
        >>> state = from_deal(2, Rules(), Deal(Rules().pieces, starter=1))
        >>> state.current_player, str(state.hands[1][0]), str(state.discard_pile[0])
        (1, 'AS', '8H')
    """
    check_players(players, rules, Rules)
    starter, hands, left = dealt(deal, players, rules.cards_dealt[players - MIN_PLAYERS], rules.pieces)
    discards, phase = left[:1], Phase.DRAW
    if rules.starter_extra_card:
        hands = replaced(hands, starter, tuple(sorted((*hands[starter], *left[:1]))))
        discards, phase = (), Phase.PLAY
    return filled(
        State,
        rules=rules,
        current_player=starter,
        phase=phase,
        hands=hands,
        discards=discards,
        stock=left[1:],
        melded_in=(None,) * players,
        laid_in=(None,) * players,
        known=((),) * players,
        seed=deal.seed,
    )


def set_up(  # noqa: PLR0913  # a position has many fields
    hand: Cards,
    table: Melds = (),
    *,
    discard: Cards = "",
    rules: Rules = Rules(),
    phase: Phase = Phase.PLAY,
    has_melded: bool | Iterable[bool] = True,
    stock_size: int | None = None,
    known: Cards = "",
    others: Iterable[int] | None = None,
) -> View:
    """Build a view of the player to move.

    Use it for tests and hints.

    The players are in their second turns. The other cards are in the stock, in the other hands and, if these are full,
    below the top of the discard pile. In phase `play`, the view does not show whether the player took a card from the
    stock or from the discard pile. If laid cards score (`Rules.scoring`), the melds on the table count for nobody.

    Args:
        hand: The player's cards.
        table: The melds on the table.
        discard: The discard pile, top card last.
        rules: The rules of the deal.
        phase: The phase of the turn, `draw` or `play`.
        has_melded: Whether all players have laid a meld in an earlier turn, or a value for each seat, beginning with
            the player.
        stock_size: The number of cards in the stock; None for all unseen cards that are not in the other hands.
        known: The known cards of the next player.
        others: The number of cards of each opponent, from the next seat on. Without it, the view has the minimum
            number of players.

    Returns:
        The view of seat 0, which moves next.

    Raises:
        NotationError: If a text cannot be read.
        InvalidMeld: If joined cards of the table are not a meld.
        WrongType: If an argument has another type.
        RulesError: If the position cannot exist under the rules, or the sizes do not add up to the pack.

    Examples:
        >>> view = set_up("6S KD", "3S-4S-5S", discard="9H")
        >>> view.hand_sizes, view.stock_size, view.discard_size
        ((2, 10), 36, 1)
        >>> view = set_up("6S KD", "3S-4S-5S", discard="9H", others=(3, 6), has_melded=(False, True, False))
        >>> view.hand_sizes, view.stock_size, view.has_melded
        ((2, 3, 6), 37, (False, True, False))
        >>> set_up("6S 6S")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: there are more cards of a kind than the pack has: 6S
    """
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    if instance("phase", phase, Phase) is Phase.BUY:
        raise RulesError("phase must be 'draw' or 'play', not 'buy'")
    own, pile = cards_of(hand, "hand"), cards_of(discard, "discard")
    melds = table if isinstance(table, Table) else Table(table)
    theirs = cards_of(known, "known")
    most = rules.most_cards - (phase is Phase.DRAW)
    if not 1 <= len(own) <= most:
        raise RulesError(f"hand must have 1 to {most} cards, not {len(own)}")
    check_count((*own, *melds.cards, *pile, *theirs), rules.pieces, "the pack", hidden=None)
    for meld in melds:
        for problem in Code.own(meld_faults(rules, meld)):
            raise RulesError(f"table has an illegal meld: {problem.message()}")
    unseen = len(rules.pieces) - len(own) - len(melds.cards) - len(pile)
    if others is None:
        has_covered = bool(pile) and rules.discard_view == "top"
        stock_size, sizes = _unseen_sizes(rules, unseen, stock_size, has_covered=has_covered)
    else:
        if stock_size is not None:
            whole("stock_size", stock_size, 0, unseen, none=True)
        sizes, stock_size = given_sizes("stock_size", stock_size, others, unseen, rules.max_players)
    if len(theirs) > sizes[0]:
        raise RulesError(f"known has {len(theirs)} cards, but the hand of the next player has only {sizes[0]}")
    players = 1 + len(sizes)
    # Assume that players laid their first melds in their first turns.
    melded = by_seat("has_melded", has_melded, players)
    melded_in = tuple(seat if has else None for seat, has in enumerate(melded))
    view = View(
        rules=rules,
        current_player=0,
        turn=players,
        phase=phase,
        player=0,
        hand=own,
        hand_sizes=(len(own), *sizes),
        stock_size=stock_size,
        discard_pile=pile if rules.discard_view == "all" else pile[-1:],
        discard_size=len(pile) + unseen - stock_size - sum(sizes),
        table=melds,
        melded_in=melded_in,
        laid_in=melded_in,
        laid_points=(0,) * players if rules.scoring == "melded" else (),
        known=((), theirs, *[()] * (players - 2)),
    )
    check_possible(_flaws(view))
    return view


def _unseen_sizes(
    rules: Rules, unseen: int, stock_size: int | None, *, has_covered: bool
) -> tuple[int, tuple[int, ...]]:
    others = rules.min_players - 1
    if unseen < others:
        raise RulesError("hand, table and discard have too many cards: each opponent must have at least one card")
    if stock_size is None:
        stock_size = max(0, unseen - others * rules.cards_dealt[rules.min_players - MIN_PLAYERS])
    most_held = others * (rules.most_cards - 1)
    fewest = 0 if has_covered else max(0, unseen - most_held)
    whole("stock_size", stock_size, fewest, unseen - others, none=True)
    size, extra = divmod(min(unseen - stock_size, most_held), others)
    return stock_size, tuple(size + (seat < extra) for seat in range(others))


_MOST_ARRANGED = 200
"""Maximum number of random deals to try.

A deal is accepted if the current turn can end.
"""
_MOST_HELPED = 50
"""Number of additional deals to try, in which the current player gets useful melds."""
_WHOLE_STEPS = 20_000
"""The number of search steps that each call of `_whole` costs."""
_CHOICE = 4
"""Number of melds that are considered for the hand of the current player.

The chosen meld needs the fewest unseen cards. Ties are broken by the most points.
"""


def determinize(view: View, *, seed: int) -> State:
    """Return a random state that is consistent with a view.

    Known cards stay in their hands. All arrangements of the unseen cards are equally likely, with one exception. If
    another player is in the middle of a turn, the arrangement must allow that turn to end. After 200 random
    arrangements without success, the hand of that player gets useful melds or a useful card, and the arrangements are
    no longer equally likely.

    Args:
        view: The view of a player or a spectator.
        seed: Any whole number. The same arguments always give the same state.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no position is consistent with the view, no arrangement was found that allows the current turn to
            end, or `seed` is not a whole number.
        TooLarge: If the search takes too many steps, which has not happened in play.

    Examples:
        >>> from rami.rummy import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    check_possible(_flaws(instance("view", view, View)))
    return guessed(view, seed=seed)


def guessed(view: View, *, seed: int) -> State:
    """Return a random state that is consistent with a view, without checking the view.

    The view may show fewer discards than the rules allow.
    """
    unseen = without(view.rules.pieces, seen_cards(view)[0])
    later = derive(seed, "later")
    if view.player == view.current_player or view.phase is not Phase.PLAY or view.is_over:
        return _dealt_state(view, shuffled(unseen, derive(seed, "determinize")), later)
    steps = new_budget()
    for order in _random_orders(view, unseen, seed, steps):
        state = _dealt_state(view, order, later)
        if can_end_turn(turn_of(state, steps)):
            return state
    raise RulesError("no hand was found that allows the current turn to end")


def _random_orders(view: View, unseen: _Order, seed: int, steps: Budget) -> Iterator[_Order]:
    yield shuffled(unseen, derive(seed, "determinize"))
    for attempt in range(1, _MOST_ARRANGED):
        yield shuffled(unseen, derive(seed, "determinize", attempt))
    mover, known = view.current_player, known_hands(view)
    room = [size - len(hand) for size, hand in zip(view.hand_sizes, known, strict=True)]
    before = sum(room[:mover])

    def with_cards(order: _Order, helpful: _Order) -> _Order:
        helpful = helpful[: room[mover]]
        rest = without(order, helpful)
        return (*rest[:before], *helpful, *rest[before:])

    # First try hands with useful melds (`kind` is None). Then try one hand for each unseen kind of card.
    for attempt, kind in enumerate([*[None] * _MOST_HELPED, *sorted(set(unseen))]):
        order = shuffled(unseen, derive(seed, "helped", attempt))
        yield with_cards(order, _helpful(view, unseen=order) if kind is None else (kind,))
    if view.rules.final_discard == "forbidden":
        order = shuffled(unseen, derive(seed, "whole"))
        yield with_cards(order, _whole(view.rules, view.laid, known[mover], order, view.hand_sizes[mover], steps) or ())


def _whole(
    rules: Rules, laid: tuple[Meld, ...], held: _Order, unseen: _Order, size: int, steps: Budget
) -> _Order | None:
    """Return unseen cards for a hand that consists only of first melds, or None.

    The hand has `size` cards and contains the cards of `held`.
    """
    steps.spend(_WHOLE_STEPS)
    if not size:
        return () if is_opening(rules, laid) and not held else None
    melds = sorted(
        next_melds(rules, tuple(sorted((*held, *unseen))), laid), key=lambda meld: len(without(meld.cards, held))
    )
    for meld in melds:
        if len(meld.cards) <= size and (not held or held[0] in meld.cards):
            added, left = without(meld.cards, held), without(held, meld.cards)
            more = _whole(rules, (*laid, meld), left, without(unseen, added), size - len(meld.cards), steps)
            if more is not None:
                return (*added, *more)
    return None


def _helpful(view: View, *, unseen: _Order) -> _Order:
    """Return unseen cards that help the current player to end the turn.

    They make melds with the cards that must be laid, and they complete an opening if one is required.
    """
    rules, mover, laid, left, chosen = view.rules, view.current_player, view.laid, unseen, list[Card]()
    has_opened = view.melded_in[mover] is not None
    owed = [*filter(None, [view.taken]), *[JOKER] * view.jokers_owed]
    held = view.known[mover]
    room = view.hand_sizes[mover] - len(held)
    while owed or not (has_opened or is_opening(rules, laid)):
        card = owed.pop(0) if owed else None
        melds = triples(rules, (*held, *left))
        fitting = [meld for meld in melds if is_helpful(rules, laid, meld, card)]
        if not fitting:
            break
        # Prefer melds that contain known cards, because these cards may have to be laid.
        meld = min(fitting[:_CHOICE], key=lambda meld: (len(without(meld.cards, held)), -meld_value(rules, meld)))
        # Melds of `triples` have no jokers, so a joker that must be laid replaces the first card.
        cards = (JOKER, *meld.cards[1:]) if card == JOKER else meld.cards
        laid = (*laid, type(meld)(cards))
        added = without(cards, held)
        held = without(held, cards)
        chosen += added
        left = without(left, added)
    if rules.final_discard == "forbidden" and room - len(chosen) == 1:
        # The last card must be laid, so add a card that fits one of the melds.
        longer = [card for meld in laid[len(view.laid) :] for card, _ in longer_melds(rules, meld) if card in left]
        chosen += longer[:1]
    return tuple(chosen)


def _dealt_state(view: View, unseen: _Order, seed: int) -> State:
    order = iter(unseen)
    hands = deal_unseen(known_hands(view), view.hand_sizes, order)
    under = tuple(islice(order, view.discard_size - len(view.discard_pile)))
    discards = (*under, *view.discard_pile)
    return completed(PublicPosition, view, State, hands=hands, discards=discards, stock=tuple(order), seed=seed)
