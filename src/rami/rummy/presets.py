"""The editions by name, and the matches whose deals have rules of their own."""

from typing import Final

from attrs import evolve

from rami.presets import Presets
from rami.rummy.rules import DEFAULT, Rules

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
    ace_points=11,
)
"""What the editions with an opening have in common, except the first of them."""

PRESETS: Final = Presets(
    {
        "horesca": DEFAULT,
        "bicycle": Rules(
            layoff_needs_own_meld=False,
            melds_per_turn=None,
            next_dealer="winner_of_two",
            rummy_multiplier=2,
            scoring="both",
        ),
        "rami-51": Rules(
            packs=2,
            jokers=4,
            cards_dealt=(13, 13, 13, 13),
            ace="high_or_low",
            melds_per_turn=None,
            final_discard="required",
            restock="shuffle_keep_top",
            take_discard="to_lay",
            take_from_round=2,
            take_with_one_card=False,
            opening_points=51,
            opening_pure_run=True,
            max_jokers_per_meld=1,
            scoring="losers",
            ace_points=11,
            match_points=1000,
            match_end="lowest_at",
        ),
        "kalooki-40": evolve(_TWO_PACKS, cards_dealt=(13, 13, 13), opening_points=40, joker_points=15),
        "scala-40": evolve(
            _TWO_PACKS,
            cards_dealt=(13,) * 5,
            opening_points=40,
            max_jokers_per_meld=1,
            joker_points=25,
            match_points=101,
            match_end="eliminate",
        ),
        "contract-rummy": evolve(
            _TWO_PACKS,
            jokers=1,
            cards_dealt=(10, 10, 10),
            min_players=3,
            layoff_same_turn=False,
            final_discard="optional",
            take_discard="free",
            shortest_run=4,
            group_suits="any",
            opening_melds=(2, 0),
            ace_points=15,
            joker_points=15,
            match_deals=7,
            match_end="lowest_at",
        ),
        "remi-51": evolve(
            _TWO_PACKS,
            jokers=2,
            cards_dealt=(13, 13, 13),
            opening_points=51,
            max_jokers_per_meld=2,
            take_discard="to_lay",
        ),
        "remik-30": evolve(
            _TWO_PACKS,
            jokers=6,
            cards_dealt=(13, 13, 13),
            opening_points=30,
            take_discard="free",
            scoring="both",
            match_points=500,
            match_end="lowest_at",
        ),
        "romme-40": evolve(
            _TWO_PACKS,
            jokers=6,
            cards_dealt=(13, 13, 13, 11, 11),
            opening_points=40,
            take_discard="free",
            joker_reuse="hand",
        ),
        "kaluki-51": Rules(
            packs=2,
            jokers=4,
            cards_dealt=(15, 15, 15, 13, 11),
            ace="high_or_low",
            melds_per_turn=None,
            next_dealer="winner_of_two",
            rummy_multiplier=2,
            take_discard="opened",
            opening_points=51,
            joker_reuse="hand",
            ace_points=15,
            joker_points=25,
        ),
        "rummy-50": evolve(
            _TWO_PACKS,
            cards_dealt=(13, 13, 13),
            opening_points=50,
            match_deals=7,
            match_end="lowest_at",
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
        "straight-rummy": Rules(layoff_needs_own_meld=False, melds_per_turn=None, match_points=100),
    }
)
"""The editions by name. A preset never changes its meaning: a correction gets a new name."""


def _deal_of_contracts(groups: int, runs: int, cards: int) -> Rules:
    return evolve(PRESETS["contract-rummy"], opening_melds=(groups, runs), cards_dealt=(cards,) * 3)


MATCHES: Final = Presets(
    {
        "contract-rummy": (
            PRESETS["contract-rummy"],
            _deal_of_contracts(1, 1, 10),
            _deal_of_contracts(0, 2, 10),
            _deal_of_contracts(3, 0, 10),
            _deal_of_contracts(2, 1, 12),
            _deal_of_contracts(1, 2, 12),
            _deal_of_contracts(0, 3, 12),
        )
    }
)
"""The rules of each deal of a match, by the name of the edition, where they differ: for `rami.match.Match.rules`."""
