"""Trophies, the score sheet, and the result of a game."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from attrs import frozen

from rami.contracts.cards import TEXTS, color_name
from rami.contracts.position import State, View
from rami.contracts.requirements import Contract, Contracts
from rami.contracts.rules import MIN_PLAYERS, Deck, Rules, Trophy
from rami.contracts.setup import named_contracts
from rami.counting import row_by_seat, rows_of
from rami.errors import RulesError, shown
from rami.messages import Phrase
from rami.results import BasePartReason, EndReason, Part, Result, part_of, settled
from rami.shapes import altered, one_of, row_of, typed, typed_fields, whole


class PartReason(BasePartReason, texts=TEXTS):
    """A reason why a player scores points.

    Attributes:
        CONTRACT: Points for a completed contract. `Part.name` is the id of the contract (003.14).
        BONUS: Points for the bonus pile. `Part.count` is the number of cards in the pile (003.14).
        TROPHY: Points for a trophy. `Part.name` has the value of the `Trophy`, `Part.count` the number of symbols
            (003.17).
    """

    CONTRACT = "contract"
    BONUS = "bonus"
    TROPHY = "trophy"

    def named(self, name: str) -> str | Phrase:
        """Return the name of a part for use in a sentence.

        A trophy is named in words.

        Args:
            name: `Part.name`.
        """
        if self is PartReason.TROPHY and name in _TROPHIES:
            return trophy_name(_TROPHIES[name])
        return name


_TROPHIES = {trophy.value: trophy for trophy in Trophy}


def trophy_name(trophy: Trophy) -> Phrase:
    """Return the name of a trophy.

    It is the color, or the size of the combos.
    """
    if trophy.color is None:
        return TEXTS.phrase("trophies.combo", size=trophy.combo)
    return color_name(trophy.color)


@frozen(kw_only=True, field_transformer=typed_fields)
class Score:
    """The score sheet of a player (003.5).

    Attributes:
        contracts: The points of the completed contracts.
        bonus: The points of the bonus pile, one for each card (003.14).
        trophies: The trophies that the player holds.
        trophy_points: The points of these trophies.

    Examples:
        >>> from rami.contracts import breakdown, new_game
        >>> score = breakdown(new_game(3, seed=1))[0]
        >>> score.contracts, score.bonus, score.trophies, score.trophy_points
        (0, 0, (), 0)
    """

    contracts: int
    bonus: int
    trophies: tuple[Trophy, ...]
    trophy_points: int

    @property
    def total(self) -> int:
        """All points together."""
        return self.contracts + self.bonus + self.trophy_points


@typed
def trophy_holder(trophy: Trophy, zones: Sequence[Sequence[Contract]]) -> int | None:
    """Return the seat that wins a trophy (003.17 to 003.20).

    This seat has the most symbols of the trophy on its contracts.

    Bonus piles count for nothing here (003.18).

    Args:
        trophy: The visible face of a token.
        zones: The completed contracts of each player, by seat.

    Returns:
        The seat; None if several seats tie (003.20) or no seat has a symbol (B14).

    Examples:
        >>> from rami.contracts import Rules
        >>> card = Rules().deck.by_id
        >>> trophy_holder(Trophy.HEARTS, [[card["C01"], card["C09"]], [card["C05"]]])
        0
        >>> trophy_holder(Trophy.COMBO_3, [[card["C27"]], [card["C09"], card["C13"]]]) is None
        True
    """
    return _held(trophy, zones)[0]


def _held(trophy: Trophy, zones: Sequence[Sequence[Contract]]) -> tuple[int | None, int]:
    symbols = [sum(map(trophy.symbols, zone)) for zone in zones]
    most = max(symbols, default=0)
    return symbols.index(most) if most and symbols.count(most) == 1 else None, most


@typed
def breakdown(position: State | View) -> tuple[Score, ...]:
    """Return the scores that the players would have if the game ended now.

    See 003.5, 003.14, 003.17 and B13.

    Args:
        position: A position, or any view of it. All points are public.

    Returns:
        A score for each seat.

    Examples:
        >>> from rami.contracts import new_game
        >>> [score.total for score in breakdown(new_game(3, seed=1))]
        [0, 0, 0]
    """
    return tuple(_scores(position.rules, position.zones, position.trophies, position.bonus_sizes))


def _scores(
    rules: Rules, zones: Sequence[Sequence[Contract]], trophies: Sequence[Trophy], bonus_sizes: Sequence[int]
) -> Iterator[Score]:
    holders = [(trophy, trophy_holder(trophy, zones)) for trophy in trophies]
    for seat, zone in enumerate(zones):
        held = tuple(trophy for trophy, holder in holders if holder == seat)
        yield Score(
            contracts=sum(contract.points for contract in zone),
            bonus=bonus_sizes[seat],
            trophies=held,
            trophy_points=len(held) * rules.deck.trophy_points,
        )


def result(position: State | View) -> Result | None:
    """Return the result of a game that is over (003.5, 003.25, B15).

    Args:
        position: The position, or any view of it.

    Returns:
        The scores with their parts, and the winners. None while the game is running.

    Examples:
        >>> from rami.contracts import new_game
        >>> result(new_game(2, seed=1)) is None
        True
    """
    one_of("position", position, (State, View))
    if not position.is_over:
        return None
    otherwise = EndReason.ROUND_LIMIT if position.last_turn is None else EndReason.BLOCKED
    return _settled(position.rules, position.zones, position.trophies, position.bonus_sizes, otherwise)


@typed
def score(
    zones: Iterable[str | Iterable[Contract | str]],
    trophies: str | Iterable[Trophy],
    *,
    bonus_sizes: Iterable[int] | None = None,
    rules: Rules = Rules(),
) -> Result:
    """Return the scores of a game that was played with real cards.

    See 003.5, 003.14, 003.17, B13, B15 and B16.

    Args:
        zones: The completed contracts of each player, by seat. Each item is a text with ids, or an iterable of
            contracts or ids.
        trophies: The visible face of each trophy token, as faces or their names in one text: "coeur combo3".
        bonus_sizes: Number of cards in each bonus pile, by seat. Required, because each card scores a point.
        rules: The rules of the game.

    Returns:
        The scores and winners, for a `Match`.

    Raises:
        RulesError: If there is no such contract or face, or an argument does not fit the number of players.
        WrongType: If an argument has another type.

    Examples:
        >>> score(["C01 C02", "C33"], "coeur trefle combo2 combo3", bonus_sizes=[2, 0]).scores
        (10, 7)
    """
    deck = rules.deck
    filled = _zones(deck, zones)
    faces = _faces(deck, trophies)
    sizes = row_by_seat("bonus_sizes", bonus_sizes, int, len(filled))
    if sizes is None:
        raise RulesError("bonus_sizes must be given, because each card of a bonus pile scores a point")
    for size in sizes:
        whole("each of bonus_sizes", size, 0, len(deck.cards))
    return _settled(rules, filled, faces, sizes, EndReason.BLOCKED)


def _zones(deck: Deck, zones: Iterable[str | Iterable[Contract | str]]) -> tuple[Contracts, ...]:
    given = rows_of("zones", zones)
    whole("the number of zones", len(given), MIN_PLAYERS, deck.max_players)
    filled = tuple(named_contracts(deck, zone) for zone in given)
    named_contracts(deck, chain(*filled))
    return filled


def _faces(deck: Deck, trophies: str | Iterable[Trophy]) -> tuple[Trophy, ...]:
    names = trophies.replace(",", " ").split() if isinstance(trophies, str) else row_of("trophies", trophies, Trophy)
    known = set(chain(*deck.trophy_tokens))
    if unknown := [name for name in names if name not in known]:
        raise RulesError(f"the deck has no trophy {shown(unknown[0])}; its trophies are {', '.join(sorted(known))}")
    if len(names) != len(deck.trophy_tokens):
        raise RulesError(f"the deck has {len(deck.trophy_tokens)} trophies, not {len(names)}")
    return tuple(map(Trophy, names))


def _settled(
    rules: Rules,
    zones: Sequence[Contracts],
    trophies: Sequence[Trophy],
    bonus_sizes: Sequence[int],
    otherwise: EndReason,
) -> Result:
    """Return the result of a game that is over (B15)."""
    reached = max(map(len, zones)) >= rules.deck.end_triggers[len(zones) - MIN_PLAYERS]
    reason = EndReason.TARGET_REACHED if reached else otherwise
    ended = settled(len(zones), (), reason, _parts(rules, zones, trophies, bonus_sizes))
    most = max(ended.scores)
    return altered(ended, winners=tuple(seat for seat, total in enumerate(ended.scores) if total == most))


def _parts(
    rules: Rules, zones: Sequence[Contracts], trophies: Sequence[Trophy], bonus_sizes: Sequence[int]
) -> Iterator[Part]:
    for seat, zone in enumerate(zones):
        for contract in zone:
            yield part_of(seat, PartReason.CONTRACT, contract.points, name=contract.id)
        yield part_of(seat, PartReason.BONUS, bonus_sizes[seat], count=bonus_sizes[seat])
    for trophy in trophies:
        holder, symbols = _held(trophy, zones)
        if holder is not None:
            points = rules.deck.trophy_points
            yield part_of(holder, PartReason.TROPHY, points, name=trophy.value, count=symbols)
