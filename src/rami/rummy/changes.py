"""The fields of the rules as `Rules.evolve` takes them."""

from collections.abc import Iterable
from typing import Literal, TypedDict


class Changes(TypedDict, total=False):
    """New values of fields of the rules; `Rules` describes them."""

    packs: int
    jokers: int
    cards_dealt: Iterable[int]
    min_players: int
    starter_extra: bool
    upcard: bool
    ace: Literal["low", "high", "high_or_low", "wrap"]
    layoff_same_turn: bool
    layoff_needs_own_meld: bool
    melds_per_turn: int | None
    final_discard: Literal["optional", "required"]
    discard_taken: Literal["forbidden", "allowed"]
    restock: Literal["flip", "shuffle_keep_top", "flip_keep_top", "flip_new_upcard", "end"]
    max_restocks: int | None
    blocked_hand: Literal["void", "lowest_wins"]
    shortest_run: int
    longest_run: int
    group_suits: Literal["different", "any"]
    next_dealer: Literal["rotate", "winner_of_two"]
    match_end: Literal["reach", "lowest_at", "eliminate"]
    match_tie: Literal["highest_total"]
    rummy_multiplier: int
    rummy_bonus: int
    rummy_needs_opening: bool
    out_from_round: int
    match_deals: int | None
    match_points: int | None
    take_discard: Literal["free", "to_lay", "opened"]
    take_from_round: int
    take_with_one_card: bool
    buying: int
    buy_penalty: int
    opening_points: int
    opening_pure_run: bool
    opening_melds: Iterable[int]
    max_jokers_per_meld: int | None
    joker_place: Literal["any", "apart", "runs"]
    joker_majority: bool
    replace_joker: bool
    replace_needs_own_meld: bool
    joker_reuse: Literal["new_meld", "any", "hand"]
    discard_view: Literal["top", "all"]
    take_depth: Literal["top", "any"]
    scoring: Literal["winner", "losers", "both", "melded"]
    card_points: Literal["court_10", "rank", "five_ten"]
    unmelded_points: int | None
    ace_points: int
    joker_points: int
    max_rounds: int
