"""The editions of card rummy.

Some matches have different rules for each deal.
"""

from collections.abc import Iterable
from typing import Final

from attrs import evolve

from rami.presets import Presets
from rami.rummy.rules import Rules

_TWO_PACKS = Rules(
    packs=2,
    jokers=4,
    cards_dealt=(13,),
    ace="high_or_low",
    melds_per_turn=None,
    final_discard="required",
    restock="shuffle_keep_top",
    take_discard="opened",
    joker_reuse="any",
    scoring="losers",
    match_end="lowest_at",
    ace_points=11,
)
"""The rules that all editions with two packs share."""

_CONTRACTS = evolve(
    _TWO_PACKS,
    final_discard="optional",
    take_discard="free",
    shortest_run=4,
    group_suits="any",
    opening_melds=(2, 0),
)
"""The rules that all editions with contracts share."""

PRESETS: Final = Rules.named(
    {
        "horesca": Rules(),
        "bicycle": Rules(
            layoff_needs_own_meld=False,
            melds_per_turn=None,
            next_dealer="winner_of_two",
            rummy_multiplier=2,
            scoring="both",
        ),
        "rami-51": evolve(
            _TWO_PACKS,
            cards_dealt=(13,) * 4,
            take_discard="to_lay",
            take_from_round=2,
            take_with_one_card=False,
            opening_points=51,
            opening_pure_run=True,
            max_jokers_per_meld=1,
            joker_reuse="new_meld",
            unmelded_points=100,
            match_points=1000,
        ),
        "kalooki-40": evolve(
            _TWO_PACKS,
            jokers=2,
            cards_dealt=(13,) * 4,
            ace="high",
            opening_points=40,
            joker_points=15,
            match_points=151,
            match_end="eliminate",
        ),
        "scala-40": evolve(
            _TWO_PACKS,
            cards_dealt=(13,) * 5,
            longest_run=14,
            take_discard="to_lay",
            opening_points=40,
            rummy_needs_opening=False,
            out_from_round=2,
            max_jokers_per_meld=1,
            joker_points=25,
            match_points=101,
            match_end="eliminate",
        ),
        "romme-40": evolve(
            _TWO_PACKS,
            jokers=6,
            cards_dealt=(13, 13, 13, 11, 11),
            opening_points=40,
            rummy_multiplier=2,
            rummy_needs_opening=False,
            starter_extra_card=True,
            take_discard="free",
            joker_reuse="hand",
            scoring="both",
            match_points=500,
        ),
        "rummy-500": Rules(
            cards_dealt=(13, 7, 7),
            ace="high_or_low",
            layoff_needs_own_meld=False,
            melds_per_turn=None,
            restock="end",
            discard_view="all",
            take_depth="any",
            replace_joker=False,
            scoring="melded",
            ace_points=15,
            match_points=500,
        ),
        "contract-rummy": evolve(
            _CONTRACTS,
            jokers=1,
            cards_dealt=(10, 10, 10),
            min_players=3,
            layoff_same_turn=False,
            ace_points=15,
            joker_points=15,
            match_deals=7,
        ),
        "continental": evolve(
            _CONTRACTS,
            jokers=6,
            cards_dealt=(7, 7, 7),
            ace="wrap",
            final_discard="required",
            rummy_bonus=10,
            buying=3,
            joker_place="apart",
            ace_points=20,
            joker_points=50,
            match_deals=7,
        ),
    }
)
"""The editions by name.

An edition never changes, and a correction gets a new name.
"""

_SEVEN_CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
"""The numbers of groups and runs in the contract of each deal."""


def _each_deal(name: str, cards: Iterable[int]) -> tuple[Rules, ...]:
    rules = PRESETS[name]
    seated = len(rules.cards_dealt)
    return tuple(
        evolve(rules, opening_melds=contract, cards_dealt=(size,) * seated)
        for contract, size in zip(_SEVEN_CONTRACTS, cards, strict=True)
    )


_CONTRACT_RUMMY = _each_deal("contract-rummy", (10, 10, 10, 10, 12, 12, 12))


MATCHES: Final = Presets(
    {
        "contract-rummy": (*_CONTRACT_RUMMY[:-1], evolve(_CONTRACT_RUMMY[-1], final_discard="forbidden")),
        "continental": _each_deal("continental", range(7, 14)),
    }
)
"""The rules of each deal of a match, by edition.

Only editions whose deals have different rules are included. The rules are for `rami.match.Match.rules`.
"""
