"""Random overruns, and the result of each by a slow and simple version of A20.

The table is left as some play would leave it, partly taken apart, with a few more tiles of the rack, and with other
melds made of loose tiles.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, permutations, product
from typing import Any, get_args, get_type_hints

from attrs import evolve

from rami.errors import InvalidMeld, RamiError
from rami.rummikub import Group, Meld, Rules, Run, State, Table, Tile, TimeOut, View, apply, check, observe
from tests.oracles.rummikub import identities, is_legal, may_lie, may_stay
from tests.oracles.rummikub_plays import Maker, edition

ANSWERS: tuple[Any, ...] = get_args(get_type_hints(Rules)["timeout"])


# ------------------------------------------------------------------------------------------------------ random overruns


def overruns(seed: int, number: int) -> Iterator[tuple[State, TimeOut]]:
    """Yield random overruns under every answer, up to ten of them from one position."""
    rng = random.Random(seed)
    left = number
    while left:
        found = Maker(evolve(edition(rng), turn_seconds=60, penalty_tiles=rng.choice([0, 1, 3])), rng).play()
        if found is None:
            continue
        state = state_of(found[0], rng)
        for _ in range(min(left, 10)):
            move = disturbed(found[0], found[1] if rng.random() < 0.8 else state.table, rng)
            if not check(state, move):
                left -= 1
                for answer in ANSWERS:
                    yield evolve(state, rules=evolve(state.rules, timeout=answer)), move


def state_of(view: View, rng: random.Random) -> State:
    """Return a full position with the table and the rack of a view, and one other tile for the opponent."""
    hidden = list((Counter(view.rules.pieces) - Counter((*view.rack, *view.table.tiles))).elements())
    rng.shuffle(hidden)
    return State(
        rules=view.rules,
        current_player=0,
        racks=(view.rack, tuple(hidden[:1])),
        pool=tuple(hidden[1 : rng.choice([1, 3, 60])]),
        table=view.table,
        opened=view.opened,
        known=(tuple(rng.sample(view.rack, rng.randint(0, len(view.rack)))), ()),
    )


def disturbed(view: View, table: Table, rng: random.Random) -> TimeOut:
    """Return a random overrun: a table partly taken apart, and melds made of the loose tiles."""
    melds = list(table)
    rack = list((Counter(view.rack) - (Counter(table.tiles) - Counter(view.table.tiles))).elements())
    loose = rng.sample(rack, min(len(rack), rng.choice([0, 0, 1, 2])))
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        if melds:
            loose += broken(melds, rng)
    for _ in range(rng.choice([0, 0, 1, 2])):
        loose = combined(view.rules, melds, loose, rng)
    return TimeOut(Table(melds), tuple(loose))


def broken(melds: list[Meld], rng: random.Random) -> list[Tile]:
    """Take a meld apart, or remove some of its tiles. Return the loose tiles."""
    meld = melds.pop(rng.randrange(len(melds)))
    tiles, gone = list(meld.tiles), list[Tile]()
    while tiles and (not gone or rng.random() < 0.4):
        gone.append(tiles.pop(rng.choice([0, -1]) if isinstance(meld, Run) else rng.randrange(len(tiles))))
    with suppress(InvalidMeld):
        melds.append(type(meld)(tiles))
        return gone
    return [*gone, *tiles]


def combined(rules: Rules, melds: list[Meld], loose: list[Tile], rng: random.Random) -> list[Tile]:
    """Make a meld of loose tiles, or add one to a meld, if possible. Return the tiles that are still loose."""
    for _ in range(12):
        some = rng.sample(loose, min(len(loose), rng.choice([1, 1, 3, 3, 4])))
        row = sorted(some, key=lambda tile: tile.number)
        joint, place = rng.choice("-="), rng.randrange(len(melds)) if melds and len(row) < 3 else None
        if place is not None:
            joint = melds[place].joint
            row = [*row, *melds[place].tiles] if rng.random() < 0.5 else [*melds[place].tiles, *row]
        with suppress(RamiError):
            meld = Meld(joint.join(map(str, row)))
            if may_lie(rules, meld):
                if place is not None:
                    del melds[place]
                melds.append(meld)
                return list((Counter(loose) - Counter(some)).elements())
    return loose


# --------------------------------------------------------------------------------------------------------- slow answers


def slow_answer(view: View, move: TimeOut) -> Table:
    """Return the table after the move: the table of a play, or the result of A20."""
    answer, old = view.rules.timeout, view.table
    if answer == "restore":
        return move.table if not move.loose and is_legal(view, move.table) else old
    table = returned(old, move) if answer == "return" else move.table
    missing = Counter(old.tiles) - Counter(table.tiles)
    kept = not missing if answer == "return" else not any(tile.is_joker for tile in missing)
    if kept and may_stay(view, table):
        return table
    new, rack = list[Meld](), Counter(view.rack)
    for meld in Table((Counter(move.table) - Counter(old)).elements()):
        if Counter(meld.tiles) <= rack:
            new.append(meld)
            rack -= Counter(meld.tiles)
    beside = Table([*old, *new])
    return beside if may_stay(view, beside) else old


def returned(old: Table, move: TimeOut) -> Table:
    """The table after rule (2) of A20."""
    unchanged = Counter(old) & Counter(move.table)
    lying, again, loose = list((Counter(move.table) - unchanged).elements()), list[Meld](), Counter(move.loose)
    for meld in Table((Counter(old) - unchanged).elements()):
        there = Counter(tile for each in (*unchanged.elements(), *lying, *again) for tile in each.tiles)
        missing = Counter(old.tiles) - there
        for place in (*Table(lying), None):
            lacks = Counter(meld.tiles) - Counter(place.tiles if place else ())
            if not lacks & missing or not lacks <= loose or (place and type(place) is not type(meld)):
                continue
            whole = meld if place is None else together(place, meld, lacks)
            if whole is None:
                continue
            if place is None:
                again.append(whole)
            else:
                lying.remove(place)
                lying.append(whole)
            loose -= lacks
            break
    return Table([*unchanged.elements(), *lying, *again])


def together(place: Meld, meld: Meld, lacks: Counter[Tile]) -> Meld | None:
    """Return the meld at this place with the missing tiles restored, each joker as a tile that it replaced."""
    rules = Rules()
    for row in dict.fromkeys(permutations(lacks.elements())):
        for front in range(len(row) + 1):
            with suppress(InvalidMeld):
                whole = type(place)((*row[:front], *place.tiles, *row[front:]))
                jokers = sum(tile.is_joker for tile in row)
                if isinstance(whole, Group):
                    pairs = product(identities(rules, whole), identities(rules, meld))
                    if any(len(set(now) & set(before)) >= jokers for now, before in pairs):
                        return whole
                    continue
                assert isinstance(whole, Run)
                assert isinstance(place, Run)
                beside = [n for n, tile in enumerate(whole.tiles, whole.start) if tile.is_joker]
                beside = [n for n in beside if not place.start <= n < place.start + len(place.tiles)]
                if {Tile(whole.color, n) for n in beside} <= set(identities(rules, meld)[0]):
                    return whole
    return None


def difference(state: State, move: TimeOut) -> str | None:
    """Return the fault in the result of an overrun, or None."""
    after, view = apply(state, move), observe(state, state.current_player)
    if after.table != (slow := slow_answer(view, move)):
        return f"{state.table} | {state.racks[0]} | {move}: {after.table}, not {slow}; {state.rules!r}"
    tiles = [sorted((*each.table.tiles, *each.pool, *chain.from_iterable(each.racks))) for each in (state, after)]
    in_time = not move.loose and is_legal(view, move.table)
    drawn = 0 if in_time else min(state.rules.penalty_tiles, state.pool_size)
    lacks = state.rules.timeout == "rack" and may_stay(view, after.table)
    legal = after.table == state.table or is_legal(view, after.table) or lacks
    if Counter(after.known[0]) - Counter(after.racks[0]):
        return f"{state.table} | {state.racks[0]} | {move}: {after.known[0]} are known"
    if tiles[0] != tiles[1] or state.pool_size - after.pool_size != drawn or not legal:
        return f"{state.table} | {state.racks[0]} | {move}: tiles are lost, or no play leaves {after.table}"
    return None
