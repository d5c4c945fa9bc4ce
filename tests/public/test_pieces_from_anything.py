"""Every public parameter for pieces or melds accepts text, pieces, lists of texts, mixtures and the JSON of melds."""

import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any, cast

import pytest

from rami import contracts, gin, rummikub, rummy
from rami.codec import plain
from rami.counting import miscount
from rami.errors import InvalidMeld, NotationError, RamiError, WrongType
from rami.pieces import BaseMeld

GAMES: dict[str, ModuleType] = {"rummikub": rummikub, "rummy": rummy, "gin": gin, "contracts": contracts}
KIND: dict[str, Any] = {name: contracts.Card if name == "contracts" else rummy.Card for name in GAMES}
KIND["rummikub"] = rummikub.Tile
HAND = "AS 2S 3S 5H 5D 5C 9H 10H JH KD KC"
TEN = "AS 2S 3S 5H 5D 5C 9H 10H JH KD"
OTHER = "4S 5S QH KH KS 2C 2D 2H 7C 8D"
LAY_OFF = gin.Phase.LAY_OFF
LAID = "4S-5S-6S-7S-8S 8H=8D=8C"
VIEW = rummikub.set_up("R7 K1 *", "R4-R5-R6", pool_size=60)

PIECES: dict[str, tuple[Callable[..., object], str]] = {
    "rummikub.arrange.tiles": (rummikub.arrange, "R7 R8 R9"),
    "rummikub.best_play.including": (lambda tiles: rummikub.best_play(VIEW, including=tiles), "R7"),
    "rummikub.find_play.tiles": (partial(rummikub.find_play, VIEW), "R7"),
    "rummikub.playable.tiles": (partial(rummikub.playable, VIEW), "R7"),
    "rummikub.melds_in.hand": (lambda hand: [*rummikub.melds_in(hand)], "R4 R5 R6 K4 B4"),
    "rummikub.possible_melds.pieces": (rummikub.possible_melds, "R5 * R4"),
    "rummikub.rack_value.rack": (rummikub.rack_value, "R7 K13 *"),
    "rummikub.set_up.rack": (rummikub.set_up, "R7 K13 *"),
    "rummikub.TimeOut.loose": (partial(rummikub.TimeOut, "R4-R5-R6"), "K1 R7"),
    "rummy.best_melds.hand": (rummy.best_melds, "3S 4S 5S KD"),
    "rummy.deadwood.hand": (rummy.deadwood, "3S 4S 5S KD"),
    "rummy.hand_value.hand": (rummy.hand_value, "3S 4S 5S KD"),
    "rummy.melds_in.hand": (lambda hand: [*rummy.melds_in(hand)], "3S 4S 5S KD"),
    "rummy.possible_melds.pieces": (rummy.possible_melds, "3S 5S 4S"),
    "rummy.set_up.hand": (rummy.set_up, "3S 4S 5S KD"),
    "rummy.set_up.discard": (lambda cards: rummy.set_up("3S", discard=cards), "4S 5S"),
    "rummy.set_up.known": (lambda cards: rummy.set_up("3S", known=cards), "4S 5S"),
    "gin.knocks.hand": (lambda hand: [*gin.knocks(hand)], HAND),
    "gin.set_up.hand": (gin.set_up, HAND),
    "gin.set_up.discard": (lambda cards: gin.set_up(HAND, discard=cards), "7D 8D"),
    "gin.set_up.known": (lambda cards: gin.set_up(HAND, discard="6D", known=cards), "7D 8D"),
    "gin.set_up.unmatched": (
        lambda cards: gin.set_up(TEN, LAID, discard="KC", unmatched=cards, phase=LAY_OFF),
        "2C 2D",
    ),
    "contracts.Take.cards": (contracts.Take, "5H 5C"),
    "contracts.End.discards": (contracts.End, "5H 6C"),
    "contracts.set_up.hand": (contracts.set_up, "4H 4D 5C"),
    "contracts.set_up.values": (partial(contracts.set_up, "4H"), "5H 6H"),
    "contracts.set_up.known": (partial(contracts.set_up, "4H"), "5H 6H"),
}
"""A call with each parameter that takes pieces, and a text of them."""

ROWS: dict[str, tuple[Callable[..., object], list[str]]] = {
    "rummikub.score.racks": (partial(rummikub.score, winner=0), ["", "R7 K13"]),
    "rummikub.Draft.rows": (lambda rows: rummikub.Draft(VIEW, rows).play, ["R4 R5 R6 R7"]),
    "rummy.score.hands": (partial(rummy.score, winner=0), ["", "KD 5H"]),
    "gin.score.hands": (partial(gin.score, knocker=0), [TEN, OTHER]),
    "contracts.Fill.cards": (partial(contracts.Fill, "C18"), ["4H 4D", "5C * 7Y"]),
}
"""A call with each parameter that takes rows of pieces, and texts of them."""

MELD: dict[str, tuple[Callable[..., object], str]] = {
    "rummikub.Meld.tiles": (rummikub.Meld, "R4-*-R6"),
    "rummikub.Run.tiles": (rummikub.Run, "R4-*-R6"),
    "rummikub.Group.tiles": (rummikub.Group, "R4=K4=*"),
    "rummikub.Row.tiles": (lambda tiles: rummikub.Row(tiles).tiles, "R4-*-R6"),
    "rummikub.Draft.sort.meld": (partial(rummikub.Draft(VIEW).sort, 0), "R4-R5-R6"),
    "rummy.Meld.cards": (rummy.Meld, "4S-*-6S"),
    "rummy.Run.cards": (rummy.Run, "4S-*-6S"),
    "rummy.Group.cards": (rummy.Group, "4S=4H=*"),
    "rummy.LayMeld.meld": (rummy.LayMeld, "4S-*-6S"),
    "rummy.LayOff.meld": (partial(rummy.LayOff, "7S"), "4S-*-6S"),
    "rummy.ReplaceJoker.meld": (partial(rummy.ReplaceJoker, "5S"), "4S-*-6S"),
    "gin.LayOff.meld": (partial(gin.LayOff, "7S"), "4S-5S-6S"),
}
"""A call with each parameter that takes a meld, and a text of it."""

MELDS: dict[str, tuple[Callable[..., object], str]] = {
    "rummikub.Table.melds": (rummikub.Table, "R4-R5-R6 K1=B1=O1"),
    "rummikub.Play.table": (rummikub.Play, "R4-R5-R6 K1=B1=O1"),
    "rummikub.TimeOut.table": (rummikub.TimeOut, "R4-R5-R6 K1=B1=O1"),
    "rummikub.set_up.table": (partial(rummikub.set_up, "R7"), "R4-R5-R6 K1=B1=O1"),
    "rummy.Table.melds": (rummy.Table, "4S-5S-6S 8H=8D=8C"),
    "rummy.set_up.table": (partial(rummy.set_up, "7S"), "4S-5S-6S 8H=8D=8C"),
    "gin.Knock.melds": (partial(gin.Knock, "KD"), "4S-5S-6S 8H=8D=8C"),
    "gin.set_up.table": (
        lambda melds: gin.set_up(TEN, melds, discard="KC", unmatched="2D 2H 3D AC", phase=LAY_OFF),
        "4S-5S-6S 8H=8D=8C",
    ),
}
"""A call with each parameter that takes a list of melds, and a text of them."""


def public() -> Iterator[tuple[str, str]]:
    """Yield each public parameter that takes several pieces, and its annotation."""
    for game, module in GAMES.items():
        for name in module.__all__:
            value = getattr(module, name)
            if name in ("State", "View") or not callable(value):  # positions are made by functions
                continue
            named = {name: value}
            if inspect.isclass(value):
                methods = inspect.getmembers(value, inspect.isfunction)
                named |= {f"{name}.{each}": method for each, method in methods if each[0] != "_"}
            for path, function in named.items():
                for parameter in inspect.signature(function, eval_str=True).parameters.values():
                    yield f"{game}.{path}.{parameter.name}", str(parameter.annotation)


def test_no_parameter_for_pieces_is_forgotten() -> None:
    of_pieces = {
        path
        for path, kind in public()
        if any(f"{word} | str]" in kind or f".{word}]" in kind for word in ("Tile", "Card"))
        and "Callable" not in kind
        and not path.startswith(("rummikub.Step.", "rummikub.Row.meld"))
    }
    assert of_pieces == {*PIECES, *ROWS, *MELD, *MELDS}


def forms(kind: Any, text: str) -> list[Any]:
    """The same pieces in every form."""
    words, pieces = text.split(), list(kind.row(text))
    mixed = [word if index % 2 else piece for index, (word, piece) in enumerate(zip(words, pieces, strict=True))]
    return [words, tuple(pieces), mixed, [word.lower() for word in words], iter(words)]


@pytest.mark.parametrize("path", PIECES)
def test_pieces_come_in_every_form(path: str) -> None:
    call, text = PIECES[path]
    expected = call(text)
    assert all(call(form) == expected for form in forms(KIND[path.split(".", maxsplit=1)[0]], text))


@pytest.mark.parametrize("path", ROWS)
def test_rows_come_in_every_form(path: str) -> None:
    call, texts = ROWS[path]
    expected, kind = call(texts), KIND[path.split(".", maxsplit=1)[0]]
    for each in zip(*(forms(kind, text) for text in texts), strict=True):
        assert call(list(each)) == expected


@pytest.mark.parametrize("path", MELD)
def test_a_meld_comes_in_every_form(path: str) -> None:
    call, text = MELD[path]
    game = path.split(".", maxsplit=1)[0]
    meld: BaseMeld[Any] = (rummikub if game == "rummikub" else rummy).Meld(text)
    json = {"kind": "run" if meld.joint == "-" else "group", "pieces": list(map(str, meld))}
    expected = call(text)
    blanks = text.replace("-", " ").replace("=", " ")
    assert all(call(form) == expected for form in (meld, json, *forms(KIND[game], blanks)))


@pytest.mark.parametrize("path", MELDS)
def test_a_list_of_melds_comes_in_every_form(path: str) -> None:
    call, text = MELDS[path]
    game = rummikub if path.startswith("rummikub") else rummy
    melds: list[Any] = [game.Meld(each) for each in text.split()]
    json = [plain(meld, game.GAME) for meld in melds]
    expected = call(text)
    for form in (game.Table(melds), melds, json, text.split(), [list(meld) for meld in melds], iter(melds)):
        assert call(form) == expected
    assert call([melds[0], json[1]]) == call([list(map(str, melds[0])), text.split()[1]]) == expected


@pytest.mark.parametrize("path", [*PIECES, *ROWS, *MELD, *MELDS])
def test_sets_and_mappings_are_refused(path: str) -> None:
    call = {**PIECES, **ROWS, **MELD, **MELDS}[path][0]
    kind = KIND[path.split(".", maxsplit=1)[0]]
    some = kind.row("R4 R5" if kind is rummikub.Tile else "4H 5H")
    for wrong in (
        {*some},
        frozenset(some),
        Counter(some),
        {"kind": "run"},
        7,
        *([[7], [None], [[7]]] if path not in ROWS else []),
    ):
        with pytest.raises(WrongType):
            call(wrong)


def test_the_library_reads_its_own_output() -> None:
    view = rummikub.set_up("R7 *", "R4-R5-R6")
    written = plain(view)
    assert rummikub.set_up(written["rack"], written["table"]) == view


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: rummikub.set_up(["R7 K1"]), NotationError, r"^rack\[0\]: Expected a tile here, but found 2"),
        (lambda: rummikub.set_up(["R7", ""]), NotationError, r"^rack\[1\]: Expected a tile here, but found 0"),
        (lambda: rummikub.set_up(["R7", "R14"]), NotationError, r"^rack\[1\]: 'R14' is not a tile"),
        (lambda: rummikub.set_up(cast("Any", ["R7", 7])), WrongType, r"^rack\[1\] must be a tile, or text, not 7"),
        (lambda: rummikub.set_up(cast("Any", [rummy.Card("AS")])), WrongType, r"^rack\[0\] must be a tile"),
        (lambda: rummikub.Table([["R4", "R5", "X"]]), NotationError, r"^melds\[0\]\[2\]: 'X' is not a tile"),
        (lambda: rummikub.Draft(VIEW, ["R4 R5 R6", ["R7", "X"]]), NotationError, r"^rows\[1\]\[1\]: 'X'"),
        (lambda: rummikub.score(["", ["R7", "X"]], winner=0), NotationError, r"^racks\[1\]\[1\]: 'X'"),
        (lambda: gin.score([TEN.split()[:9], OTHER], knocker=0), RamiError, "hand must have 10 or 11 cards, not 9"),
        (lambda: rummikub.Meld(["R7", "*", "*"]), NotationError, r"R7 \* \* may be a run or a group; write R7-\*-\*"),
        (lambda: rummikub.Meld(["R7", "R9", "K1"]), InvalidMeld, "R7 R9 K1"),
        (lambda: rummikub.Meld(["R7", "K7", "K7"]), InvalidMeld, "R7 K7 K7"),
        (lambda: rummikub.Meld(cast("Any", rummy.Meld("AS-2S-3S"))), WrongType, "tiles must be a meld of tiles"),
        (
            lambda: rummikub.Meld({"kind": "same", "pieces": []}),
            NotationError,
            r"tiles.kind must be 'run' or 'group', not 'same'",
        ),
        (lambda: rummikub.Run({"kind": 7, "pieces": []}), WrongType, "tiles.kind must be 'run', not 7"),
        (
            lambda: contracts.Fill("C18", [{"kind": "run", "pieces": "4H 4D"}]),
            NotationError,
            "4H-4D",
        ),
    ],
)
def test_an_error_names_the_element(call: Callable[[], object], error: type[RamiError], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_the_json_of_a_fill_marks_equal_rows() -> None:
    rows = [{"kind": "same", "pieces": ["4H", "4D"]}, {"kind": "run", "pieces": ["5C", "*", "7Y"]}]
    assert contracts.Fill("C18", rows) == contracts.Fill("C18", "4H=4D 5C-*-7Y")


def test_help_shows_the_parameters_of_melds() -> None:
    assert list(inspect.signature(rummikub.Meld).parameters) == list(inspect.signature(rummikub.Run).parameters)


def test_sets_of_pieces_are_counted_anew_if_they_change() -> None:
    pieces = [*rummikub.Tile.row("R1 R2")]
    seen = rummikub.Tile.row("R1 R1")
    assert miscount(seen, pieces, "the set", hidden=None) is not None
    pieces.append(seen[0])
    assert miscount(seen, pieces, "the set", hidden=None) is None
    many = [tuple(pieces[: 1 + index % 3]) for index in range(200)]  # more sets than are remembered
    assert [miscount(seen, each, "the set", hidden=None) is None for each in many] == [len(each) == 3 for each in many]
