"""Create and validate positions of Rummikub."""

from collections.abc import Iterable, Iterator, Sequence

from rami.counting import MOST_NAMED, by_seat, check_count, deal_unseen, given_sizes, miscount, size_flaws
from rami.dealing import check_players, derive, shuffled
from rami.errors import RulesError
from rami.game import Deal
from rami.pieces import row_of_pieces, row_text, without
from rami.positions import check_possible, completed, known_flaws, known_hands
from rami.rummikub.melds import Melds, Table, meld_violations
from rami.rummikub.position import PublicPosition, StartDraws, State, View, seen_tiles
from rami.rummikub.rules import Rules
from rami.rummikub.tiles import Tile, Tiles, tiles_of
from rami.shapes import check_seat, filled, instance, row_maker, typed, whole


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return a sentence for each flaw of a position.

    A position that was built by hand may have flaws.

    The function checks that the set has exactly these tiles, that the rules allow every meld, and that the seats
    and counters are consistent. It does not check whether legal moves can lead to the position.

    Args:
        position: A position or a view. The types of its fields are correct, but the values are unchecked.

    Returns:
        A sentence for each flaw. Empty if there are no flaws.

    Examples:
        >>> from attrs import evolve
        >>> from rami.rummikub import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, pool=state.pool[1:]))
        ((), ('tiles of the set are missing: O1',))
    """
    return tuple(_flaws(position))


def _flaws(position: State | View) -> Iterator[str]:
    rules, players = position.rules, position.players
    # `set_up` omits opponents without tiles, so a view may have fewer players.
    fewest = rules.min_players if isinstance(position, State) else 1
    if players not in range(fewest, rules.max_players + 1):
        yield f"there are {players} players, not {fewest} to {rules.max_players}"
        # Stop here, because the other checks need a valid number of players.
        return
    if position.turn < 0:
        yield f"turn must be at least 0, not {position.turn}"
    if position.passes not in range(players + 1):
        yield f"passes must be from 0 to {players}, not {position.passes}"
    # Stop here, because the other checks rely on the known tiles.
    if wrongly_known := list(known_flaws(position)):
        yield from wrongly_known
        return
    if rules.opening_points is None and not all(position.opened):
        yield f"seat {position.opened.index(False)} has not opened, but the rules require no opening"
    yield from _start_draw_flaws(position)
    yield from (problem.message() for meld in position.table for problem in meld_violations(rules, meld))
    if isinstance(position, View):
        yield from _view_flaws(position)
    seen, hidden = seen_tiles(position)
    if problem := miscount(seen, rules.pieces, "the set", hidden=hidden):  # 000.2
        yield problem


def _start_draw_flaws(position: State | View) -> Iterator[str]:
    """Yield the flaws of the draws for the start (000.3, A2)."""
    if 2 * len(position.start_draws) > len(position.rules.pieces):
        yield f"start_draws has {len(position.start_draws)} rounds, but the set has too few tiles for them"
        return
    for drawn in position.start_draws:
        if len(drawn) != position.players:
            yield f"a round of start_draws has {len(drawn)} seats, not {position.players}"
        tiles = [tile for tile in drawn if tile is not None]
        if problem := miscount(tiles, position.rules.pieces, "the set", hidden=None, what="start_draws has"):
            yield problem


def _view_flaws(view: View) -> Iterator[str]:
    yield from size_flaws(view.pool_size, *view.rack_sizes)
    own = 0 if view.player is None else view.rack_sizes[view.player]
    if len(view.rack) != own:
        yield f"the rack has {len(view.rack)} tiles, but its size in rack_sizes is {own}"


def new_game(players: int, rules: Rules = Rules(), *, seed: int) -> State:
    """Start a new deal with shuffled tiles (000.3, 000.4).

    The players draw tiles to decide who starts.

    Args:
        players: The number of players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        seed: Any whole number. The same arguments give the same state in every version and on every machine.

    Returns:
        The first position.

    Raises:
        RulesError: If the rules do not allow the number of players.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> from rami.rummikub import new_game
        >>> state = new_game(4, seed=2026)
        >>> state.rack_sizes, state.pool_size
        ((14, 14, 14, 14), 50)
    """
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Return a random deal.

    The same arguments always give the same deal.

    Args:
        players: The number of players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        seed: Any whole number.
        starter: The seat that starts if no draw decides it (see `next_starter`).

    Returns:
        The order of the tiles and the tiles drawn for the start, for `from_deal`.

    Raises:
        RulesError: If the rules do not allow the number of players, or the seat does not exist.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> len(shuffle(2, seed=1).order), len(shuffle(2, seed=1).draws)
        (106, 2)
    """
    check_players(players, rules, Rules)
    check_seat("starter", starter, players)
    order = shuffled(rules.pieces, derive(seed, "deal"))
    if starter is not None:
        return Deal(order, starter=starter)
    after_deal, dealt = rules.start_draw == "after_deal", players * rules.rack_size
    face_down = order[dealt:] if after_deal else shuffled(rules.pieces, derive(seed, "start"))
    _, (first, *tied), used = _draw_for_start(players, face_down)
    if after_deal:
        order = (*order[:dealt], *shuffled(face_down, derive(seed, "pool")))
    return Deal(order, face_down[:used], starter=first if tied else None)


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Return the first position of a given deal.

    The deal may come from a real table or an old record.

    The tiles of `deal.order` go to the racks, seat by seat. The rest is the pool, and its first tile is drawn first.
    `deal.draws` has the tiles drawn for the start, seat by seat. Tied seats draw again. `deal.order` also contains
    these tiles.

    Args:
        players: The number of players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        deal: The order of the tiles, and the draws for the start or the starting seat. If the draws end in a tie, both
            are needed.

    Returns:
        The first position.

    Raises:
        RulesError: If the deal does not have the tiles of the set, the draws do not decide the starting seat, or they
            contain tiles that were not face down.
        WrongType: If an argument has another type.

    Examples:
        >>> rules = Rules()
        >>> state = from_deal(2, rules, Deal(rules.pieces, starter=1))
        >>> state.current_player, str(state.racks[0][0]), str(state.pool[0])
        (1, 'R1', 'K2')
    """
    check_players(players, rules, Rules)
    instance("deal", deal, Deal)
    check_seat("starter", deal.starter, players)
    order = row_of_pieces(Tile, deal.order, "order")
    draws = row_of_pieces(Tile, deal.draws, "draws")
    check_count(order, rules.pieces, "the set", what="the deal has")
    size = rules.rack_size
    pool = order[players * size :]
    face_down, name = (rules.pieces, "the set") if rules.start_draw == "before_deal" else (pool, "the pool")
    check_count(draws, face_down, name, hidden=None, what="the draws have")
    rounds, seats, used = _draw_for_start(players, draws)
    first, *tied = seats
    unused = draws[used:]
    if unused and tied:
        raise RulesError(f"the draws end during a round: seats {', '.join(map(str, seats))} must each draw a tile")
    if unused:
        raise RulesError(f"the starting seat is decided before these draws: {row_text(unused[:MOST_NAMED])}")
    if tied and deal.starter is None:
        raise RulesError(
            f"the draws do not decide which seat starts: seats {', '.join(map(str, seats))} must draw again"
        )
    starter = first if deal.starter is None else deal.starter
    if starter not in seats:
        raise RulesError(f"starter is seat {starter}, but the draws choose seat {' or '.join(map(str, seats))}")
    return filled(
        State,
        rules=rules,
        current_player=starter,
        racks=tuple(tuple(sorted(order[seat * size : (seat + 1) * size])) for seat in range(players)),
        pool=pool,
        table=Table(),
        opened=(rules.opening_points is None,) * players,
        start_draws=rounds,
        known=((),) * players,
    )


def _draw_for_start(players: int, face_down: Sequence[Tile]) -> tuple[StartDraws, tuple[int, ...], int]:
    """Return the rounds of draws, the seats that may start, and the number of drawn tiles (A2)."""
    seats = tuple(range(players))
    rounds: list[tuple[Tile | None, ...]] = []
    used = 0
    while len(seats) > 1 and used + len(seats) <= len(face_down):
        drawn = dict(zip(seats, face_down[used : used + len(seats)], strict=True))
        used += len(seats)
        rounds.append(tuple(drawn.get(seat) for seat in range(players)))
        highest = max(tile.number for tile in drawn.values())
        seats = tuple(seat for seat, tile in drawn.items() if tile.number == highest)
    return tuple(rounds), seats, used


_new_view = row_maker(
    View,
    (
        *("rules", "current_player", "turn", "table", "opened", "start_draws", "passes", "known"),
        *("player", "rack", "rack_sizes", "pool_size"),
    ),
)


def set_up(
    rack: Tiles,
    table: Melds = (),
    *,
    rules: Rules = Rules(),
    opened: bool | Iterable[bool] = True,
    pool_size: int | None = None,
    others: Iterable[int] | None = None,
) -> View:
    """Return a view with a given rack and table.

    Use it for tests, hints and the solver.

    The unseen tiles are in the pool and on the racks of the opponents. Without `others`, there are as few opponents as
    the rules allow.

    Args:
        rack: The player's tiles.
        table: The melds on the table.
        rules: The rules of the deal.
        opened: Whether all players have laid the opening, or a value for each seat, beginning with the player. Ignored
            if the rules require no opening.
        pool_size: The number of tiles in the pool. If it is None, the opponents have full racks if possible. If
            `others` is given, None means all remaining tiles.
        others: The number of tiles of each opponent, from the next seat on.

    Returns:
        The view of seat 0, who moves next.

    Raises:
        NotationError: If a text cannot be read.
        InvalidMeld: If tiles of the table are not a meld.
        WrongType: If an argument has another type.
        RulesError: If the position is impossible under the rules, or the sizes do not add up to the set. The message
            names all flaws.

    Examples:
        >>> view = set_up("R7 K1", "R4-R5-R6")
        >>> view.rack_sizes, view.pool_size
        ((2, 14), 87)
        >>> view = set_up("R7 K1", "R4-R5-R6", others=(3, 9), opened=(True, True, False))
        >>> view.rack_sizes, view.pool_size
        ((2, 3, 9), 89)
        >>> set_up("R7 R7", "R5-R6-R7")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: there are more tiles of a kind than the set has: R7
    """
    # The decorator `typed` cannot check the range of `pool_size`.
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    own = tiles_of(rack, "rack")
    melds = table if isinstance(table, Table) else Table(table)
    unseen = max(0, len(rules.pieces) - len(own) - len(melds.tiles))
    if pool_size is not None:
        whole("pool_size", pool_size, 0, unseen, none=True)
    if others is None:
        if pool_size is None:
            pool_size = max(0, unseen - rules.rack_size * (rules.min_players - 1))
        racks = _even_rack_sizes(unseen - pool_size, rules.min_players - 1)
    else:
        racks, pool_size = given_sizes("pool_size", pool_size, others, unseen, rules.max_players)
    sizes = (len(own), *racks)
    have_opened = by_seat("opened", opened, len(sizes))
    if rules.opening_points is None:
        have_opened = (True,) * len(sizes)
    # All fields have been checked, so `_new_view` skips the checks of the constructor.
    nothing = ((),) * len(sizes)
    view = _new_view((rules, 0, 0, melds, have_opened, (), 0, nothing, 0, tuple(sorted(own)), sizes, pool_size))
    check_possible(_flaws(view))
    return view


def _even_rack_sizes(tiles: int, racks: int) -> tuple[int, ...]:
    return tuple(filter(None, (tiles // racks + (rack < tiles % racks) for rack in range(racks))))


def determinize(view: View, *, seed: int) -> State:
    """Return a random state that fits a view.

    Each arrangement of the unseen tiles is equally likely. Tiles that moved from the table to a rack, and are thus
    known to all players, stay on that rack.

    Args:
        view: The view of a player or a spectator.
        seed: The seed of the arrangement, any whole number.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position is consistent with the view, or `seed` is not a whole number.

    Examples:
        >>> from rami.rummikub import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    check_possible(_flaws(instance("view", view, View)))
    if view.players < view.rules.min_players:
        raise RulesError(f"a full position needs {view.rules.min_players} players, not {view.players}")
    unseen = without(view.rules.pieces, seen_tiles(view)[0])
    order = iter(shuffled(unseen, derive(seed, "determinize")))
    racks = deal_unseen(known_hands(view), view.rack_sizes, order)
    return completed(PublicPosition, view, State, racks=racks, pool=tuple(order))
