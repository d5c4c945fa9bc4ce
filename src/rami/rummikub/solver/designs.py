"""The new melds that a joker which was taken may go into (A10), laid out in advance."""

from collections.abc import Iterator
from itertools import combinations, pairwise, product

from attrs import evolve

from rami.rummikub.melds import Table
from rami.rummikub.rules import Rules
from rami.rummikub.solver.problem import Design, Problem
from rami.rummikub.tiles import COLORS, JOKER, Tile


def designs(rules: Rules, table: Table, problem: Problem, taken: int, longest: int) -> Iterator[Design]:
    """Every new meld that a joker which was taken may go into (A10): one that holds no whole meld of the old table."""
    old = [frozenset(meld.tiles) - {JOKER} for meld in table]
    most = min(
        rules.max_jokers_per_set, taken + problem.jokers_free + problem.jokers_must + sum(map(sum, problem.held))
    )
    for design in (*_group_designs(rules, problem, most), *_run_designs(rules, problem, most, longest)):
        for text in _texts(design.text, taken, problem.jokers_free + problem.jokers_must):
            finished = evolve(design, text=text, taken=text.count("T"))
            naturals = set(design_naturals(rules, finished))
            if not any(meld <= naturals for meld in old):
                yield finished


def _group_designs(rules: Rules, problem: Problem, most: int) -> Iterator[Design]:
    for number in range(1, problem.top + 1):
        colors = range(len(COLORS))
        options = [
            ("N" * bool(_count(problem, c, number))) + ("H" * bool(problem.held[c][number])) + " " for c in colors
        ]
        for row in product(*options):
            held = row.count("H")
            size = row.count("N") + held
            if size == held:
                continue
            for jokers in range(max(1, 3 - size), min(most - held, len(rules.colors) - size) + 1):
                mask, stays = (sum(1 << c for c in colors if row[c] == kind) for kind in "NH")
                yield Design(number, None, "H" * held + "*" * jokers, mask, stays)


def _run_designs(rules: Rules, problem: Problem, most: int, longest: int) -> Iterator[Design]:
    last = problem.top + problem.one_follows
    for color in range(len(COLORS)):
        for length in range(3, longest + 1):
            for first in range(1, last - length + 2):
                for text in _rows(problem, color, range(first, first + length), most):
                    anchored = text[:-1] if first + length - 1 > problem.top else text
                    if "N" in anchored and (rules.adjacent_jokers or not _has_neighbours(text)):
                        yield Design(first, color, text)


def _rows(problem: Problem, color: int, numbers: range, most: int) -> Iterator[str]:
    """Every row of natural tiles (N), held jokers (H) and at least one other joker (*) over these numbers."""
    options: list[str] = []
    for number in numbers:
        beyond = number > problem.top
        here = "N" if _count(problem, color, 1 if beyond else number) else ""
        options.append(here if beyond else here + "H" * bool(problem.held[color][number]))
    for jokers in range(1, min(most, len(numbers) - 1) + 1):
        for spots in combinations(range(len(numbers)), jokers):
            if numbers[-1] > problem.top and len(numbers) - 1 in spots:
                continue
            for row in product(*("*" if i in spots else option for i, option in enumerate(options))):
                if jokers + row.count("H") <= most:
                    yield "".join(row)


def _has_neighbours(text: str) -> bool:
    return any(a != "N" and b != "N" for a, b in pairwise(text))


def _texts(text: str, taken: int, others: int) -> Iterator[str]:
    """Which of the jokers were taken and which come from the rack; at least one was taken."""
    positions = [i for i, char in enumerate(text) if char == "*"]
    for kinds in product("TJ", repeat=len(positions)):
        if 1 <= kinds.count("T") <= taken and kinds.count("J") <= others:
            chars = list(text)
            for position, kind in zip(positions, kinds, strict=True):
                chars[position] = kind
            yield "".join(chars)


def _count(problem: Problem, color: int, number: int) -> int:
    return problem.must[color][number] + problem.free[color][number]


def design_naturals(rules: Rules, design: Design) -> list[Tile]:
    """The natural tiles of a design."""
    if design.color is None:
        return [Tile(COLORS[c], design.first) for c in range(4) if design.mask >> c & 1]
    numbers = [design.first + i for i, char in enumerate(design.text) if char == "N"]
    return [Tile(COLORS[design.color], number if number <= rules.max_number else 1) for number in numbers]
