"""The shuffle of a game in which the seat that starts is chosen at random."""

from collections.abc import Callable
from typing import Generic

from attrs import field, frozen

from rami.errors import RulesError
from rami.game import Deal
from rami.protocols import R, S
from rami.shapes import check_seat, instance, whole
from rami.shuffling import derive, shuffled


@frozen
class Dealing(Generic[R, S]):
    """The functions `shuffle` and `new_game` of a game.

    Attributes:
        default: The rules where none are given.
        from_deal: Returns the first state of a deal.

    Examples:
        >>> from rami import rummy
        >>> dealing = Dealing(rummy.Rules(), rummy.from_deal)
        >>> dealing.new_game(2, seed=1) == rummy.new_game(2, seed=1)
        True
    """

    default: R = field(repr=False)
    from_deal: Callable[[int, R, Deal], S]

    def shuffle(self, players: int, rules: R | None = None, *, seed: int, starter: int | None = None) -> Deal:
        """Return everything that chance decides in a deal, from a seed.

        Args:
            players: How many players.
            rules: The rules of the deal.
            seed: Any whole number.
            starter: The seat that starts; None for one chosen at random.

        Raises:
            RulesError: If the number of players or the seat does not fit.
            WrongType: If an argument has another type.
        """
        rules = self._checked(players, rules)
        check_seat("starter", starter, players)
        first = derive(seed, "dealer") % players if starter is None else starter
        return Deal(shuffled(rules.pieces, derive(seed, "deal")), starter=first, seed=derive(seed, "later"))

    def new_game(self, players: int, rules: R | None = None, *, seed: int) -> S:
        """Shuffle, deal, and return the first state.

        Args:
            players: How many players.
            rules: The rules of the deal.
            seed: Any whole number; the same arguments give the same state.

        Raises:
            RulesError: If the number of players does not fit the rules.
            WrongType: If an argument has another type.
        """
        rules = self._checked(players, rules)
        return self.from_deal(players, rules, self.shuffle(players, rules, seed=seed))

    def _checked(self, players: int, rules: R | None) -> R:
        rules = self.default if rules is None else rules
        instance("rules", rules, type(self.default), hint="an edition is PRESETS[name]")
        seats = rules.player_counts
        if whole("players", players, seats[0], seats[-1]) not in seats:
            raise RulesError(f"players must be one of {', '.join(map(str, seats))}, not {players}")
        return rules
