"""The example deal of Rummikub: what it prints is a deal from its start to its score."""

import re

from examples.rummikub_game import NAMES
from rami import rummikub
from tests.examples.programs import run


def test_every_turn_and_the_score_are_those_of_the_deal() -> None:
    *turns, sheet = re.split(r"(?m)^(?= *\d+\. |Blaise wins)", run("rummikub_game.py").stdout)[1:]
    state = rummikub.new_game(len(NAMES), seed=2026)
    for number, told in enumerate(turns, start=1):
        seat = state.current_player
        (move,) = rummikub.best_turn(rummikub.observe(state, seat))
        after = rummikub.apply(state, move)
        assert told.startswith(f"{number:>2}. {NAMES[seat]} ")
        if isinstance(move, rummikub.Play):
            words = " ".join(told.split())
            assert all(step.message() in words for step in rummikub.explain(state, move))
        else:
            assert told.split()[-1] == f"{state.pool[0]}."
        state = after
    result = rummikub.result(state)
    assert result is not None
    assert sheet.split() == result.message(names=NAMES).split()
