"""What a user writes over all games, without a cast: type checkers hold it as strictly as the library."""

from collections.abc import Iterator
from random import Random

import pytest

from rami import GAMES, EndReason, Result, contracts, gin, rummikub, rummy
from rami.codec import from_json, to_json
from rami.events import MoveEvent
from rami.game import Game, M, PlayerView, Position, R, S, V
from rami.games import AnyGame
from rami.match import Match, after, score_sheet
from rami.players import Player, greedy_player, quick_player
from rami.record import Record, from_text, start, to_text
from rami.simulate import compare, simulate

Gin = Record[gin.Rules, gin.State, gin.Move, gin.View]
Tiles = Record[rummikub.Rules, rummikub.State, rummikub.Move, rummikub.View]

# ------------------------------------------------------------------------------------------- a program for any game


def finished(record: Record[R, S, M, V], player: Player[V, M], seed: int = 1) -> Record[R, S, M, V]:
    """Play a deal to its end."""
    random = Random(seed)
    while not record.state.is_over:
        record = record.play(player(record.view(record.state.current_player), random))
    return record


def log(record: Record[R, S, M, V], seat: int | None) -> Iterator[str]:
    for event in record.events(seat):
        yield event.message("fr")


def first_moves(game: Game[R, S, M, V], deals: int) -> Iterator[M]:
    for seed in range(deals):
        yield next(game.legal_moves(game.new_game(2, seed=seed)))


def mover(position: Position) -> str:
    return f"seat {position.current_player} of {position.players}, turn {position.turn}"


def owner(view: PlayerView) -> int | None:
    return view.player


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_program_for_any_game(game: AnyGame) -> None:
    record = finished(start(game, 2, seed=1), quick_player)
    result = record.result
    assert result is not None
    assert result.reason in EndReason
    assert len(list(log(record, 0))) == len(record.moves)
    assert mover(record.state).startswith("seat")
    assert owner(record.view(1)) == 1
    assert all(game.parse_move(str(move)) == move for move in first_moves(game, 2))
    assert from_text(to_text(record)).moves == record.moves
    assert from_text(to_text(record), games=[game]).state.is_over
    summaries = list(simulate(game, [quick_player, quick_player], seeds=range(2)))
    assert [summary.seed for summary in summaries] == [0, 1]
    for name, rules in game.presets.items():
        assert game.seats is None or game.seats(rules)[0] >= 2, name


# ------------------------------------------------------------------------------------------------- a program for one


def gin_bot(view: gin.View, _: Random) -> gin.Move:
    if view.phase is gin.Phase.PLAY:
        knocks = gin.knock_discards(view.hand, view.rules)
        if knocks and view.upcard is None:
            return gin.Knock(knocks[0])
    return greedy_player(view, _)


def test_a_bot_of_gin_has_its_types() -> None:
    record = finished(start(gin.GAME, 2, gin.PRESETS["straight-gin"], seed=2), gin_bot)
    cards: tuple[rummy.Card, ...] = record.state.hands[0]
    points = rummy.deadwood(cards, rummy.DEFAULT)
    assert points >= 0
    stored: Gin = from_json(to_json(record), Gin)
    assert stored == record
    again: Gin = from_text(to_text(record), games=[gin.GAME])
    assert again.rules.knock_limit == 0
    found = compare(gin.GAME, [gin_bot, quick_player], deals=2, seed=1)
    assert found.players == ("gin_bot", "quick_player")


def test_a_turn_of_rummikub_has_its_types() -> None:
    view: rummikub.View = rummikub.set_up("R7 K1", "R4-R5-R6")
    best: rummikub.Play | None = rummikub.best_play(view)
    assert best is not None
    laid: tuple[rummikub.Tile, ...] = rummikub.played_tiles(view, best)
    assert [tile.number for tile in laid] == [7]
    steps: list[str] = [step.message("fr") for step in rummikub.explain(view, best)]
    assert len(steps) == 1
    record: Tiles = start(rummikub.GAME, 2, seed=1)
    record = record.play("draw")
    move: rummikub.Move = record.moves[-1]
    assert isinstance(move, rummikub.Draw)
    events: list[MoveEvent[rummikub.Move]] = list(record.events(None))
    assert [event.message() for event in events] == [events[0].message()]
    house: rummikub.Rules = rummikub.DEFAULT.evolve(jokers=4, turn_seconds=None)
    assert len(house.tiles) == 108
    violations = rummikub.check(view, "play R4-R5")
    codes: list[str] = [violation.code for violation in violations]
    assert codes == ["too_few_tiles"]


def test_matches_and_scores_have_their_types() -> None:
    results: list[Result] = [rummy.score(["", "KD 5H"], winner=0), rummy.score(["9C", ""], winner=1)]
    match = Match(game=rummy.GAME, rules=rummy.DEFAULT, players=2, results=results)
    played = finished(start(rummy.GAME, 2, match.next_rules, seed=3), quick_player)
    match = after(match, played.state)
    totals: tuple[int, ...] = match.totals
    assert len(totals) == 2
    assert score_sheet(match, names=("Ana", "Bo")).count("\n") == 4
    zones = [["C01"], ["C02"]]
    faces = list(contracts.new_game(2, seed=1).trophies)
    assert len(contracts.score(zones, faces).scores) == 2
    ended = gin.score(["AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "4S 5S QH KH KD 2C 2D 2H 7C 8D"], knocker=0)
    assert gin.score_match([ended]).points == (21, 0)


def test_pictures_and_text_have_their_types() -> None:
    for game in GAMES:
        state = game.new_game(2, seed=1)
        view = game.observe(state, 0)
        assert game.svg is not None
        assert game.text is not None
        picture: str = game.svg(view, lang="fr")
        lines: list[str] = game.text(view, width=60).splitlines()
        assert picture.startswith("<svg")
        assert max(map(len, lines)) <= 60
