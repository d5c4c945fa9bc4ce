"""The pictures and the text of every game show what they should, and nothing hidden."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import evolve

import rami
from rami import contracts, gin, rummikub, rummy
from rami.errors import RamiError, WrongType
from rami.messages import Pictured
from rami.own import MarkRow, Picture, Texts
from rami.pictures.svg import Svg
from rami.rummikub.checks import played_tiles
from rami.rummikub.rows import Row
from tests.promises.playing import EACH_GAME, EACH_PRESET, played

SVG = "{http://www.w3.org/2000/svg}"


def read(picture: Svg) -> ElementTree.Element:
    """Return the parsed picture, after a check that it can be embedded anywhere."""
    root = ElementTree.fromstring(picture)
    assert root.tag == SVG + "svg"
    assert {child.tag for child in root.iter()} <= {
        SVG + tag for tag in ("svg", "title", "desc", "style", "rect", "text", "path", "g", "circle")
    }
    names = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in names if name == "id" or name.startswith("on") or "href" in name}
    assert "url(" not in picture
    assert "@import" not in picture
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for group in root.iter(SVG + "g"):
        place = re.match(r"translate\((\S+) (\S+)\)", group.attrib["transform"])
        if place:
            x, y = map(float, place.groups())
            assert 0 <= x < width - 40
            assert 0 <= y < height - 40
    assert width <= 700
    return root


def words(picture: Svg) -> tuple[str, str]:
    root = read(picture)
    title, description = root.find(SVG + "title"), root.find(SVG + "desc")
    assert title is not None
    assert description is not None
    return title.text or "", description.text or ""


TERMINAL_COLORS = {"red": "160", "black": "16", "blue": "25", "orange": "166", "green": "28", "purple": "90"}


def colors_of_pieces(value: Any) -> Counter[str]:
    """Count the terminal colors of the face-up pieces in the picture of a value."""
    marks = [mark for row in value.picture.rows for mark in row.marks if mark.up and mark.shape != "sheet"]
    return Counter(TERMINAL_COLORS[mark.ink] for mark in marks)


@pytest.mark.slow(but=["hasbro-2007", "contract-default", "horesca", "scala-40", "gin-classic"])
@EACH_PRESET
def test_every_position_can_be_drawn_and_written(game: ModuleType, preset: str) -> None:
    for state, move in played(game, game.PRESETS[preset], 5, 25)[::8]:
        for value in (state, game.observe(state, 0), game.observe(state, None), move):
            for lang in ("en", "fr"):
                assert all(words(rami.svg(value, lang=lang)))
                text = rami.text(value, lang=lang)
                assert max(map(len, text.splitlines())) <= 80
                colored = rami.text(value, color=True, lang=lang)
                assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == text
                assert Counter(re.findall(r"\x1b\[1;38;5;(\d+);", colored)) == colors_of_pieces(value)
            assert value._repr_svg_() == rami.svg(value)
        assert str(state) == rami.text(state)
        assert str(game.observe(state, 1)) == rami.text(game.observe(state, 1))


@EACH_GAME
def test_a_view_draws_the_own_pieces_and_no_others(game: ModuleType) -> None:
    state, _ = played(game, game.Rules(), 3, 12)[-1]
    hands = state.racks if game is rummikub else state.hands
    place = "rack" if game is rummikub else "hand"
    for seat in (0, 1):
        rows = {row.zone: row for row in game.observe(state, seat).picture.rows}
        own, other = rows[f"{place} {seat}"], rows[f"{place} {1 - seat}"]
        assert Counter(mark.word for mark in own.marks) == Counter(piece.mark.word for piece in hands[seat])
        assert len(other.marks) == len(hands[1 - seat])
        for row, of in ((own, seat), (other, 1 - seat)):
            known = [mark.word for mark in row.marks if mark.known]
            assert Counter(known) == Counter(piece.mark.word for piece in state.known[of])
        assert all(mark.known for mark in other.marks if mark.up)


def test_a_piece_that_all_have_seen_has_a_dot_in_both_hands() -> None:
    view = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D", taken="KC", known="QD QH")
    _, description = words(rami.svg(view))
    assert "Player 2: 10 cards, 2 known to all players (•): queen of hearts (known to all players), " in description
    assert "king of clubs (known to all players)" in description
    assert rami.svg(view).count('fill="#7a1fb8"') == 3
    lines = rami.text(view, lang="fr").splitlines()
    assert lines[lines.index("Joueur 2 : 10 cartes, 2 connues de tous (•)") + 1] == "  D♥• D♦•"


EACH_GAME_WITH_PIECES = pytest.mark.parametrize("game", [rummikub, rummy, contracts], ids=lambda game: game.__name__)
"""Gin plays with the cards of card rummy."""


@EACH_GAME_WITH_PIECES
def test_the_picture_of_a_piece_has_its_name(game: ModuleType) -> None:
    for piece in (game.JOKER, *game.Rules().pieces) if game is rummikub else _cards(game):
        for lang in ("en", "fr"):
            title, description = words(rami.svg(piece, lang=lang))
            assert title == piece.name(lang)
            assert description == title + "."
        assert rami.text(piece) == piece.mark.word


def _cards(game: ModuleType) -> list[Any]:
    return [*game.Rules(jokers=1).pieces] if game is rummy else [game.JOKER, *game.Rules().deck.cards]


@EACH_GAME
def test_each_theme_has_its_colors(game: ModuleType) -> None:
    state = game.new_game(2, seed=1)
    light, dark, auto = (rami.svg(state, theme=theme) for theme in ("light", "dark", "auto"))
    assert light != dark
    assert "prefers-color-scheme" in auto
    assert "<style" not in light + dark
    assert rami.svg(state) == auto == rami.svg(state)
    with pytest.raises(RamiError, match="theme must be one of 'auto', 'light', 'dark', not 'red'"):
        rami.svg(state, theme="red")  # type: ignore[arg-type]  # wrong on purpose


@EACH_GAME_WITH_PIECES
def test_values_without_a_picture_are_refused(game: ModuleType) -> None:
    state = game.new_game(2, seed=1)
    functions: list[Callable[..., object]] = [rami.svg, rami.text]
    for show in functions:
        with pytest.raises(WrongType, match="a picture needs a value of a game"):
            show([7])
        with pytest.raises(WrongType, match="a picture needs a value of a game"):
            show("Z99")
        with pytest.raises(RamiError, match="lang must be"):
            show(state, lang="xx")
    with pytest.raises(RamiError, match="lang must be"):
        game.JOKER.name("xx")
    for width in (19, 1001):
        with pytest.raises(RamiError, match="width must be a whole number from 20 to 1000"):
            rami.text(state, width=width)
    with pytest.raises(RamiError, match="width must be a whole number from 20 to 1000, not a number of 16610 bits"):
        rami.text(state, width=10**5000)


@EACH_GAME_WITH_PIECES
def test_highlights_are_marked_without_color_too(game: ModuleType) -> None:
    pieces = game.Tile.row("R7 K8 *") if game is rummikub else game.Card.row("7H 8C *")
    for highlight in (pieces[1:2], iter(pieces[1:2])):
        picture = rami.svg(pieces, highlight=highlight)
        assert picture.count('class="halo"') == 1
        assert f"{pieces[1].name()} (marked)" in words(picture)[1]
    assert 'class="halo"' not in rami.svg(pieces).split("</style>")[1]
    with pytest.raises(WrongType, match="highlight must be pieces, not 7"):
        rami.svg(pieces, highlight=7)  # type: ignore[arg-type]  # wrong on purpose


def test_laid_tiles_are_highlighted() -> None:
    """A solid ring marks the tiles of the play. A dashed ring marks tiles that were on the table."""
    seen = 0
    for seed in range(3):
        for state, move in played(rummikub, rummikub.Rules(), seed, 60, players=3):
            if not isinstance(move, rummikub.Play):
                continue
            _, description = words(rami.svg(move, before=state))
            laid = Counter(re.findall(r"(?<=[:.,] )?([a-z0-9 ]+) \(marked\)", description))
            names = Counter(tile.name() for tile in played_tiles(state, move))
            assert Counter({name.strip(): number for name, number in laid.items()}) == names
            seen += "(moved)" in description
    assert seen > 1


def test_a_turn_under_construction_is_drawn() -> None:
    view = rummikub.set_up("R7 K1", "R4-R5-R6 B8=K8=O8")
    draft = rummikub.Draft(view).move("R7", "rack", 0).move("R5", 0, "new")
    assert rami.text(draft).splitlines() == ["  R4 R6 R7  K8=B8=O8  R5", "Rack: 1 tile", "  K1"]
    description = words(rami.svg(draft, before=view))[1]
    assert "red 7 (marked)" in description
    assert "red 5 (moved)" in description
    assert rami.text(Row("R4-R5-R6")) == "R4-R5-R6"
    assert rami.text(Row("R4=K4=B4"), lang="fr") == "R4=K4=B4"


def test_the_label_of_a_deck_does_no_harm() -> None:
    label = "</title><script>alert('1')</script>" + "long " * 30
    deck = evolve(contracts.Rules().deck, label=label)
    state = contracts.new_game(2, contracts.Rules(deck=deck), seed=1)
    for lang in ("en", "fr"):
        picture = rami.svg(state, lang=lang)
        assert "<script" not in picture
        assert "alert('1')" in words(picture)[1]
        text = rami.text(state, lang=lang)
        assert all(line.isprintable() and len(line) <= 80 for line in text.splitlines())


def test_melds_and_loose_pieces_are_printed_side_by_side() -> None:
    assert rami.text([rummikub.Run("R4-R5-R6"), *rummikub.Tile.row("k8 b8")]) == "R4-R5-R6  K8 B8"
    hand = [rummy.Run("4s-5s-6s"), rummy.Group("8s=8h=8d"), *rummy.Card.row("QH 10d")]
    assert rami.text(hand) == "4♠-5♠-6♠  8♠=8♥=8♦  Q♥ 10♦"
    assert rami.text(contracts.Card.row("5H 8Y *")) == "5♥ 8Y *"
    assert "pile: 1 card" in rami.text([gin.new_game(2, seed=1)])  # A separate label


def test_text_is_wrapped_between_melds_and_marked_without_color() -> None:
    table = rummikub.Table.parse("R1-R2-R3 R4-R5-R6 R7-R8-R9")
    assert rami.text(table, width=20).splitlines() == ["R1-R2-R3  R4-R5-R6", "R7-R8-R9"]
    assert rami.text(rummikub.Run("R1-R2-R3-R4-R5-R6-R7-R8-R9"), width=20) == "R1-R2-R3-R4-R5-R6-R7-R8-R9"
    assert rami.text(rummikub.Table()) == "The table is empty"


def test_a_hand_laid_open_is_shown_to_everybody() -> None:
    view = gin.set_up(
        "4S 5S KH 2C 2D 8C 8D QC QD KC",
        "AS-2S-3S 4H-5H-6H 9S=9H=9C",
        unmatched="4D",
        discard="7D",
        phase=gin.Phase.LAY_OFF,
    )
    spectator = gin.observe(gin.determinize(view, seed=1), None)
    assert rami.text(spectator).splitlines()[:4] == [
        "Gin, turn 3, cards may be laid off",
        "> Player 1: 10 cards",
        "Player 2: 0 cards, has knocked",
        "  A♠-2♠-3♠  9♠=9♥=9♣  4♥-5♥-6♥",
    ]
    assert all(words(rami.svg(move)) for move in gin.legal_moves(view))
    assert rami.text(gin.parse_move("knock KC AS-2S-3S")).splitlines() == ["Knock", "  K♣  A♠-2♠-3♠"]
    assert rami.text(gin.Knock()) == "Knock"
    assert rami.text(gin.Pass(), lang="fr") == "Refuser la retourne"


def test_a_contract_is_as_high_as_its_lines() -> None:
    margins: set[float] = set()
    for contract in contracts.Rules().deck.contracts:
        drawn = rami.svg(contract)
        [height] = re.findall(r'^<svg [^>]* height="(\d+)"', drawn)
        margins.add(int(height) - max(map(int, re.findall(r'<text[^>]* y="(\d+)"', drawn))))
    assert len(margins) == 1


def test_a_label_is_wrapped_after_70_letters(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "labels.toml").write_text(
        f'70 = "{"a" * 34} {"b" * 35}"\n71 = "{"a" * 35} {"b" * 35}"\n', encoding="utf-8"
    )
    texts = Texts("labels", package=tmp_path)

    class Labeled(Pictured):
        def __init__(self, key: str) -> None:
            self.key = key

        @property
        def picture(self) -> Picture:
            return Picture(texts.phrase("70"), [MarkRow(label=texts.phrase(self.key), marks=[])])

    assert [rami.svg(Labeled(key)).count("<text") for key in ("70", "71")] == [1, 2]
