"""The rules as one value, a field for every question on which editions differ, and the editions as presets."""

from collections.abc import Iterable
from functools import cached_property
from typing import Final, Literal, Unpack

from attrs import evolve, field, frozen

from rami.errors import RulesError
from rami.presets import Presets, evolved, rules_html, rules_repr
from rami.rummikub.changes import Changes
from rami.rummikub.tiles import COLORS, HIGHEST, Color, Tile, full_set
from rami.shapes import check_fields, row_of, typed

_RANGES = {
    "max_number": (3, HIGHEST),
    "copies": (1, 100),
    "jokers": (0, 6),
    "min_players": (2, 8),
    "max_players": (2, 8),
    "rack_size": (1, 100),
    "opening_points": (0, 1000),
    "max_jokers_per_set": (0, 6),
    "turn_seconds": (1, 86_400),
    "penalty_tiles": (0, 100),
    "illegal_penalty_tiles": (0, 100),
    "joker_rack": (0, 1000),
}


def _colors(values: Iterable[Color]) -> tuple[Color, ...]:
    row = row_of("colors", values, Color)
    if not row or len(set(row)) < len(row):
        raise RulesError("colors must be one to four different colours")
    return tuple(sorted(row, key=COLORS.index))


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules:
    """Every rule of an edition that is not the same in all of them. The defaults are those of `hasbro-2007`.

    Attributes:
        max_number: The highest number on the tiles, 3 to 13 (000.2).
        colors: The colours in play, 1 to 4 (000.2).
        copies: How many of each numbered tile there are, 1 to 100 (A1).
        jokers: How many jokers there are, 0 to 6 (A1).
        min_players: The fewest players, 2 to 8 (000.1).
        max_players: The most players, 2 to 8 (000.1).
        rack_size: How many tiles each player is dealt, 1 to 100 (000.4).
        one_follows_ten: Whether a 1 may end a run after the 10, in a set that ends at 10 (000.7).
        start_draw: Whether the draw that decides who starts comes before or after the deal (A3).
        start_tie: What players do who tie for the highest tile: they draw again (A2).
        start_tile_returns: Whether the tiles drawn for the start go back (A3). If not, they stay on the racks: as part
            of the rack dealt when the draw comes before the deal, on top of it when it comes after.
        next_starter: Who starts the next deal of a match: a new draw, the next seat, or the winner (A4).
        opening_points: The points that the opening needs, 0 to 1000 (A7).
        opening_turn_table: Whether the turn of the opening may use the table once the opening is laid (A5).
        joker_in_opening: Whether a joker may be in the opening, and what it counts there (A6).
        max_jokers_per_set: The most jokers in a meld, 0 to 6 (A8).
        adjacent_jokers: Whether two jokers may lie side by side in a run (A8). In a group, nothing is side by side.
        joker_positional: Whether a joker in a run stands for the tile at its place only. If not, a joker that could as
            well lie at the other end is judged as what suits the player who moves (A9).
        joker_reuse: Where a joker taken from the table goes: into any meld, a new one, or a new one with at least two
            tiles from the rack (A10). New is a meld that does not contain all natural tiles of one that lay there.
        joker_replacement_from: Where the tile that replaces a joker may come from (A11).
        joker_sets: Whether a joker that moves keeps its identity until it is replaced, is free, or its meld is frozen
            (A12).
        joker_group3: Whether either missing colour replaces a joker of a group, or only all of them together (A13).
        joker_before_opening: Whether a player who has not opened may exchange a joker on the table (A14).
        voluntary_draw: Whether a player who has opened and can play may draw instead (A15).
        play_after_draw: Whether a player may play in the same turn after drawing (A16).
        turn_seconds: The time limit of a turn, in seconds, 1 to 86400, for the caller's clock; None for none (A19).
        timeout: What an overrun does: complete melds stay, or all is put back (A20).
        loose_table_tiles: Where loose tiles of the table go then: back to the melds that they came from, and whatever
            stands in the way of that is undone (`"return"`); to the pool, to the rack, or all is put back (A20).
        penalty_tiles: How many tiles an overrun costs, 0 to 100 (A20).
        penalty_short: What happens if the pool has fewer: the player takes what is left (A21).
        illegal_move: Whether an illegal arrangement is only refused, or may be reported as an overrun is, by a
            `TimeOut` that is `in_time`, and costs a penalty (A22).
        illegal_penalty_tiles: How many tiles an illegal arrangement costs then, 0 to 100 (A22).
        pass_on_empty: Whether a player may always pass when the pool is empty, or only if no tile can be played (A23).
        blocked_tie: What players who tie for the lowest rack of a blocked deal do: split the points, have no winner, or
            the one with the fewest tiles wins (A24).
        losers_negative: Whether the losers score what they have left as a loss (A25).
        joker_rack: What a joker left on the rack costs, in points, 0 to 1000 (A25).
        match_winner: How a match is won: by points, or by deals won and then points (A26).
        match_end: What the points of a match do: a player who reaches them ends it; a player who has lost that many
            ends it, and the highest total wins; or such a player is out, and the last one left wins (C10).

    Raises:
        RulesError: If a field has a value that it cannot have, or the fields do not fit together.
        WrongType: If a field has a value of another type.

    Examples:
        >>> Rules(opening_points=50).opening_points
        50
        >>> Rules(joker_reuse="never")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: joker_reuse must be one of 'any', 'new', 'new_rack', not 'never'
    """

    max_number: int = HIGHEST
    colors: tuple[Color, ...] = field(default=COLORS, converter=_colors)
    copies: int = 2
    jokers: int = 2
    min_players: int = 2
    max_players: int = 4
    rack_size: int = 14
    one_follows_ten: bool = False
    start_draw: Literal["before_deal", "after_deal"] = "before_deal"
    start_tie: Literal["redraw"] = "redraw"
    start_tile_returns: bool = True
    next_starter: Literal["redraw", "rotate", "winner"] = "redraw"
    opening_points: int = 30
    opening_turn_table: Literal["forbidden", "after_opening"] = "forbidden"
    joker_in_opening: Literal["value", "zero", "forbidden"] = "value"
    max_jokers_per_set: int = 2
    adjacent_jokers: bool = True
    joker_positional: bool = True
    joker_reuse: Literal["any", "new", "new_rack"] = "new"
    joker_replacement_from: Literal["any", "rack"] = "any"
    joker_sets: Literal["identity_kept", "free", "frozen"] = "identity_kept"
    joker_group3: Literal["either", "both"] = "either"
    joker_before_opening: bool = False
    voluntary_draw: bool = True
    play_after_draw: bool = False
    turn_seconds: int | None = 60
    timeout: Literal["keep_legal", "rollback"] = "keep_legal"
    loose_table_tiles: Literal["pool", "rack", "restore", "return"] = "return"
    penalty_tiles: int = 3
    penalty_short: Literal["take_available"] = "take_available"
    illegal_move: Literal["reject", "penalty"] = "reject"
    illegal_penalty_tiles: int = 3
    pass_on_empty: Literal["free", "only_if_stuck"] = "only_if_stuck"
    blocked_tie: Literal["split", "no_winner", "fewest_tiles"] = "split"
    losers_negative: bool = True
    joker_rack: int = 30
    match_winner: Literal["total", "games_then_total"] = "total"
    match_end: Literal["reach", "lowest_at", "eliminate"] = "reach"

    def __attrs_post_init__(self) -> None:
        """Check each field alone, then what they say together."""
        check_fields(self, _RANGES)
        if self.min_players > self.max_players:
            raise RulesError(f"min_players is {self.min_players}, more than max_players, {self.max_players}")
        if self.one_follows_ten and self.max_number != 10:
            raise RulesError(f"one_follows_ten needs a set that ends at 10; max_number is {self.max_number}")
        needed = self.max_players * (self.rack_size + 1)
        if len(self.tiles) < needed:
            raise RulesError(
                f"{self.max_players} racks of {self.rack_size} and a tile each for the start take {needed} tiles; "
                f"max_number, colors, copies and jokers make {len(self.tiles)}"
            )

    def evolve(self, **changes: Unpack[Changes]) -> "Rules":
        """Return the same rules with some fields changed.

        Args:
            changes: The new values by the names of the fields.

        Returns:
            The new rules.

        Raises:
            RulesError: If a field has a value that it cannot have, or the fields do not fit together.
            WrongType: If there is no such field, or its value has another type.

        Examples:
            >>> PRESETS["goliath"].evolve(jokers=4)
            PRESETS['goliath'].evolve(jokers=4)
        """
        return evolved(self, changes)

    def __repr__(self) -> str:
        return rules_repr(self, PRESETS)

    def _repr_html_(self) -> str:
        return rules_html(self)

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the set, in canonical order (000.2)."""
        return full_set(max_number=self.max_number, colors=self.colors, copies=self.copies, jokers=self.jokers)


DEFAULT: Final = Rules()
"""The rules that functions use where none are given: `hasbro-2007`."""

_CHIFFRES = Rules(turn_seconds=None, start_draw="after_deal", joker_reuse="any")
_RAMICUBE = Rules(
    turn_seconds=None,
    opening_turn_table="after_opening",
    joker_before_opening=True,
    pass_on_empty="free",
    losers_negative=False,
)
_GOLIATH = Rules(timeout="rollback", loose_table_tiles="restore", joker_sets="free")
_PRESSMAN = evolve(_GOLIATH, match_winner="games_then_total")
_PAGAT_SABRA = Rules(
    opening_turn_table="after_opening",
    joker_reuse="any",
    joker_sets="frozen",
    turn_seconds=120,
    timeout="rollback",
    loose_table_tiles="restore",
)

PRESETS: Final = Presets(
    {
        "hasbro-2007": DEFAULT,
        "chiffres": _CHIFFRES,
        "chiffres-timed": evolve(_CHIFFRES, turn_seconds=60),
        "ramicube": _RAMICUBE,
        "ramicube-timed": evolve(_RAMICUBE, turn_seconds=60, loose_table_tiles="rack"),
        "goliath": _GOLIATH,
        "pressman": _PRESSMAN,
        "pressman-osgamers": evolve(_PRESSMAN, turn_seconds=120, penalty_tiles=1),
        "rummikub-xp6": evolve(_GOLIATH, min_players=5, max_players=6, copies=3, jokers=4),
        "ramikubic": Rules(
            max_number=10,
            jokers=4,
            one_follows_ten=True,
            opening_points=20,
            turn_seconds=None,
            pass_on_empty="free",
            joker_rack=50,
        ),
        "sabra-50": Rules(opening_points=50, turn_seconds=None),
        "pagat-sabra": _PAGAT_SABRA,
        "pressman-1980": evolve(_PAGAT_SABRA, joker_group3="both"),
        "spear-1988": evolve(_PAGAT_SABRA, joker_reuse="new_rack"),
        "mso": Rules(max_players=2, turn_seconds=None, joker_rack=50),
        "junior": Rules(
            max_number=10,
            copies=1,
            jokers=4,
            rack_size=6,
            opening_points=0,
            max_jokers_per_set=1,
            joker_reuse="any",
            turn_seconds=None,
        ),
        "strict-fr": Rules(joker_in_opening="forbidden", adjacent_jokers=False, turn_seconds=None),
    }
)
"""The editions by name. A preset never changes its meaning: a correction gets a new name."""

_SOURCES: Final = {
    PRESETS[name]: text
    for text, names in {
        "000": ("hasbro-2007",),
        "001": ("chiffres", "chiffres-timed"),
        "002": ("ramicube", "ramicube-timed"),
    }.items()
    for name in names
}


def source(rules: Rules) -> str | None:
    """Return the source text whose sentences an edition has, such as `"000"`; None where there is none."""
    return _SOURCES.get(rules)


@typed
def seats(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of players that the rules allow (000.1).

    Args:
        rules: The rules.

    Returns:
        The numbers, in ascending order.

    Examples:
        >>> seats(DEFAULT)
        (2, 3, 4)
    """
    return tuple(range(rules.min_players, rules.max_players + 1))


@typed
def pieces(rules: Rules) -> tuple[Tile, ...]:
    """Return the tiles of the set, in canonical order, identical ones as often as there are copies.

    Args:
        rules: The rules.

    Returns:
        The tiles.

    Examples:
        >>> len(pieces(DEFAULT))
        106
    """
    return rules.tiles
