"""Trophies: what the faces of the tokens reward (003.16)."""

from enum import StrEnum

from rami.contracts.cards import LOOKS, TEXTS, Color, color_name
from rami.contracts.requirements import Contract
from rami.pictures.model import Mark


class Trophy(StrEnum):
    """A face of a trophy token: a colour, or a combo size; the value is its name in a deck's JSON."""

    HEARTS = "coeur"
    CLUBS = "trefle"
    CHERRIES = "cerise"
    DIAMONDS = "diamant"
    COMBO_2 = "combo2"
    COMBO_3 = "combo3"
    COMBO_4 = "combo4"
    COMBO_5 = "combo5"

    @property
    def color(self) -> Color | None:
        """The colour that it rewards; None for a combo."""
        return Color[self.name] if self.name in Color.__members__ else None

    @property
    def combo(self) -> int | None:
        """The number of cards of the combo that it rewards; None for a colour."""
        return None if self.color else int(self.name[-1])

    @property
    def mark(self) -> Mark:
        """The face of the token as it looks."""
        if self.color is None:
            name = TEXTS.phrase("trophies.combo", size=self.combo)
            return Mark(name=name, word=f"x{self.combo}", text=f"×{self.combo}", shape="token")
        look = LOOKS[self.color]
        return Mark(name=color_name(self.color), word=look.letter, sign=look.sign, ink=look.ink, shape="token")

    def symbols(self, contract: Contract) -> int:
        """Return how often a completed contract shows what the trophy rewards (003.18, 003.19).

        A contract shows its bonus colour once, and every requirement as a combo of its size.

        Args:
            contract: A contract in a scoring zone.

        Returns:
            0 or 1 for a colour; the number of requirements of that size for a combo.

        Examples:
            >>> from rami.contracts import Run, Same
            >>> contract = Contract(id="C27", requirements=(Same(3), Run(3)), points=5, bonus=Color.CHERRIES)
            >>> Trophy.COMBO_3.symbols(contract), Trophy.CHERRIES.symbols(contract), Trophy.HEARTS.symbols(contract)
            (2, 1, 0)
        """
        if self.color:
            return int(contract.bonus is self.color)
        return sum(requirement.size == self.combo for requirement in contract.requirements)
