"""The promises of `rami.testing` hold under each value of the fields that tables vary most."""

from typing import Any

import pytest

from rami import gin, rummy
from rami.testing import check_game

CHANGES: list[tuple[Any, dict[str, Any]]] = [
    (gin.Rules(), {"discard_taken": True}),
    (gin.Rules(), {"undercut_on_tie": False, "game_bonus": 0}),
    (gin.Rules(knock_limit=40), {"layoff_on_gin": True}),
    (rummy.PRESETS["rummy-500"], {"rank_points": (5,) * 6 + (10,) * 6}),
    (rummy.PRESETS["kalooki-40"], {"rank_points": (0, 1000, 0, 7, 7, 7, 0, 20, 1, 1, 30, 1000)}),
    (rummy.PRESETS["romme-40"], {"starter_extra_card": True}),
    (rummy.PRESETS["bicycle"], {"starter_extra_card": True, "discard_taken": True}),
    (rummy.PRESETS["bicycle"], {"final_discard": "forbidden"}),
    (rummy.PRESETS["scala-40"], {"final_discard": "forbidden", "discard_taken": True}),
    (rummy.MATCHES["contract-rummy"][-1], {}),
]


@pytest.mark.slow(but=["0", "7"])
@pytest.mark.no_cover
@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_the_promises_hold_under_varied_rules(number: int) -> None:
    rules, changes = CHANGES[number]
    game: Any = gin.GAME if isinstance(rules, gin.Rules) else rummy.GAME
    checked = check_game(game, rules=rules.evolve(**changes), seeds=[2], moves=60)
    assert checked.moves >= 20
