"""The run moves of a number: the ways in which the open runs of one colour go on there.

A move closes some open runs, extends the others and starts new ones. The moves depend on the open runs and on a few
small numbers, the `Supply`.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from rami.rummikub.solver.run_rules import (
    HELD,
    LENGTH,
    NATURAL,
    NEW,
    PAID,
    WILD,
    OpenRuns,
    RunRules,
    Supply,
    are_new,
    decode_demand,
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
    """A move of the runs of a colour at a number, whatever groups take.

    Attributes:
        after: The open runs afterwards.
        wild: The wild jokers in the runs.
        held: The held jokers in the runs.
        paid: The wild jokers in new melds.
        used: The natural tiles that are used: those in the runs and those kept back for the end of one.
        naturals: The natural tiles in the runs.
        extended: The runs of one tile, of two, and of three and more that go on.
        closes: Whether a run of three and more ends before the number.
        going: The runs that go on.
        ages: A bit for each age, from 0 to 3 and more, of an old run that can go on whole if it is the only one.
        steps: The piece for each run that goes on.
    """

    __slots__ = (
        "after", "ages", "closes", "extended", "going", "held", "naturals", "paid", "steps", "used", "wild",
    )  # fmt: skip

    def __init__(self, draft: "_Draft", after: OpenRuns, open_longs: int, *, taken: bool) -> None:
        steps = draft.steps
        lengths = [step.before & LENGTH for step in steps]
        ones, twos, longs = lengths.count(1), lengths.count(2), lengths.count(3)
        self.after: OpenRuns = after
        self.wild: int = draft.wild
        self.held: int = draft.held
        self.paid: int = sum([step.piece == WILD and step.after & NEW > 0 for step in steps]) if taken else 0
        self.used: int = draft.naturals
        self.naturals: int = draft.naturals
        self.extended: tuple[int, int, int] = ones, twos, longs
        self.closes: bool = longs < open_longs
        self.going: int = ones + twos + longs
        self.ages: int = (1 | 2 * (self.going > 0) | 4 * (twos + longs > 0) | 8 * (longs > 0)) if self.naturals else 0
        self.steps: tuple[RunStep, ...] = steps


ServedMove = tuple[int, int, RunMove]
"""A move with a demand of groups, as a code; between them the free tiles left out."""


class _Draft(NamedTuple):
    """A move in the making.

    Attributes:
        steps: The pieces for the runs that go on.
        naturals: The natural tiles among them.
        held: The held jokers among them.
        wild: The wild jokers among them.
        runs: The states of the runs that go on.
        closed: The states of the runs that are closed.
    """

    steps: tuple[RunStep, ...] = ()
    naturals: int = 0
    held: int = 0
    wild: int = 0
    runs: OpenRuns = ()
    closed: OpenRuns = ()


NOTHING_DONE: Final = RunMove(_Draft(), (), 0, taken=False)
"""The move where there is no tile."""


def run_moves(rules: RunRules, supply: Supply, open_runs: OpenRuns, *, estimated: bool) -> list[ServedMove]:
    """Return the moves of some open runs; of moves with the same effect the one with the fewest wild jokers.

    Args:
        rules: The rules of the problem, with the wild jokers that are left.
        supply: The tiles at the number.
        open_runs: The open runs before the number.
        estimated: Whether disturbed old runs are estimated by the number of runs that go on.
    """
    moves = _moves(rules, supply._replace(required=0, demands=()), open_runs, estimated)
    required, available, in_runs, held, *_ = supply
    served: list[ServedMove] = []
    for code in supply.demands:
        naturals, more_held = decode_demand(code)
        for move in moves:
            unlaid = available - move.used - naturals
            if unlaid < 0 or unlaid > available - required or move.held + more_held != in_runs + held:
                continue
            if unlaid and rules.keen and (move.closes or (rules.idle and move.wild)):
                continue  # lemmas (keen) and (idle), in `forward`
            served.append((code, unlaid, move))
    return served


@lru_cache(maxsize=1 << 14)
def _moves(rules: RunRules, supply: Supply, open_runs: OpenRuns, estimated: bool) -> list[RunMove]:
    """Return the moves whatever groups demand, those first that use the most tiles, then the fewest wild jokers."""
    passive = tuple([state for state in open_runs if not state & LENGTH])
    open_longs = sum([state & LENGTH == 3 for state in open_runs])
    found: dict[tuple[object, ...], RunMove] = {}
    for draft in _drafts(rules, _ample(rules, supply), open_runs):
        if not _can_be_finished(supply, draft.runs, rules.wild - draft.wild):
            continue
        after = _after(rules, supply, draft, passive)
        if after is None:
            continue
        move = RunMove(draft, after, open_longs, taken=rules.taken > 0)
        if rules.joined and move.closes and len(move.steps) > move.going:
            continue  # lemma (joined), in `forward`
        effect: tuple[object, ...] = (after, move.used, move.held, move.naturals, move.extended)
        if estimated:
            jokers = -1 if rules.idle else move.wild
            effect = (after, move.used, move.held, move.going, move.paid, jokers)
        known = found.get(effect)
        if known is None or move.wild < known.wild:
            found[effect] = move
    return sorted(found.values(), key=_order)


AMPLE: Final = 6
"""Up to so many pieces at a number, moves are drafted as if the next numbers had all tiles that could be needed."""


def _ample(rules: RunRules, supply: Supply) -> Supply:
    """Return the supply that moves are drafted for: the same for many, where there are few pieces."""
    if supply.available + supply.held_in_runs + supply.held + rules.wild > AMPLE:
        return supply
    return supply._replace(next=99, second=99)


@lru_cache(maxsize=1 << 12)
def _drafts(rules: RunRules, supply: Supply, open_runs: OpenRuns) -> list[_Draft]:
    """Return every move in the making; of those that differ only in which run gets which piece, the first."""
    drafts: dict[tuple[object, ...], _Draft] = {}
    for going in _extensions(rules, supply, open_runs):
        for draft in _with_starts(rules, supply, going):
            steps, *rest = draft
            drafts.setdefault((*rest, steps) if rules.taken else tuple(rest), draft)
    return list(drafts.values())


def _order(move: RunMove) -> tuple[int, int]:
    return -move.used, move.wild


def _pieces(rules: RunRules, supply: Supply) -> tuple[int, ...]:
    """Return the kinds of pieces at hand."""
    pieces = [NATURAL] if supply.available else []
    if supply.held_in_runs or supply.held:
        pieces.append(HELD)
    if rules.wild:
        pieces.append(WILD)
    return tuple(pieces)


def _extensions(rules: RunRules, supply: Supply, open_runs: OpenRuns) -> list[_Draft]:
    """Return every way to extend some open runs and to close the others."""
    pieces = _pieces(rules, supply)
    drafts = [_Draft()]
    for state in dict.fromkeys(state for state in open_runs if state & LENGTH):
        count = open_runs.count(state)
        steps = [RunStep(state, piece, after) for piece in pieces if (after := extended(rules, supply, state, piece))]
        fewest = 0 if may_close(state) else count
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
    _, naturals, held, wild, runs, before = draft
    for _, piece, after in steps:
        if piece == HELD:
            held += 1
        elif piece == WILD:
            wild += 1
        else:
            naturals += 1
        runs = (*runs, after)
    if naturals > supply.available or held > supply.held_in_runs + supply.held or wild > rules.wild:
        return None
    if not _can_be_finished(supply, runs, rules.wild - wild):
        return None
    return _Draft(draft.steps + steps, naturals, held, wild, runs, before + closed)


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
    return steps


def _after(rules: RunRules, supply: Supply, draft: _Draft, passive: OpenRuns) -> OpenRuns | None:
    """Return the open runs after a move; None if it is not allowed."""
    if supply.next < 0:
        return _at_the_end(supply, draft, passive)
    runs, closed = _without_useless(rules, supply, draft)
    if rules.taken and sum([state & NEW > 0 for state in runs]) > rules.taken:
        return None
    minded = [state for each in closed for state in remembered(each)] if supply.old.remembered else []
    return tuple(sorted([*passive, *minded, *runs]))


def _at_the_end(supply: Supply, draft: _Draft, passive: OpenRuns) -> OpenRuns | None:
    """Close all runs at the last number; None if that is not allowed."""
    if any(not may_close(state) for state in draft.runs):
        return None
    closed = (*draft.closed, *draft.runs)
    minded = [state for each in closed for state in remembered(each)] if supply.old.remembered else []
    after = tuple(sorted([*passive, *minded]))
    return () if not after or are_new(supply.old, after) else None


def _without_useless(rules: RunRules, supply: Supply, draft: _Draft) -> tuple[OpenRuns, OpenRuns]:
    """Return the runs that stay open and those that are closed: no more long runs stay open than can go on."""
    runs, closed = draft.runs, draft.closed
    longs = [state for state in runs if state & LENGTH == 3]
    useful = _useful(supply, len(runs) - len(longs), rules.wild - draft.wild)
    if len(longs) <= useful or (useful and len(set(longs)) > 1) or not all(may_close(each) for each in longs):
        return runs, closed
    shorts = [state for state in runs if state & LENGTH != 3]
    return (*shorts, *longs[:useful]), (*closed, *longs[useful:])


def _useful(supply: Supply, short: int, left: int) -> int:
    """Return how many equal long runs can go on beside some short ones: the tiles that are left to extend them."""
    return max(0, supply.next + left - short)
