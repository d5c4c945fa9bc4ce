"""The table of the card games without a browser: whole deals, what buttons mean, hints, undo, and the address."""

import json
from typing import Any

import pytest

from docs.playground.answers import answer
from docs.playground.choices import SAID, meant
from docs.playground.table import GAME_OF
from docs.playground.words import NAMES, WORDS
from rami import rummy
from rami.errors import Language
from rami.sentences import languages

GAMES = ["rummy", "gin", "contracts"]


def tell(move_text: str, **arguments: Any) -> Any:
    return json.loads(answer(json.dumps({"do": move_text, "with": arguments})))


def start(game: str, **address: str) -> Any:
    return tell("start", address={"seed": "3"} | address | {"game": game})


def act(target: str, *cards: str) -> Any:
    return tell("do", target=target, cards=cards)


def codes(shown: Any, place: str = "hand") -> list[str]:
    return [piece["code"] for piece in shown[place]]


def choices(shown: Any) -> list[str]:
    return [choice["name"] for choice in shown["choices"]]


def follow_to_the_end(shown: Any) -> Any:
    for _ in range(400):
        if not shown["can"]["follow"]:
            break
        shown = tell("follow")
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_played_to_its_end_and_survives_a_reload(game: str) -> None:
    shown = follow_to_the_end(start(game))
    assert shown["can"] == {"undo": False, "hint": False, "follow": False, "next": True}
    assert shown["buttons"] == []
    assert shown["said"].startswith((WORDS["en"]["won_you"].split(".")[0], "Ada wins."))
    assert [row[0] for row in shown["sheet"]] == ["", "Deal 1", "Total"]
    back = tell("start", address=shown["deal"])
    assert [back[key] for key in ("deal", "log", "sheet", "said")] == [
        shown[key] for key in ("deal", "log", "sheet", "said")
    ]
    after = tell("next")
    assert after["sheet"] == [*shown["sheet"][:2], ["Total", *shown["sheet"][1][1:]]]
    again = tell("start", address=after["deal"])
    assert [again[key] for key in ("deal", "hand", "sheet")] == [after[key] for key in ("deal", "hand", "sheet")]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules"), [(game, rules) for game in GAMES for rules in GAME_OF[game].presets])
def test_every_edition_is_played_to_its_end(game: str, rules: str) -> None:
    shown = start(game, rules=rules, players="6", seed="2")
    assert shown["players"] == shown["presets"][rules][-1]
    assert follow_to_the_end(shown)["can"]["next"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_edition_has_a_name(game: str, lang: Language) -> None:
    shown = tell("start", lang=lang, address={"game": game, "seed": "3"})
    assert shown["editions"].keys() == GAME_OF[game].presets.keys()
    assert shown["games"][game]
    assert max(map(max, shown["presets"].values())) <= len(NAMES[lang])
    assert {*codes(shown), *codes(shown, "market")} <= shown["faces"].keys()


@pytest.mark.parametrize("lang", languages())
def test_every_language_says_the_same(lang: Language) -> None:
    def places(said: Any) -> Any:
        return {name: places(each) for name, each in said.items()} if isinstance(said, dict) else said.count("{")

    assert places(SAID["en"]) == places(SAID[lang])


@pytest.mark.parametrize(
    ("lang", "seats"), [("en", ["You: 1 card,", "Ada: 3 cards,"]), ("es", ["Tú: 1 carta,", "Ada: 3 cartas,"])]
)
def test_one_card_is_counted_as_one(lang: Language, seats: list[str]) -> None:
    tell("start", lang=lang, address={"game": "contracts", "seed": "3"})
    tell("follow")
    shown = tell("follow")
    assert all(told.startswith(seat) for told, seat in zip(shown["seats"], seats, strict=True))


def test_a_hint_lights_what_it_speaks_of_and_is_done() -> None:
    start("rummy")
    for _ in range(5):
        tell("follow")
    hint = tell("hint")
    assert hint["said"] == "Hint: Lay 8C-9C-10C."
    assert hint["lit"] == ["meld", "hand 8C", "hand 9C", "hand 10C"]
    laid = act("meld", "9C", "8C", "10C")
    assert laid["log"][-1] == "You: Lay 8C-9C-10C."
    assert laid["rows"][-1]["name"].endswith("8C-9C-10C")
    assert laid["can"]["undo"]
    back = tell("undo")
    assert codes(back) == codes(hint)
    assert back["can"]["undo"]  # the card that was taken lay open
    taken = tell("undo")
    assert "8C" not in codes(taken)
    assert not taken["can"]["undo"]
    assert tell("undo")["deal"] == taken["deal"]
    assert not act("draw")["can"]["undo"]  # the card that was drawn has been seen


def test_what_cannot_be_done_is_said_with_its_reason() -> None:
    start("rummy")
    act("draw")
    assert act("meld", "AS", "AH", "2S")["said"] == "The cards of a run have one suit: AS 2S AH."
    assert act("meld")["said"] == act("discard")["said"] == SAID["en"]["words"]["choose"]
    assert act("add 0", "8D")["said"].endswith("This card cannot be added to this meld: 8D.")
    offered = (start("gin", seed=str(seed)) for seed in range(20))
    assert any("pass" in str(shown["buttons"]) for shown in offered)
    assert act("draw")["said"] == "The first upcard is offered: take it, or pass."
    act("pass")
    hand = codes(act("draw"))
    assert act("knock", hand[0])["said"].startswith("This leaves deadwood of ")
    start("contracts")
    assert "share their value or their colour" in act("take", "6D", "8H")["said"]
    act("take", "6D", "7D", "8D")
    assert act("fill C03", "4C", "5C")["said"].startswith("These cards do not fill C03.")
    assert act("fill C05")["said"] == "Your hand does not fill C05."


def test_a_button_that_may_mean_several_moves_asks_which() -> None:
    held = len(codes(start("rummy", rules="rummy-500", seed="1")))
    asked = act("take")
    assert choices(asked) == ["Take KH from the discard pile.", "Take 8D KH from the discard pile."]
    taken = tell("play", move=asked["choices"][1]["move"])
    assert len(codes(taken)) == held + 2
    assert not taken["choices"]


def test_cards_that_are_chosen_narrow_what_a_button_means() -> None:
    start("contracts", seed="1")
    tell("follow")
    assert choices(act("fill C15")) == ["Fill C15 with 1Y-2H-*.", "Fill C15 with 1H-2H-*."]
    filled = act("fill C15", "2H", "1C")
    assert filled["log"][-1] == "You: Fill C15 with 1C-2H-*."
    assert filled["can"]["undo"]


def test_what_a_card_may_do_at_a_meld() -> None:
    view = rummy.set_up("7S KD", "4S-5S-6S", rules=rummy.PRESETS["bicycle"])
    assert list(meant(view, "add 0", ["7S"])) == ["add 7S 4S-5S-6S", "add 7S 4S-5S-6S front", "replace 7S 4S-5S-6S"]


def test_the_bots_are_told_beside_the_table() -> None:
    start("rummy")
    act("draw")
    assert act("discard", "QS")["problems"] == ["Ada draws a card. Ada discards KC."]
    french = tell("speak", lang="fr")
    assert french["problems"] == ["Ada pioche une carte. Ada défausse R♣."]
    assert french["log"][-3] == "Vous : Défausser D♠."
    assert tell("speak", lang="en")["buttons"] == []


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ({"rules": "no"}, "cette édition n'existe pas"),
        ({"seed": "x"}, "un nombre entier est attendu"),
        ({"sheet": "1,2"}, "un nombre entier est attendu"),
        ({"moves": "draw;foo"}, "Un coup commence par draw"),
        ({"moves": "discard KD"}, "prenez-en d'abord une"),
    ],
)
def test_an_address_that_names_nothing_deals_a_new_game(address: dict[str, str], reason: str) -> None:
    shown = tell("start", lang="fr", address={"game": "rummy", "seed": "3"} | address)
    assert shown["said"].startswith("L'adresse de la page ne")
    assert reason in shown["said"]
    assert shown["can"]["hint"]


def test_games_follow_one_another() -> None:
    start("gin")
    shown = tell("again", game="rummy", rules="", players="9")
    assert (shown["game"], shown["rules"], shown["players"]) == ("rummy", "horesca", 6)
    assert tell("again", game="rummikub", rules="", players="2")["game"] == "rummikub"
    assert tell("again", game="contracts", rules="contract-default", players="3")["players"] == 3
