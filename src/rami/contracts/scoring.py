"""Trophies, the score sheet, and the result of a game."""

from collections.abc import Sequence

from attrs import frozen

from rami.contracts.filling import end_trigger
from rami.contracts.requirements import Contract
from rami.contracts.state import State, View
from rami.contracts.trophies import Trophy
from rami.game import EndReason, Result
from rami.shapes import one_of, typed, typed_fields


@frozen(kw_only=True, field_transformer=typed_fields)
class Score:
    """The score of a player, item by item (003.5).

    Attributes:
        contracts: The points of the completed contracts.
        bonus: The points of the bonus pile, one for each card (003.14).
        trophies: The trophies that the player holds.
        trophy_points: What these are worth.
        unused: What joker tokens and cards left are worth (B16).
    """

    contracts: int
    bonus: int
    trophies: tuple[Trophy, ...]
    trophy_points: int
    unused: int

    @property
    def total(self) -> int:
        """All points together."""
        return self.contracts + self.bonus + self.trophy_points + self.unused


@typed
def trophy_holder(trophy: Trophy, zones: Sequence[Sequence[Contract]]) -> int | None:
    """Return who has the most of what a trophy rewards in the scoring zone (003.17 to 003.20).

    Bonus piles count for nothing here (003.18).

    Args:
        trophy: The visible face of a token.
        zones: The completed contracts of each player, by seat.

    Returns:
        The seat; None in a tie (003.20), which includes that nobody has any (B14).

    Examples:
        >>> from rami.contracts import DEFAULT
        >>> card = DEFAULT.deck.by_id
        >>> trophy_holder(Trophy.HEARTS, [[card["C01"], card["C09"]], [card["C05"]]])
        0
        >>> trophy_holder(Trophy.COMBO_3, [[card["C27"]], [card["C09"], card["C13"]]]) is None
        True
    """
    symbols = [sum(map(trophy.symbols, zone)) for zone in zones]
    most = max(symbols, default=0)
    return symbols.index(most) if most and symbols.count(most) == 1 else None


@typed
def score_sheet(position: State | View) -> tuple[Score, ...]:
    """Return what each player would score if the game ended now (003.5, 003.14, 003.17, B13, B16).

    Args:
        position: A position, or any view of it: everything that scores is public.

    Returns:
        A score for each seat.

    Examples:
        >>> from rami.contracts import new_game
        >>> [score.total for score in score_sheet(new_game(3, seed=1))]
        [0, 0, 0]
    """
    rules = position.rules
    holders = [(trophy, trophy_holder(trophy, position.zones)) for trophy in position.trophies]
    sheet: list[Score] = []
    for seat in range(position.players):
        trophies = tuple(trophy for trophy, holder in holders if holder == seat)
        jokers, cards = position.jokers[seat], position.hand_sizes[seat]
        score = Score(
            contracts=sum(contract.points for contract in position.zones[seat]),
            bonus=position.bonus_sizes[seat],
            trophies=trophies,
            trophy_points=len(trophies) * rules.deck.trophy_points,
            unused=jokers * rules.joker_points + cards * rules.hand_card_points,
        )
        sheet.append(score)
    return tuple(sheet)


def result(state: State) -> Result | None:
    """Return how a game ended (003.5, 003.25, B15).

    Args:
        state: The position.

    Returns:
        The scores and winners, or None while the game runs.

    Examples:
        >>> from rami.contracts import new_game
        >>> result(new_game(2, seed=1)) is None
        True
    """
    one_of("state", state, (State,))
    if not state.is_over:
        return None
    sheet = score_sheet(state)
    scores = tuple(score.total for score in sheet)
    return Result(scores, _winners(state, sheet), _reason(state))


def _winners(state: State, sheet: Sequence[Score]) -> tuple[int, ...]:
    """Return the seats with the most points, then with the most of what `rules.tiebreak` names, in its order."""
    ranks = [(score.total, *(_tiebreak(score, each) for each in state.rules.tiebreak)) for score in sheet]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def _tiebreak(score: Score, name: str) -> int:
    return {"trophies": len(score.trophies), "bonus": score.bonus, "shared": 0}[name]


def _reason(state: State) -> EndReason:
    if max(map(len, state.zones)) >= end_trigger(state):
        return EndReason.TARGET_REACHED
    return EndReason.BLOCKED if state.last_turn is not None else EndReason.ROUND_LIMIT
