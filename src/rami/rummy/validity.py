"""Whether a position can exist: what a document from elsewhere is checked for."""

from collections.abc import Iterator

from rami.counting import hand_flaws, known_flaws, miscount, size_flaws
from rami.rummy.cards import JOKER
from rami.rummy.legal_melds import meld_violations
from rami.rummy.rules import DRAWN_WITH_BUY, MOST_ROUNDS
from rami.rummy.state import Phase, State, View, may_buy, seen_cards
from rami.shapes import typed


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
        return
    if unknown := list(known_flaws(position)):
        yield from unknown
        return
    last = players * MOST_ROUNDS
    if position.turn not in range(last + 1):
        yield f"turn is {position.turn}, and the rules end a deal after {last}"
        return
    yield from _laying_flaws(position)
    yield from _turn_flaws(position)
    yield from _held_flaws(position)
    yield from _offer_flaws(position)
    yield from _size_flaws(position)
    yield from (problem.message() for meld in position.table for problem in meld_violations(rules, meld))
    if isinstance(position, View):
        if negative := list(size_flaws(position.stock_size, position.discard_size, *position.hand_sizes)):
            yield from negative
            return
        yield from _view_flaws(position)
    seen, hidden = seen_cards(position)
    if problem := miscount(seen, rules.pieces, "the pack", hidden=hidden):  # 004.1
        yield problem


def _laying_flaws(position: State | View) -> Iterator[str]:
    """C2, C11: the turns in which players laid first are their own, and none of them is to come."""
    for name, turns in (("melded_in", position.melded_in), ("laid_in", position.laid_in)):
        for seat, turn in enumerate(turns):
            if turn is not None and turn not in range((seat - position.starter) % position.players, position.turn + 1):
                yield f"{name} has the turn {turn} of seat {seat}, which has not come"
            elif turn is not None and (position.starter + turn) % position.players != seat:
                yield f"{name} has the turn {turn} of seat {seat}, which is that of another"
    for seat, (melded, laid) in enumerate(zip(position.melded_in, position.laid_in, strict=True)):
        if melded is not None and (laid is None or laid > melded):
            yield f"seat {seat} has laid a meld before it has laid anything"


def _turn_flaws(position: State | View) -> Iterator[str]:
    """004.6, C5, C6: what belongs to a turn is there in that turn only, and fits it."""
    rules = position.rules
    if position.phase is not Phase.PLAY and (position.taken is not None or position.laid or position.jokers_owed):
        yield "taken, laid or jokers_owed is set before a card is drawn"
    if position.deep and (rules.take_depth == "top" or position.phase is not Phase.PLAY):
        yield "deep is set where no card can have been taken from deep in the discard pile"
    if position.laid_points and rules.scoring != "melded":
        yield "laid_points has points that nobody scores"
    most = 0 if rules.restock == "end" else position.turn + 1  # a turn draws once
    if position.restocks not in range(most + 1):
        yield f"restocks is {position.restocks}, and {most} is the most"
    if position.laid and position.laid_in[position.current_player] is None:
        yield "laid has melds of a player who has laid nothing"
    limit = len(position.table) if rules.melds_per_turn is None else min(len(position.table), rules.melds_per_turn)
    if len(position.laid) > limit:
        yield f"laid has {len(position.laid)} melds, and {limit} is the most"
    else:
        yield from (problem.message() for meld in position.laid for problem in meld_violations(rules, meld))


def _offer_flaws(position: State | View) -> Iterator[str]:
    """The fields of an offer are set during it only, and where the rules have offers (`Rules.buying`)."""
    rules, seat = position.rules, position.current_player
    is_asked = position.phase is Phase.BUY
    if is_asked is (position.in_turn is None) or position.in_turn == seat:
        yield "in_turn must be another seat while a player is asked whether to buy, and None elsewhere"
    if (is_asked or position.offered) and not rules.buying:
        yield "a discard is on offer where nobody may buy"
    if any(count not in range(rules.buying + 1) for count in position.bought):
        yield f"bought has {max(position.bought)} buys, and {rules.buying} is the most"
    elif is_asked and not (may_buy(position, seat) and position.discard_size):
        yield f"seat {seat} is asked whether to buy, and may not"
    elif is_asked and position.stock_size <= DRAWN_WITH_BUY:
        yield "a discard is on offer where the stock has too few cards"


def _size_flaws(position: State | View) -> Iterator[str]:
    """004.2, 004.9: only the mover's hand can be empty, at the end, or have the card that was drawn."""
    out = [seat for seat, size in enumerate(position.hand_sizes) if not size]
    if out and (out != [position.current_player] or position.phase is not Phase.PLAY):
        yield f"seats without a card, where nobody went out: {', '.join(map(str, out))}"
    for seat, size in enumerate(position.hand_sizes):
        has_drawn = seat == position.current_player and position.phase is Phase.PLAY
        if size > (most := position.rules.most_cards - (not has_drawn)):
            yield f"the hand of seat {seat} has {size} cards, and {most} is the most"


def _view_flaws(view: View) -> Iterator[str]:
    yield from hand_flaws(view)
    shown = view.discard_size if view.rules.discard_view == "all" else min(1, view.discard_size)
    if len(view.discard_pile) != shown:
        yield f"discard_pile shows {len(view.discard_pile)} cards, not {shown}"


def _held_flaws(position: State | View) -> Iterator[str]:
    """The card that was taken, and the jokers that are owed, are known to be in the hand of the player who moves."""
    known = position.known[position.current_player]
    if position.taken is not None and position.taken not in known:
        yield f"the card taken is not known to be in the hand: {position.taken}"
    jokers = max(0, known.count(JOKER) - (position.taken == JOKER))
    if position.jokers_owed not in range(jokers + 1):
        yield f"jokers_owed is {position.jokers_owed}, and the hand is known to have {jokers} such jokers"
