"""A record is replayed in bounded time, and undo depends on what the mover sees."""

import pytest

from rami import gin, rummikub, rummy
from rami.errors import WrongType
from rami.record import Record, Verification
from rami.rummikub import can_play, referee


def test_repeated_overruns_ask_the_solver_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def counted(position: rummikub.State | rummikub.View) -> bool:
        asked.append(position)
        return can_play(position)

    monkeypatch.setattr(referee, "can_play", counted)
    start = Record.start(rummikub.GAME, 2, rummikub.PRESETS["hasbro-2007"], seed=7)
    record = Record(
        game=start.game,
        rules=start.rules,
        players=2,
        deal=start.deal,
        moves=[rummikub.TimeOut(rummikub.Table())] * 2_000,
    )
    assert record.verify().ok
    assert record.state.turn == 2_000
    assert 2 <= len(asked) < 10


def test_a_take_that_shows_the_card_below_cannot_be_undone() -> None:
    rules = rummy.PRESETS["rami-51"].evolve(take_discard="free", take_from_round=1)
    record = Record.start(rummy.GAME, 2, rules, seed=3)
    while record.state.phase is not rummy.Phase.DRAW or len(record.state.discards) < 2:
        record = record.after(next(rummy.legal_moves(record.state)))
    mover = record.state.current_player
    below, top = record.state.discards[-2:]
    assert below not in (*record.view(mover).hand, top)
    assert not record.after("take").can_undo
    open_pile = Record.start(rummy.GAME, 2, rules.evolve(discard_view="all"), seed=3)
    for move in record.moves:
        open_pile = open_pile.after(move)
    assert open_pile.after("take").can_undo


def test_a_verification_has_a_record() -> None:
    record = Record.start(gin.GAME, 2, seed=1)
    with pytest.raises(WrongType, match="legal must be a Record"):
        Verification(legal=[], state=record.state)  # type: ignore[arg-type]
