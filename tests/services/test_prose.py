"""Rules in words: every field and every choice of every game has its sentence, in every language."""

import re
from collections.abc import Iterator
from inspect import signature
from typing import Any, cast

import pytest
from attrs import evolve, fields

import rami
from rami import RamiError, RulesError, WrongType, contracts, gin, rummikub, rummy
from rami.games import GAMES
from rami.rule_text import prose, told
from rami.sentences import languages
from tests.kit.counting_game import GAME as FOURTH
from tests.promises.playing import values_of

# Rules under which every field matters: without jokers or a time limit some sentences have no place.
TELLING: dict[str, list[Any]] = {
    "rummikub": [rummikub.Rules(copies=9, jokers=6)],
    "rummy": [
        rummy.Rules(packs=3, jokers=4, cards_dealt=(10, 7)),
        rummy.Rules(
            packs=3,
            jokers=4,
            cards_dealt=(10, 7),
            ace="high_or_low",
            joker_reuse="hand",
            opening_points=1,
            buying=1,
            scoring="both",
        ),
    ],
    "contracts": [contracts.Rules()],
    "gin": [gin.Rules(knock_by_upcard=True)],
}
GIVEN: dict[tuple[str, str], list[Any]] = {  # values of fields that are neither a choice nor a number
    ("rummy", "cards_dealt"): [(10,), (10, 8), (9, 7)],
    ("rummy", "rank_points"): [
        rummy.Rules().rank_points,
        (5,) * 6 + (10,) * 6,
        (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
        (0, 1000, 0, 7, 7, 7, 0, 20, 1, 1, 30, 1000),
    ],
}
GAME_AND_FIELD = [(game, field.name) for game in GAMES.values() for field in fields(cast("Any", game.rules))]


def changed(game: Any, name: str) -> Iterator[Any]:
    """Yield rules with each value of a field in turn, if the other fields allow it."""
    for base in TELLING[game.name]:
        for value in GIVEN.get((game.name, name)) or values_of(getattr(fields(game.rules), name).type):
            try:
                yield evolve(base, **{name: value})
            except RulesError:
                continue


@pytest.mark.parametrize(("game", "name"), GAME_AND_FIELD, ids=lambda each: getattr(each, "name", each))
def test_every_choice_of_every_field_has_its_own_sentence(game: Any, name: str) -> None:
    rows = list(changed(game, name))
    for lang in languages():
        texts = [prose(rules, lang) for rules in rows]
        assert len(set(texts)) == len(texts), f"two values of {name} have the same sentence in {lang}"
    told_of = {field for paragraph in told(game.presets[next(iter(game.presets))]) for field in _fields(paragraph)}
    assert name in told_of


def _fields(paragraph: Any) -> list[str]:
    return [field for sentence in paragraph.sentences for field in sentence.fields]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_all_editions_have_the_same_fields_in_the_same_order(game: Any) -> None:
    shapes = {
        tuple((each.heading, tuple(sentence.fields for sentence in each.sentences)) for each in told(rules))
        for rules in game.presets.values()
    }
    assert len(shapes) == 1
    names = {name for shape in shapes for _, row in shape for fields_ in row for name in fields_}
    assert names == {field.name for field in fields(game.rules)}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_editions_are_told_in_whole_sentences(game: Any, lang: str) -> None:
    texts = {name: prose(rules, lang) for name, rules in game.presets.items()}
    assert len(set(texts.values())) == len(texts)
    for text in texts.values():
        for paragraph in text.split("\n\n"):
            assert paragraph.endswith((".", ".)"))
            assert "  " not in paragraph
            heading, *sentences = re.split(r"(?<=[a-zé)0-9])\. ", paragraph)
            assert heading
            assert sentences
            assert all(re.match(r"\(?[A-ZÀ-Ý\d]", sentence) for sentence in sentences)
            assert not re.search(r"None|True|False|_|\b1 (points|cards|tiles|deals)\b", paragraph)


def test_the_module_is_called_like_its_function() -> None:
    rules = rummy.PRESETS["rami-51"]
    assert rami.prose(rules, "FR") == prose(rules, lang="fr") != prose(rules)
    assert "51 points" in prose(rules)
    assert "doit valoir 51 points" in prose(rules, "fr")
    assert signature(rami.prose) == signature(prose)


def test_prose_refuses_other_values_than_rules() -> None:
    with pytest.raises(WrongType, match="a value of a game, such as rules, is expected, not 7"):
        prose(7)
    with pytest.raises(RamiError):
        prose(gin.Rules(), "xx")


def test_contract_rummies_are_told_deal_by_deal() -> None:
    told_in = {lang: prose(rummy.MATCHES["continental"], lang).split("\n\n")[-1] for lang in languages()}
    assert told_in["en"] == (
        "The deals. Deal 1: 7 cards, 2 groups. Deal 2: 8 cards, 1 group and 1 run. Deal 3: 9 cards, 2 runs. "
        "Deal 4: 10 cards, 3 groups. Deal 5: 11 cards, 2 groups and 1 run. Deal 6: 12 cards, 1 group and 2 runs. "
        "Deal 7: 13 cards, 3 runs."
    )
    assert told_in["fr"].startswith("Les donnes. Donne 1 : 7 cartes, 2 brelans ou carrés. Donne 2 : 8 cartes, 1 brelan")
    assert told_in["de"].startswith("Die Spiele. Spiel 1: 7 Karten, 2 Sätze. Spiel 2: 8 Karten, 1 Satz und 1 Folge.")
    assert told_in["es"].startswith("Las manos. Mano 1: 7 cartas, 2 tríos. Mano 2: 8 cartas, 1 trío y 1 escalera.")
    whole = prose(list(rummy.MATCHES["contract-rummy"]))
    assert "A player first lays exactly the required melds, all in one turn" in whole
    assert "In this deal" not in whole
    assert "Deal 1: 10 cards, 2 groups, final discard optional." in whole
    assert "Deal 7: 12 cards, 3 runs, no final discard." in whole


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "C18: 2 equal cards and run of 3, 3 points, bonus clubs; C19:"),
        ("fr", "C18 : paire et suite de 3, 3 points, bonus trèfle ; C19 :"),
        ("de", "C18: Paar und 3er-Folge, 3 Punkte, Bonus Kleeblatt; C19:"),
        ("es", "C18: pareja y escalera de 3, 3 puntos, bonificación de tréboles; C19:"),
    ],
)
def test_the_contracts_of_the_deck_are_listed(lang: str, said: str) -> None:
    assert said in prose(contracts.Rules(), lang)
    assert len(re.findall(r"\bC\d\d\b", prose(contracts.Rules(), lang))) == 36


@pytest.mark.parametrize("game", [rummikub.GAME, rummy.GAME, gin.GAME], ids=lambda game: game.name)
def test_a_change_of_a_field_leaves_the_remarks_about_others(game: Any) -> None:
    """A remark is a sentence about the choices of the library, or about printed rules that an edition omits."""
    for rules in game.presets.values():
        for name, value in (("opening_points", 33), ("jokers", 3), ("match_points", 777), ("gin_bonus", 7)):
            if name not in {field.name for field in fields(type(rules))}:
                continue
            try:
                other = evolve(rules, **{name: value})
            except RulesError:
                continue
            before, after = ([*map(_remarks, told(each))] for each in (rules, other))
            about = {"rummy": {"opening_points", "jokers"}}.get(game.name, set())
            assert before == after or name in about, (rules, name)


def _remarks(paragraph: Any) -> list[str]:
    said = [sentence.phrase for sentence in paragraph.sentences if sentence.phrase]
    return [phrase.key for phrase in said if phrase.key.startswith(("rules.match.ours", "rules.missing"))]


def test_rules_of_single_deals_without_a_short_form_are_written_in_full() -> None:
    rules = rummy.Rules()
    assert prose((rules, rules)) == prose(rules)
    row = (rules, evolve(rules, ace_points=7, cards_dealt=(10, 8)))
    hands = "10 cards if there are 2 players and 8 cards if there are 3 players"
    assert f"Deal 2: Each player is dealt {hands}. " in prose(row)
    assert prose(row).endswith(" An ace counts 7.")
    assert prose((rules, evolve(rules, cards_dealt=(9, 8)))).endswith(
        "Deal 2: 9 cards if there are 2 players and 8 cards if there are 3 players."
    )
    with pytest.raises(RulesError, match="at least one deal"):
        prose(())
    with pytest.raises(WrongType):
        prose((rules, gin.Rules()))


def test_a_game_outside_the_package_may_have_prose() -> None:
    rules = next(iter(FOURTH.presets.values()))
    with pytest.raises(RamiError, match="has no texts for its rules"):
        prose(rules)


WITHOUT_TROPHIES = evolve(contracts.Rules(), deck=evolve(contracts.Rules().deck, trophy_tokens=()))


@pytest.mark.parametrize(
    ("rules", "said", "unsaid"),
    [
        (rummy.MATCHES["contract-rummy"][0], "first lays 2 groups, all in one turn", "ny number of new melds"),
        (
            rummy.MATCHES["contract-rummy"][0],
            "The player with the smallest loss wins the match.",
            "number of deals or of points",
        ),
        (rummy.MATCHES["contract-rummy"][0], "may not lay other melds", "whether there is a run"),
        (rummy.PRESETS["rami-51"], "must be worth 51 points or more in total", "first meld may be any meld"),
        (rummy.PRESETS["kalooki-40"], "an ace counts 11, and the other cards", "1 before the two"),
        (rummy.PRESETS["scala-40"], "101 points or more is out", "highest total"),
        (rummy.PRESETS["continental"], "first lays 2 groups", "0 run"),
        (rummy.PRESETS["continental"], "deducts 10 points from the points lost in the match", "a bonus of 10 points"),
        (rummy.Rules(rummy_bonus=10), "scores a bonus of 10 points", "from the points lost"),
        (rummy.PRESETS["scala-40"], "does not need these 40 points", "the conditions for first melds"),
        (
            evolve(rummy.PRESETS["scala-40"], opening_pure_run=True),
            "does not have to meet the conditions for first melds",
            "these 40 points",
        ),
        (
            rummy.Rules(rank_points=(5,) * 6 + (8, 9, 10, 11, 12, 13)),
            "2 to 7 count 5, 8 to 10 count their face value, jack counts 11, queen counts 12 and king counts 13.",
            "queens and kings",
        ),
        (rummy.PRESETS["rummy-500"], "An ace counts 15, but it counts 1 before the two", "An ace counts 1,"),
        (rummikub.Rules().evolve(jokers=1), "The set also has 1 joker", "several jokers"),
        (rummikub.Rules().evolve(jokers=0), "The set has no joker", "A joker"),
        (rummy.Rules(shortest_run=13, packs=3, cards_dealt=(14,)), "A run is 13 cards", "at most 13 cards"),
        (rummikub.Rules(), "If the pool is empty, there is no penalty", "no time limit"),
        (rummikub.PRESETS["goliath"], "to its place at the start of the turn", "complete melds stay"),
        (rummikub.PRESETS["goliath"], "No tile has to replace the joker", "The tile that replaces a joker"),
        (rummikub.PRESETS["goliath"], "No tile has to replace the joker", "missing color"),
        (
            rummikub.PRESETS["goliath"],
            "Any joker may leave its meld if it is played again",
            "the choice of this library",
        ),
        (
            rummikub.PRESETS["chiffres"],
            "Each player is dealt 14 tiles. The other tiles stay face down and form the pool. After",
            "Before the deal",
        ),
        (WITHOUT_TROPHIES, "Unused joker tokens", "A trophy is worth"),
        (WITHOUT_TROPHIES, "Unused joker tokens", "The trophy of a color"),
        (gin.PRESETS["straight-gin"], "A player may knock only with a hand that has no deadwood", "undercut"),
        (gin.Rules(knock_limit=1), "the difference", "A player may knock only with a hand that has no deadwood"),
        (gin.PRESETS["straight-gin"], "Arrange all the cards of your hand in melds", "worth few points"),
        (gin.PRESETS["straight-gin"], "Arrange all the cards of your hand in melds", "is a spade"),
        (rummy.PRESETS["rami-51"], "a card of any missing suit replaces a joker", "any card of the rank"),
    ],
)
def test_prose_leaves_out_impossible_events(rules: Any, said: str, unsaid: str) -> None:
    assert said in prose(rules)
    assert unsaid not in prose(rules)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_prose_names_the_direction_for_more_than_two_players(game: Any) -> None:
    for rules in game.presets.values():
        most = rules.player_counts[-1]
        assert ("clockwise" in prose(rules)) == (most > 2)
        assert bool(re.search("aiguilles d'une montre|sens horaire", prose(rules, "fr"))) == (most > 2)


def test_a_row_with_one_deal_is_told_as_that_deal() -> None:
    for rules in (rummy.Rules(), rummikub.Rules()):
        assert prose([rules]) == prose(rules)


def test_rules_of_card_rummy_say_nothing_of_rounds_if_a_player_may_always_go_out() -> None:
    def named(rules: rummy.Rules) -> list[str]:
        return [
            str(each.phrase)
            for part in told(rules)
            for each in part.sentences
            if "out_from_round" in each.fields and each.phrase
        ]

    assert named(rummy.Rules(out_from_round=1)) == []
    assert len(named(rummy.Rules(out_from_round=2))) == 1
