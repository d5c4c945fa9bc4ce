"""Results in words, as JSON and in matches, and invalid results."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve

from examples.okey import okey
from examples.okey.okey.referee import Ending, PartReason
from examples.okey.okey.tiles import TEXTS
from rami import EndReason, Part, RamiError, RecordError, Result, RulesError, contracts, gin, rummikub
from rami import rummy as ru
from rami.codec import from_json, json_schema, plain, to_json
from rami.match import Match
from rami.players import quick_player
from rami.record import Redacted
from rami.sentences import languages
from rami.simulate import play_deal
from tests.rules.positions import SCORE_TABLE, rack_worth

HANDS = ["AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "6S 7S 8S 6C 7C 8C QS QC QD AC"]
UNDERCUT = gin.score(HANDS, knocker=0)
RAMI_51 = ru.score(["", "KD 5H", "AS 2S"], winner=0, melded=[False, False, True], rules=ru.PRESETS["rami-51"])
BLOCKED = rummikub.score(["R7 K13", "B5", "R5", "O13 O12"], winner=None, last=2)
CONTRACTS = contracts.score(["C01 C02", "C33"], "coeur trefle combo2 combo3", bonus_sizes=[2, 1])
BICYCLE = ru.score(["", "KD 5H", "AS"], winner=0, melded=[False, True, True], rules=ru.PRESETS["bicycle"])


# ------------------------------------------------------------------------------------------------------------ in words


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["Bo wins: the knocker was undercut.", "Ada: 0", "Bo: +28, difference: 3; undercut: 25"]),
        (
            "fr",
            ["Bo gagne : le joueur qui a frappé a été contré.", "Ada : 0", "Bo : +28, différence : 3 ; contre : 25"],
        ),
        (
            "de",
            ["Bo gewinnt (wer geklopft hat, wurde unterboten).", "Ada: 0", "Bo: +28, Differenz: 3; Unterbieten: 25"],
        ),
        (
            "es",
            [
                "Bo gana: a quien ha cerrado no le quedaban menos puntos sueltos que al rival.",
                "Ada: 0",
                "Bo: +28, diferencia: 3; prima del rival: 25",
            ],
        ),
    ],
)
def test_an_undercut_is_named(lang: str, lines: list[str]) -> None:
    assert UNDERCUT.message(lang, ["Ada", "Bo"]).splitlines() == lines


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "Player 2: -100, no first melds: 100"),
        ("fr", "Joueur 2 : -100, aucune première pose : 100"),
        ("de", "Spieler 2: -100, keine Erstauslage: 100"),
        ("es", "Jugador 2: -100, sin primera bajada: 100"),
    ],
)
def test_a_hand_that_never_melded_is_named(lang: str, line: str) -> None:
    assert RAMI_51.message(lang).splitlines()[2] == line


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "trophy for clubs (1): 3; trophy for combos of 2 (2): 3"),
        ("fr", "trophée « trèfle » (1) : 3 ; trophée « combos de 2 cartes » (2) : 3"),
        ("de", "Trophäe „Kleeblatt“ (1): 3; Trophäe „2er-Kombinationen“ (2): 3"),
        ("es", "trofeo de tréboles (1): 3; trofeo de requisitos de 2 cartas (2): 3"),
    ],
)
def test_trophies_are_named(lang: str, line: str) -> None:
    assert CONTRACTS.message(lang).splitlines()[1].endswith(line)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "Player 3: -35, tiles left: B5 * (35)"),
        ("fr", "Joueur 3 : -35, plaques restantes : B5 * (35)"),
        ("de", "Spieler 3: -35, Reststeine: B5 * (35)"),
        ("es", "Jugador 3: -35, fichas restantes: B5 * (35)"),
    ],
)
def test_the_racks_of_the_losers_are_named(lang: str, line: str) -> None:
    result = rummikub.score(["", "R7 K13", "B5 *"], winner=0)
    assert result.message(lang).splitlines()[3] == line


def test_contracts_and_bonus_cards_are_named() -> None:
    first, second = CONTRACTS.message().splitlines()[1:]
    assert first.startswith("Player 1: +10, contract C01: 1; contract C02: 1; 2 bonus cards: 2; trophy")
    assert second == "Player 2: +8, contract C33: 7; 1 bonus card: 1"


def test_several_winners_have_one_share_each() -> None:
    assert BLOCKED.message().splitlines() == [
        "Player 2 and Player 3 win: nobody can continue.",
        "Player 1: -15, tiles left: R7 K13 (20); lowest rack subtracted: 5",
        "Player 2: +18, share of the points won: 18",
        "Player 3: +17, share of the points won: 17",
        "Player 4: -20, tiles left: O13 O12 (25); lowest rack subtracted: 5",
    ]


def test_a_winner_has_one_part_for_each_loser() -> None:
    result = rummikub.score(["", "R7", "B5 B6"], winner=0)
    assert [(part.seat, part.of, part.points) for part in result.parts[:2]] == [(0, 1, 7), (0, 2, 11)]
    blocked = rummikub.score(["R9", "R7", "B5"], winner=None)
    assert blocked.message().splitlines()[3] == (
        "Player 3: +6, from Player 1: R9, minus the points of the lowest rack (4); "
        "from Player 2: R7, minus the points of the lowest rack (2)"
    )


def test_only_the_winner_of_ramicube_has_parts() -> None:
    result = rummikub.score(["", "R7", "B5 B6"], winner=0, rules=rummikub.PRESETS["ramicube"])
    assert {part.seat for part in result.parts} == {0}
    assert result.message().splitlines()[2:] == ["Player 2: 0", "Player 3: 0"]


def test_a_whole_hand_in_one_turn_is_named() -> None:
    assert BICYCLE.message().splitlines()[1:3] == [
        (
            "Player 1: +32, from Player 2: KD 5H (15); from Player 3: AS (1); "
            "extra points for the whole hand in one turn: 16"
        ),
        "Player 2: -30, cards left: KD 5H (15); extra points for the whole hand in one turn: 15",
    ]
    rules = ru.PRESETS["bicycle"].evolve(rummy_multiplier=1, rummy_bonus=25)
    bonus = ru.score(["", "KD"], winner=0, melded=[False, True], rules=rules)
    assert "bonus for the whole hand in one turn: 25" in bonus.message()


def test_laid_cards_and_jokers_are_named() -> None:
    rules = ru.PRESETS["rummy-500"].evolve(jokers=2)
    result = ru.score(["", "KD *"], winner=0, laid_points=[15, 40], rules=rules)
    points = rules.joker_points
    assert result.message().splitlines()[2] == (
        f"Player 2: {40 - 10 - points:+}, cards laid: 40; card left: KD (10); 1 joker left: {points}"
    )
    assert "2 jokers left" in ru.score(["", "* *"], winner=0, laid_points=[1, 1], rules=rules).message()


# ------------------------------------------------------------------------------------- the score tables of the sources


def parts_of(result: Result) -> list[tuple[int, str, int, str, int | None]]:
    return [(part.seat, part.reason, part.points, " ".join(map(str, part.pieces)), part.of) for part in result.parts]


@pytest.mark.parametrize("edition", ["hasbro-2007", "goliath", "chiffres"])
@pytest.mark.parametrize("line", SCORE_TABLE)
def test_the_winner_of_rummikub_scores_the_loss_of_each_loser(line: tuple[int, ...], edition: str) -> None:
    """000-g and 001-6: the winner scores what each loser loses."""
    racks = ["" if points > 0 else rack_worth(-points, color) for points, color in zip(line, "RKBO", strict=True)]
    winner = racks.index("")
    losers = [seat for seat in range(4) if seat != winner]
    result = rummikub.score(racks, winner=winner, rules=rummikub.PRESETS[edition])
    assert result.scores == line
    assert parts_of(result) == [
        *[(winner, "tiles_left", -line[seat], racks[seat], seat) for seat in losers],
        *[(seat, "tiles_left", line[seat], racks[seat], None) for seat in losers],
    ]


def test_losers_of_a_blocked_deal_lose_the_points_above_the_lowest_rack() -> None:
    """000.23: each loser loses what it has above the lowest rack, 10, 25, 12 and 40."""
    racks = ["R10", "K13 K12", "B12", "O13 O12 O10 O5"]
    assert parts_of(rummikub.score(racks, winner=None)) == [
        (0, "lowest_rack", 15, racks[1], 1),
        (0, "lowest_rack", 2, racks[2], 2),
        (0, "lowest_rack", 30, racks[3], 3),
        (1, "tiles_left", -25, racks[1], None),
        (1, "lowest_rack", 10, "", None),
        (2, "tiles_left", -12, racks[2], None),
        (2, "lowest_rack", 10, "", None),
        (3, "tiles_left", -40, racks[3], None),
        (3, "lowest_rack", 10, "", None),
    ]


def test_losers_of_ramicube_lose_nothing() -> None:
    """002.13: the winner is credited with what the losers have left, and they lose nothing."""
    result = rummikub.score(["", "R1 R2", "* K3"], winner=0, rules=rummikub.PRESETS["ramicube"])
    assert parts_of(result) == [(0, "tiles_left", 3, "R1 R2", 1), (0, "tiles_left", 33, "* K3", 2)]


def test_the_winner_of_horesca_scores_the_cards_left() -> None:
    """004.10: a king, an ace and a 7 count 18, a queen and a 5 count 15."""
    result = ru.score(["", "KD AS 7H", "QH 5D"], winner=0)
    assert parts_of(result) == [(0, "cards_left", 18, "KD AS 7H", 1), (0, "cards_left", 15, "QH 5D", 2)]


def test_contracts_bonus_cards_and_trophies_are_parts_of_a_score() -> None:
    """003.5: contracts, bonus cards and trophies."""
    result = contracts.score(["C33 C05", "C09"], "coeur trefle combo2 combo3", bonus_sizes=[3, 1])
    named = [(part.seat, part.reason, part.name, part.count, part.points) for part in result.parts]
    assert [part for part in named if part[0] == 1] == [
        (1, "contract", "C09", 0, 2),
        (1, "bonus", "", 1, 1),
        (1, "trophy", "combo3", 1, 3),
    ]
    assert named[:3] == [(0, "contract", "C33", 0, 7), (0, "contract", "C05", 0, 3), (0, "bonus", "", 3, 3)]
    assert result.scores == (sum(part[4] for part in named if part[0] == 0), 6)


def test_each_ending_of_gin_has_its_bonus() -> None:
    """G13 to G15: the difference alone, gin 25, big gin 31, and an undercut 25."""
    other = "4S 5S QH KH KD 2C 2D 2H 7C 8D"
    hands = {
        "knock": ["AS 2S 3S 5H 5D 5C 9H 10H JH 4D", other],
        "gin": ["AS 2S 3S 5H 5D 5C 9H 10H JH 8H", other],
        "big_gin": ["AS 2S 3S 6H 6D 6C 8H 9H 10H JH 6S", other],
        "undercut": HANDS,
    }
    found = {ending: parts_of(gin.score(each, knocker=0)) for ending, each in hands.items()}
    assert found == {
        "knock": [(0, "difference", 21, "", None)],
        "gin": [(0, "difference", 54, "", None), (0, "gin", 25, "", None)],
        "big_gin": [(0, "difference", 54, "", None), (0, "big_gin", 31, "", None)],
        "undercut": [(1, "difference", 3, "", None), (1, "undercut", 25, "", None)],
    }


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", [gin, rummikub, ru, contracts], ids=lambda game: game.GAME.name)
def test_every_reason_has_a_sentence_for_0_1_and_many(game: Any, lang: str) -> None:
    for reason in game.PartReason:
        for count in (0, 1, 2, 5):
            for of in (None, 1):
                part = Part(0, reason, -7, of=of, name="C18", count=count)
                assert "7" in part.message(lang, ["Ada", "Bo"])


def test_singular_and_plural_differ() -> None:
    one, two = (Part(0, rummikub.PartReason.TILES_LEFT, -7, rummikub.Tile.row(row)) for row in ("R7", "R3 R4"))
    assert (one.message(), two.message()) == ("tile left: R7 (7)", "tiles left: R3 R4 (7)")
    assert one.message("de") == "Reststein: R7 (7)"


def test_many_pieces_are_cut() -> None:
    part = Part(0, rummikub.PartReason.TILES_LEFT, -99, rummikub.Tile.row("R1 " * 20))
    assert part.message() == f"tiles left: {'R1 ' * 14}… (99)"


def test_endings_use_the_words_of_messages() -> None:
    for ending in gin.Ending:
        for lang in languages():
            result = Result((0, 0), (), EndReason.BLOCKED, ending)
            assert ending.message(lang) in result.message(lang)
    for reason in EndReason:
        assert reason.message() in Result((0, 0), (), reason).message()


def test_a_result_without_a_winner_says_so() -> None:
    assert str(Result((0, 0), (), EndReason.BLOCKED)) == "Nobody wins: nobody can continue."
    assert str(Result((0, 0), (), EndReason.BLOCKED, "dead")) == "Nobody wins: nobody can continue."


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Ada"], "names must have 2 values, one for each seat, not 1"),
        ([1, 2], "each item of names must be text"),
        (5, "names must be a row"),
    ],
)
def test_names_must_fit(names: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        UNDERCUT.message(names=names)


def test_the_language_must_exist() -> None:
    with pytest.raises(RamiError, match="lang must be"):
        UNDERCUT.message("xx")


def test_a_part_needs_the_name_of_the_seat_that_pays() -> None:
    part = Part(0, rummikub.PartReason.TILES_LEFT, 7, rummikub.Tile.row("R7"), of=1)
    with pytest.raises(RulesError, match="names must have a name for seat 1"):
        part.message(names=["Ada"])
    assert part.message(names=iter(["Ada", "Bo\x1b[2J"])) == "from Bo�[2J: R7 (7)"


def test_a_part_without_sentences_raises_an_error() -> None:
    with pytest.raises(RamiError, match=r"shared has no sentence 'parts\.blocked' in 'en'"):
        Part(0, EndReason.BLOCKED, 5).message()
    with pytest.raises(RamiError, match="Phase must have a property `texts` with sentences for the parts"):
        Part(0, gin.Phase.OVER, 5).message()


def test_notebooks_show_results() -> None:
    shown: Any = UNDERCUT
    lines = ["Player 2 wins: the knocker was undercut.", "Player 1: 0", "Player 2: +28, difference: 3; undercut: 25"]
    assert shown._repr_html_() == "<br>".join(lines)


# ----------------------------------------------------------------------------------------------------------- refused


def with_parts(*parts: Part, scores: tuple[int, ...] = (3, 0), winners: Iterable[int] = (0,)) -> Result:
    return Result(scores, tuple(winners), EndReason.WENT_OUT, None, parts)


DIFFERENCE = gin.PartReason.DIFFERENCE


@pytest.mark.parametrize("winners", [(2,), (-1,), (5, 5, -3), (1, 0), (0, 0)])
def test_winners_must_be_seats_in_ascending_order(winners: tuple[int, ...]) -> None:
    with pytest.raises(RulesError, match="winners must be seats from 0 to 1 in ascending order, not"):
        Result((3, 0), winners, EndReason.WENT_OUT)


def test_seats_are_bounded_and_shares_are_quick() -> None:
    result = Result((0,) * 100, tuple(range(100)), EndReason.BLOCKED)
    assert result.shares == (0.01,) * 100
    with pytest.raises(RulesError, match="a result has at most 100 scores, not 101"):
        Result((0,) * 101, (), EndReason.BLOCKED)


def test_parts_must_add_up() -> None:
    assert with_parts(Part(0, DIFFERENCE, 1), Part(0, DIFFERENCE, 2)).scores == (3, 0)
    with pytest.raises(RulesError, match="the parts of seat 0 add up to 2, not to its score 3"):
        with_parts(Part(0, DIFFERENCE, 2))
    with pytest.raises(RulesError, match="the parts of seat 1 add up to 1, not to its score 0"):
        with_parts(Part(0, DIFFERENCE, 3), Part(1, DIFFERENCE, 1))
    for part in (Part(2, DIFFERENCE, 3), Part(0, DIFFERENCE, 3, of=2)):
        with pytest.raises(RulesError, match="a part has the seat 2, which has no score"):
            with_parts(part)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"seat": -1}, "seat must be a whole number from 0 to 99, not -1"),
        ({"seat": 100}, "seat must be a whole number from 0 to 99, not 100"),
        ({"of": 0}, "of must not be 0: the seat that scores cannot pay"),
        ({"of": 100}, "of must be a seat from 0 to 99"),
        ({"name": "x" * 101}, "the name of a part must be at most 100 printable characters"),
        ({"count": -1}, "count must be a whole number of at least 0, not -1"),
        ({"points": 1.5}, "points must be a whole number"),
        ({"reason": "difference"}, "reason must be a StrEnum"),
        ({"pieces": 5}, "pieces must be"),
    ],
)
def test_a_part_refuses_wrong_fields(part: dict[str, Any], message: str) -> None:
    fields: dict[str, Any] = {"seat": 0, "reason": DIFFERENCE, "points": 3, **part}
    with pytest.raises(RulesError, match=message):
        Part(**fields)


# ------------------------------------------------------------------------------------------------------------- as JSON


@pytest.mark.parametrize(
    ("result", "name"),
    [(UNDERCUT, "gin"), (RAMI_51, "rummy"), (BLOCKED, "rummikub"), (CONTRACTS, "contracts")],
    ids=["gin", "rummy", "rummikub", "contracts"],
)
def test_a_result_names_its_game(result: Result, name: str) -> None:
    document = json.loads(to_json(result))
    assert document["type"] == f"{name}.Result"
    back = from_json(to_json(result), Result)
    assert back == result
    assert back.message("fr") == result.message("fr")
    assert json.loads(json_schema(Result, gin.GAME))["title"] == "gin.Result"


def test_the_parts_of_a_result_are_objects() -> None:
    assert plain(BLOCKED)["parts"][3] == {
        "seat": 0,
        "reason": "lowest_rack",
        "points": 5,
        "pieces": [],
        "of": None,
        "name": "",
        "count": 0,
    }


def test_a_result_without_parts_names_no_game() -> None:
    result = Result((3, -3), (0,), EndReason.WENT_OUT)
    assert json.loads(to_json(result))["type"] == "Result"
    assert json.loads(to_json(result, game=gin.GAME))["type"] == "gin.Result"
    assert from_json(to_json(result, game=gin.GAME), Result) == result
    dead = gin.score(HANDS, knocker=None)
    assert json.loads(to_json(dead))["type"] == "gin.Result"
    assert from_json(to_json(dead), Result).detail is gin.Ending.DEAD


def test_a_result_belongs_to_one_game() -> None:
    with pytest.raises(RecordError, match="its parts and its detail must belong to rummikub"):
        to_json(UNDERCUT, game=rummikub.GAME)
    mixed = evolve(BLOCKED, detail=gin.Ending.KNOCK)
    with pytest.raises(RecordError, match="must belong to one game"):
        to_json(mixed)


def test_parts_need_a_game_with_reasons() -> None:
    plain_game = evolve(gin.GAME, name="bare", part_reasons=None)
    with pytest.raises(RecordError, match="bare has no `part_reasons`"):
        plain(UNDERCUT, plain_game)
    result = Result((3, -3), (0,), EndReason.WENT_OUT)
    assert from_json(to_json(result), Result) == result
    parts = '"parts": [{"seat": 0}]'
    with pytest.raises(RecordError, match=r"parts: no JSON format for the parts of a result: any game has no"):
        from_json(to_json(result).replace('"parts": []', parts), Result)


def test_a_view_has_the_end_and_the_winners() -> None:
    record = play_deal(rummikub.GAME, [quick_player] * 3, seed=1)
    first, last = next(record.states()), record.state
    for seat in (None, 0, 2):
        running, ended = rummikub.observe(first, seat), rummikub.observe(last, seat)
        assert (plain(running)["is_over"], plain(running)["result"]) == (False, None)
        assert plain(ended)["is_over"]
        assert plain(ended)["result"] == plain(record.result)
        assert from_json(to_json(ended), rummikub.View) == ended
        document = json.loads(to_json(ended))
        document["value"] |= {"is_over": 7, "result": "anything"}
        assert from_json(json.dumps(document), rummikub.View) == ended


def test_a_redacted_record_has_the_end_of_the_deal() -> None:
    record = play_deal(gin.GAME, [quick_player] * 2, seed=1)
    seen = record.redact(None)
    views = json.loads(to_json(seen))["value"]["views"]
    assert [("is_over" in view, "result" in view) for view in views[1:-1]] == [(False, False)] * (len(views) - 2)
    assert not views[0]["is_over"]
    assert views[-1]["is_over"]
    assert views[-1]["result"] == plain(record.result)
    assert from_json(to_json(seen), Redacted) == seen


def test_a_finished_view_that_was_made_by_hand_has_no_result() -> None:
    record = play_deal(rummikub.GAME, [quick_player] * 3, seed=1)
    view = evolve(rummikub.observe(record.state, None), known=((), (), ()))
    with pytest.raises(RulesError, match="the deal is over, but the view does not show all hands"):
        rummikub.result(view)
    assert (plain(view)["is_over"], plain(view)["result"]) == (True, None)


# -------------------------------------------------------------------------------------------------------------- matches


def test_a_match_numbers_the_parts_as_its_seats() -> None:
    rules = ru.PRESETS["rami-51"].evolve(match_end="eliminate", match_points=1000)
    out = Result((0, -1200, -5), (0,), EndReason.WENT_OUT)
    match = Match(ru.GAME, rules, 3, results=[out])
    assert match.seats == (0, 2)
    state = match.new_game(seed=3)
    while not state.is_over:
        state = ru.apply(state, ru.best_turn(ru.observe(state, state.current_player))[0])
    ended, kept = ru.result(state), match.after(state).results[-1]
    assert ended is not None
    assert ended.parts
    assert [part.seat for part in kept.parts] == [(0, 2)[part.seat] for part in ended.parts]
    assert kept.scores == (ended.scores[0], 0, ended.scores[1])
    assert kept.winners == tuple((0, 2)[seat] for seat in ended.winners)


def test_the_seat_that_pays_is_renumbered_too() -> None:
    rules = ru.PRESETS["bicycle"].evolve(match_end="eliminate", match_points=30)
    match = Match(ru.GAME, rules, 3, results=[Result((0, -40, 0), (0,), EndReason.WENT_OUT)])
    state = match.new_game(seed=3)
    while not state.is_over:
        state = ru.apply(state, ru.best_turn(ru.observe(state, state.current_player))[0])
    last = match.after(state).results[-1]
    assert {part.of for part in last.parts} == {None, 2 - last.winners[0]}


def test_a_sheet_lists_the_results_below_the_table() -> None:
    match = Match(gin.GAME, results=[UNDERCUT, Result((5, 0), (0,), EndReason.WENT_OUT)])
    lines = match.sheet(["Ada", "Bo"]).splitlines()
    assert lines[4:] == [
        "",
        "Deal 1: Bo wins: the knocker was undercut.",
        "  Ada: 0",
        "  Bo: +28, difference: 3; undercut: 25",
    ]
    assert "Donne 1 : Joueur 2 gagne" in match.sheet(lang="fr")
    shown: Any = match
    assert shown._repr_html_().endswith("undercut: 25</p>")


# ----------------------------------------------------------------------------------------------------------------- Okey


def test_the_parts_of_okey_add_up() -> None:
    endings = set()
    for seed in range(60):
        record = play_deal(okey.GAME, [okey.sensible if seed % 2 else random_player_of_okey] * 3, seed=seed)
        result = record.result
        assert result is not None
        endings.add(result.detail)
        sums = [sum(part.points for part in result.parts if part.seat == seat) for seat in range(3)]
        assert sums == list(result.scores)
        assert from_json(to_json(result, game=okey.GAME), Result, games=[okey.GAME]) == result
        if result.parts:
            assert json.loads(to_json(result))["type"] == "okey.Result"
        for seat in (None, 0):
            assert okey.GAME.result(record.view(seat)) == result
            assert record.view(seat).known == record.state.hands
        ending = result.message("fr").splitlines()[0]
        assert ending.endswith(TEXTS.say(f"ends.{result.detail}", "fr") + ".")
    assert Ending.MELDS in endings


def random_player_of_okey(view: Any, random: Any) -> Any:
    return random.choice(list(okey.GAME.legal_moves(view)))


def test_okey_explains_its_points() -> None:
    part = Part(0, PartReason.OKEY, -2)
    assert part.message() == "the okey was the last discard: 2 more"
    assert part.message("fr") == "l'okey a été défaussé en dernier : 2 de plus"
    parts = Part(1, PartReason.LOST, -2), Part(1, PartReason.PAIRS, -2)
    assert str(Result((0, -4), (0,), EndReason.WENT_OUT, Ending.PAIRS, parts)).splitlines() == [
        "Player 1 wins: the winner finished with seven pairs.",
        "Player 1: 0",
        "Player 2: -4, points of the deal: 2; seven pairs: 2 more",
    ]
