"""The table of the card games without a browser: whole deals, what buttons mean, hints, undo, and the address."""

import json
import re
from typing import Any

import pytest

from docs.playground.answers import answer
from docs.playground.choices import SAID, meant
from docs.playground.words import NAMES
from rami import GAMES as GAME_OF
from rami import rummy
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
    assert [deed for deed, may in shown["can"].items() if may] == ["next", "replay"]
    assert shown["buttons"] == []
    assert shown["ended"][0].startswith(("You win: ", "Ada wins: "))
    assert [title for title, _ in shown["parts"]] == ["Deal 1"]
    assert [row[0] for row in shown["sheet"]] == ["", "Deal 1", "Total"]
    back = tell("start", address=shown["deal"])
    assert [back[key] for key in ("deal", "log", "sheet", "ended", "parts")] == [
        shown[key] for key in ("deal", "log", "sheet", "ended", "parts")
    ]
    after = tell("next")
    assert after["sheet"] == [*shown["sheet"][:2], ["Total", *shown["sheet"][1][1:]]]
    again = tell("start", address=after["deal"])
    assert [again[key] for key in ("deal", "hand", "sheet")] == [after[key] for key in ("deal", "hand", "sheet")]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules"), [(game, rules) for game in GAMES for rules in GAME_OF[game].presets])
def test_every_edition_is_played_to_its_end(game: str, rules: str) -> None:
    shown = start(game, rules=rules, players="6", seed="2")
    assert shown["players"] == shown["page"]["presets"][rules][-1]
    assert follow_to_the_end(shown)["can"]["next"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_edition_has_a_name(game: str, lang: str) -> None:
    shown = tell("start", lang=lang, address={"game": game, "seed": "3"})
    assert shown["page"]["editions"].keys() == GAME_OF[game].presets.keys()
    assert shown["page"]["games"][game]
    assert max(map(max, shown["page"]["presets"].values())) <= len(NAMES[lang])
    assert {*codes(shown), *codes(shown, "market")} <= shown["page"]["faces"].keys()


@pytest.mark.parametrize("lang", languages())
def test_every_language_says_the_same(lang: str) -> None:
    def places(said: Any) -> Any:
        return {name: places(each) for name, each in said.items()} if isinstance(said, dict) else said.count("{")

    assert places(SAID["en"]) == places(SAID[lang])


@pytest.mark.parametrize(
    ("lang", "seats"), [("en", ["You: 1 card,", "Ada: 3 cards,"]), ("es", ["Tú: 1 carta,", "Ada: 3 cartas,"])]
)
def test_one_card_is_counted_as_one(lang: str, seats: list[str]) -> None:
    tell("start", lang=lang, address={"game": "contracts", "seed": "3"})
    tell("follow")
    shown = tell("follow")
    assert all(told.startswith(seat) for told, seat in zip(shown["seats"], seats, strict=False))


def test_a_hint_lights_what_it_speaks_of_and_is_done() -> None:
    start("rummy")
    for _ in range(5):
        tell("follow")
    hint = tell("hint")
    assert hint["said"] == "Hint: Lay 8♣-9♣-10♣."
    assert hint["lit"] == ["meld", "hand 8C", "hand 9C", "hand 10C"]
    laid = act("meld", "9C", "8C", "10C")
    assert laid["log"][-1] == "You lay 8♣-9♣-10♣."
    assert laid["rows"][-1]["name"].endswith("8♣-9♣-10♣")
    assert laid["can"]["undo"]
    back = tell("undo")
    assert codes(back) == codes(hint)
    assert back["can"]["undo"]  # The taken card was face up
    taken = tell("undo")
    assert "8C" not in codes(taken)
    assert not taken["can"]["undo"]
    assert tell("undo")["deal"] == taken["deal"]
    assert not act("draw")["can"]["undo"]  # the card that was drawn has been seen


def test_what_cannot_be_done_is_said_with_its_reason() -> None:
    start("rummy")
    act("draw")
    assert act("meld", "AS", "AH", "2S")["said"] == "The cards of a run must have the same suit: A♠ 2♠ A♥."
    assert act("meld")["said"] == act("discard")["said"] == SAID["en"]["words"]["choose"]
    assert act("add 0", "8D")["said"].endswith("This card cannot be added to this meld: 8♦.")
    offered = (start("gin", seed=str(seed)) for seed in range(20))
    assert any("pass" in str(shown["buttons"]) for shown in offered)
    assert act("draw")["said"] == "The first upcard is offered: take it, or pass."
    act("pass")
    hand = codes(act("draw"))
    assert act("knock", hand[0])["said"].startswith("You may knock with at most ")
    start("contracts")
    assert "must have the same value or the same color" in act("take", "6D", "8H")["said"]
    act("take", "6D", "7D", "8D")
    assert act("fill C03", "4C", "5C")["said"].startswith("These cards do not fill C03.")
    assert act("fill C05")["said"] == "Your hand does not fill C05."


def test_a_button_that_may_mean_several_moves_asks_which() -> None:
    held = len(codes(start("rummy", rules="rummy-500", seed="1")))
    asked = act("take")
    assert choices(asked) == ["Take K♥ from the discard pile.", "Take 8♦ K♥ from the discard pile."]
    taken = tell("play", move=asked["choices"][1]["move"])
    assert len(codes(taken)) == held + 2
    assert not taken["choices"]


def test_cards_that_are_chosen_narrow_what_a_button_means() -> None:
    start("contracts", seed="1")
    tell("follow")
    assert choices(act("fill C15")) == ["Fill C15 with 1🍒-2♥-*.", "Fill C15 with 1♥-2♥-*."]
    filled = act("fill C15", "2H", "1C")
    assert filled["log"][-1] == "You fill C15 with 1♣-2♥-*."
    assert filled["can"]["undo"]


def test_a_card_may_extend_a_meld_or_replace_its_joker() -> None:
    view = rummy.set_up("7S KD", "4S-5S-6S", rules=rummy.PRESETS["bicycle"])
    assert list(meant(view, "add 0", ["7S"])) == ["add 7S 4S-5S-6S", "add 7S 4S-5S-6S front", "replace 7S 4S-5S-6S"]


def test_the_bots_are_told_beside_the_table() -> None:
    start("rummy")
    act("draw")
    assert act("discard", "QS")["problems"] == ["Ada draws a card. Ada discards K♣."]
    french = tell("speak", lang="fr")
    assert french["problems"] == ["Ada pioche une carte. Ada défausse R♣."]
    assert french["log"][-3] == "Vous défaussez D♠."
    assert tell("speak", lang="en")["buttons"] == []


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ({"rules": "no"}, "cette édition n'existe pas"),
        ({"seed": "x"}, "un nombre entier est attendu"),
        ({"sheet": "1,2"}, "un nombre entier est attendu"),
        ({"moves": "draw;foo"}, "Un coup commence par draw"),
        ({"moves": "discard KD"}, "Prenez d'abord une carte"),
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


def test_a_match_ends_with_its_winner_and_bonuses() -> None:
    shown = start("gin", sheet="97,0/0;0,30/1", starter="0")
    while not shown["can"]["again"]:
        shown = tell("next") if shown["can"]["next"] else tell("follow")
    heads = [row[0] for row in shown["sheet"]]
    assert heads[-4:-2] == ["Game", "Boxes"]
    assert heads[-2:] == ["Total", ""]
    total, winner = shown["sheet"][-2:]
    best = max(total[1:], key=int)
    assert winner[total.index(best)] == "winner"
    assert "the match." in shown["ended"][1]
    assert not shown["can"]["next"]
    assert tell("again", game="gin")["sheet"] == []


def test_players_who_are_out_sit_out_the_next_deals() -> None:
    address = {"rules": "kalooki-40", "players": "3", "sheet": "0,-160,0/0"}
    shown = start("rummy", **address)
    assert [seat.partition(":")[0] for seat in shown["seats"]] == ["You", "Blaise"]
    assert [row[0] for row in shown["sheet"]] == ["", "Deal 1", "Total"]
    assert follow_to_the_end(shown)["can"]["next"]


def test_an_eliminated_player_is_not_dealt_again() -> None:
    shown = start("rummy", rules="kalooki-40", players="3", sheet="-140,0,0/1")
    for _ in range(20):
        shown = follow_to_the_end(shown)
        if shown["can"]["again"]:
            break
        shown = tell("next")
    assert "out of the match" in shown["ended"][1] or "the match." in shown["ended"][1]


def test_a_match_of_different_deals_has_the_rules_of_each() -> None:
    shown = start("rummy", rules="continental", sheet="-1,0/1")
    assert any("Deal 2: 8 cards" in text for _, text in shown["page"]["prose"])
    assert len(shown["hand"]) in (8, 9)


def test_gin_shows_deadwood_and_offers_a_knock_only_where_it_is_legal() -> None:
    shown = start("gin", seed="1")
    knocks = 0
    while shown["can"]["follow"]:
        for button in shown["buttons"]:
            if button["key"] == "knock" and button["needs"]:
                knocks += 1
                assert int(shown["deadwood"].removeprefix("Deadwood: ")) <= 10
                assert set(button["only"]) <= set(codes(shown))
        shown = tell("follow")
    assert knocks
    assert shown["deadwood"] == ""
    assert int(start("gin")["deadwood"].removeprefix("Deadwood: ")) > 10
    act("draw")
    assert "knock" not in [button["key"] for button in tell("hint")["buttons"]]


def test_a_hand_is_sorted_by_suit_rank_and_melds_and_moved_by_hand() -> None:
    start("rummy")
    for _ in range(5):
        tell("follow")
    by = {name: codes(tell("sort", by=name)) for name in ("suit", "rank", "melds")}
    assert by["melds"][:3] == ["8C", "9C", "10C"]
    assert [card[-1] for card in by["suit"]] == sorted((card[-1] for card in by["suit"]), key="SHDC".index)
    assert by["rank"][:2] == ["AS", "AH"]
    moved = tell("shift", place=0, to=2)
    assert (codes(moved)[:3], moved["order"]) == (["9C", "10C", "8C"], "own")
    tell("sort", by="suit")


def test_contracts_are_drawn() -> None:
    shown = start("contracts")
    for contract in shown["contracts"]:
        assert shown["page"]["faces"][contract["code"]].startswith("<svg")


def test_a_message_shows_suits_instead_of_letters() -> None:
    for game in GAMES:
        shown = start(game)
        for _ in range(12):
            shown = tell("follow") if shown["can"]["follow"] else shown
            told = " ".join([shown["said"], *shown["log"], tell("hint")["said"] if shown["can"]["hint"] else ""])
            assert not re.search(r"(?<![\w*])(?:10|[2-9AJQK])[SHDCY](?!\w)", told), told


def test_only_contracts_that_can_be_filled_are_buttons() -> None:
    start("contracts")
    shown = act("take", "6D", "7D", "8D")
    assert [each["code"] for each in shown["contracts"] if each["can"]] == ["C03", "C11", "C27"]
    assert [each["code"] for each in shown["contracts"] if not each["can"]] == ["C05"]


def test_a_position_of_each_game_is_reached_by_its_link() -> None:
    for game in GAMES:
        start(game)
        shown = tell("follow")
        place = tell("link_position")["copied"]
        back = tell("start", address=place | {"seed": "1"})
        assert [codes(back), back["seats"]] == [codes(shown), shown["seats"]]


@pytest.mark.parametrize("game", GAMES)
def test_a_loaded_deal_is_replayed_from_its_start(game: str) -> None:
    shown = follow_to_the_end(start(game))
    loaded = tell("load", text=tell("save")["file"])
    assert loaded["replay"]["of"] == shown["turn"]
    steps = [tell("replay", to=step)["replay"] for step in range(shown["turn"])]
    assert any(step["best"] == "That is the best turn." for step in steps)
    assert tell("replay", to=None)["ended"] == shown["ended"]
