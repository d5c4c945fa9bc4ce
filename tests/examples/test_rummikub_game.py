"""The example of the README: a whole game of Rummikub, run as a person runs it."""

import re

import pytest

from examples.rummikub_game import NAMES, main, score_lines, start_lines, turn_lines
from rami import rummikub
from rami.rummikub import DEFAULT, PRESETS, Draw, Pass, Table, parse_tiles


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    main(arguments)
    return capsys.readouterr().out.splitlines()


def test_the_game_of_the_readme_starts_and_ends_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys)
    assert lines[:13] == [
        "Rummikub, 4 players, rules hasbro-2007, seed 2026",
        "",
        "Draw for the start: Ada K8, Blaise O4, Carl K3, Dorothea K9.",
        "Dorothea starts. Each has 14 tiles, the pool 50.",
        "",
        "  1  Dorothea  draws O1   15 on the rack, 49 in the pool",
        "  2  Ada       draws K8   15 on the rack, 48 in the pool",
        "",
        "  3  Blaise    OPENS with R9 R10 R11 R12 K12 B5 O5 O12 *",
        "       1. Lay R9-R10-R11 from the rack.",
        "       2. Lay R12=K12=O12 from the rack.",
        "       3. Lay B5=O5=* from the rack.",
        "     Table  R9-R10-R11  R12=K12=O12  B5=O5=*",
    ]
    start = lines.index("Score sheet points         rack  tiles left")
    sheet = [line.split()[:2] for line in lines[start + 1 :] if line.split()[0] in NAMES]
    assert sheet == [["Ada", "-154"], ["Blaise", "+194"], ["Carl", "-39"], ["Dorothea", "-1"]]
    assert lines[start - 2] == "Blaise has laid the last tile."


def test_a_game_is_told_in_the_notation_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed is the game: every tile, table and count can be read back and adds up."""
    text = "\n".join(told(capsys, "--seed", "11", "--rules", "goliath", "--players", "3"))
    state = rummikub.new_game(3, PRESETS["goliath"], seed=11)
    turns = re.findall(r"(?m)^ *(\d+)  (\w+) +(draws|passes|lays|OPENS with) ?(.*)$", text)
    tables = re.findall(r"Table  ((?:.*\n {12})*.*)\n     (\d+) on the rack, (\d+) in the pool", text)
    assert [int(number) for number, *_ in turns] == list(range(1, len(turns) + 1))
    for _, name, verb, rest in turns:
        assert name == NAMES[state.current_player]
        seat = state.current_player
        if verb == "draws":
            assert parse_tiles(rest.split()[0]) == state.pool[:1]
            state = rummikub.apply(state, rummikub.Draw())
            assert rest.split(maxsplit=1)[1] == f"{state.rack_sizes[seat]} on the rack, {state.pool_size} in the pool"
        else:
            assert (verb == "lays") == state.opened[seat]
            melds, rack, pool = tables.pop(0)
            play = rummikub.Play(Table.parse(melds))
            assert rummikub.played_tiles(state, play) == parse_tiles(rest)
            state = rummikub.apply(state, play)
            assert (state.rack_sizes[seat], state.pool_size) == (int(rack), int(pool))
    assert not tables
    result = rummikub.result(state)
    assert result is not None
    scores = re.findall(r"(?m)^  (\w+) +([+-]\d+)  (wins)?", text)
    assert [int(points) for _, points, _ in scores] == list(result.scores)
    assert [seat for seat, (*_, mark) in enumerate(scores) if mark] == list(result.winners)


def test_a_blocked_deal_is_told_too() -> None:
    state = rummikub.new_game(2, PRESETS["ramicube"], seed=1)
    while state.pool:
        state = rummikub.apply(state, Draw())
    passed = rummikub.apply(state, Pass())
    number, name = f"{state.turn + 1:>3}", f"{NAMES[state.current_player]:<9}"
    assert list(turn_lines(state, Pass(), passed)) == [f"{number}  {name} passes     53 on the rack, 0 in the pool"]
    over = rummikub.apply(passed, Pass())
    result = rummikub.result(over)
    assert result is not None
    reason, _, _, *lines = score_lines(over)
    assert max(map(len, lines)) <= 80
    rows = [line for line in lines if line.split()[0] in NAMES]
    assert reason == "The pool is empty and everybody has passed: the lowest rack wins."
    assert [(int(row.split()[1]), "wins" in row) for row in rows] == [
        (points, seat in result.winners) for seat, points in enumerate(result.scores)
    ]


def test_a_tie_in_the_draw_for_the_start_is_told() -> None:
    draws = parse_tiles("R9 K9 B1 R2 *")
    state = rummikub.from_deal(3, DEFAULT, rummikub.Deal(DEFAULT.tiles, draws))
    assert list(start_lines(state)) == [
        "Draw for the start: Ada R9, Blaise K9, Carl B1.",
        "The highest draw again: Ada R2, Blaise *.",
        "Ada starts. Each has 14 tiles, the pool 64.",
    ]


def test_a_number_of_players_that_does_not_fit_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--players", "5"])
    assert end.value.code == 2
    assert "players must be a whole number from 2 to 4, not 5" in capsys.readouterr().err
