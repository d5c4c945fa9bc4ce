"""What programs are asked: all that their seat may know of a deal, and nothing else."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami import gin
from rami.adapters import process
from rami.adapters.process import ProcessPlayer
from rami.codec import plain, structured
from rami.game import Deal, Game
from rami.games import GAMES
from rami.players import PlayerFailed, Watcher, quick_player
from rami.simulate import play
from tests.effort import examples

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


class Listener:
    """Stands in for a program: it makes the first legal move, and remembers its questions."""

    def __init__(self, questions: list[str]) -> None:
        self.questions = questions

    def ask(self, question: str, seconds: float) -> str:
        assert seconds > 0
        self.questions.append(question)
        moves = json.loads(question)["moves"]
        return json.dumps({"move": moves[0]}) if moves else "thanks"

    def end(self) -> None:
        pass


def asked(game: Game, monkeypatch: pytest.MonkeyPatch, seed: int = 3) -> tuple[list[str], Any]:
    """All questions of a deal, and its record."""
    questions: list[str] = []
    monkeypatch.setattr(process, "Program", lambda _: Listener(questions))
    with ProcessPlayer(game, ["bot"]) as player:
        record = play(game, [player, quick_player], seed=seed)
    assert player.failures == []
    return questions, record


@EACH_GAME
def test_what_happened_since_is_what_the_seat_saw(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    questions, record = asked(game, monkeypatch)
    happened = [event for question in questions for event in json.loads(question)["since"]]
    assert [(each["seat"], each["move"]) for each in happened] == [
        (event.seat, str(event.move)) for event in record.events(0)
    ]
    for each, event in zip(happened, record.events(0), strict=True):
        assert [motion["count"] for motion in each["motions"]] == [motion.count for motion in event.motions]
        assert [len(motion["pieces"]) for motion in each["motions"]] == [len(motion.pieces) for motion in event.motions]


@EACH_GAME
def test_a_question_has_the_rules_as_values(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    questions, record = asked(game, monkeypatch)
    first = json.loads(questions[0])
    base = next(iter(game.presets))
    assert structured({"base": base, **first["rules"]}, game.rules, game) == record.rules
    assert first["result"] is None
    assert first["moves"]


@EACH_GAME
def test_the_last_line_of_a_deal_is_its_end(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    questions, record = asked(game, monkeypatch)
    last = json.loads(questions[-1])
    assert last["result"] == plain(record.result, game)
    assert (last["moves"], last["deal"]) == ([], 1)
    assert all(json.loads(question)["result"] is None for question in questions[:-1])


@EACH_GAME
@settings(max_examples=examples(5), deadline=None)
@given(seed=st.integers(0, 99), swap=st.permutations(range(4)))
def test_no_leak(game: Game, seed: int, swap: list[int]) -> None:
    """Deals that differ in pieces that nobody has drawn yet make the same questions, with the same events."""

    def swapped(*args: Any, **options: Any) -> Deal:
        deal: Deal = game.deal(*args, **options)
        last = deal.order[-4:]
        return evolve(deal, order=(*deal.order[:-4], *(last[place] for place in swap)))

    with pytest.MonkeyPatch.context() as patch:
        questions, record = asked(game, patch, seed)
        others, _ = asked(evolve(game, deal=swapped), patch, seed)
    hidden = [state for state in record.states() if _lie_hidden(state, record.deal.order[-4:])]
    before = sum(state.current_player == 0 and not state.is_over for state in hidden)
    assert questions[:before] == others[:before]


@EACH_GAME
@settings(max_examples=examples(20), deadline=None)
@given(seed=st.integers(0, 99), moves=st.integers(0, 30), world=st.integers(0, 99))
def test_no_question_depends_on_hands_that_are_hidden(game: Game, seed: int, moves: int, world: int) -> None:
    """Any position that looks the same to the player makes the same question."""
    state = game.new_game(2, seed=seed)
    for _ in range(moves):
        after = game.apply(state, quick_player(game.observe(state, state.current_player), Random(1)))
        state = state if after.is_over else after
    seat, questions = state.current_player, list[str]()
    other = game.determinize(game.observe(state, seat), seed=world)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "Program", lambda _: Listener(questions))
        with ProcessPlayer(game, ["bot"]) as player:
            for each in (state, other):
                player(game.observe(each, seat), Random(1))
    assert questions[0] == questions[1]


def _lie_hidden(state: Any, pieces: Any) -> bool:
    names = ("pool", "stock", "value_pile")
    pile = next(getattr(state, name) for name in names if hasattr(state, name))
    return set(pieces) <= set(pile)


def test_the_page_has_a_real_question(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    shown = page.split("```json\n")[1].split("```")[0]
    questions, _ = asked(gin.GAME, monkeypatch, seed=1)
    assert json.loads(shown) == json.loads(questions[1])


def test_deals_under_way_at_once_do_not_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[str] = []
    monkeypatch.setattr(process, "Program", lambda _: Listener(questions))
    state = gin.new_game(2, seed=1)
    seat = state.current_player
    with ProcessPlayer(gin.GAME, ["bot"]) as player:
        one, other = player.for_deal(), player.for_deal()
        assert isinstance(one, Watcher)
        assert one.__name__ == "ProcessPlayer"
        one.watch(gin.seen(state, gin.Pass(), seat))
        for each in (other, one, one, player):
            each(gin.observe(state, seat), Random(1))
    found = [json.loads(question) for question in questions]
    assert [(each["deal"], len(each["since"])) for each in found] == [(2, 0), (1, 1), (1, 0), (None, 0)]


def test_a_program_that_fails_at_the_end_fails_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rude(Listener):
        def ask(self, question: str, seconds: float) -> str:
            if json.loads(question)["result"]:
                raise PlayerFailed("the program ended")
            return super().ask(question, seconds)

    monkeypatch.setattr(process, "Program", lambda _: Rude([]))
    with ProcessPlayer(gin.GAME, ["bot"]) as player:
        assert play(gin.GAME, [player, quick_player], seed=3).result
    assert player.failures == ["the program ended"]


def test_a_game_that_does_not_say_how_moves_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    questions, record = asked(evolve(gin.GAME, seen=None), monkeypatch)
    assert all(json.loads(question)["since"] == [] for question in questions)
    assert json.loads(questions[-1])["result"] == plain(record.result, gin.GAME)
