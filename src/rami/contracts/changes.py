"""The fields of the rules as `Rules.evolve` takes them."""

from collections.abc import Iterable
from typing import Literal, TypedDict

from rami.contracts.deck import Deck


class Changes(TypedDict, total=False):
    """New values of fields of the rules; `Rules` describes them."""

    deck: Deck
    min_take: int
    take_all: bool
    card_serves: Literal["one_requirement"]
    run_wrap: bool
    refill_order: Literal["contracts_values_hand"]
    value_exhausted: Literal["reshuffle", "short"]
    contracts_exhausted: Literal["finish_round"]
    flush_market: bool
    final_round: Literal["equal_turns", "one_more_each"]
    contract_limit: Literal["none", "end_trigger"]
    tiebreak: Iterable[Literal["trophies", "bonus", "shared"]]
    joker_points: int
    hand_card_points: int
    first_player: Literal["seat_0"]
    cards_dealt: int
    max_rounds: int
