"""`check_game` notices a class of moves that a game never lists."""

from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, NamedTuple

import pytest
from attrs import evolve, field, frozen

from examples.okey import okey
from rami import gin, rummikub, rummy
from rami.cards import Card
from rami.cards.melds import Meld
from rami.game import Game
from rami.testing import Breach, check_game
from rami.testing.candidates import Candidates
from tests.kit import card_swap_game as swap
from tests.kit import chinchon
from tests.kit import counting_game as fourth

GAMES: dict[str, Game[Any, Any, Any, Any]] = {
    game.name: game for game in (rummikub.GAME, rummy.GAME, gin.GAME, okey.GAME, chinchon.GAME, fourth.GAME, swap.GAME)
}
"""The games with classes of moves that must be listed. The contract game has other tests, because it is slow."""

CLASSES = [(name, kind) for name, game in GAMES.items() for kind in game.moves if kind not in game.unlisted]
SOON_FOUND = {"TakeDiscard", "Take", "Swap", "Count"}
"""Names of classes that are noticed in less than a second."""


def without(game: Game[Any, Any, Any, Any], kind: type) -> Game[Any, Any, Any, Any]:
    """Return a game that never lists a class of moves."""

    def legal_moves(position: Any) -> Iterator[Any]:
        return (move for move in game.legal_moves(position) if not isinstance(move, kind))

    return evolve(game, legal_moves=legal_moves)


@pytest.mark.parametrize(
    ("name", "kind"),
    [pytest.param(name, kind, marks=() if kind.__name__ in SOON_FOUND else pytest.mark.slow) for name, kind in CLASSES],
)
def test_a_class_that_is_never_listed_is_noticed(name: str, kind: type) -> None:
    # Some positions have moves of one class only, so nothing is listed there without it.
    with pytest.raises(Breach, match=r"is legal, but neither this move|no legal move is listed"):
        check_game(without(GAMES[name], kind))


# ----------------------------------------------------------------------------------------------- ways to declare fields


@frozen
class Converted:
    """A field whose type only the class knows."""

    cards: tuple[Card, ...] = field(converter=tuple)


@frozen
class Inherited(Converted):
    """A field of a base class."""


@frozen
class Private:
    """A field whose argument has another name."""

    _cards: tuple[Card, ...]


@dataclass(frozen=True)
class Data:
    """A dataclass."""

    cards: tuple[Card, ...]


class Named(NamedTuple):
    """A named tuple."""

    cards: tuple[Card, ...]


class Plain:
    """A class that is annotated in its constructor."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards


Untyped: Any = namedtuple("Untyped", ["cards"])  # pyright: ignore[reportUntypedNamedTuple]  # a class without types


class Bare:
    """A class without a constructor, such as a pass."""


@frozen
class Unresolved:
    """An annotation that cannot be resolved."""

    cards: "Missing"  # type: ignore[name-defined]  # noqa: F821


@frozen
class Unordered:
    """A set of cards."""

    cards: frozenset[Card]


@frozen
class Melded:
    """A field of a base class without fields."""

    meld: Meld


@frozen
class Paired:
    """A tuple with two types."""

    pair: tuple[Card, Literal["high", "low"]]


@frozen
class Nested:
    """Rows of cards, and text of the rules."""

    name: str
    rows: tuple[tuple[Card, ...], ...]


VIEW = rummy.set_up("AS 2S 3S", rules=rummy.GAME.presets["rami-51"], has_melded=False)


def candidates(kind: type) -> list[Any]:
    [made] = Candidates(VIEW, VIEW.rules.pieces, Random(1)).of([kind], 1_000)
    return made


@pytest.mark.parametrize("kind", [Converted, Inherited, Data, Named, Plain, Unordered])
def test_moves_are_made_however_a_row_of_cards_is_declared(kind: type) -> None:
    made = candidates(kind)
    assert any(sorted(map(str, move.cards)) == ["2S", "3S", "AS"] for move in made)


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        (Private, "Private(_cards=(Card('AS'), Card('2S'), Card('3S')))"),
        (Untyped, "Untyped(cards=Card('3S'))"),
        (Unresolved, "Unresolved(cards=Card('3S'))"),
        (Melded, "Melded(meld=Run('AS-2S-3S'))"),
        (Paired, "Paired(pair=(Card('2S'), 'low'))"),
    ],
)
def test_moves_are_made_of_other_fields(kind: type, shown: str) -> None:
    assert shown in map(repr, candidates(kind))


def test_a_class_without_a_constructor_is_one_move() -> None:
    [made] = candidates(Bare)
    assert type(made) is Bare


def test_texts_of_the_rules_and_nested_rows_are_tried() -> None:
    made = candidates(Nested)
    assert VIEW.rules.discard_view in {move.name for move in made}
    assert any(len(row) == 3 for move in made for row in move.rows)


# --------------------------------------------------------------------------------------------------- moves of players


@pytest.mark.parametrize("name", ["quick", "absent", "random"])
def test_moves_of_players_must_be_legal_and_listed(name: str) -> None:
    changes: dict[str, Any] = {name: lambda view, *_: swap.Swap()}
    wrong = evolve(swap.GAME, **changes)
    with pytest.raises(Breach, match=f"{name} makes swap, which is illegal"):
        check_game(wrong, rules=swap.Rules(4, 2))


# ------------------------------------------------------------------------------------------- checks of single calls


def test_moves_listed_for_another_seat_are_noticed() -> None:
    def legal_moves(position: Any) -> Iterator[swap.Move]:
        is_stranger = isinstance(position, swap.View) and position.player not in (None, position.current_player)
        return iter([swap.Keep()]) if is_stranger and not position.is_over else swap.legal_moves(position)

    with pytest.raises(Breach, match=r"legal moves are listed for seat \d, whose turn it is not"):
        check_game(evolve(swap.GAME, legal_moves=legal_moves), rules=swap.Rules(), players=2, moves=1)


def test_legal_moves_that_depend_on_earlier_checks_are_noticed() -> None:
    checked: list[swap.Move] = []

    def check(position: Any, move: Any) -> Any:
        checked.append(move)
        return swap.check(position, move)

    def legal_moves(position: Any) -> Iterator[swap.Move]:
        moves = list(swap.legal_moves(position))
        return iter(moves[::-1] if len(checked) % 7 > 3 else moves)

    with pytest.raises(Breach, match="other moves after some moves were tried"):
        check_game(evolve(swap.GAME, check=check, legal_moves=legal_moves), rules=swap.Rules(), players=2, moves=1)


def test_a_given_player_plays_whole_deals() -> None:
    asked: list[int] = []

    def player(view: swap.View, _: Random) -> swap.Move:
        asked.append(view.turn)
        return swap.Keep()

    found = check_game(swap.GAME, rules=swap.Rules(9, 9), players=2, seeds=[], player=player, moves=400)
    # The player makes nearly all moves of its deals, which have 18 turns, and none of the other deals.
    assert sum(turn == 17 for turn in asked) > 30
    assert 0.4 < len(asked) / found.moves < 0.9
