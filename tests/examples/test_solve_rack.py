"""The example that solves a rack, run as a person runs it."""

import pytest

from examples.solve_rack import main


def test_it_shows_an_example_when_nothing_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "Lay K10 K13 B2 B5 O13: 5 of 6 tiles, 43 points." in shown
    assert "   1. Put B2 from the rack in the place of the joker of B1-*-B3: B1-B2-B3." in shown
    assert shown.endswith("Table: R5=K5=B5=O5 R6=K6=O6 R7=K7=O7 K8-K9-K10 K13=O13=* B1-B2-B3\n")


def test_it_solves_what_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["R7 K1 R3", "R4-R5-R6", "--all"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Rack: R3 R7 K1",
        "Table: R4-R5-R6",
        "",
        "Lay R3 R7: 2 of 3 tiles, 10 points.",
        "   1. Add R3 R7 from the rack to R4-R5-R6: R3-R4-R5-R6-R7.",
        "Table: R3-R4-R5-R6-R7",
        "",
        "Sets of tiles that can be laid: 3",
        "  R3 R7",
        "  R3",
        "  R7",
    ]


def test_it_looks_for_tiles_or_points(capsys: pytest.CaptureFixture[str]) -> None:
    main(["R1 R2 R4 K12 K13 *"])
    assert "Lay R1 R2 R4 *: 4 of 6 tiles, 37 points." in capsys.readouterr().out
    main(["R1 R2 R4 K12 K13 *", "--maximize", "points"])
    assert "Lay K12 K13 *: 3 of 6 tiles, 55 points." in capsys.readouterr().out


def test_who_has_not_opened_needs_thirty_points(capsys: pytest.CaptureFixture[str]) -> None:
    main(["R7 R8 R9", "--unopened"])
    assert "No tile can be laid." in capsys.readouterr().out
    main(["R7 R8 R9", "--unopened", "--rules", "ramikubic"])
    assert "Lay R7 R8 R9: 3 of 3 tiles, 24 points." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rack", "table", "message"),
    [
        ("R7 X1", "", "'X1' is not a tile"),
        ("R7", "R4 R5", "A meld has at least three tiles: R4 R5."),
        ("R7 R7 R7", "", "there are more tiles of a kind than the set has: R7"),
    ],
)
def test_bad_input_is_explained(rack: str, table: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([rack, table]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert not shown.out


def test_an_unknown_edition_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["R7", "--rules", "poker"])
    assert end.value.code == 2
    assert "hasbro-2007" in capsys.readouterr().err
