"""The board of the playground without a browser: what it says, and a whole deal; and how much the page weighs."""

import json
from pathlib import Path
from typing import Any

import pytest

from docs.playground.answers import answer
from docs.playground.sheet import outcome
from docs.playground.words import LANGUAGES, NAMES, WORDS
from rami import EndReason, Result
from rami.rummikub import PRESETS
from rami.sentences import languages

PLAYGROUND = Path(__file__).parents[1] / "playground"


def tell(deed: str, **arguments: Any) -> Any:
    return json.loads(answer(json.dumps({"do": deed, "with": arguments})))


def tiles(shown: Any) -> int:
    return len(shown["hand"]) + sum(len(row["tiles"]) for row in shown["rows"])


@pytest.mark.parametrize(
    ("rules", "lang"),
    [("chiffres", "fr"), *(pytest.param("hasbro-2007", lang, marks=pytest.mark.slow) for lang in ("en", "fr"))],
)
def test_a_deal_is_played_to_its_end(rules: str, lang: str) -> None:
    shown = tell("start", lang=lang, address={"rules": rules, "seed": "7"})
    assert shown["page"]["words"] == dict(WORDS[lang])
    turns = 0
    while shown["can"]["hint"] and turns < 300:
        before = shown["turn"]
        while shown["turn"] == before:
            held, said = tiles(shown), tell("hint")["said"]
            shown = tell("follow")
            if shown["turn"] == before:
                assert said == WORDS[lang]["advice"].format(shown["said"])
                assert tiles(shown) == held
        turns += 1
    words = WORDS[lang]
    assert shown["ended"][0].startswith((words["won_you"].split()[0], f"Ada {words['won'].split()[1]}"))
    assert [deed for deed, may in shown["can"].items() if may] == ["next", "replay"]
    after = tell("next")
    assert [row[0] for row in after["sheet"]] == ["", words["deal"].format(1), words["total"]]
    assert tell("start", lang=lang, address=after["deal"])["sheet"] == after["sheet"]


@pytest.mark.parametrize("lang", languages())
def test_every_language_says_the_same(lang: str) -> None:
    assert WORDS["en"].keys() == WORDS[lang].keys()
    assert len(NAMES[lang]) == max(rules.max_players for rules in PRESETS.values())
    for word, said in WORDS["en"].items():
        assert said.count("{") == WORDS[lang][word].count("{")


def test_the_playground_speaks_every_language_of_the_library() -> None:
    """Also before Python is there."""
    assert tuple(LANGUAGES) == languages()
    script = (PLAYGROUND / "python.js").read_text("utf-8")
    for lang, name in tell("start")["page"]["languages"].items():
        assert f"\n  {lang}: {{ loading: " in script
        assert name == LANGUAGES[lang]


def test_what_a_hint_says_is_done() -> None:
    """With nothing to lay the hint draws, and a full play is made."""
    shown = tell("start", address={"rack": "R7 K1", "table": "R4-R5-R6", "seed": "1"})
    lit = tell("hint")
    assert lit["lit"] == ["R7"]
    assert "R7" in lit["said"]
    laid = tell("follow")
    assert (len(laid["hand"]), laid["lit"]) == (1, [])
    assert tell("hint")["said"] == "Hint: Nothing better can be laid."
    assert len(tell("follow")["log"]) > 1
    shown = tell("start", address={"rack": "R9 K1", "table": "R4-R5-R6", "seed": "1"})
    assert tell("hint")["said"].startswith("Hint: Draw a tile.")
    assert len(tell("follow")["hand"]) == len(shown["hand"]) + 1


def test_a_deal_survives_a_reload() -> None:
    """The address of a deal under way leads back to it."""
    shown = tell("start", address={"seed": "3"})
    while shown["turn"] < 10 or shown["can"]["undo"]:
        shown = tell("follow")
    address = shown["deal"]
    assert address["moves"]
    back = tell("start", address=address)
    assert back["deal"] == address
    assert [back[key] for key in ("seats", "hand", "log")] == [shown[key] for key in ("seats", "hand", "log")]
    wrong = tell("start", address=address | {"moves": "play R1-R2-R3"})
    assert wrong["said"].startswith("The address names no position")


@pytest.mark.parametrize(
    ("winners", "english", "french"), [((0,), "You win:", "Vous gagnez :"), ((1,), "Ada wins:", "Ada gagne :")]
)
def test_the_end_is_told_in_the_right_person(winners: tuple[int, ...], english: str, french: str) -> None:
    end = Result(tuple(10 if seat in winners else -10 for seat in range(6)), winners, EndReason.WENT_OUT)
    assert outcome(end, NAMES["en"], "en").startswith(english)
    assert outcome(end, NAMES["fr"], "fr").startswith(french)


def test_every_edition_has_a_name() -> None:
    for lang in languages():
        assert tell("start", lang=lang)["page"]["editions"].keys() == PRESETS.keys()


def test_tiles_go_together_and_in_order() -> None:
    start = {"rack": "R8 K8 B8 R7", "table": "R4-R5-R6 K4-K5-K6 B4-B5-B6-B7", "seed": "1"}

    def rows(shown: Any) -> list[str]:
        return [" ".join(tile["code"] for tile in row["tiles"]) for row in shown["rows"]]

    tell("start", address=start)
    laid = tell("move", tiles=["B8", "R8", "K8"], source="rack", target="new")
    assert rows(laid) == ["R4 R5 R6", "K4 K5 K6", "B4 B5 B6 B7", "R8 K8 B8"]
    assert rows(tell("move", tiles=["R4", "R5", "R6"], source=0, target=2)) == [
        "K4 K5 K6",
        "B4 B5 B6 B7 R4 R5 R6",
        "R8 K8 B8",
    ]
    assert rows(tell("undo")) == rows(laid)
    assert rows(tell("move", tiles=["R5", "R6"], source=0, target="new"))[-1] == "R5 R6"
    assert rows(tell("move", tiles=["R7"], source="rack", target=4, at=0))[-1] == "R5 R6 R7"
    assert "Put" not in tell("move", tiles=["K13"], source="rack", target="new")["said"]
    assert tell("move", tiles=["K13"], source="rack", target="new")["said"].startswith(
        "That is not possible: K13 is not"
    )
    assert [tile["code"] for tile in tell("reset")["hand"]] == ["R7", "R8", "K8", "B8"]


@pytest.mark.parametrize(
    ("address", "english", "french"),
    [
        ({"rack": "X"}, "'X' is not a tile", "« X » n'est pas une plaque"),
        ({"rack": "R4", "table": "R4-"}, "Expected a tile after '-'", "Après « - », il manque une plaque."),
        ({"rules": "no"}, "no edition is called 'no'", "cette édition n'existe pas."),
        ({"seed": "no"}, "a whole number is expected", "un nombre entier est attendu."),
        ({"rack": "R1 R1 R1"}, "more tiles of a kind", "une telle position ne peut pas exister."),
        (
            {"rack": "R1", "table": "R4-R5"},
            "A meld needs at least three",
            "Il faut au moins trois plaques dans une combinaison",
        ),
    ],
)
def test_an_address_that_names_nothing_deals_a_new_game(address: dict[str, str], english: str, french: str) -> None:
    for lang, start, reason in (("en", "The address names no", english), ("fr", "L'adresse de la page ne", french)):
        shown = tell("start", lang=lang, address=address)
        assert shown["said"].startswith(start)
        assert reason in shown["said"]
        assert len(shown["hand"]) >= 14


def test_a_tile_that_is_not_there_is_told_in_french_too() -> None:
    tell("start", lang="fr", address={"rack": "R8", "table": "R4-R5-R6", "seed": "1"})
    said = tell("move", tiles=["K13"], source="rack", target="new")["said"]
    assert said == "C'est impossible : cette plaque ou cette rangée n'est pas là."


def test_the_page_is_small_and_loads_nothing_from_elsewhere() -> None:
    scripts = {path.name: path.read_text(encoding="utf-8") for path in PLAYGROUND.glob("*.js")}
    assert sum(len(text.splitlines()) for text in scripts.values()) < 1000
    for text in scripts.values():
        assert "http" not in text


def test_every_edition_is_dealt_to_as_many_as_it_is_for() -> None:
    shown = tell("start", address={"seed": "1"})
    assert shown["page"]["presets"] == {name: list(rules.player_counts) for name, rules in PRESETS.items()}
    for name, rules in PRESETS.items():
        shown = tell("again", rules=name, players="2")
        assert (shown["rules"], shown["players"]) == (name, min(rules.player_counts))
        assert tell("start", address={"rules": name})["players"] == min(rules.player_counts)


def test_the_language_changes_in_the_middle_of_a_turn() -> None:
    start = tell("start", address={"rack": "R7 R8", "table": "R4-R5-R6", "seed": "1"})
    tell("draw")
    moved = tell("move", tiles=["R5"], source=0, target="new")
    french = tell("speak", lang="fr")
    assert french["page"]["words"] == dict(WORDS["fr"])
    assert [row["tiles"] for row in french["rows"]] != [row["tiles"] for row in start["rows"]]
    assert len(french["rows"]) == len(moved["rows"])
    assert french["log"][0].startswith("Vous piochez : ")
    assert tell("speak", lang="en")["log"][0].startswith("You draw: ")


def test_the_first_line_says_what_to_do() -> None:
    shown = tell("start", address={"seed": "5"})
    assert shown["said"] == "Your turn. Open with melds worth 30 points or more from your rack, or draw a tile."
    shown = tell("start", address={"rack": "R7 K1", "table": "R4-R5-R6", "seed": "1"})
    assert shown["said"] == "Your turn. Lay tiles from your rack on the table, or draw one."


def test_a_tile_that_is_drawn_is_named_and_marked() -> None:
    tell("start", address={"seed": "5"})
    shown = tell("draw")
    assert [(tile["name"], tile["new"]) for tile in shown["hand"] if tile["new"]] == [("black 9", "just drawn")]
    assert shown["problems"] == ["You draw: black 9. Ada draws 1 tile."]
    assert shown["log"][-2:] == ["You draw: black 9.", "Ada draws 1 tile."]


def test_what_the_others_laid_last_is_marked() -> None:
    shown = tell("start", address={"seed": "5"})
    while not (laid := [tile for row in shown["rows"] for tile in row["tiles"] if tile["new"]]):
        shown = tell("follow")
    assert {tile["new"] for tile in laid} == {"laid by Ada"}
    assert sorted(tile["code"] for tile in laid) == sorted(
        shown["log"][-1].removeprefix("Ada lays ").strip(".").split()
    )


def test_tiles_that_are_half_arranged_go_back_only_at_the_second_click() -> None:
    start = tell("start", address={"rack": "R7 R8 K1", "table": "R4-R5-R6", "seed": "1"})
    tell("move", tiles=["R7"], source="rack", target=0)
    asked = tell("draw")
    assert asked["said"] == "This takes the tiles of this turn back. Press Draw again to do it."
    assert (asked["refused"], asked["sure"], len(asked["hand"])) == (True, "draw", 2)
    tell("hint")  # what comes between makes it ask again
    assert tell("draw")["sure"] == "draw"
    assert len(tell("draw")["hand"]) == len(start["hand"]) + 1
    tell("start", address={"rack": "R7 R8 K1", "table": "R4-R5-R6", "seed": "1"})
    tell("move", tiles=["R7"], source="rack", target=0)
    tell("undo")
    assert not tell("draw")["sure"]


def test_a_refusal_names_the_pieces_that_are_wrong() -> None:
    tell("start", address={"rack": "R7 R8 K1", "table": "R4-R5-R6", "seed": "1"})
    tell("move", tiles=["K1"], source="rack", target="new")
    shown = tell("done")
    assert (shown["refused"], shown["wrong"]) == (True, ["K1"])
    assert not tell("undo")["wrong"]


def test_the_rack_is_sorted_and_moved_by_hand() -> None:
    shown = tell("start", address={"rack": "R8 K1 B1 *", "table": "", "seed": "1"})

    def rack(shown: Any) -> str:
        return " ".join(tile["code"] for tile in shown["hand"])

    assert [name for name, _ in shown["page"]["sorts"]] == ["suit", "rank", "own"]
    assert rack(shown) == "R8 K1 B1 *"
    assert rack(tell("sort", by="rank")) == "K1 B1 R8 *"
    moved = tell("shift", place=3, to=0)
    assert (rack(moved), moved["order"]) == ("* K1 B1 R8", "own")
    drawn = tell("draw")
    assert rack(drawn).startswith("* K1 B1 R8 ")
    assert rack(tell("sort", by="suit")).startswith("R8 ")


def test_the_rules_of_the_edition_are_there_to_read() -> None:
    shown = tell("start", lang="en", address={"rules": "goliath"})
    head, text = shown["page"]["prose"][0]
    assert (head, text[:12]) == ("The aim", "Be the first")
    assert any("30" in text for _, text in shown["page"]["prose"])


def test_the_link_leads_to_the_position() -> None:
    tell("start", address={"rack": "R7 K1", "table": "R4-R5-R6", "seed": "1"})
    shown = tell("link_position")
    assert shown["said"] == "The link to this position is copied."
    place = {"game": "rummikub", "rules": "hasbro-2007", "rack": "R7 K1", "table": "R4-R5-R6", "opened": "1"}
    assert shown["copied"] == place
    assert "moves" in tell("draw")["deal"]
    assert tell("link")["said"] == "The link is copied."


def test_a_finished_deal_shows_how_it_ended_and_all_racks() -> None:
    shown = tell("start", address={"rack": "R7", "table": "R4-R5-R6", "seed": "1"})
    assert (shown["ended"], shown["racks"]) == ([], [])
    tell("follow")
    shown = tell("follow")
    (rack,) = shown["racks"]
    assert rack["name"] == "Ada held at the end"
    held = " ".join(tile["code"] for tile in rack["tiles"])
    assert shown["ended"][0] == "You win: somebody went out."
    assert shown["ended"][2].startswith(f"Ada: -{len(rack['tiles'])}"[:6])
    assert f"tiles left: {held} (" in shown["ended"][2]
    assert shown["parts"] == [["Deal 1", shown["ended"][1:3]]]


def test_a_deal_is_replayed_with_the_best_turn_beside_the_own_turn() -> None:
    tell("start", address={"rack": "R7 R8 K1", "table": "R4-R5-R6", "seed": "1"})
    tell("draw")
    tell("follow")
    shown = tell("follow")
    while not shown["over"]:
        shown = tell("follow")
    replayed = tell("replay", to=0)
    assert replayed["replay"]["of"] == shown["turn"]
    assert [tile["code"] for tile in replayed["hand"]] == ["R7", "R8", "K1"]
    assert replayed["replay"]["yours"].startswith("Your turn. You draw: ")
    assert replayed["replay"]["best"] == "Best: Add R7 R8 from the rack to R4-R5-R6: R4-R5-R6-R7-R8."
    assert [deed for deed, may in replayed["can"].items() if may] == ["replay"]
    assert tell("replay", to=1)["replay"]["last"].startswith("You draw: ")
    assert tell("replay", to=10_000)["replay"]["step"] == shown["turn"]
    assert tell("replay", to=None)["ended"] == shown["ended"]


def test_a_saved_deal_is_loaded() -> None:
    tell("start", address={"seed": "3"})
    tell("follow")
    shown = tell("follow")
    file = tell("save")["file"]
    tell("start", address={"seed": "4"})
    loaded = tell("load", text=file)
    assert [loaded[key] for key in ("hand", "seats", "log", "rules")] == [
        shown[key] for key in ("hand", "seats", "log", "rules")
    ]
    assert tell("load", text="{}")["refused"]


def test_the_moves_of_the_bots_are_shown_one_by_one() -> None:
    shown = tell("start", address={"seed": "3", "players": "4"})
    assert [frame["said"] for frame in tell("draw")["frames"]] == tell("speak", lang="en")["log"][-3:]
    assert shown["can"]["draw"]


def test_the_level_of_the_bots_changes_their_moves() -> None:
    deals = set()
    for level in ("easy", "medium", "hard"):
        shown = tell("start", address={"game": "gin", "seed": "3"}, level=level)
        assert shown["level"] == level
        for _ in range(20):
            shown = tell("follow") if shown["can"]["follow"] else shown
        deals.add(shown["deal"]["moves"])
    assert len(deals) > 1
    assert tell("set_level", level="easy")["level"] == "easy"
    assert tell("set_level", level="none")["level"] == "easy"
    tell("set_level", level="hard")


def test_the_clock_ends_a_turn_with_the_arranged_tiles() -> None:
    shown = tell("start", address={"rack": "R7 K1", "table": "R4-R5-R6", "seed": "1"})
    assert shown["clock"] == 60
    tell("move", tiles=["R7"], source="rack", target=0)
    shown = tell("time_out")
    assert shown["log"][-2].startswith("Your time is up. You lay R7.")
    shown = tell("start", address={"rules": "chiffres", "seed": "1"})
    assert shown["clock"] == 0
