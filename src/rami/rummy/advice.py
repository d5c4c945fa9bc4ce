"""Bots for card rummy.

They are `best_turn` and the two simpler bots `quick` and `absent`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from attrs import evolve

from rami.cards import JOKER, RANKS, SUITS, Card
from rami.cards.advice import pairs, promise, thirds
from rami.cards.legal_melds import ace_fits, card_values, value_of
from rami.cards.meld_search import deadwood_of, new_budget
from rami.cards.melds import SHORTEST, kind_at
from rami.dealing import derive
from rami.errors import RamiError
from rami.pieces import without
from rami.positions import check_to_move, replaced
from rami.rummy.moves import (
    BUY,
    DISCARDS,
    DRAW_STOCK,
    PASS,
    TAKE_DISCARD,
    Discard,
    DrawStock,
    Laying,
    LayMeld,
    Move,
    Pass,
    TakeDiscard,
    table_moves,
)
from rami.rummy.position import Phase, View, is_on_offer
from rami.rummy.referee import legal_moves
from rami.rummy.rules import Rules, best_melds
from rami.rummy.turns import Turn, can_end_turn, layings, might_lay, turn_after_take, turn_key, turn_of
from rami.shapes import typed

_POINT_WEIGHT = 1.5
"""The weight of a card point in the cost of a discard.

The unit of the cost is an unseen card that completes a meld. The weight is divided by the size of the smallest other
hand.
"""
_LAYOFF_COST = 5
"""The cost of a discard that another player could lay off.

The unit of the cost is an unseen card that completes a meld.
"""
_WANTED_COST = 2
"""The cost of a discard that helps the next player.

The cost applies for each pair of the next player that the card completes to a meld. The unit of the cost is an unseen
card that completes a meld.
"""


def _wants_to_buy(view: View) -> bool:
    return is_needed(view) if needs_plan(view) else makes_a_meld(view)


def makes_a_meld(view: View) -> bool:
    """Return whether the best melds of the hand would contain the top discard.

    If so, the discard is worth buying.
    """
    top = view.discard_pile[-1]
    melded = [card for meld in best_melds((*view.hand, top), view.rules) for card in meld.cards]
    return melded.count(top) > view.hand.count(top)


def best_discard(
    view: View,
    discards: Iterable[Discard],
    *,
    layoff_cost: float = _LAYOFF_COST,
    wanted_cost: float = _WANTED_COST,
    keep_melds: bool = True,
) -> Discard | None:
    """Return the discard with the least cost.

    The cost of a card is the number of unseen cards that would complete a meld with it, less a multiple of its points.
    Points weigh more if another player has few cards. The cost is higher if others could lay the card off or are likely
    to want it.

    Returns:
        The discard; None if every discard is a joker, or breaks a meld and `keep_melds` is true.
    """
    unseen, values = unseen_cards(view), card_values(view.rules)
    others = [seat for seat in range(view.players) if seat != view.player]
    point_weight = _POINT_WEIGHT / max(1, min(view.hand_sizes[seat] for seat in others))
    others_lay_off = not view.rules.layoff_needs_own_meld or any(view.has_melded[seat] for seat in others)
    layoffs: Collection[Card] = table_moves(view.rules, view.table).layoffs if others_lay_off else ()
    chance = view.hand_sizes[(view.current_player + 1) % view.players] / max(1, unseen.total())

    def cost(card: Card) -> tuple[float, int]:
        # This estimate treats the two cards of a pair as independent.
        pairs_held = sum(unseen[one] * unseen[other] for one, other in pairs(card)) * chance**2
        own_loss = meld_chances(view.hand, card, unseen) - point_weight * values[card]
        return own_loss + layoff_cost * (card in layoffs) + wanted_cost * pairs_held, -values[card]

    spare = spare_discards(view, discards) if keep_melds else [move for move in discards if move.card != JOKER]
    return min(spare, key=lambda move: cost(move.card), default=None)


def discard_reason(view: View, card: Card) -> tuple[str, Card] | None:
    """Return the rule that decides a discard of `best_turn`.

    The second value is the card that would be discarded without this rule. The result is None if `best_turn` discards
    another card, or if no single rule decides.

    Each rule keeps a card: `"wanted"` if the next player may want it, `"layoff"` if another player could lay it off,
    `"contract"` if the first melds need it, and `"meld"` if it belongs to a meld.
    """
    allowed = [DISCARDS[each] for each in turn_of(view).discards()]
    discards = loose_discards(view, allowed)
    if best_discard(view, discards) != DISCARDS[card]:
        return None
    without_rule = {
        "wanted": best_discard(view, discards, wanted_cost=0),
        "layoff": best_discard(view, discards, layoff_cost=0),
        "contract": best_discard(view, allowed),
        "meld": best_discard(view, discards, keep_melds=False),
    }
    return next(((rule, move.card) for rule, move in without_rule.items() if move and move.card != card), None)


def spare_discards(view: View, discards: Iterable[Discard]) -> list[Discard]:
    """Return the discards that are not jokers and do not break a meld."""
    melded = {card for meld in best_melds(view.hand, view.rules) for card in meld.cards}
    return [move for move in discards if move.card not in melded and move.card != JOKER]


def unseen_cards(view: View) -> Counter[Card]:
    """Return the cards that a view does not show."""
    return Counter(view.rules.pieces) - Counter((*view.hand, *view.table.cards, *view.discard_pile))


def meld_chances(hand: Iterable[Card], card: Card, unseen: Mapping[Card, int]) -> int:
    """Return the number of unseen cards that make a meld together with `card` and another card of the hand."""
    return sum(unseen.get(third, 0) for third in {third for other in hand for third in thirds(card, other)})


_MOST_TRIED = 8
"""The number of groups that a plan considers. It considers the same number of runs.

The hand has the most cards of these groups and runs.
"""
_RARE = 0.5
"""The extra cost of a missing card if all its copies are visible."""


class _Goal(NamedTuple):
    """A meld to collect. It consists of any `size` of the given cards."""

    cards: tuple[Card, ...]
    size: int


def needs_plan(view: View) -> bool:
    """Return whether the current player must still lay the melds of a contract."""
    return bool(view.rules.opening_melds) and not view.has_melded[view.current_player]


def plan(view: View, hand: Iterable[Card]) -> tuple[float, Counter[Card]]:
    """Return the best plan to complete a contract.

    The best plan has the fewest missing cards.

    Returns:
        The number of missing cards, increased for cards that are hard to get, and the cards of the hand in the plan.
    """
    held, unseen = Counter(hand), unseen_cards(view)
    choices = list[Iterable[tuple[_Goal, ...]]]()
    for goals, number in zip(_goals(view.rules), view.rules.opening_melds, strict=True):
        nearest = sorted(goals, key=lambda goal: len(_lacking(goal, held)[0]), reverse=True)[:_MOST_TRIED]
        choices.append(combinations_with_replacement(nearest, number))
    plans = (_collected((*groups, *runs), held, unseen) for groups, runs in product(*choices))
    return min(plans, key=lambda found: found[0])


def is_needed(view: View) -> bool:
    """Return whether the top discard helps to complete the contract."""
    return plan(view, (*view.hand, view.discard_pile[-1]))[0] < plan(view, view.hand)[0]


def loose_discards(view: View, discards: list[Discard]) -> list[Discard]:
    """Return the discards that the plan for a contract does not need.

    If there are no such discards or there is no contract, return all discards.
    """
    if not needs_plan(view):
        return discards
    _, needed = plan(view, view.hand)
    held = Counter(view.hand)
    return [move for move in discards if move.card != JOKER and held[move.card] > needed[move.card]] or discards


def _collected(
    goals: Iterable[_Goal], held: Mapping[Card, int], unseen: Mapping[Card, int]
) -> tuple[float, Counter[Card]]:
    left, used, lacking = Counter(held), Counter[Card](), 0.0
    for goal in goals:
        found, others = _lacking(goal, left)
        left.subtract(found)
        used.update(found)
        rare = sum(not unseen[card] for card in others) if len(goal.cards) == goal.size else 0
        lacking += goal.size - len(found) + _RARE * rare
    return lacking - held[JOKER], used


def _lacking(goal: _Goal, held: Mapping[Card, int]) -> tuple[list[Card], list[Card]]:
    free, found, others = Counter(held), list[Card](), list[Card]()
    for card in goal.cards:
        if free[card] > 0 and len(found) < goal.size:
            free[card] -= 1
            found.append(card)
        else:
            others.append(card)
    return found, others


@cache
def _goals(rules: Rules) -> tuple[tuple[_Goal, ...], tuple[_Goal, ...]]:
    suits, ranks, length = range(len(SUITS)), range(1, len(RANKS) + 1), rules.shortest_run
    copies = rules.packs if rules.group_suits == "any" else 1
    groups = [_Goal(tuple(kind_at(suit, rank) for suit in suits) * copies, SHORTEST) for rank in ranks]
    starts = [start for start in ranks if ace_fits(rules, start, start + length - 1)]
    runs = {
        _Goal(tuple(sorted(kind_at(suit, start + index) for index in range(length))), length)
        for suit in suits
        for start in starts
    }
    return tuple(groups), tuple(sorted(runs))


MOST_LOOKED_AT = 100_000
"""The maximum number of steps in the search for the best turn.

A continuation costs 1 step, and an expanded node costs 30.

Turns in play have needed at most a quarter of the limit.
"""
_EXPANSION_COST = 30


class _Rank(NamedTuple):
    stays_in: bool
    """True if the player still has a card after the discard."""
    closed: bool
    """True if the player still has to lay the required first melds after these moves."""
    deadwood: int
    """The deadwood left in the hand.

    After a contract, all cards are deadwood, because no more melds may be laid.
    """
    points: int
    """The points left in the hand."""
    cards: int
    """The number of cards left in the hand."""
    moves: int
    """The number of moves."""


class _Way(NamedTuple):
    rank: _Rank
    moves: tuple[Laying, ...]
    turn: Turn


@typed
def best_turn(view: View) -> tuple[Move, ...]:
    """Return the moves that a good player would make in the rest of the turn.

    The search for melds and additions is exact up to about 100,000 continuations. Beyond this limit, the search returns
    the best turn found. The best turn goes out if possible. Otherwise, it lays the required first melds if possible,
    then leaves the least deadwood, and then the fewest points. The player takes from the discard pile if the result is
    at least as good as without a new card. The choice of the discard is a heuristic: a card that breaks no meld, has
    few chances of a meld, counts many points, and is of little use to the other players. Until a contract is laid, the
    player takes and keeps the cards that the contract needs.

    Args:
        view: The view of the player who moves.

    Returns:
        The moves up to the end of the turn, or up to a card drawn unseen; the answer to an offer; () if the deal is
        over, if it is another player's turn, or if there is no legal move, which cannot happen in play.

    Raises:
        TooLarge: If the search takes too many steps, which has not happened in play.
        WrongType: If `view` is not a `View`.

    Examples:
        >>> from rami.rummy import set_up
        >>> [str(move) for move in best_turn(set_up("6S 8H 8D 8C KD", "3S-4S-5S"))]
        ['meld 8H=8D=8C', 'add 6S 3S-4S-5S', 'discard KD']
    """
    if view.is_over or view.player != view.current_player:
        return ()
    if view.phase is Phase.BUY:
        return (BUY if _wants_to_buy(view) else PASS,)
    if view.phase is Phase.DRAW:
        return _with_draw(view)
    way = _best_way(turn_of(view))
    return () if way is None else _with_discard(view, way)


def _with_draw(view: View) -> tuple[Move, ...]:
    steps = new_budget()
    takes = [move for move in legal_moves(view) if isinstance(move, TakeDiscard)]
    found = ((take, _best_way(turn_after_take(view, take.count, steps))) for take in takes)
    ways = {take: way for take, way in found if way}
    best = min(ways, key=lambda take: ways[take].rank, default=None)
    if best is None or not _is_worth_taking(view, ways[best]):
        return (PASS if is_on_offer(view) else DRAW_STOCK,)
    left = view.discard_pile[: len(view.discard_pile) - best.count]
    return (best, *_with_discard(evolve(view, discard_pile=left), ways[best]))


def _is_worth_taking(view: View, way: _Way) -> bool:
    if way.rank.closed and needs_plan(view):
        return is_needed(view)
    without_it = _best_way(turn_of(view))
    return without_it is None or way.rank[:3] <= without_it.rank[:3]


def _with_discard(view: View, way: _Way) -> tuple[Move, ...]:
    turn = way.turn
    if not turn.hand:
        return way.moves
    seat = view.current_player
    melded_in = replaced(view.melded_in, seat, view.turn) if turn.has_melded else view.melded_in
    sizes = replaced(view.hand_sizes, seat, len(turn.hand))
    after = evolve(view, hand=turn.hand, hand_sizes=sizes, table=turn.table, melded_in=melded_in)
    discards = loose_discards(after, [DISCARDS[card] for card in turn.discards()])
    discard = best_discard(after, discards) or min(discards, key=lambda move: _loss(turn, move))
    return (*way.moves, discard)


def _loss(turn: Turn, move: Discard) -> tuple[bool, int, int]:
    left, rules = without(turn.hand, (move.card,)), turn.rules
    return move.card == JOKER, deadwood_of(left, rules, turn.steps), value_of(left, rules)


# -------------------------------------------------------------------------------------------------------------- laying


def _best_way(start: Turn) -> _Way | None:
    never_laid = len([card for card in start.hand if not might_lay(start, card)])
    best: _Way | None = None
    frontier: list[tuple[Turn, tuple[Laying, ...]]] = [(start, ())]
    seen = {turn_key(start)}
    looked_at = 0
    # Ignore the limit until the search finds a way to end the turn, because the player must have a move.
    while frontier and (looked_at < MOST_LOOKED_AT or best is None):
        turn, moves = frontier.pop()
        if turn.can_end_now:
            way = _Way(_rank(turn, moves), moves, turn)
            if best is None or way.rank < best.rank:
                best = way
            if not best.rank.stays_in or best.rank.cards == never_laid:
                break
        elif not can_end_turn(turn):
            continue
        following = [(move, turn.after(move, meld)) for move, meld in layings(turn)]
        following.sort(key=lambda pair: value_of(pair[1].hand, turn.rules), reverse=True)
        looked_at += _EXPANSION_COST + len(following)
        for move, after in following:
            if (key := turn_key(after)) not in seen:
                seen.add(key)
                frontier.append((after, (*moves, move)))
    return best


def _rank(turn: Turn, moves: tuple[Laying, ...]) -> _Rank:
    rules, cards, points = turn.rules, len(turn.hand), value_of(turn.hand, turn.rules)
    lays_no_more = rules.opening_melds and turn.has_melded
    deadwood = points if lays_no_more else deadwood_of(turn.hand, rules, turn.steps)
    return _Rank(cards > 1, turn.must_open, deadwood, points, cards, len(moves))


# ------------------------------------------------------------------------------------------------------- simple players

_PATIENCE = 30
"""Number of rounds after which `quick` discards random cards.

Without random discards, the deal might never end.
"""


def quick(view: View) -> Move:
    """Return a plausible move without a search.

    The player lays cards if possible. Otherwise, the player discards the least useful card. Ties are broken by the most
    points.

    Args:
        view: The view of the player who moves.

    Returns:
        The move.

    Raises:
        RamiError: If there is no legal move.

    Examples:
        >>> from rami.rummy import set_up
        >>> str(quick(set_up("AS 2S 3S KD"))), str(quick(set_up("AS 2S 9H KD")))
        ('meld AS-2S-3S', 'discard KD')
    """
    check_to_move(view, View)
    if view.phase is Phase.BUY:
        return BUY if _wants_to_buy(view) else PASS
    if view.phase is Phase.DRAW:
        return TAKE_DISCARD if _can_lay_top(view) else _draw(view)
    laying, discards = _plays(view)
    if laying:
        return laying[0]
    if view.turn // view.players < _PATIENCE:
        return min(discards, key=lambda move: promise(view.hand, move.card, view.rules))
    # Choose at random, because fixed choices could repeat the same turns forever.
    no_jokers = [move for move in discards if move.card != JOKER] or discards
    return no_jokers[derive(view.turn, "discard") % len(no_jokers)]


def absent(view: View) -> Move:
    """Return the move of an absent player.

    The player draws from the stock and discards the last card of the hand that is not a joker. The player lays cards
    only if no card can be discarded.

    Args:
        view: The view of the player who moves.

    Returns:
        The move.

    Raises:
        RamiError: If there is no legal move.

    Examples:
        >>> from rami.rummy import set_up
        >>> str(absent(set_up("AS 2S 3S KD")))
        'discard KD'
    """
    check_to_move(view, View)
    if view.phase is Phase.BUY:
        return PASS
    if view.phase is Phase.DRAW:
        return _draw(view)
    laying, discards = _plays(view)
    if not discards:
        return laying[0]
    return next((move for move in reversed(discards) if move.card != JOKER), discards[0])


def _draw(view: View) -> Move:
    return next(move for move in legal_moves(view) if isinstance(move, DrawStock | Pass))


def _plays(view: View) -> tuple[list[Laying], list[Discard]]:
    moves = list(legal_moves(view))
    if not moves:
        raise RamiError("there is no legal move: the position cannot occur in play")
    laying = [move for move in moves if isinstance(move, Laying)]
    return laying, [move for move in moves if isinstance(move, Discard)]


def _can_lay_top(view: View) -> bool:
    if TAKE_DISCARD not in legal_moves(view):
        return False
    top = view.discard_pile[-1]
    after = evolve(view, phase=Phase.PLAY, hand=tuple(sorted((*view.hand, top))), taken=top)
    return any(
        top in (move.meld.cards if isinstance(move, LayMeld) else (move.card,))
        for move in legal_moves(after)
        if isinstance(move, Laying)
    )
