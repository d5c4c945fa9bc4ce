"""Drawings of known values, compared with stored SVG files.

To store them anew after an intended change, and look at them in a browser:

python -m tests.services.test_stored_drawings
"""

from pathlib import Path

import pytest

import rami
from rami import contracts, gin, rummikub, rummy

STORED = Path(__file__).parent.parent / "data" / "svg"


def in_lines(drawing: str) -> str:
    """Return a drawing with a line for each element."""
    return drawing.replace("><", ">\n<") + "\n"


def drawings() -> dict[str, str]:
    """Return a drawing of each kind of mark, row and place by name."""
    draft = rummikub.Draft(rummikub.set_up("R7 K1 * R8 R9", "R4-R5-R6 B1=O1=K1 B4-B5-B6-B7-B8-B9-B10-B11-B12-B13"))
    over = gin.apply(gin.determinize(gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH QH KC"), seed=3), "knock KC")
    state = contracts.new_game(3, seed=5)
    taken = contracts.apply(state, contracts.Take(state.value_market[:1]))
    return {
        "rummikub-draft": rami.svg(draft.move("R7", "rack", 0)),
        "rummikub-play": rami.svg(rummikub.parse_move("play R4-R5-R6-* R1=K1=B1")),
        "rummy-view": rami.svg(
            rummy.set_up("10S JS QS * 4H 4D", "3S-4S-5S 7H=7D=*", discard="KD", rules=rummy.PRESETS["rami-51"])
        ),
        "rummy-longest-run": rami.svg(rummy.Run("AS-2S-3S-4S-5S-6S-7S-8S-9S-10S-JS-QS-KS")),
        "gin-open-hands": rami.svg(over),
        "contracts-view": rami.svg(contracts.observe(taken, 0), lang="fr"),
        "contracts-contract": rami.svg(contracts.Rules().deck.contracts[-1]),
        "contracts-fill": rami.svg(contracts.parse_move("fill C18 4H=4D 5C-6D-7Y")),
        "gin-dark": rami.svg(gin.observe(gin.new_game(2, seed=1), None), theme="dark"),
    }


@pytest.mark.parametrize("name", drawings())
def test_drawings_are_those_stored(name: str) -> None:
    assert in_lines(drawings()[name]) == (STORED / f"{name}.svg").read_text(encoding="utf-8")


if __name__ == "__main__":
    STORED.mkdir(exist_ok=True)
    for name, drawing in drawings().items():
        (STORED / f"{name}.svg").write_text(in_lines(drawing), encoding="utf-8")
