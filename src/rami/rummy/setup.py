"""Positions of card rummy that are possible, and deals: from a seed, from a given order, and one that fits a view."""

from collections.abc import Iterator
from itertools import islice

from rami.cards import JOKER, Card, Cards, cards_of
from rami.cards.legal_melds import meld_faults
from rami.cards.meld_search import Steps
from rami.cards.melds import Melds, Table
from rami.counting import check_count, deal_unseen, miscount, size_flaws, unseen_pieces
from rami.dealing import check_players, dealt, derive, first_seat, shuffled
from rami.errors import RulesError
from rami.game import Deal
from rami.pieces import without
from rami.positions import hand_flaws, known_flaws, known_hands, public_fields
from rami.rummy.opening import is_helpful, is_opening, triples
from rami.rummy.position import Phase, PublicPosition, State, View, may_buy, seen_cards
from rami.rummy.rules import DRAWN_WITH_BUY, MIN_PLAYERS, MOST_ROUNDS, Code, Rules
from rami.rummy.turns import can_end_turn, turn_of
from rami.shapes import instance, typed, whole

_Order = tuple[Card, ...]


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return the inconsistencies of a position that was built by hand or read.

    Every card of the packs is there exactly as often as they have it, every meld may lie on the table, seats, turns and
    counters fit together, and the player who moves has no more cards than a hand can have. That the position
    can be reached by legal moves is not said, nor that the turn can come to an end.

    Args:
        position: A position or a view; its fields may hold anything of the right types.

    Returns:
        A sentence for each flaw; () if there is none.

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
        return  # as after other flaws with which the rest has no meaning
    if wrongly_known := list(known_flaws(position)):  # without `known_hands`, nothing can be counted
        yield from wrongly_known
        return
    last = players * MOST_ROUNDS
    if position.turn not in range(last + 1):
        yield f"turn is {position.turn}, and the rules end a deal after {last}"
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
        hidden += position.discard_size - visible  # the covered discards, which a state has among those seen
    if problem := miscount(seen, rules.pieces, "the pack", hidden=hidden):  # 004.1
        yield problem


def _laying_flaws(position: State | View) -> Iterator[str]:
    """C2, C11: the turns in which players laid first are their own, and none of them is to come."""
    for name, turns in (("melded_in", position.melded_in), ("laid_in", position.laid_in)):
        for seat, turn in enumerate(turns):
            if turn is None:
                continue
            if (turn + position.starter - seat) % position.players:
                yield f"{name} has the turn {turn} of seat {seat}, which is that of another"
            elif turn not in range(position.turn + 1):
                yield f"{name} has the turn {turn} of seat {seat}, which has not come"
    for seat, (melded, laid) in enumerate(zip(position.melded_in, position.laid_in, strict=True)):
        if melded is not None and (laid is None or laid > melded):
            yield f"seat {seat} has laid a meld before it has laid anything"


def _turn_flaws(position: State | View) -> Iterator[str]:
    """004.6, C5, C6: what belongs to a turn is there in that turn only; points laid and restocks fit the rules."""
    rules = position.rules
    has_drawn = position.phase is Phase.PLAY
    if not has_drawn and (position.taken is not None or position.laid or position.jokers_owed):
        yield "taken, laid or jokers_owed is set before a card is drawn"
    if position.deep and (rules.take_depth == "top" or not has_drawn):
        yield "deep is set where no card can have been taken from deep in the discard pile"
    if position.laid_points and rules.scoring != "melded":
        yield "laid_points has points that nobody scores"
    most = 0 if rules.restock == "end" else position.turn + 1  # a turn draws once
    if position.restocks not in range(most + 1):
        yield f"restocks is {position.restocks}, and {most} is the most"
    if position.laid and position.laid_in[position.current_player] is None:
        yield "laid has melds of a player who has laid nothing"
    limit = len(position.table)  # on which they lie; if there are too many, none is looked at
    if rules.melds_per_turn is not None:
        limit = min(limit, rules.melds_per_turn)
    if len(position.laid) > limit:
        yield f"laid has {len(position.laid)} melds, and {limit} is the most"
    else:
        yield from (fault.message() for meld in position.laid for fault in meld_faults(rules, meld))


def _offer_flaws(position: State | View) -> Iterator[str]:
    """Whose turn an offer interrupts is set during it only; offers and buys are as the rules have them (`buying`)."""
    rules, seat = position.rules, position.current_player
    is_asked = position.phase is Phase.BUY
    is_interrupted = position.in_turn is not None
    if is_asked is not is_interrupted or position.in_turn == seat:
        yield "in_turn must be another seat while a player is asked whether to buy, and None elsewhere"
    if (is_asked or position.offered) and not rules.buying:
        yield "a discard is on offer where nobody may buy"
    if wrong := [count for count in position.bought if count not in range(rules.buying + 1)]:
        yield f"bought has {wrong[0]} buys, and {rules.buying} is the most"
    elif is_asked and not (may_buy(position, seat) and position.discard_size):
        yield f"seat {seat} is asked whether to buy, and may not"
    elif is_asked and position.stock_size <= DRAWN_WITH_BUY:
        yield "a discard is on offer where the stock has too few cards"


def _hand_size_flaws(position: State | View) -> Iterator[str]:
    """004.2, 004.9: only the mover's hand can be empty, at the end, or have the card that was drawn."""
    out = [seat for seat, size in enumerate(position.hand_sizes) if not size]
    if out and (out != [position.current_player] or position.phase is not Phase.PLAY):
        yield f"seats without a card, where nobody went out: {', '.join(map(str, out))}"
    for seat, size in enumerate(position.hand_sizes):
        has_drawn = seat == position.current_player and position.phase is Phase.PLAY
        if size > (most := position.rules.most_cards - (not has_drawn)):
            yield f"the hand of seat {seat} has {size} cards, and {most} is the most"


def _held_flaws(position: State | View) -> Iterator[str]:
    """The card that was taken, and the jokers that are owed, are known to be in the hand of the player who moves."""
    known = position.known[position.current_player]
    if position.taken is not None and position.taken not in known:
        yield f"the card taken is not known to be in the hand: {position.taken}"
    jokers = max(0, known.count(JOKER) - (position.taken == JOKER))
    if position.jokers_owed not in range(jokers + 1):
        yield f"jokers_owed is {position.jokers_owed}, and the hand is known to have {jokers} such jokers"


def new_game(players: int, rules: Rules = Rules(), *, seed: int) -> State:
    """Shuffle, and deal; the first dealer is chosen at random (004.1 to 004.3).

    Args:
        players: How many players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        seed: Any whole number; the same arguments give the same state, forever and on every machine.

    Returns:
        The first position.

    Raises:
        RulesError: If the number of players does not fit the rules.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> from rami.rummy import new_game
        >>> state = new_game(3, seed=2026)
        >>> state.hand_sizes, state.stock_size, state.discard_size
        ((7, 7, 7), 30, 1)
    """
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Return everything that chance decides in a deal, from a seed.

    Args:
        players: How many players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        seed: Any whole number.
        starter: The seat that starts, on the left of the dealer; None for one chosen at random (004.1).

    Returns:
        The order of the cards, and who starts, for `from_deal`.

    Raises:
        RulesError: If the number of players or the seat does not fit.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> len(shuffle(2, seed=1).order), shuffle(2, seed=1, starter=1).starter
        (52, 1)
    """
    check_players(players, rules, Rules)
    first = first_seat(players, starter, seed)
    return Deal(shuffled(rules.pieces, derive(seed, "deal")), starter=first, seed=derive(seed, "later"))


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Return the first position of a given deal: of a real table, or of an old record.

    The cards of `deal.order` are dealt one by one, clockwise, the first to the seat that starts. The next card begins
    the discard pile, and the rest is the stock, its first card drawn first (004.2, 004.3).

    Args:
        players: How many players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        deal: The order of the cards, and the seat that starts.

    Returns:
        The first position.

    Raises:
        RulesError: If the cards are not those of the packs, or nobody starts.
        WrongType: If an argument has another type.

    Examples:
        >>> state = from_deal(2, Rules(), Deal(Rules().pieces, starter=1))
        >>> state.current_player, str(state.hands[1][0]), str(state.discard_pile[0])
        (1, 'AS', '8H')
    """
    check_players(players, rules, Rules)
    starter, hands, left = dealt(deal, players, rules.cards_dealt[players - MIN_PLAYERS], rules.pieces)
    return State(
        rules=rules,
        current_player=starter,
        hands=hands,
        discards=left[:1],
        stock=left[1:],
        melded_in=(None,) * players,
        laid_in=(None,) * players,
        known=((),) * players,
        seed=deal.seed,
    )


def set_up(  # noqa: PLR0913  # the parts of a position
    hand: Cards,
    table: Melds = (),
    *,
    discard: Cards = "",
    rules: Rules = Rules(),
    phase: Phase = Phase.PLAY,
    has_melded: bool = True,
    stock_size: int | None = None,
    known: Cards = "",
) -> View:
    """Return a position made by hand, as the player who moves sees it: for tests and hints.

    There are two players, or as many as the rules ask for, in their second turns. The cards that are not seen lie in
    the stock, in the hands of the others and, once these are full, below the top of the discard pile; where the card
    that the player drew came from is not known.

    Args:
        hand: The player's cards.
        table: The melds on the table.
        discard: The discard pile, the top card last.
        rules: The rules of the deal.
        phase: Where in the turn the player is.
        has_melded: Whether all have laid a meld in an earlier turn.
        stock_size: How many cards the stock has; None for all that full hands of the others leave.
        known: The cards that the next player is known to hold.

    Returns:
        The view of seat 0, who is to move.

    Raises:
        NotationError: If a text cannot be read.
        InvalidMeld: If cards of the table are not a meld.
        WrongType: If an argument has another type.
        RulesError: If the position cannot exist under the rules; it names the cards at fault.

    Examples:
        >>> view = set_up("6S KD", "3S-4S-5S", discard="9H")
        >>> view.hand_sizes, view.stock_size, view.discard_size
        ((2, 10), 36, 1)
        >>> set_up("6S 6S")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: there are more cards of a kind than the pack has: 6S
    """
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    if instance("phase", phase, Phase) is Phase.BUY:
        raise RulesError("phase must be 'draw' or 'play': an offer arises only from a pass")
    instance("has_melded", has_melded, bool, "True or False")
    own, pile = cards_of(hand, "hand"), cards_of(discard, "discard")
    melds = table if isinstance(table, Table) else Table(table)
    theirs = cards_of(known, "known")
    most = rules.most_cards - (phase is Phase.DRAW)  # a card is still to be drawn
    if not 1 <= len(own) <= most:
        raise RulesError(f"hand must have 1 to {most} cards, not {len(own)}")
    check_count((*own, *melds.cards, *pile, *theirs), rules.pieces, "the pack", hidden=None)
    for meld in melds:
        for problem in Code.own(meld_faults(rules, meld)):
            raise RulesError(f"the table cannot lie there: {problem.message()}")
    unseen = len(rules.pieces) - len(own) - len(melds.cards) - len(pile)
    has_covered = bool(pile) and rules.discard_view == "top"  # unseen cards may lie below the top of the discard pile
    stock_size, sizes = _unseen_sizes(rules, unseen, stock_size, has_covered=has_covered)
    if len(theirs) > sizes[0]:
        raise RulesError(f"known has {len(theirs)} cards, and the next player has {sizes[0]}")
    players = rules.min_players
    melded_in = tuple(range(players)) if has_melded else (None,) * players  # each in its first turn
    return View(
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
        known=((), theirs, *[()] * (players - 2)),
    )


def _unseen_sizes(
    rules: Rules, unseen: int, stock_size: int | None, *, has_covered: bool
) -> tuple[int, tuple[int, ...]]:
    """Return how many unseen cards the stock has, and each other hand: what the stock leaves, up to a full hand."""
    others = rules.min_players - 1
    if unseen < others:
        raise RulesError("no card is left for the hand of an opponent")
    if stock_size is None:
        stock_size = max(0, unseen - others * rules.cards_dealt[rules.min_players - MIN_PLAYERS])
    most_held = others * (rules.most_cards - 1)
    # What is in no hand is in the stock, unless it may lie covered in the discard pile.
    fewest = 0 if has_covered else max(0, unseen - most_held)
    whole("stock_size", stock_size, fewest, unseen - others, none=True)  # the error says that None is allowed, too
    size, extra = divmod(min(unseen - stock_size, most_held), others)
    return stock_size, tuple(size + (seat < extra) for seat in range(others))


_MOST_ARRANGED = 200
"""How many arrangements of the unseen cards are tried for one in which the turn under way can end."""
_MOST_HELPED = 50
"""How many more in which the hand is given melds that could end it, before each kind of card is tried."""
_CHOICE = 4
"""Of how many melds the one with the most points is given."""


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a full position that fits a view, every arrangement of the unseen cards being equally likely.

    The cards that everybody knows, having seen them come from the discard pile or from the table, are in the hands to
    which they came. The turn of another player can come to an end, or it would not have got so far: arrangements in
    which it cannot are passed over. Where two hundred were passed over, the hand is given melds for what has to be
    laid, or one card after another that could be added, and the rest at random; then they are no longer all equally
    likely.

    Args:
        view: The view of a player or a spectator.
        seed: What decides the arrangement.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, if none is found in which the turn can end, or if `seed` is not a
            whole number.
        TooLarge: If it takes too many steps, which no position of play does.

    Examples:
        >>> from rami.rummy import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    for problem in hand_flaws(view):
        raise RulesError(problem)
    covered = view.discard_size - len(view.discard_pile)
    if covered < 0:
        raise RulesError(
            f"the view shows {len(view.discard_pile)} cards of the discard pile where it counts {view.discard_size}"
        )
    seen, hidden = seen_cards(view)
    unseen = unseen_pieces(view.rules.pieces, seen, hidden + covered, "of the pack")
    later = derive(seed, "later")  # for what chance decides after this position
    if view.player == view.current_player or view.phase is not Phase.PLAY or view.is_over:
        # No turn of another player is under way.
        return _arranged(view, shuffled(unseen, derive(seed, "determinize")), later)
    steps = Steps()
    for order in _orders(view, unseen, seed):
        state = _arranged(view, order, later)
        if can_end_turn(turn_of(state, steps)):
            return state
    raise RulesError("no hand was found with which the turn under way could come to an end")


def _orders(view: View, unseen: _Order, seed: int) -> Iterator[_Order]:
    """Yield the unseen cards in random orders; the later ones have helpful cards where the mover's hand will be."""
    yield shuffled(unseen, derive(seed, "determinize"))
    for attempt in range(1, _MOST_ARRANGED):
        yield shuffled(unseen, derive(seed, "determinize", attempt))
    mover, known = view.current_player, known_hands(view)
    room = [size - len(hand) for size, hand in zip(view.hand_sizes, known, strict=True)]
    before = sum(room[:mover])  # the cards that go to other hands first
    # What helps is at first the cards of melds (kind None), then one card, of each kind in turn.
    for attempt, kind in enumerate([*[None] * _MOST_HELPED, *sorted(set(unseen))]):
        order = shuffled(unseen, derive(seed, "helped", attempt))
        helpful = _helpful(view, unseen=order) if kind is None else (kind,)
        helpful = helpful[: room[mover]]
        rest = without(order, helpful)
        yield (*rest[:before], *helpful, *rest[before:])


def _helpful(view: View, *, unseen: _Order) -> _Order:
    """Return unseen cards, from the first on, that make melds with the cards owed in the hand, and then an opening."""
    rules, laid, left, chosen = view.rules, view.laid, unseen, list[Card]()
    has_opened = view.melded_in[view.current_player] is not None
    owed = [*filter(None, [view.taken]), *[JOKER] * view.jokers_owed]  # the card taken first, if there is one
    while owed or not (has_opened or is_opening(rules, laid)):
        card = owed.pop(0) if owed else None  # with none, any meld brings the opening nearer
        melds = triples(rules, left if card is None else (*left, card))  # without jokers
        fitting = [meld for meld in melds if is_helpful(rules, laid, meld, card)]
        if not fitting:
            break
        meld = max(fitting[:_CHOICE], key=lambda meld: meld.value)
        # A joker that is owed takes the place of the first card.
        cards = (JOKER, *meld.cards[1:]) if card == JOKER else meld.cards
        laid = (*laid, type(meld)(cards))
        added = cards if card is None else without(cards, (card,))  # the hand has that card
        chosen += added
        left = without(left, added)
    return tuple(chosen)


def _arranged(view: View, unseen: _Order, seed: int) -> State:
    """Return the position with the unseen cards in this order: hands, discard pile, stock."""
    order = iter(unseen)
    hands = deal_unseen(known_hands(view), view.hand_sizes, order)
    under = tuple(islice(order, view.discard_size - len(view.discard_pile)))
    discards = (*under, *view.discard_pile)
    shown = public_fields(PublicPosition, view)
    return State(**shown, hands=hands, discards=discards, stock=tuple(order), seed=seed)
