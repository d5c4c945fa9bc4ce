"""Properties of the values of all games: presets, rules, pieces, melds, tables and digests."""

import inspect
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve, frozen

import rami
from rami import contracts, gin, rummikub, rummy
from rami.digests import digest
from rami.errors import NotationError, RulesError, Violation, WrongType, shown
from rami.pieces import Piece, row_text
from rami.positions import position_repr
from rami.presets import rules_name
from rami.results import EndReason, Result
from rami.shapes import typed, typed_fields

GAMES = pytest.mark.parametrize("game", [rummikub, rummy, contracts, gin], ids=lambda game: game.__name__)
MELDS = pytest.mark.parametrize(
    ("game", "notation"), [(rummikub, "R4-*-R6"), (rummikub, "K8=B8=*"), (rummy, "4S-*-6S"), (rummy, "8S=8H=*")]
)


@GAMES
def test_presets_show_their_names(game: ModuleType) -> None:
    names = ", ".join(game.PRESETS)
    number = len(game.PRESETS)
    assert repr(game.PRESETS) == f"<{number} edition{'s' * (number > 1)}: {names}>"


@GAMES
def test_repr_of_a_value_is_short(game: ModuleType) -> None:
    """The repr of a position names its edition, and the help of a function names its default."""
    state = game.new_game(2, seed=1)
    for value in (state, game.observe(state, 0), game.observe(state, None), game.Rules(), game.PRESETS):
        assert len(repr(value)) <= 300
    assert str(state) == rami.text(state) != repr(state)
    assert repr(game.Rules()) == f"PRESETS['{next(iter(game.PRESETS))}']"
    assert len(str(inspect.signature(game.new_game))) < 200


def test_rules_are_called_by_the_edition_that_they_come_near_to() -> None:
    near = rummikub.PRESETS["goliath"].evolve(penalty_tiles=1)
    assert rules_name(near, rummikub.PRESETS) == "goliath with penalty_tiles=1"
    far = near.evolve(turn_seconds=17, joker_rack=7, losers_negative=not near.losers_negative)
    assert rules_name(far, rummikub.PRESETS) == "goliath with 4 changes"
    assert rules_name(rummikub.PRESETS["goliath"], rummikub.PRESETS) == "goliath"


@pytest.mark.parametrize("piece", [rummikub.Tile("R7"), rummikub.JOKER, rummy.Card("10H"), contracts.Card("5H")])
def test_arithmetic_with_pieces_raises_an_error(piece: Any) -> None:
    attempts: tuple[Callable[[], object], ...] = (
        lambda: piece + 1,
        lambda: 2 * piece,
        lambda: -piece,
        lambda: piece % 3,
        lambda: 1 << piece,
    )
    for reckon in attempts:
        with pytest.raises(WrongType, match=r"does not support arithmetic"):
            reckon()
    assert piece.is_joker == (str(piece) == "*")
    assert isinstance(piece, Piece)
    assert pickle.loads(pickle.dumps(piece)) is piece
    assert f"{piece:>4}" == str(piece).rjust(4)


@MELDS
def test_melds_are_rows_of_pieces(game: ModuleType, notation: str) -> None:
    meld = game.Meld(notation)
    pieces = list(meld)
    assert (len(meld), meld[0], meld[1:], str(meld)) == (3, pieces[0], tuple(pieces[1:]), notation)
    assert pieces[0] in meld
    assert str(pieces[0]) in meld
    assert "*" in meld
    assert None not in meld
    assert int(pieces[0]) not in meld
    assert eval(repr(meld), vars(game)) == meld


@MELDS
def test_tables_are_rows_of_melds(game: ModuleType, notation: str) -> None:
    table = game.Table(notation)
    meld = game.Meld(notation)
    assert (len(table), table[0], table[:1], list(table), str(table)) == (1, meld, (meld,), [meld], notation)
    assert eval(repr(table), vars(game)) == table
    assert not game.Table()


def test_winners_share_a_win_equally() -> None:
    assert Result((5, 5, 1), (0, 1), EndReason.WENT_OUT).shares == (0.5, 0.5, 0.0)
    assert Result((0, 0), (), EndReason.BLOCKED).shares == (0.0, 0.0)


def test_digests_of_numbers_of_any_size_and_of_values_of_games_alone() -> None:
    large = 10**5000
    assert len({digest(seed) for seed in (large, -large, large + 1, 0)}) == 4
    for value in ({}, [1], 1.5, object()):
        with pytest.raises(RulesError, match="it is not a value of a game"):
            digest(value)
    row: Any = ()
    for _ in range(100_000):
        row = (row,)
    with pytest.raises(RulesError, match="nested too deeply"):
        digest(row)


def test_a_value_that_cannot_show_itself_is_named_by_its_type() -> None:
    class Broken:
        def __repr__(self) -> str:
            raise RuntimeError

    assert shown(Broken()) == "a Broken"


@GAMES
def test_a_game_is_shown_by_its_name(game: ModuleType) -> None:
    assert repr(game.GAME) == f"Game(name={game.GAME.name!r})"


def test_long_values_are_cut_in_messages() -> None:
    assert len(shown("x" * 100)) == 60
    state = gin.new_game(2, seed=1)
    for fact, shows in (("x" * 80, "x" * 80), ("x" * 81, "x" * 80 + "…")):
        assert position_repr(state, gin.PRESETS, own=fact).endswith(f"; own {shows}>")
    for word, shows in (("x" * 12, "x" * 12), ("x" * 13, "x" * 12 + "…")):
        with pytest.raises(NotationError, match=f"'{shows}' is not a tile"):
            rummikub.Tile.row(word)
    with pytest.raises(RulesError, match="the rule of a violation must be at most 100 printable characters"):
        Violation(gin.Code.GAME_OVER, rule="x" * 101)


def test_each_item_of_a_fixed_tuple_is_checked() -> None:
    @frozen(field_transformer=typed_fields)
    class Pair:
        both: tuple[int, str]

    assert Pair((1, "a")).both == (1, "a")
    for wrong in ((1, 2), (1,), (1, "a", "b"), [1, "a"]):
        with pytest.raises(WrongType, match="both must be a tuple of a whole number, text, not"):
            Pair(wrong)  # type: ignore[arg-type]  # on purpose


def test_a_class_without_fields_can_be_made() -> None:
    @frozen(field_transformer=typed_fields)
    class Empty: ...

    assert Empty() == Empty()


def test_a_missing_argument_is_not_a_wrong_type() -> None:
    @typed
    def both(number: int, text: str = "") -> str:
        return text * number

    assert (both(2, "a"), both(2), both(number=1, text="b")) == ("aa", "", "b")
    with pytest.raises(WrongType, match="text must be text, not 7"):
        both(1, text=7)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        both()  # type: ignore[call-arg]  # on purpose


def test_items_of_several_types_are_checked() -> None:
    @typed
    def sizes(rows: tuple[str | tuple[int, ...], ...]) -> list[int]:
        return list(map(len, rows))

    assert sizes(("R7", (1, 2, 3), "")) == [2, 3, 0]
    with pytest.raises(
        WrongType, match="rows must be a tuple whose items are each text or a tuple whose items are each a whole"
    ):
        sizes(("R7", (1, "2")))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [rummikub, rummy, gin, contracts], ids=lambda game: game.__name__)
def test_order_of_returns_the_order_that_deals_these_hands(game: ModuleType) -> None:
    rules = game.Rules()
    for starter in (0, 1):
        given = game.GAME.shuffle(2, rules, seed=7, starter=starter)
        state = game.from_deal(2, rules, given)
        hands = state.racks if game is rummikub else state.hands
        rest = given.order[sum(map(len, hands)) :]
        order = rules.order_of(hands, rest[:5], starter=starter)
        again = game.from_deal(2, rules, evolve(given, order=order))
        assert (again.racks if game is rummikub else again.hands) == hands
        assert order[: len(order) - len(rest) + 5][-5:] == rest[:5]
        assert rules.order_of([row_text(hand) for hand in hands], row_text(rest[:5]), starter=starter) == order


def test_an_impossible_real_deal_is_refused() -> None:
    rules = rummikub.Rules()
    for hands, then, why in (
        (["R1 R2", "R3"], "", "all hands must have the same size, not 2, 1"),
        (["R1 R1", "R1 R3"], "", "there are more tiles of a kind than the set has: R1"),
        (["R1 R2", [7, 8]], "", r"hands\[1\]\[0\] must be a tile, or text, not 7"),
        (7, "", "hands must be"),
    ):
        with pytest.raises(RulesError, match=why):
            rules.order_of(hands, then)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(RulesError, match="starter must be a whole number from 0 to 1"):
        rules.order_of(["R1", "R2"], starter=2)
