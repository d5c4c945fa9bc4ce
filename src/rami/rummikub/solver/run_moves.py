"""The run moves of a number: the ways in which the open runs of one colour go on there.

A move closes some open runs, extends the others and starts new ones. The moves depend on the open runs and on a few
small numbers, the `Supply`.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from rami.rummikub.solver.run_state import (
    CLAIMED,
    FIRST_ONE,
    HELD,
    KEPT,
    KEPT_CLAIMED,
    KEPT_JOKER,
    LENGTH,
    NATURAL,
    NEW,
    ONE_AFTER_TOP,
    PAID,
    WILD,
    GroupDemand,
    OpenRuns,
    RunRules,
    Supply,
    are_new,
    decode_demand,
    demand_code,
    extended,
    may_close,
    remembered,
    started,
)


class RunStep(NamedTuple):
    """A piece for one run: the state of the run before (0 for a new one), the piece, and its state afterwards."""

    before: int
    piece: int
    after: int


class RunMove:
    """A move of the runs of a colour at a number.

    Attributes:
        code: The demand of groups that it goes with, as a code.
        after: The open runs afterwards.
        unlaid: The free tiles left out.
        wild: The wild jokers in the runs.
        paid: Those of them in new melds.
        naturals: The natural tiles in the runs.
        tiles: The natural tiles in runs or groups.
        extended: The runs of one tile, of two, and of three and more that go on.
        going: The runs that go on.
        ages: A bit for each age, from 0 to 3 and more, of an old run that can go on whole if it is the only one.
        steps: The piece for each run that goes on.
    """

    __slots__ = ("after", "ages", "code", "extended", "going", "naturals", "paid", "steps", "tiles", "unlaid", "wild")

    def __init__(
        self,
        code: int,
        after: OpenRuns,
        unlaid: int,
        wild: int,
        paid: int,
        naturals: int,
        tiles: int,
        extended: tuple[int, int, int],
        steps: tuple[RunStep, ...],
    ) -> None:
        self.code: int = code
        self.after: OpenRuns = after
        self.unlaid: int = unlaid
        self.wild: int = wild
        self.paid: int = paid
        self.naturals: int = naturals
        self.tiles: int = tiles
        self.extended: tuple[int, int, int] = extended
        self.steps: tuple[RunStep, ...] = steps
        ones, twos, longs = extended
        self.going: int = ones + twos + longs
        self.ages: int = (1 | 2 * (self.going > 0) | 4 * (twos + longs > 0) | 8 * (longs > 0)) if naturals else 0


class _Draft(NamedTuple):
    """A move in the making.

    Attributes:
        steps: The pieces for the runs that go on.
        naturals: The natural tiles among them.
        held: The held jokers among them.
        wild: The wild jokers among them.
        claims: The tiles from the rack that new melds claim.
        runs: The states of the runs that go on.
        kept: The tiles kept back for the end of a run, as states.
        closed: The states of the runs that are closed.
    """

    steps: tuple[RunStep, ...] = ()
    naturals: int = 0
    held: int = 0
    wild: int = 0
    claims: int = 0
    runs: OpenRuns = ()
    kept: OpenRuns = ()
    closed: OpenRuns = ()


_KEPT: Final = (KEPT, KEPT_JOKER, KEPT_CLAIMED)


def run_moves(rules: RunRules, supply: Supply, open_runs: OpenRuns, *, estimated: bool) -> list[RunMove]:
    """Return the moves of some open runs; of moves with the same effect the one with the fewest wild jokers.

    Args:
        rules: The rules of the problem, with the wild jokers that are left.
        supply: The tiles at the number.
        open_runs: The open runs before the number.
        estimated: Whether disturbed old runs are estimated by the number of runs that go on.
    """
    found: dict[tuple[object, ...], RunMove] = {}
    drafts = _drafts(rules, supply._replace(required=0, demands=()), open_runs)
    if supply.place == ONE_AFTER_TOP:
        supply = _kept_supply(supply, open_runs)
    demands = [decode_demand(code) for code in supply.demands]
    open_longs = sum([state & LENGTH == 3 for state in open_runs])
    for draft, after in drafts:
        for move in _with_groups(rules, supply, demands, open_longs, draft, after):
            key: tuple[object, ...] = (move.code, move.after, move.unlaid, move.naturals, move.extended)
            if estimated:
                wild = -1 if rules.idle else move.wild
                key = (move.code, move.after, move.unlaid, move.going, move.paid, wild)
            known = found.get(key)
            if known is None or move.wild < known.wild:
                found[key] = move
    return sorted(found.values(), key=_order)


@lru_cache(maxsize=1 << 14)
def _drafts(rules: RunRules, supply: Supply, open_runs: OpenRuns) -> list[tuple[_Draft, OpenRuns]]:
    """Return every draft of a move, groups apart, with the open runs afterwards."""
    passive = tuple([state for state in open_runs if not state & LENGTH])
    if supply.place == ONE_AFTER_TOP:
        passive = tuple([state for state in passive if state not in _KEPT])
        supply = _kept_supply(supply, open_runs)
    return [
        (draft, after)
        for going in _extensions(rules, supply, open_runs)
        for draft in _with_starts(rules, supply, going)
        if (after := _after(rules, supply, draft, passive)) is not None
    ]


def _kept_supply(supply: Supply, open_runs: OpenRuns) -> Supply:
    """Return the supply after the highest number: the tiles kept back for the end of a run, all of them required."""
    ones = open_runs.count(KEPT) + open_runs.count(KEPT_CLAIMED)
    return supply._replace(
        available=ones, required=ones, from_table=open_runs.count(KEPT), held_in_runs=open_runs.count(KEPT_JOKER)
    )


def _order(move: RunMove) -> tuple[int, int, int]:
    return move.code, move.unlaid, move.wild


def _pieces(rules: RunRules, supply: Supply) -> tuple[int, ...]:
    """Return the kinds of pieces at hand."""
    pieces = [NATURAL] if supply.available else []
    if supply.held_in_runs or supply.held:
        pieces.append(HELD)
    if rules.wild:
        pieces.append(WILD)
    if rules.claims and supply.available > supply.from_table:
        pieces.append(CLAIMED)
    return tuple(pieces)


def _extensions(rules: RunRules, supply: Supply, open_runs: OpenRuns) -> list[_Draft]:
    """Return every way to extend some open runs and to close the others."""
    pieces = _pieces(rules, supply)
    drafts = [_Draft()]
    for state in dict.fromkeys(state for state in open_runs if state & LENGTH):
        count = open_runs.count(state)
        steps = [RunStep(state, piece, after) for piece in pieces if (after := extended(rules, supply, state, piece))]
        fewest = 0 if may_close(rules, state) else count
        drafts = [
            more
            for draft in drafts
            for number in range(fewest, count + 1)
            for chosen in combinations_with_replacement(steps, number)
            if (more := _with_steps(rules, supply, draft, chosen, (state,) * (count - number))) is not None
        ]
    return drafts


def _with_steps(
    rules: RunRules, supply: Supply, draft: _Draft, steps: tuple[RunStep, ...], closed: OpenRuns = ()
) -> _Draft | None:
    """Return a draft with more steps and closed runs; None if pieces are lacking, or runs could not be finished."""
    _, naturals, held, wild, claims, runs, kept, before = draft
    for _, piece, after in steps:
        if piece == HELD:
            held += 1
        elif piece == WILD:
            wild += 1
        else:
            naturals += 1
            claims += piece == CLAIMED
        if after & LENGTH:
            runs = (*runs, after)
        else:
            kept = (*kept, after)
    if naturals > supply.available or held > supply.held_in_runs + supply.held or wild > rules.wild:
        return None
    if not _can_be_finished(supply, runs, rules.wild - wild):
        return None
    return _Draft(draft.steps + steps, naturals, held, wild, claims, runs, kept, before + closed)


def _can_be_finished(supply: Supply, runs: OpenRuns, left: int) -> bool:
    """Return whether some wild jokers are enough to finish all runs.

    Lemma (finish): a run of one tile needs two more, a run of two needs one. The tiles that the next two numbers lack
    must be wild jokers, and so must one for each new run that has no taken joker yet.
    """
    ones = short = unpaid = 0
    for state in runs:
        length = state & LENGTH
        unpaid += state & (NEW | PAID) == NEW
        if length < 3:
            short += 1
            if length == 1:
                ones += 1
    if supply.second < 0 and ones:
        return False
    missing = 0
    if short > supply.next:
        missing = short - max(0, supply.next)
    if ones > supply.second:
        missing += ones - max(0, supply.second)
    return max(missing, unpaid) <= left


def _with_starts(rules: RunRules, supply: Supply, draft: _Draft) -> list[_Draft]:
    """Return the draft with every choice of new runs, and of tiles that are kept back for the end of a run."""
    if supply.place == ONE_AFTER_TOP:
        return [draft]
    starts = _starts(rules, supply)
    room = supply.available + supply.held_in_runs + supply.held + rules.wild - len(draft.steps)
    drafts = [draft]
    for number in range(1, room + 1):
        some = [
            more
            for chosen in combinations_with_replacement(starts, number)
            if (more := _with_steps(rules, supply, draft, chosen)) is not None
        ]
        if not some:  # more starts would lack the same pieces
            break
        drafts += some
    return drafts


def _starts(rules: RunRules, supply: Supply) -> list[RunStep]:
    """Return the pieces that may start a run, or wait for the end of one."""
    steps: list[RunStep] = []
    for piece in _pieces(rules, supply):
        if piece == WILD and rules.idle and not supply.high:
            continue  # lemma (idle), in `forward`
        for new in (False, True) if rules.taken else (False,):
            state = started(rules, supply, piece, new=new)
            if state:
                steps.append(RunStep(0, piece, state))
    if supply.place == FIRST_ONE:
        steps += [RunStep(0, NATURAL, KEPT)] * bool(supply.available)
        steps += [RunStep(0, HELD, KEPT_JOKER)] * bool(supply.held_in_runs or supply.held)
        steps += [RunStep(0, CLAIMED, KEPT_CLAIMED)] * bool(rules.claims and supply.available > supply.from_table)
    return steps


def _after(rules: RunRules, supply: Supply, draft: _Draft, passive: OpenRuns) -> OpenRuns | None:
    """Return the open runs after a move; None if it is not allowed."""
    if supply.next < 0:
        return _at_the_end(rules, supply, draft, passive)
    runs, closed = _without_useless(rules, supply, draft)
    if rules.taken and sum([state & NEW > 0 for state in runs]) > rules.taken:
        return None
    minded = [state for each in closed for state in remembered(each)] if supply.old.remembered else []
    return tuple(sorted([*passive, *draft.kept, *minded, *runs]))


def _at_the_end(rules: RunRules, supply: Supply, draft: _Draft, passive: OpenRuns) -> OpenRuns | None:
    """Close all runs at the last number; None if that is not allowed."""
    if any(not may_close(rules, state, last=True) for state in draft.runs):
        return None
    closed = (*draft.closed, *draft.runs)
    minded = [state for each in closed for state in remembered(each)] if supply.old.remembered else []
    after = tuple(sorted([*passive, *draft.kept, *minded]))
    return () if not after or are_new(supply.old, after) else None


def _without_useless(rules: RunRules, supply: Supply, draft: _Draft) -> tuple[OpenRuns, OpenRuns]:
    """Return the runs that stay open and those that are closed: no more long runs stay open than can go on."""
    runs, closed = draft.runs, draft.closed
    longs = [state for state in runs if state & LENGTH == 3]
    useful = _useful(supply, len(runs) - len(longs), rules.wild - draft.wild)
    if len(longs) <= useful or (useful and len(set(longs)) > 1) or not all(may_close(rules, each) for each in longs):
        return runs, closed
    shorts = [state for state in runs if state & LENGTH != 3]
    return (*shorts, *longs[:useful]), (*closed, *longs[useful:])


def _useful(supply: Supply, short: int, left: int) -> int:
    """Return how many equal long runs can go on beside some short ones: the tiles that are left to extend them."""
    return max(0, supply.next + left - short)


def _with_groups(
    rules: RunRules, supply: Supply, demands: list[GroupDemand], open_longs: int, draft: _Draft, after: OpenRuns
) -> Iterator[RunMove]:
    """Yield the move of a draft with each demand of groups that uses the required tiles and is not dominated."""
    lengths = [step.before & LENGTH for step in draft.steps]
    ones, twos, longs = lengths.count(1), lengths.count(2), lengths.count(3)
    if rules.joined and len(draft.steps) > ones + twos + longs and longs < open_longs:
        return  # lemma (joined), in `forward`
    paid = sum([step.piece == WILD and step.after & NEW > 0 for step in draft.steps]) if rules.taken else 0
    kept = draft.kept.count(KEPT) + draft.kept.count(KEPT_CLAIMED)
    keen = rules.keen and (longs < open_longs or (rules.idle and draft.wild))
    held = supply.held_in_runs + supply.held - draft.held
    naturals, lengthened = draft.naturals - kept, (ones, twos, longs)
    for demand in demands:
        used = draft.naturals + demand.naturals
        if not supply.required <= used <= supply.available or held != demand.held:
            continue
        if draft.claims + demand.claims > used - supply.from_table:
            continue
        unlaid = supply.available - used
        if unlaid and keen:
            continue  # lemmas (keen) and (idle), in `forward`
        code = demand_code(demand.naturals, demand.held, demand.claims)
        yield RunMove(code, after, unlaid, draft.wild, paid, naturals, used - kept, lengthened, draft.steps)
