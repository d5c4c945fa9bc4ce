"""Rules of card rummy that tables vary: points of ranks, the starter's extra card, and what may be discarded last."""

from typing import Any

import pytest
from attrs import evolve

from rami import Deal, RulesError
from rami.match import Match
from rami.results import Result
from rami.rummy import (
    GAME,
    MATCHES,
    PRESETS,
    Card,
    Phase,
    Rules,
    apply,
    best_melds,
    best_turn,
    deadwood,
    from_deal,
    hand_value,
    legal_moves,
    new_game,
    observe,
    possible_melds,
    score,
    set_up,
)
from tests.rules.positions import codes, listed, play
from tests.rules.positions import ended as outcome

FIVES = (5,) * 6 + (10,) * 6
"""Points of Fournier's Continental: 5 up to the seven, 10 above."""
PLACES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
"""Jack, queen and king count 11, 12 and 13."""


# ------------------------------------------------------------------------------------------------------ points of ranks


def test_C13_ranks_count_in_hands() -> None:
    rules = Rules(rank_points=FIVES, ace_points=20, jokers=2, joker_points=50)
    assert hand_value("2S 7H 8D KC AS *", rules) == 5 + 5 + 10 + 10 + 20 + 50
    assert score(["", "2S 7H", "KC"], winner=0, rules=rules).scores == (20, 0, 0)


def test_C13_the_best_melds_leave_the_fewest_points_of_these() -> None:
    hand = "TC JC QC 8D TD TH 9S"
    assert deadwood(hand, Rules(rank_points=PLACES)) == 37
    assert [str(meld) for meld in best_melds(hand, Rules(rank_points=PLACES))] == ["10C-JC-QC"]
    assert deadwood(hand) == 37
    heavy = Rules(packs=3, rank_points=(0,) * 11 + (1000,))
    assert deadwood("KS KS KS KH KH KH KD KD KD AS 2S 3S", heavy) == 0


def test_C13_first_melds_count_these_points() -> None:
    rules = evolve(PRESETS["romme-40"], rank_points=FIVES, final_discard="optional")
    view = set_up("2S 3S 4S 5S 6S 7S 2H 2D 9C KD", rules=rules, has_melded=False)
    assert codes(view, "meld 2S-3S-4S-5S-6S-7S") == ["opening_too_low"]
    assert codes(evolve(view, rules=evolve(rules, opening_points=30)), "meld 2S-3S-4S-5S-6S-7S") == []
    kings = set_up("KS KH KD 9C 4D 4S 4H 3C", rules=evolve(rules, rank_points=(2,) * 11 + (20,)), has_melded=False)
    assert codes(kings, "meld KS=KH=KD") == []
    joker = set_up("KS KH * 9C 4D", rules=evolve(rules, rank_points=(2,) * 11 + (20,)), has_melded=False)
    assert codes(joker, "meld KS=KH=*") == []
    aces = set_up("AS AH AD 9C QS KS 2C", rules=evolve(rules, rank_points=(0,) * 12), has_melded=False)
    assert codes(aces, "meld AS=AH=AD") == ["opening_too_low"]
    assert codes(evolve(aces, rules=evolve(aces.rules, opening_points=33)), "meld AS=AH=AD") == []
    run = set_up("QS KS * 9C 2C", rules=evolve(aces.rules, opening_points=12), has_melded=False)
    assert codes(run, "meld QS-KS-*") == ["opening_too_low"]
    assert codes(evolve(run, rules=evolve(run.rules, opening_points=11)), "meld QS-KS-*") == []
    low = set_up("AS 2S 3S 9C KD", rules=evolve(rules, rank_points=(20,) * 12), has_melded=False)
    assert codes(low, "meld AS-2S-3S") == []


def test_C13_laid_melds_score_these_points() -> None:
    rules = evolve(PRESETS["rummy-500"], rank_points=FIVES)
    assert play(set_up("2S 3S 4S KD 9C", rules=rules), "meld 2S-3S-4S").laid_points == (15, 0)
    assert play(set_up("AS 2S 3S KD 9C", rules=rules), "meld AS-2S-3S").laid_points == (11, 0)


def test_C13_possible_melds_are_sorted_by_these_points() -> None:
    rules = Rules(jokers=2, packs=2, rank_points=(20, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
    assert [str(meld) for meld in possible_melds("4S * 3S", rules)] == ["*-3S-4S", "3S-4S-*"]


def test_C13_a_seen_turn_is_filled_with_melds_of_these_points() -> None:
    rules = evolve(PRESETS["romme-40"], rank_points=FIVES)
    state = apply(set_up_state(rules), "meld 8S-9S-10S-JS")
    view = observe(state, 1)
    assert observe(GAME.determinize(view, seed=1), 1) == view


def set_up_state(rules: Rules) -> Any:
    view = set_up("8S 9S 10S JS 2C 3D", rules=evolve(rules, opening_points=40), has_melded=False)
    return GAME.determinize(view, seed=1)


# ------------------------------------------------------------------------------------------- the starter's extra card


def test_C12_the_starter_has_a_card_more_and_begins_with_a_discard() -> None:
    rules = Rules(starter_extra_card=True)
    state = from_deal(3, rules, Deal(rules.pieces, starter=1))
    assert (state.hand_sizes, state.current_player, state.phase) == ((7, 8, 7), 1, Phase.PLAY)
    assert (state.discards, state.stock_size, state.turn, state.taken) == ((), 52 - 22, 0, None)
    assert state.hands[1][-1] == rules.pieces[21]
    assert codes(state, "draw") == ["already_drawn"]
    assert GAME.flaws(state) == ()
    first = play(state, "discard AS") if "discard AS" in listed(state) else play(state, listed(state)[-1])
    assert (first.phase, first.current_player, first.discard_size) == (Phase.DRAW, 2, 1)
    assert listed(first) == ["draw", "take"]
    for seat in (0, 1, 2, None):
        view = observe(state, seat)
        assert observe(GAME.determinize(view, seed=3), seat) == view


def test_C12_the_starter_of_romme_40_has_twelve_cards() -> None:
    state = new_game(5, PRESETS["romme-40"], seed=1)
    assert sorted(state.hand_sizes) == [11, 11, 11, 11, 12]
    assert state.hand_sizes[state.current_player] == 12
    assert best_turn(observe(state, state.current_player))


# ------------------------------------------------------------------------------------------------------- last discards

LAY_ALL = Rules(final_discard="forbidden", melds_per_turn=None)


def test_C4_the_last_card_may_not_be_discarded() -> None:
    assert codes(set_up("9C", rules=LAY_ALL), "discard 9C") == ["last_discard"]
    assert listed(set_up("9C", rules=LAY_ALL)) == []
    assert listed(set_up("9C 9D", rules=LAY_ALL)) == ["discard 9D", "discard 9C"]
    with_run = set_up("6S 9C", "3S-4S-5S", rules=LAY_ALL)
    assert codes(with_run, "add 6S 3S-4S-5S") == ["last_discard"]
    out = set_up("6S 7S", "3S-4S-5S", rules=LAY_ALL)
    assert codes(out, "add 6S 3S-4S-5S") == []
    ended = outcome(GAME.determinize(out, seed=1), "add 6S 3S-4S-5S", "add 7S 3S-4S-5S-6S")
    assert ended.winners == (0,)
    assert codes(set_up("AS 2S 3S 9C", rules=LAY_ALL), "meld AS-2S-3S") == ["last_discard"]
    assert codes(set_up("AS 2S 3S 4S", rules=LAY_ALL), "meld AS-2S-3S") == []
    assert codes(set_up("AS 2S 3S 4S", rules=evolve(LAY_ALL, layoff_needs_own_meld=False)), "meld AS-2S-3S-4S") == []
    early = evolve(set_up("9C", rules=evolve(LAY_ALL, out_from_round=5)))
    assert codes(early, "discard 9C") == ["last_discard"]


def test_C4_an_opening_may_need_a_longer_meld_to_leave_no_card() -> None:
    rules = evolve(PRESETS["romme-40"], final_discard="forbidden", opening_points=0, opening_pure_run=True)
    view = set_up("3S 4S 5S 6S", rules=evolve(rules, layoff_same_turn=False), has_melded=False)
    assert codes(view, "meld 3S-4S-5S-6S") == []
    assert codes(view, "meld 3S-4S-5S") == ["last_discard"]
    assert [str(move) for move in best_turn(view)] == ["meld 3S-4S-5S-6S"]


def test_C4_the_last_deal_of_contract_rummy_is_laid_whole() -> None:
    rules = MATCHES["contract-rummy"][-1]
    assert [each.final_discard for each in MATCHES["contract-rummy"]] == [*["optional"] * 6, "forbidden"]
    runs = "3S 4S 5S 6S 7H 8H 9H 10H 2D 3D 4D 5D"
    whole = set_up(f"{runs} 6D", rules=rules, has_melded=False)
    assert {move.split()[0] for move in listed(whole)} == {"meld", "discard"}
    played = play(whole, "meld 3S-4S-5S-6S", "meld 7H-8H-9H-10H")
    assert codes(played, "meld 2D-3D-4D-5D") == ["last_discard"]
    assert not play(played, "meld 2D-3D-4D-5D-6D").hand_sizes[0]
    assert codes(set_up(f"{runs} KC", rules=rules, has_melded=False), "meld 3S-4S-5S-6S") == ["last_discard"]
    assert not play(GAME.determinize(whole, seed=1), *map(str, best_turn(whole))).hand_sizes[0]


def test_C4_a_hand_that_must_be_laid_whole_is_found_around_its_known_cards() -> None:
    rules = MATCHES["contract-rummy"][-1]
    hand = "6S 7S 8S 9S AD 2D 3D 4D 5D 8H 9H 10H JH"
    state = GAME.determinize(set_up(hand, rules=rules, has_melded=False), seed=1)
    state = apply(evolve(state, known=(Card.row("6S AD 3D 5D"), (), ())), "meld 8H-9H-10H-JH")
    for seat in (1, 2, None):
        view = observe(state, seat)
        for seed in range(2):
            assert observe(GAME.determinize(view, seed=seed), seat) == view


def test_C4_a_hand_of_one_longer_meld_is_found() -> None:
    rules = MATCHES["contract-rummy"][-1]
    hand = "2D 3D 4D 5D 6D 8H 9H 10H JH 8C 9C 10C JC"
    state = GAME.determinize(set_up(hand, rules=rules, has_melded=False), seed=1)
    state = play(state, "meld 8H-9H-10H-JH", "meld 8C-9C-10C-JC")
    view = observe(state, 1)
    assert observe(GAME.determinize(view, seed=1), 1) == view


def test_C4_a_hand_that_cannot_be_laid_whole_is_not_found() -> None:
    rules = MATCHES["contract-rummy"][-1]
    hand = "6S 7S 8S 9S AD 2D 3D 4D 5D 8H 9H 10H JH"
    state = GAME.determinize(set_up(hand, rules=rules, has_melded=False), seed=1)
    state = apply(evolve(state, known=(Card.row("6S AD 3D 5D"), (), ())), "meld 8H-9H-10H-JH")
    impossible = evolve(observe(state, 1), known=(Card.row("6S 6H 6D 6C KS"), (), ()))
    with pytest.raises(RulesError, match="no hand was found"):
        GAME.determinize(impossible, seed=1)


# ----------------------------------------------------------------------------------------------------- the card taken


def test_C5_the_card_just_taken_may_be_discarded_under_discard_taken() -> None:
    rules = Rules(discard_taken=True)
    after = play(set_up("7H KD", discard="9C", rules=rules, phase=Phase.DRAW), "take")
    assert after.taken is not None
    assert codes(after, "discard 9C") == []
    assert "discard 9C" in listed(after)
    alone = play(set_up("7H 8H", discard="9C", rules=rules, phase=Phase.DRAW, has_melded=True), "take")
    assert codes(play(alone, "discard 9C"), "draw") == []
    last = set_up("6S 7S", "3S-4S-5S", discard="9C", rules=rules, phase=Phase.DRAW)
    assert not play(last, "take", "add 6S 3S-4S-5S", "add 7S 3S-4S-5S-6S", "discard 9C").hand_sizes[0]
    owed = play(set_up("7H 8H KD", discard="9H", rules=evolve(rules, take_discard="to_lay"), phase=Phase.DRAW), "take")
    assert codes(owed, "discard 9H") == ["taken_not_laid"]


# --------------------------------------------------------------------------------------------------------- the matches


def test_C10_romme_40_ends_at_five_hundred_lost_points() -> None:
    rules = PRESETS["romme-40"]
    match = Match(GAME, rules)
    lost = "KD KS KH QD QS QH JD JS JH 10D 10S 10H AC"
    for _ in range(4):
        assert not match.is_over
        result = score(["", lost], winner=0, melded=[True, True], rules=rules)
        match = evolve(match, results=(*match.results, result))
    assert (match.totals, match.is_over, match.winners) == ((524, -524), True, (0,))


@pytest.mark.parametrize("name", ["romme-40", "scala-40"])
def test_C11_there_may_be_no_conditions_for_the_whole_hand_to_be_free_of(name: str) -> None:
    rules = PRESETS[name].evolve(opening_points=0)
    assert not rules.has_opening
    view = set_up("3S 4S 5S 9C KD", rules=rules, has_melded=False)
    assert codes(view, "meld 3S-4S-5S") == []
    assert play(view, "meld 3S-4S-5S").has_melded[0]
    result: Result = score(["", "KD"], winner=0, melded=[True, True], rules=rules)
    assert result.winners == (0,)
    assert [str(move) for move in legal_moves(set_up("9C", rules=rules))] == ["discard 9C"]
