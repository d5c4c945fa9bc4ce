"""Deals of Rummikub: from a seed, from a given order, and a full state that fits a view."""

from collections.abc import Iterable, Sequence

from rami.counting import check_count, deal_unseen, known_hands, unseen_pieces
from rami.dealing import derive, shuffled
from rami.errors import RulesError
from rami.game import Deal
from rami.pieces import row_of_pieces, row_text
from rami.rummikub.melds import Table
from rami.rummikub.rules import Rules
from rami.rummikub.state import VIEWS, StartDraws, State, View, flaws, seen_tiles
from rami.rummikub.tiles import Tile, tiles_of
from rami.shapes import check_seat, instance, typed, whole


def new_game(players: int, rules: Rules = Rules(), *, seed: int) -> State:
    """Shuffle, let the players draw for the start, and deal (000.3, 000.4).

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
        >>> state = new_game(4, seed=2026)
        >>> state.rack_sizes, state.pool_size
        ((14, 14, 14, 14), 50)
    """
    return from_deal(players, rules, shuffle(players, rules, seed=seed))


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Draw everything that chance decides in a deal, from a seed.

    Args:
        players: How many players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        seed: Any whole number.
        starter: The seat that starts, where no draw decides it (`next_starter`).

    Returns:
        The order of the tiles and the tiles drawn for the start, for `from_deal`.

    Raises:
        RulesError: If the number of players or the seat does not fit.
        WrongType: If an argument has another type, such as a seed that is not a whole number.

    Examples:
        >>> len(shuffle(2, seed=1).order), len(shuffle(2, seed=1).draws)
        (106, 2)
    """
    _check_players(players, rules)
    check_seat("starter", starter, players)
    order = shuffled(rules.pieces, derive(seed, "deal"))
    if starter is not None:
        return Deal(order, starter=starter)
    if rules.start_draw == "after_deal":
        cut = players * rules.rack_size
        dealt, pool = order[:cut], order[cut:]
        draws = pool[: _draws_needed(players, pool)]
        order = (*dealt, *shuffled(pool, derive(seed, "pool")))
    else:
        face_down = shuffled(rules.pieces, derive(seed, "start"))
        draws = face_down[: _draws_needed(players, face_down)]
    _, (first, *tied) = _start(players, draws)
    return Deal(order, draws, starter=first if tied else None)


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Return the first position of a given deal, such as that of a real table or of an old record.

    The tiles of `deal.order` go to the racks, seat by seat, and the rest is the pool, its first tile drawn first.
    `deal.draws` are the tiles drawn for the start, seat by seat, those who tie again; `deal.order` has them too.

    Args:
        players: How many players, from `rules.min_players` to `rules.max_players`.
        rules: The rules of the deal.
        deal: The order of the tiles, and either the draws for the start or the seat that starts.

    Returns:
        The first position.

    Raises:
        RulesError: If the tiles are not those of the set, or the draws do not decide who starts or were not face down.
        WrongType: If an argument has another type.

    Examples:
        >>> rules = Rules()
        >>> state = from_deal(2, rules, Deal(rules.pieces, starter=1))
        >>> state.current_player, str(state.racks[0][0]), str(state.pool[0])
        (1, 'R1', 'K2')
    """
    _check_players(players, rules)
    instance("deal", deal, Deal)
    check_seat("starter", deal.starter, players)
    order = row_of_pieces(Tile, deal.order, "the order of a deal")
    draws = row_of_pieces(Tile, deal.draws, "the draws of a deal")
    check_count(order, rules.pieces, "the set", what="the deal has")
    in_set = rules.start_draw == "before_deal"
    face_down, name = (rules.pieces, "the set") if in_set else (order[players * rules.rack_size :], "the pool")
    check_count(draws, face_down, name, hidden=None, what="the draws have")
    rounds, seats = _start(players, draws)
    first, *tied = seats
    if tied and deal.starter is None:
        raise RulesError(f"the draws do not decide who starts: seats {', '.join(map(str, seats))} draw again")
    if deal.starter is not None and deal.starter not in seats:
        raise RulesError(f"by the draws seat {first} starts, not {deal.starter}")
    size = rules.rack_size
    return State(
        rules=rules,
        current_player=first if deal.starter is None else deal.starter,
        racks=tuple(order[seat * size : (seat + 1) * size] for seat in range(players)),
        pool=order[players * size :],
        table=Table(),
        opened=(False,) * players,
        start_draws=rounds,
        known=((),) * players,
    )


def _check_players(players: int, rules: Rules) -> None:
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    whole("players", players, rules.min_players, rules.max_players)


def _start(players: int, draws: Sequence[Tile]) -> tuple[StartDraws, tuple[int, ...]]:
    """Return the rounds of the draw for the start, and the seats that still tie: one if it is decided (000.3, A2)."""
    seats = tuple(range(players))
    rounds: list[tuple[Tile | None, ...]] = []
    at = 0
    while len(seats) > 1 and at + len(seats) <= len(draws):
        drawn = dict(zip(seats, draws[at : at + len(seats)], strict=True))
        at += len(seats)
        rounds.append(tuple(drawn.get(seat) for seat in range(players)))
        highest = max(tile.number for tile in drawn.values())
        seats = tuple(seat for seat, tile in drawn.items() if tile.number == highest)
    if at < len(draws) and len(seats) > 1:
        raise RulesError(f"the draws end amid a round: seats {', '.join(map(str, seats))} draw a tile each")
    if at < len(draws):
        raise RulesError(f"the draws go on after they decided who starts: {row_text(draws[at : at + 14])}")
    return tuple(rounds), seats


def _draws_needed(players: int, face_down: Sequence[Tile]) -> int:
    """Return how many tiles are drawn until one player alone has the highest; fewer only if the tiles run out."""
    needed, seats = 0, players
    while seats > 1 and needed + seats <= len(face_down):
        needed += seats
        seats = len(_start(players, face_down[:needed])[1])
    return needed


def set_up(
    rack: str | Iterable[Tile],
    table: str | Table = "",
    *,
    rules: Rules = Rules(),
    opened: bool = True,
    pool_size: int | None = None,
) -> View:
    """Return a position made by hand, as the player who moves sees it: for tests, hints and the solver.

    The unseen tiles lie in the pool and on the racks of opponents, as few opponents as the rules allow.

    Args:
        rack: The player's tiles, in notation or as tiles.
        table: The melds on the table, in notation or as a `Table`.
        rules: The rules of the deal.
        opened: Whether the player has laid the opening.
        pool_size: How many tiles the pool has; None for all that full racks of the opponents leave.

    Returns:
        The view of seat 0, who is to move.

    Raises:
        NotationError: If a text cannot be read.
        InvalidMeld: If tiles of the table are not a meld.
        WrongType: If an argument has another type.
        RulesError: If the position cannot exist under the rules; it names the tiles at fault.

    Examples:
        >>> view = set_up("R7 K1", "R4-R5-R6")
        >>> view.rack_sizes, view.pool_size
        ((2, 14), 87)
        >>> set_up("R7 R7", "R5-R6-R7")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: there are more tiles of a kind than the set has: R7
    """
    instance("rules", rules, Rules, hint="an edition is PRESETS[name]")
    instance("opened", opened, bool, "True or False")
    own = tiles_of(rack, "the rack")
    melds = Table.parse(table) if isinstance(table, str) else instance("table", table, Table, "a Table, or text")
    unseen = max(0, len(rules.pieces) - len(own) - len(melds.tiles))
    if pool_size is None:
        pool_size = max(0, unseen - rules.rack_size * (rules.min_players - 1))
    whole("pool_size", pool_size, 0, unseen, none=True)
    sizes = (len(own), *_shared(unseen - pool_size, rules.min_players - 1))
    view = View(
        rules=rules,
        current_player=0,
        player=0,
        rack=own,
        rack_sizes=sizes,
        pool_size=pool_size,
        table=melds,
        opened=(opened,) * len(sizes),
        known=((),) * len(sizes),
    )
    for problem in flaws(view):
        raise RulesError(problem)
    return view


def _shared(tiles: int, racks: int) -> tuple[int, ...]:
    """Share tiles among racks as evenly as possible; a rack without tiles is left out."""
    return tuple(filter(None, (tiles // racks + (rack < tiles % racks) for rack in range(racks))))


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a random full position that fits a view, each arrangement of the unseen tiles equally likely.

    The tiles that everybody knows, having seen them go from the table to a rack, are on that rack.

    Args:
        view: The view of a player or a spectator.
        seed: The seed of the arrangement, any whole number.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, or `seed` is not a whole number.

    Examples:
        >>> from rami.rummikub import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    own = 0 if view.player is None else view.rack_sizes[view.player]
    if len(view.rack) != own:
        raise RulesError(f"the view shows a rack of {len(view.rack)} tiles where it counts {own}")
    unseen = unseen_pieces(view.rules.pieces, *seen_tiles(view), "tiles of the set")
    order = iter(shuffled(unseen, derive(seed, "determinize")))
    known = known_hands(view.known, view.seen_hands, view.rack_sizes)
    racks = deal_unseen(known, view.rack_sizes, order)
    return VIEWS.complete(view, racks=racks, pool=tuple(order))
