"""Situations decided, and deals scored, from the rules in words alone: the referee and the score sheet agree."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rami import contracts, gin, rummikub, rummy
from rami.games import GAMES
from rami.prose import prose

TRIAL: dict[str, Any] = tomllib.loads((Path(__file__).parent / "data" / "trial.toml").read_text(encoding="utf-8"))
NAMES = [(game, name) for game in GAMES for name in game.presets]
EDITIONS = [pytest.param(*each, id=f"{each[0].name}-{each[1]}") for each in NAMES]
MODULES: dict[str, Any] = {"rummikub": rummikub, "rummy": rummy, "gin": gin}
Row = dict[str, Any]


def fits(row: Row, words: str) -> bool:
    """Return whether rules in words say what decides a situation."""
    return all(said in words for said in row["en"]) and not any(said in words for said in row.get("unless", ()))


def situations(game: Any, name: str) -> Iterator[tuple[Row, list[Any]]]:
    """Yield the situations that the words of an edition decide."""
    words = prose(game.presets[name])
    for row in TRIAL[game.name]:
        if fits(row, words):
            for case in row["cases"]:
                yield row, case


def position(rules: Any, row: Row, *places: str) -> Any:
    """Return the view of the player who is asked."""
    if isinstance(rules, rummikub.Rules):
        rack, table = places
        return rummikub.set_up(rack, table, rules=rules, opened=row.get("opened", True), pool_size=row.get("pool"))
    if isinstance(rules, rummy.Rules):
        hand, table, discard = places
        phase = rummy.Phase.DRAW if row.get("draw") else rummy.Phase.PLAY
        melded = row.get("melded", True)
        return rummy.set_up(hand, table, discard=discard, rules=rules, phase=phase, has_melded=melded)
    if isinstance(rules, gin.Rules):
        hand, upcard, discard = places
        turned = upcard or ("KD" if rules.knock_by_upcard else None)
        known = gin.Phase.DRAW if row.get("draw") else gin.Phase.PLAY
        return gin.set_up(hand, discard=discard, upcard=turned, rules=rules, phase=known)
    hand, values, offered = places
    step = contracts.Phase.TAKE if row.get("take") else contracts.Phase.FILL
    return contracts.set_up(hand, values, offered, rules=rules, phase=step)


@pytest.mark.slow(but=["rummikub-ramicube", "rummy-rami-71", "gin-oklahoma-gin", "contracts-contract-default"])
@pytest.mark.parametrize(("game", "name"), EDITIONS)
def test_the_words_decide_what_is_legal(game: Any, name: str) -> None:
    asked = list(situations(game, name))
    assert len(asked) >= 10
    for row, case in asked:
        *places, moves, legal = case
        view = position(game.presets[name], row, *places)
        *before, last = moves.split("; ")
        state = game.determinize(view, seed=1) if before else view
        for move in before:
            state = game.apply(state, game.parse_move(move))
        assert (game.check(state, last) == ()) == legal, (row["en"], case)


@pytest.mark.slow(but=["rummikub-goliath", "rummy-kalooki-40"])
@pytest.mark.parametrize(("game", "name"), EDITIONS)
def test_french_decides_the_same(game: Any, name: str) -> None:
    words, mots = (prose(game.presets[name], lang) for lang in ("en", "fr"))
    for row in TRIAL[game.name]:
        assert all(said in words for said in row["en"]) == all(said in mots for said in row["fr"]), row


def test_every_situation_is_one_of_an_edition() -> None:
    for game in GAMES:
        told = [prose(rules) for rules in game.presets.values()]
        assert not [row["en"] for row in TRIAL[game.name] if not any(fits(row, words) for words in told)]


@pytest.mark.slow(but=["-goliath", "-kalooki-40", "-gin-classic"])
@pytest.mark.parametrize(("game", "name"), [each for each in NAMES if each[0].name in MODULES])
def test_the_words_score_a_deal(game: Any, name: str) -> None:
    rules = game.presets[name]
    english, french = prose(rules), prose(rules, "fr")
    rows = [row for row in TRIAL["scores"] if row["game"] == game.name and fits(row, english)]
    assert rows
    for row in rows:
        assert all(said in french for said in row["fr"])
        hands = row["hands"][: game.seats(rules)[-1]]
        ended = {} if game is gin.GAME else {"winner": None}
        ended |= {key: row[key] for key in ("winner", "knocker", "laid_points") if key in row}
        found = MODULES[game.name].score(hands, **ended, rules=rules)
        assert list(found.scores) == row["points"], row["en"]


def test_the_words_say_that_losers_pay_twice_too() -> None:
    rules = rummy.PRESETS["bicycle"]
    assert "All points of a deal that a player wins by going out with the whole hand" in prose(rules)
    found = rummy.score(["", "KD AS", "QH 5D"], winner=0, melded=[False, True, True], rules=rules)
    assert found.scores == (52, -22, -30)
