"""The rules, editions and violations of Rummikub."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Final, Literal

from attrs import evolve, frozen

from rami.errors import RulesError, Violation, ViolationCode
from rami.presets import BaseRules
from rami.rummikub.tiles import COLORS, HIGHEST, JOKER, TEXTS, Tile
from rami.shapes import Range, typed


@frozen(kw_only=True, cache_hash=True, repr=False)
class Rules(BaseRules):
    """The rules that differ between editions.

    The defaults are the rules of `hasbro-2007`.

    Attributes:
        max_number: The highest number on the tiles, 3 to 13 (000.2).
        copies: The number of copies of each numbered tile, 1 to 100 (A1).
        jokers: The number of jokers, 0 to 6 (A1).
        min_players: The minimum number of players, 2 to 8 (000.1).
        max_players: The maximum number of players, 2 to 8 (000.1).
        rack_size: The number of tiles dealt to each player, 1 to 100 (000.4).
        start_draw: Whether players draw for the start before or after the deal (A3).
        opening_points: The minimum points of the opening, 0 to 1000 (A7). With 0, one complete meld of any value
            from the rack is enough. With None, there is no opening: all players count as opened from the start.
        opening_turn_table: Whether a player may use the table in the same turn, after the opening (A5).
        joker_reuse: Whether a joker taken from the table may go to any meld, or only to a new one (A10). A new meld
            does not contain all natural tiles of an old meld.
        joker_sets: Whether a joker stands for its tile until it is replaced, or may be moved freely (A12).
        joker_before_opening: Whether a player who has not opened may exchange a joker on the table (A14).
        turn_seconds: The time limit of a turn in seconds, 1 to 86400, or None (A19). The caller keeps the clock.
        timeout: The effect if the time runs out (A20). With `"return"` and `"rack"`, complete melds stay, and loose
            tiles of the table return to their melds or go to the rack. With `"restore"`, the turn is undone.
        penalty_tiles: The number of tiles drawn after an overrun, 0 to 100 (A20).
        pass_on_empty: Whether a player may always pass when the pool is empty, or only if no tile can be played (A23).
        losers_negative: Whether the losers lose points for the tiles left on their racks (A25).
        joker_rack: The points of a joker left on the rack, 0 to 1000 (A25).
        match_winner: Whether points decide a match, or the number of deals won and then points (A26).

    Raises:
        RulesError: If a value is out of range, or fields contradict each other.
        WrongType: If a field has a value of another type.

    Examples:
        >>> Rules(opening_points=50).opening_points
        50
        >>> Rules(joker_reuse="never")
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: joker_reuse must be one of 'any', 'new', not 'never'
    """

    max_number: Annotated[int, Range(3, HIGHEST)] = HIGHEST
    copies: Annotated[int, Range(1, 100)] = 2
    jokers: Annotated[int, Range(0, 6)] = 2
    min_players: Annotated[int, Range(2, 8)] = 2
    max_players: Annotated[int, Range(2, 8)] = 4
    rack_size: Annotated[int, Range(1, 100)] = 14
    start_draw: Literal["before_deal", "after_deal"] = "before_deal"
    opening_points: Annotated[int, Range(0, 1000)] | None = 30
    opening_turn_table: Literal["forbidden", "after_opening"] = "forbidden"
    joker_reuse: Literal["any", "new"] = "new"
    joker_sets: Literal["identity_kept", "free"] = "identity_kept"
    joker_before_opening: bool = False
    turn_seconds: Annotated[int, Range(1, 86_400)] | None = 60
    timeout: Literal["return", "rack", "restore"] = "return"
    penalty_tiles: Annotated[int, Range(0, 100)] = 3
    pass_on_empty: Literal["free", "only_if_stuck"] = "only_if_stuck"
    losers_negative: bool = True
    joker_rack: Annotated[int, Range(0, 1000)] = 30
    match_winner: Literal["total", "games_then_total"] = "total"

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if self.min_players > self.max_players:
            raise RulesError(f"min_players is {self.min_players}, but max_players is only {self.max_players}")
        needed = self.max_players * (self.rack_size + 1)
        if len(self.pieces) < needed:
            raise RulesError(
                f"too few tiles: {self.max_players} players need {needed} for racks of {self.rack_size} and the draw "
                f"for the start, but the set has {len(self.pieces)}"
            )

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that the rules allow (000.1)."""
        return tuple(range(self.min_players, self.max_players + 1))

    @property
    def pieces(self) -> tuple[Tile, ...]:
        """Every tile of the set, in canonical order (000.2)."""
        return _pieces(self.max_number, self.copies, self.jokers)


@lru_cache(maxsize=64)
def _pieces(max_number: int, copies: int, jokers: int) -> tuple[Tile, ...]:
    tiles = [Tile(color, number) for color in COLORS for number in range(1, max_number + 1)]
    return tuple(sorted([*tiles * copies, *[JOKER] * jokers]))


_CHIFFRES = Rules(turn_seconds=None, start_draw="after_deal", joker_reuse="any")
_RAMICUBE = Rules(
    turn_seconds=None,
    opening_turn_table="after_opening",
    joker_before_opening=True,
    pass_on_empty="free",
    losers_negative=False,
)
_GOLIATH = Rules(timeout="restore", joker_sets="free")
PRESETS: Final = Rules.named(
    {
        "hasbro-2007": Rules(),
        "chiffres": _CHIFFRES,
        "ramicube": _RAMICUBE,
        "goliath": _GOLIATH,
        "pressman": evolve(_GOLIATH, match_winner="games_then_total"),
        "rummikub-xp6": evolve(_GOLIATH, min_players=5, max_players=6, copies=3, jokers=4),
    }
)
"""The editions by name.

An edition never changes. A corrected edition gets a new name.
"""

_SOURCES: Final = {
    PRESETS["hasbro-2007"]: "000",
    _CHIFFRES: "001",
    evolve(_CHIFFRES, turn_seconds=60): "001",
    _RAMICUBE: "002",
    evolve(_RAMICUBE, turn_seconds=60, timeout="rack"): "002",
}
"""Map from rules to the identifier of their source text.

The texts 001 and 002 have a variant with a time limit.
"""


def source_of(rules: Rules) -> str | None:
    """Return the identifier of the source text of an edition, such as `"000"`.

    If the edition has no source text, return None.
    """
    return _SOURCES.get(rules)


@typed
def longest(rules: Rules, players: int) -> int:
    """Return the maximum number of moves in a deal (000.23, A15).

    Args:
        rules: The rules.
        players: The number of players.

    Returns:
        The number of moves.

    Examples:
        >>> longest(Rules(), 4)
        534
    """
    return len(rules.pieces) * (players + 1) + players


# ---------------------------------------------------------------------------------------------------------- violations


class Code(ViolationCode, texts=TEXTS):
    """The codes of violations in Rummikub."""

    GAME_OVER = "game_over", "000.21"
    NOT_YOUR_TURN = "not_your_turn", "000.3", "seat"
    POOL_EMPTY = "pool_empty", "000.23"
    POOL_NOT_EMPTY = "pool_not_empty", "000.13", "tiles"
    MUST_PLAY_BEFORE_PASSING = "must_play_before_passing", "A23"
    NO_TIME_LIMIT = "no_time_limit", "A19"
    NOTHING_PLAYED = "nothing_played", "A17"
    TILE_LOST = "tile_lost", "A18"
    JOKER_KEPT = "joker_kept", "000.17"
    NOT_IN_RACK = "not_in_rack", "A18"
    TOO_FEW_TILES = "too_few_tiles", "000.5"
    ONLY_JOKERS = "only_jokers", "A8"
    DIFFERENT_NUMBERS = "different_numbers", "000.5"
    COLOR_TWICE = "color_twice", "000.5"
    DIFFERENT_COLORS = "different_colors", "000.6"
    NOT_CONSECUTIVE = "not_consecutive", "000.6"
    NOT_A_MELD = "not_a_meld", "000.5"
    NO_SUCH_TILE = "no_such_tile", "A9"
    OPENING_TOO_LOW = "opening_too_low", "000.8", "points", "n"
    OPENING_CHANGES_TABLE = "opening_changes_table", "A5"
    JOKER_BEFORE_OPENING = "joker_before_opening", "000.18"
    JOKER_NOT_REPLACED = "joker_not_replaced", "000.15"
    JOKER_NOT_IN_NEW_MELD = "joker_not_in_new_meld", "000.17"


_CITED: Final[Mapping[str | None, Mapping[ViolationCode, str]]] = {
    "000": {
        Code.MUST_PLAY_BEFORE_PASSING: "000.23",
        Code.NOTHING_PLAYED: "000.13",
    },
    "001": {
        Code.GAME_OVER: "001.20",
        Code.NOT_YOUR_TURN: "001.3",
        Code.POOL_EMPTY: "001.20",
        Code.POOL_NOT_EMPTY: "001.8",
        Code.MUST_PLAY_BEFORE_PASSING: "001.20",
        Code.NO_TIME_LIMIT: "001.11",
        Code.NOTHING_PLAYED: "001.8",
        Code.TILE_LOST: "001.10",
        Code.JOKER_KEPT: "001.14",
        Code.TOO_FEW_TILES: "001.6",
        Code.DIFFERENT_NUMBERS: "001.6",
        Code.COLOR_TWICE: "001.6",
        Code.DIFFERENT_COLORS: "001.6",
        Code.NOT_CONSECUTIVE: "001.6",
        Code.NOT_A_MELD: "001.6",
        Code.OPENING_TOO_LOW: "001.4",
        Code.JOKER_BEFORE_OPENING: "A14",
        Code.JOKER_NOT_REPLACED: "001.13",
        Code.JOKER_NOT_IN_NEW_MELD: "A10",
    },
    "002": {
        Code.GAME_OVER: "002.13",
        Code.NOT_YOUR_TURN: "002.3",
        Code.POOL_EMPTY: "A23",
        Code.POOL_NOT_EMPTY: "002.9",
        Code.NO_TIME_LIMIT: "002.12",
        Code.NOTHING_PLAYED: "002.9",
        Code.JOKER_KEPT: "002.11",
        Code.TOO_FEW_TILES: "002.5",
        Code.DIFFERENT_NUMBERS: "002.5",
        Code.COLOR_TWICE: "002.5",
        Code.DIFFERENT_COLORS: "002.4",
        Code.NOT_CONSECUTIVE: "002.4",
        Code.NOT_A_MELD: "002.5",
        Code.OPENING_TOO_LOW: "002.6",
        Code.JOKER_BEFORE_OPENING: "A14",
        Code.JOKER_NOT_REPLACED: "002.11",
        Code.JOKER_NOT_IN_NEW_MELD: "002.11",
    },
    None: {
        Code.POOL_EMPTY: "A23",
        Code.JOKER_KEPT: "A10",
        Code.OPENING_TOO_LOW: "A7",
        Code.JOKER_BEFORE_OPENING: "A14",
        Code.JOKER_NOT_REPLACED: "A11",
        Code.JOKER_NOT_IN_NEW_MELD: "A10",
    },
}
"""Map from source texts to the rule identifiers of their violations.

Other violations have the rule identifier of `Code`. The key None is for editions without a source text.
"""


def cite(code: ViolationCode, rules: Rules) -> str:
    """Return the rule identifier of a violation code.

    An identifier from the source text of another edition begins with `cf.`.
    """
    source = source_of(rules)
    rule = _CITED[source].get(code, code.rule)
    return f"cf. {rule}" if source is None and rule[0].isdigit() else rule


def cited(problems: Iterable[Violation], rules: Rules) -> tuple[Violation, ...]:
    """Return the violations with the rule identifiers that an edition uses."""
    return tuple(evolve(problem, rule=cite(problem.code, rules)) for problem in problems)
