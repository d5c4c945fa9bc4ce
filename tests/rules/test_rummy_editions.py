"""Rules that differ between the editions of card rummy."""

from random import Random
from typing import Any

import pytest
from attrs import evolve

from rami.errors import NotationError, RulesError
from rami.match import Match
from rami.players import quick_player
from rami.results import EndReason
from rami.rummy import (
    GAME,
    MATCHES,
    PRESETS,
    Card,
    Phase,
    Rules,
    View,
    apply,
    check,
    determinize,
    hand_value,
    legal_moves,
    new_game,
    observe,
    parse_move,
    result,
    set_up,
)
from rami.simulate import play_deal
from tests.rules.positions import codes, play
from tests.rules.positions import ended as outcome

FORTY = ["kalooki-40", "scala-40", "romme-40"]


# ------------------------------------------------------------------------------------------------------------- switches


def taking(hand: str, *, melded: bool, rules: Rules = PRESETS["kalooki-40"]) -> View:
    return set_up(hand, "3S-4S-5S", discard="KD", rules=rules, phase=Phase.DRAW, has_melded=melded)


def test_take_discard_is_free_only_after_the_opening() -> None:
    assert codes(taking("9C 2H 7H", melded=True), "take") == []
    after = play(taking("9C 2H 7H", melded=True), "take")
    assert codes(after, "discard 9C") == []
    assert codes(taking("9C 2H 7H", melded=False), "take") == ["taken_not_laid"]
    opening = taking("KS KH QS QH QC 9C", melded=False)
    assert codes(opening, "take") == []
    after = play(opening, "take")
    assert codes(after, "discard 9C") == ["taken_not_laid"]
    laid = play(after, "meld KS=KH=KD", "meld QS=QH=QC")
    assert codes(laid, "discard 9C") == []
    # A card that is not in the opening may be added after it: it is the turn that counts.
    added = play(
        set_up(
            "JS QS KS 10H JH QH KH 9C",
            "10D-JD-QD",
            discard="KD",
            rules=PRESETS["kalooki-40"],
            phase=Phase.DRAW,
            has_melded=False,
        ),
        "take",
        "meld JS-QS-KS",
        "meld 10H-JH-QH-KH",
    )
    assert codes(added, "discard 9C") == ["taken_not_laid"]
    assert codes(play(added, "add KD 10D-JD-QD"), "discard 9C") == []


def test_joker_reuse_hand_leaves_the_joker_in_the_hand() -> None:
    rules = PRESETS["romme-40"]
    view = set_up("5S 9C KD", "4S-*-6S 2H-3H-4H", rules=rules)
    after = play(view, "replace 5S 4S-*-6S")
    assert after.jokers_owed == 0
    assert codes(after, "discard KD") == []
    assert codes(after, "add * 2H-3H-4H") == []
    same_turn = play(
        set_up("5S 9C KD", "4S-*-6S 2H-3H-4H", rules=evolve(rules, joker_reuse="any")), "replace 5S 4S-*-6S"
    )
    assert codes(same_turn, "discard KD") == ["joker_not_laid"]
    own = set_up("5S * 9C KD", "4S-*-6S 2H-3H-4H", rules=evolve(rules, joker_reuse="any"))
    added = play(own, "replace 5S 4S-*-6S", "add * 2H-3H-4H")  # It may be the taken joker
    assert (added.jokers_owed, codes(added, "discard KD")) == (0, [])
    apart = Rules(packs=2, jokers=4, joker_place="apart", joker_reuse="any")
    crowded = set_up("KC 9H 2C 4D", "*-6H-7H-* KS=KH=KD=*", rules=apart)
    assert codes(crowded, "replace KC KS=KH=KD=*") == []  # beside 9H there is a place for the joker


# -------------------------------------------------------------------------------------------------------------- presets


def test_kalooki_40_needs_forty_points_and_no_pure_run() -> None:
    rules = PRESETS["kalooki-40"]
    view = set_up("KS KH KD 9C 9H 2C", rules=rules, has_melded=False)
    assert check(view, parse_move("meld KS=KH=KD"))[0].numbers == (40, 30)
    view = set_up("KS KH KD 4C 4H 4S 2C", rules=rules, has_melded=False)
    assert codes(view, "meld KS=KH=KD") == []
    assert hand_value("AS *", rules) == 26


def test_kalooki_40_lays_a_joker_that_was_taken_anywhere() -> None:
    state = play(set_up("5S 9C KD", "4S-*-6S 2H-3H-4H", rules=PRESETS["kalooki-40"]), "replace 5S 4S-*-6S")
    assert codes(state, "discard KD") == ["joker_not_laid"]
    assert codes(play(state, "add * 2H-3H-4H"), "discard KD") == []


def test_scala_40_has_one_joker_in_a_meld_and_counts_25_for_it() -> None:
    rules = PRESETS["scala-40"]
    assert codes(set_up("7S * * 9C", rules=rules), "meld 7S-*-*") == ["too_many_jokers"]
    assert codes(set_up("7S * * 9C", rules=PRESETS["kalooki-40"]), "meld 7S-*-*") == []
    assert hand_value("*", rules) == 25
    assert rules.match_points == 101
    assert rules.max_players == 6


def test_romme_40_deals_eleven_cards_to_five_and_six() -> None:
    sizes = [new_game(players, PRESETS["romme-40"], seed=1).hand_sizes[0] for players in range(2, 7)]
    assert sizes == [13, 13, 13, 11, 11]
    ended = outcome(determinize(set_up("9C", rules=PRESETS["romme-40"], stock_size=95), seed=2), "discard 9C")
    assert ended.scores[0] == -ended.scores[1] > 0


NUMBERS = (
    "packs jokers cards_dealt opening_points joker_points ace_points unmelded_points rummy_bonus rummy_multiplier "
    "match_points buying"
)
EDITIONS: dict[str, tuple[object, ...]] = {
    "horesca": (1, 0, (10, 7, 7, 6, 6), 0, 20, 1, None, 0, 1, None, 0),
    "bicycle": (1, 0, (10, 7, 7, 6, 6), 0, 20, 1, None, 0, 2, None, 0),
    "rami-51": (2, 4, (13, 13, 13, 13), 51, 20, 11, 100, 0, 1, 1000, 0),
    "kalooki-40": (2, 2, (13, 13, 13, 13), 40, 15, 11, None, 0, 1, 151, 0),
    "scala-40": (2, 4, (13, 13, 13, 13, 13), 40, 25, 11, None, 0, 1, 101, 0),
    "romme-40": (2, 6, (13, 13, 13, 11, 11), 40, 20, 11, None, 0, 2, 500, 0),
    "rummy-500": (1, 0, (13, 7, 7), 0, 20, 15, None, 0, 1, 500, 0),
    "contract-rummy": (2, 1, (10, 10, 10), 0, 15, 15, None, 0, 1, None, 0),
    "continental": (2, 6, (7, 7, 7), 0, 50, 20, None, 10, 1, None, 3),
}
"""The numbers of each edition."""


def test_each_edition_has_the_numbers_of_its_sources() -> None:
    found = {name: tuple(getattr(rules, each) for each in NUMBERS.split()) for name, rules in PRESETS.items()}
    assert found == EDITIONS


@pytest.mark.parametrize("name", FORTY)
def test_an_edition_asks_for_a_last_discard_and_keeps_the_top_of_the_pile(name: str) -> None:
    rules = PRESETS[name]
    assert codes(set_up("6S", "3S-4S-5S", rules=rules), "add 6S 3S-4S-5S") == ["last_card"]
    view = set_up("6S 9C", discard="2H 3H 4H", rules=rules, phase=Phase.DRAW, stock_size=0)
    after = play(view, "draw")
    assert [str(card) for card in after.discards] == ["4H"]
    assert codes(set_up("QS KS AS 9C", rules=rules), "meld QS-KS-AS") == []
    assert codes(set_up("KS AS 2S 9C", rules=rules), "meld KS-AS-2S") == ["ace_place"]


# ---------------------------------------------------------------------------------------------------------- rummy 500

RUMMY_500 = PRESETS["rummy-500"]
DEEP = "deep is set, but no card below the top can have been taken"


def deep(hand: str, pile: str, **changes: Any) -> View:
    return set_up(hand, "3S-4S-5S", discard=pile, rules=RUMMY_500.evolve(**changes), phase=Phase.DRAW)


def test_a_card_from_deep_in_the_pile_comes_with_all_above_it_and_is_laid() -> None:
    view = deep("7H 7C KD", "7S 2D 9H")
    assert [str(move) for move in legal_moves(view)] == ["draw", "take", "take 3"]
    [problem] = check(view, parse_move("take 2"))
    assert (problem.code, problem.pieces) == ("taken_not_laid", Card.row("2D"))
    assert codes(view, "take 4") == ["take_too_many"]
    after = play(view, "take 3")
    assert (after.hand_sizes[0], after.discards, str(after.taken), after.deep) == (6, (), "7S", True)
    assert codes(after, "discard 2D") == ["taken_not_laid"]
    laid = play(after, "meld 7S=7H=7C")
    assert codes(laid, "discard 2D") == []
    assert not play(laid, "discard 2D").deep
    assert codes(play(deep("7H 7C KD", "6S 2D"), "take 2"), "add 6S 3S-4S-5S") == []
    top = deep("7H 7C KD", "7S 2D 9H", take_depth="top")
    assert codes(top, "take 2") == codes(top, "take 3") == ["take_top_only"]
    kept = play(view, "take")
    assert codes(kept, "discard KD") == []
    assert codes(kept, "discard 9H") == ["just_taken"]


def test_a_pile_that_makes_a_hand_of_more_than_26_cards_stays() -> None:
    hand = " ".join(str(card) for card in RUMMY_500.pieces[13:35])
    pile = " ".join(str(card) for card in RUMMY_500.pieces[35:45])
    view = deep(hand, pile)
    assert check(view, parse_move("take 5"))[0].numbers == (5, 4)
    assert codes(view, "take 4") == []


def test_melded_cards_score_less_those_that_are_left() -> None:
    state = determinize(set_up("AS 2S 3S KH KD KC AH 9C", rules=RUMMY_500, stock_size=30), seed=1)
    laid = play(state, "meld AS-2S-3S", "meld KH=KD=KC")
    assert laid.laid_points == (1 + 2 + 3 + 30, 0)
    assert result(play(laid, "discard 9C")) is None
    low, high = set_up("AS 9H", "2S-3S-4S", rules=RUMMY_500), set_up("AS 9H", "JS-QS-KS", rules=RUMMY_500)
    assert play(low, "add AS 2S-3S-4S").laid_points == (1, 0)
    assert play(high, "add AS JS-QS-KS").laid_points == (15, 0)
    suit = "2S-3S-4S-5S-6S-7S-8S-9S-10S-JS-QS-KS"
    both = set_up("AS 9H", suit, rules=RUMMY_500)
    assert play(both, f"add AS {suit} front").laid_points == (1, 0)
    assert play(both, f"add AS {suit}").laid_points == (15, 0)
    assert play(set_up("AS AH AD 9H", rules=RUMMY_500), "meld AS=AH=AD").laid_points == (45, 0)
    two_aces = set_up("AS 9H", f"*-{suit}", rules=evolve(RUMMY_500, jokers=1, longest_run=14))
    assert play(two_aces, f"add AS *-{suit}").laid_points == (15, 0)
    out = play(determinize(set_up("6S", "3S-4S-5S", rules=RUMMY_500), seed=2), "add 6S 3S-4S-5S")
    scored = result(out)
    assert scored is not None
    assert scored.scores == (6, -hand_value(out.hands[1], RUMMY_500))
    assert (scored.winners, scored.reason) == ((0,), EndReason.WENT_OUT)


def test_a_deal_of_rummy_500_that_is_blocked_is_scored_as_well() -> None:
    stuck = determinize(set_up("9C KD", discard=RUMMY_500.pieces[:30], rules=RUMMY_500, stock_size=0), seed=1)
    ended = outcome(stuck, "discard KD")
    assert ended.reason == EndReason.BLOCKED
    assert ended.scores[0] == -9
    late = evolve(stuck, phase=Phase.DRAW, turn=1000)
    again = result(late)
    assert again is not None
    assert again.reason == EndReason.ROUND_LIMIT


def test_rummy_500_refuses_contradictory_fields() -> None:
    with pytest.raises(RulesError, match="discard_view must be 'all'"):
        RUMMY_500.evolve(discard_view="top")
    with pytest.raises(RulesError, match="replace_joker must be False"):
        RUMMY_500.evolve(jokers=2, replace_joker=True)
    assert RUMMY_500.evolve(jokers=2).jokers == 2
    state = new_game(2, RUMMY_500, seed=1)
    assert GAME.flaws(evolve(state, deep=True)) == (DEEP,)
    with pytest.raises(RulesError, match="laid_points has 1 items, but there are 2 players"):
        evolve(state, laid_points=(1,))
    top = evolve(state, phase=Phase.PLAY, deep=True, rules=RUMMY_500.evolve(take_depth="top"))
    assert GAME.flaws(top) == (DEEP,)
    with pytest.raises(NotationError, match="Only a number of cards may follow 'take'"):
        parse_move("take 7H")
    assert str(parse_move("take 12")) == "take 12"
    assert str(parse_move("TAKE 1")) == "take"
    with pytest.raises(NotationError):
        parse_move("take 26")


def test_a_match_of_rummy_500_ends_with_five_hundred_points() -> None:
    match = Match(GAME, RUMMY_500)
    while not match.is_over:
        state = match.new_game(seed=len(match.results))
        while not state.is_over:
            state = apply(state, quick_player(observe(state, state.current_player), Random(1)))
        match = match.after(state)
    assert max(match.totals) >= 500
    assert match.winners == (match.totals.index(max(match.totals)),)


# ----------------------------------------------------------------------------------------------------- contract rummy


def contract(groups: int, runs: int, **changes: Any) -> Rules:
    return PRESETS["contract-rummy"].evolve(cards_dealt=(12, 12, 12), opening_melds=(groups, runs), **changes)


def test_the_first_melds_are_those_of_the_contract_and_no_others() -> None:
    hand = "4S 5S 6S 7S 9H 9D 9C KS KH KD 2C"
    view = set_up(hand, rules=contract(1, 1), has_melded=False)
    assert codes(view, "meld 4S-5S-6S-7S") == []
    problem = check(view, parse_move("meld 4S-5S-6S"))[0]
    assert (problem.code, problem.numbers) == ("run_too_short", (4,))
    one = play(view, "meld KS=KH=KD")
    assert codes(one, "meld 9H=9D=9C") == ["opening_melds"]
    assert codes(one, "discard 2C") == ["opening_melds"]
    both = play(one, "meld 4S-5S-6S-7S")
    assert codes(both, "meld 9H=9D=9C") == ["opening_melds"]
    assert codes(both, "discard 2C") == []
    assert both.has_melded[0]
    assert codes(set_up(hand, rules=contract(0, 2), has_melded=False), "meld 4S-5S-6S-7S") == ["opening_melds"]
    later = set_up("9H 9D 9C 8S 2C", "4S-5S-6S-7S", rules=contract(1, 1))
    assert codes(later, "meld 9H=9D=9C") == ["opening_melds"]
    assert codes(later, "add 8S 4S-5S-6S-7S") == []


def test_a_group_of_a_contract_may_have_the_cards_of_a_run_that_counts_more() -> None:
    view = set_up("4H 6H * *", rules=contract(1, 0, jokers=4, shortest_run=3), has_melded=False)
    melds = [str(move) for move in legal_moves(view) if str(move).startswith("meld")]
    assert melds == ["meld 4H=*=*", "meld 6H=*=*"]


def test_a_long_run_may_be_needed_for_the_card_that_was_taken() -> None:
    rules = contract(0, 1, take_discard="to_lay")
    taking = set_up("4S 5S 6S 7S 2C", discard="8S", rules=rules, phase=Phase.DRAW, has_melded=False)
    after = play(taking, "take")
    assert {str(move) for move in legal_moves(after)} == {"meld 4S-5S-6S-7S-8S", "meld 5S-6S-7S-8S"}


def test_a_contract_must_fit_the_size_of_the_hand() -> None:
    for wrong, message in (
        ({"opening_melds": (2, 2)}, "the melds of opening_melds need 14 cards, but a hand has only 11 cards"),
        ({"opening_melds": (1,)}, "must have 2 numbers or none, not 1: the numbers of groups and runs"),
        ({"opening_melds": (1, 6)}, "from 0 to 5"),
        ({"melds_per_turn": 2}, "melds_per_turn must be None"),
        ({"opening_pure_run": True}, "must include a run"),
        ({"layoff_needs_own_meld": False}, "layoff_needs_own_meld must be True"),
    ):
        with pytest.raises(RulesError, match=message):
            evolve(PRESETS["contract-rummy"], **wrong)
    assert evolve(PRESETS["contract-rummy"], opening_melds=(0, 0)).opening_melds == ()


def test_contract_rummy_has_seven_deals_and_the_lowest_losses_win() -> None:
    rules = MATCHES["contract-rummy"]
    assert [each.opening_melds for each in rules] == [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)]
    assert [each.cards_dealt[2] for each in rules] == [10] * 4 + [12] * 3
    match = Match(GAME, rules, 3)
    while not match.is_over:
        state = match.new_game(seed=len(match.results))
        assert state.rules.opening_melds == rules[len(match.results)].opening_melds
        while not state.is_over:
            state = apply(state, quick_player(observe(state, state.current_player), Random(1)))
        match = match.after(state)
    assert len(match.results) == 7
    assert all(match.totals[seat] == max(match.totals) for seat in match.winners)
    assert PRESETS["contract-rummy"].player_counts == (3, 4)
    assert hand_value("AS * KS", PRESETS["contract-rummy"]) == 40


def test_continental_for_five_and_more_has_three_packs_and_nine_jokers() -> None:
    for deal in (MATCHES["continental"][0], MATCHES["continental"][3]):
        rules = deal.evolve(packs=3, jokers=9, cards_dealt=deal.cards_dealt[:1] * 7)
        assert rules.player_counts == (2, 3, 4, 5, 6, 7, 8)
        assert result(play_deal(GAME, [quick_player] * 5, rules=rules, seed=1).state) is not None
