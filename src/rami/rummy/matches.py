"""Matches whose deals have rules of their own."""

from typing import Final

from attrs import evolve

from rami.presets import Presets
from rami.rummy.rules import PRESETS, Rules


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
