"""The fields of the rules as `Rules.evolve` takes them."""

from collections.abc import Iterable
from typing import Literal, TypedDict

from rami.rummikub.tiles import Color


class Changes(TypedDict, total=False):
    """New values of fields of the rules; `Rules` describes them."""

    max_number: int
    colors: Iterable[Color]
    copies: int
    jokers: int
    min_players: int
    max_players: int
    rack_size: int
    one_follows_ten: bool
    start_draw: Literal["before_deal", "after_deal"]
    start_tie: Literal["redraw"]
    start_tile_returns: bool
    next_starter: Literal["redraw", "rotate", "winner"]
    opening_points: int
    opening_turn_table: Literal["forbidden", "after_opening"]
    joker_in_opening: Literal["value", "zero", "forbidden"]
    max_jokers_per_set: int
    adjacent_jokers: bool
    joker_positional: bool
    joker_reuse: Literal["any", "new", "new_rack"]
    joker_replacement_from: Literal["any", "rack"]
    joker_sets: Literal["identity_kept", "free", "frozen"]
    joker_group3: Literal["either", "both"]
    joker_before_opening: bool
    voluntary_draw: bool
    play_after_draw: bool
    turn_seconds: int | None
    timeout: Literal["keep_legal", "rollback"]
    loose_table_tiles: Literal["pool", "rack", "restore", "return"]
    penalty_tiles: int
    penalty_short: Literal["take_available"]
    illegal_move: Literal["reject", "penalty"]
    illegal_penalty_tiles: int
    pass_on_empty: Literal["free", "only_if_stuck"]
    blocked_tie: Literal["split", "no_winner", "fewest_tiles"]
    losers_negative: bool
    joker_rack: int
    match_winner: Literal["total", "games_then_total"]
    match_end: Literal["reach", "lowest_at", "eliminate"]
