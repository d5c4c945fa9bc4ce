"""The default deck: invented, as the published card list is lost (B18)."""

from typing import Final

from rami.contracts.cards import COLORS
from rami.contracts.deck import Deck
from rami.contracts.requirements import Contract, Requirement, Run, Same
from rami.contracts.trophies import Trophy

_CONTRACTS: Final[tuple[tuple[tuple[int, *tuple[Requirement, ...]], ...], ...]] = (
    ((1, Same(2)), (1, Same(2)), (1, Same(2)), (1, Same(2))),
    ((3, Same(2, 1)), (3, Same(2, 3)), (3, Same(2, 6)), (3, Same(2, 8))),
    ((2, Same(3)), (2, Same(3)), (2, Same(3)), (2, Same(3))),
    ((2, Run(3)), (2, Run(3)), (2, Run(3)), (2, Run(3))),
    ((3, Run(4)), (3, Same(2), Run(3)), (3, Same(2), Same(2)), (3, Run(4))),
    ((4, Same(3), Same(2)), (4, Same(2), Same(2), Same(2)), (4, Same(4)), (4, Same(3), Same(2))),
    ((5, Run(3), Run(3)), (5, Same(3), Same(3)), (5, Same(3), Run(3)), (5, Same(2), Run(4))),
    ((5, Run(5)), (5, Run(5)), (5, Same(2), Same(2), Run(3)), (5, Same(4), Same(2))),
    ((7, Same(5)), (6, Same(4), Run(3)), (6, Same(3), Run(4)), (6, Same(2), Run(5))),
)
"""The points and the requirements of C01 to C36, a column for each bonus colour."""

DEFAULT_DECK: Final = Deck(
    label="Default deck of rami: invented, not the published card list",
    min_value=1,
    max_value=8,
    copies=3,
    contracts=[
        Contract(id=f"C{4 * row + column + 1:02}", requirements=requirements, points=points, bonus=COLORS[column])
        for row, contracts in enumerate(_CONTRACTS)
        for column, (points, *requirements) in enumerate(contracts)
    ],
    trophy_tokens=[
        (Trophy.HEARTS, Trophy.COMBO_2),
        (Trophy.CLUBS, Trophy.COMBO_3),
        (Trophy.CHERRIES, Trophy.COMBO_4),
        (Trophy.DIAMONDS, Trophy.COMBO_5),
    ],
)
