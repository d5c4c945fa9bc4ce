"""The rules of Gin (G1 to G18), one test or more for each."""

from typing import Any

import pytest
from attrs import evolve, fields

from rami import Deal, IllegalMove, NotationError, Part, RulesError, WrongType, gin
from rami.gin import (
    GAME,
    PRESETS,
    Ending,
    PartReason,
    Phase,
    Rules,
    State,
    apply,
    check,
    from_deal,
    new_game,
    observe,
    parse_move,
    result,
    score_match,
    set_up,
)
from rami.gin.position import Spread
from rami.gin.rules import MOST_TURNS, PACK
from rami.gin.scoring import showdown
from rami.results import EndReason, Result
from rami.rummy import Card, Table
from tests.gin.showdowns import knock_discards, knock_limit, laid_off
from tests.rules.positions import codes, listed, play
from tests.rules.positions import ended as outcome

OKLAHOMA = PRESETS["oklahoma-gin"]
CLASSIC = PRESETS["gin-classic"]


def position(own: str, other: str = "", *, stock: str = "", rules: Rules = Rules(), **more: Any) -> State:
    """Return a position with seat 0 to move. The other cards are in the discard pile or fill the hands."""
    named = [Card.row(text) for text in (own, other, stock)]
    rest = iter([card for card in PACK if all(card not in row for row in named)])
    size = 11 if more.get("phase", Phase.PLAY) is Phase.PLAY else 10
    mine = (*named[0], *(next(rest) for _ in range(size - len(named[0]))))
    others = (*named[1], *(next(rest) for _ in range(10 - len(named[1]))))
    drawn = named[2] or tuple(next(rest) for _ in range(20))
    pile = tuple(rest)
    given: dict[str, Any] = {"current_player": 0, "turn": 4, "phase": Phase.PLAY, "upcard": pile[0], **more}
    if given.get("taken"):
        given["known"] = ((given["taken"],), ())
    state = State(rules=rules, hands=(mine, others), stock=drawn, discard_pile=pile, **given)
    assert GAME.flaws(state) == ()
    return state


def told(state: State) -> tuple[object, ...]:
    """Return the ending of a deal, with the reasons of the parts of the score."""
    ended = result(state)
    assert ended is not None
    return ended.scores, ended.winners, ended.reason, ended.detail, [part.reason for part in ended.parts]


# ----------------------------------------------------------------------------------------------------- cards and melds


def test_G1_two_players_and_a_pack() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert not any(card.is_joker for card in PACK)
    for players in (1, 3, True, "2", 2.0):
        with pytest.raises(RulesError, match=r"players must be (2|a whole number), not"):
            new_game(players, seed=1)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(RulesError, match="the pack has these cards only once: 6S"):
        set_up("6S 6S")
    with pytest.raises(NotationError, match=r"Gin is played without jokers: \*"):
        set_up("6S *")


def test_G2_ten_cards_each_one_by_one_then_the_upcard() -> None:
    state = from_deal(2, Rules(), Deal(PACK, starter=1))
    assert state.hands == (PACK[1:20:2], PACK[0:20:2])
    assert (state.discard_pile, state.upcard, state.stock) == (PACK[20:21], PACK[20], PACK[21:])
    assert (state.current_player, state.starter) == (1, 1)
    assert {GAME.shuffle(2, seed=seed).starter for seed in range(20)} == {0, 1}
    assert GAME.shuffle(2, seed=1, starter=0).starter == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (Deal(PACK), "starter must be the seat after the dealer, not None"),
        (Deal(PACK, starter=2), "starter must be a seat from 0 to 1"),
        (Deal(PACK[:-1], starter=0), "cards of the pack are missing: KC"),
        (Deal((*PACK, PACK[0]), starter=0), "the deal has more cards of a kind than the pack has: AS"),
        (Deal((*PACK, 3), starter=0), r"order\[52\] must be a card, or text, not 3"),
        (Deal(PACK, draws=(PACK[0],), starter=0), "draws must be empty"),
        (7, "deal must be a Deal, not 7"),
    ],
)
def test_G2_an_impossible_deal_is_refused(given: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        from_deal(2, Rules(), given)
    with pytest.raises(RulesError, match="rules must be a Rules"):
        from_deal(2, None, Deal(PACK, starter=0))  # type: ignore[arg-type]  # on purpose


def test_G2_the_loser_deals_next() -> None:
    won = play(position("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", "AH AD QS"), "knock KC", "done")
    assert told(won) == ((won_points(won), 0), (0,), EndReason.WENT_OUT, "knock", ["difference"])
    assert [GAME.next_starter(Result((9, 0), (0,), EndReason.WENT_OUT), seat, Rules()) for seat in (0, 1, None)] == [
        0,
        0,
        0,
    ]
    dead = outcome(position("KC", stock="QD QH"), "discard KC")
    assert [GAME.next_starter(dead, seat, Rules()) for seat in (0, 1, None)] == [0, 1, None]


def won_points(state: State) -> int:
    first, second = state.spreads
    assert first is not None
    assert second is not None
    return second.deadwood - first.deadwood


def test_G3_runs_have_a_low_ace_and_no_card_is_in_two_melds() -> None:
    """Runs of three or more of a suit, the ace low; three or four of a rank; no card in two."""
    assert showdown("AS 2S 3S QH KH AH 9D 9C 9H 4C", "2C 2D 3C 3D 6C 6D 7C 7D 8H 8D").knocker.deadwood == 25
    view = set_up("QH KH AH 2S 3S 4S 9D 9C 9H 4C 5D", discard="7D")
    assert codes(view, "knock 5D QH-KH-AH 2S-3S-4S 9H=9D=9C") == ["ace_place"]
    twice = set_up("4S 5S 6S 6H 6D AS AH AD 9C KC 2C", discard="7D")
    assert codes(twice, "knock KC 4S-5S-6S 6S=6H=6D AS=AH=AD") == ["not_in_hand"]


def test_G4_an_ace_counts_1_and_court_cards_10() -> None:
    assert Spread(Table(), Card.row("AS 2S 10H JH QH KH")).deadwood == 1 + 2 + 40


# ------------------------------------------------------------------------------------------------------------ the turn


def test_G5_the_first_upcard_is_offered() -> None:
    state = new_game(2, seed=1)
    assert state.phase is Phase.OFFER
    assert listed(state) == ["take", "pass"]
    assert codes(state, "draw") == codes(state, "discard KD") == codes(state, "done") == ["upcard_offered"]
    taken = play(state, "take")
    assert (taken.current_player, taken.phase, taken.taken) == (state.starter, Phase.PLAY, state.upcard)


def test_G5_the_dealer_may_take_the_upcard_next() -> None:
    state = play(new_game(2, seed=1), "pass")
    assert (state.phase, state.turn, state.starter) == (Phase.OFFER, 1, 1 - state.current_player)
    assert play(state, "take").taken == state.upcard


def test_G5_if_both_refuse_it_the_stock_is_drawn_from() -> None:
    state = play(new_game(2, seed=1), "pass", "pass")
    assert (state.phase, state.current_player) == (Phase.STOCK, state.starter)
    assert listed(state) == ["draw"]
    assert codes(state, "take") == ["upcard_refused"]
    assert codes(state, "pass") == ["no_pass"]
    after = play(state, "draw", f"discard {state.stock[0]}")
    assert after.phase is Phase.DRAW
    assert listed(after) == ["draw", "take"]


def test_G6_draw_then_discard() -> None:
    state = position("", phase=Phase.DRAW)
    assert codes(state, "discard KD") == codes(state, "knock KD") == ["draw_first"]
    assert codes(state, "done") == ["no_knock"]
    drawn = play(state, "draw")
    assert drawn.stock == state.stock[1:]
    assert codes(drawn, "draw") == codes(drawn, "take") == ["already_drawn"]
    assert codes(drawn, "pass") == ["no_pass"]
    assert codes(drawn, "add KD AS-2S-3S") == ["no_knock"]
    absent = next(card for card in PACK if card not in drawn.hands[drawn.current_player])
    assert codes(drawn, f"discard {absent}") == ["not_in_hand"]
    assert codes(drawn, f"knock {absent}") == ["not_in_hand"]
    after = play(drawn, f"discard {state.stock[0]}")
    assert (after.current_player, after.turn) == (1 - state.current_player, state.turn + 1)
    assert after.discard_pile == (*state.discard_pile, state.stock[0])
    other = observe(after, state.current_player)
    assert codes(other, "draw") == ["not_your_turn"]
    assert listed(other) == []
    with pytest.raises(IllegalMove, match="already_drawn"):
        apply(drawn, parse_move("draw"))


def test_G6_a_card_is_taken_from_the_top_of_the_pile() -> None:
    state = position("AS 2S 3S", phase=Phase.DRAW)
    assert play(state, "take").discard_pile == state.discard_pile[:-1]


def test_G6_unreadable_moves_are_refused() -> None:
    with pytest.raises(WrongType, match=r"move must be a Pass, .* a Done or text, not 5"):
        check(new_game(2, seed=1), 5)  # type: ignore[arg-type]  # on purpose


def test_G7_the_card_just_taken_stays() -> None:
    state = play(new_game(2, seed=1), "take")
    assert codes(state, f"discard {state.upcard}") == ["just_taken"]
    assert f"discard {state.upcard}" not in listed(state)
    hand = "AS 2S 3S 4S 5H 6H 7H 8H 9D 9C KC"
    view = set_up(hand, discard="7D", taken="KC", rules=Rules(knock_limit=20))
    assert codes(view, "knock KC") == ["just_taken"]
    assert not any(move.startswith("knock KC") for move in listed(view))
    drawn = set_up(hand, discard="7D", rules=Rules(knock_limit=20))
    assert codes(drawn, "knock KC") == []


def test_G7_the_card_just_taken_may_be_discarded_under_discard_taken() -> None:
    free = Rules(discard_taken=True, knock_limit=20)
    state = play(new_game(2, free, seed=1), "take")
    assert f"discard {state.upcard}" in listed(state)
    after = play(state, f"discard {state.upcard}")
    assert (after.discard_pile[-1], after.known) == (state.upcard, ((), ()))
    hand = "AS 2S 3S 4S 5H 6H 7H 8H 9D 9C KC"
    view = set_up(hand, discard="7D", taken="KC", rules=free)
    assert codes(view, "knock KC") == []
    assert any(move.startswith("knock KC") for move in listed(view))
    assert "knock KC" in map(str, gin.knocks(hand, free, taken="KC"))
    assert [str(move) for move in gin.best_turn(view)] == ["knock KC"]


# ----------------------------------------------------------------------------------------------------------- the knock


def test_G8_a_knock_lays_the_hand_open() -> None:
    state = position("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", rules=Rules(knock_limit=25))
    after = play(state, "knock KC AS-2S-3S 9H-10H-JH")
    laid = after.spreads[0]
    assert laid is not None
    assert (str(laid.melds), laid.deadwood) == ("AS-2S-3S 9H-10H-JH", 25)
    assert after.hands[0] == ()
    assert after.discard_pile[-1] == Card.parse("KC")
    assert (after.current_player, after.phase, after.knocker) == (1, Phase.LAY_OFF, 0)


def test_G8_a_knock_lays_the_hand_open_for_all() -> None:
    state = play(position("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC"), "knock KC")
    for seat in (0, 1, None):
        assert observe(state, seat).spreads == state.spreads
    assert observe(state, None).hand == ()
    ended = play(state, "done")
    assert ended.spreads[1] is not None
    assert observe(ended, 0).spreads == ended.spreads


def test_G9_the_deadwood_of_a_knock_has_a_limit() -> None:
    view = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D")
    assert codes(view, "knock KC") == []
    assert codes(view, "knock 9H") == ["too_much_deadwood"]
    [problem] = check(view, parse_move("knock 9H"))
    assert problem.numbers == (40, 10)
    eleven = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD AC", discard="7D")
    assert codes(eleven, "knock KD") == []
    assert codes(evolve(eleven, rules=Rules(knock_limit=9)), "knock AC") == ["too_much_deadwood"]
    straight = evolve(eleven, rules=PRESETS["straight-gin"])
    assert codes(straight, "knock KD") == ["too_much_deadwood"]
    assert codes(evolve(straight, hand=Card.row("AS 2S 3S 5H 5D 5C 9H 10H JH QH KC")), "knock KC") == []


def test_G9_knock_discards_lists_the_cards_to_knock_with() -> None:
    assert knock_discards("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC") == [*Card.row("KD KC")]
    assert knock_discards("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", PRESETS["straight-gin"]) == []
    assert knock_discards("AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H") == []


def test_G9_a_knock_needs_no_meld_under_a_high_limit() -> None:
    """At most 10 of the 65 points leave with the discard."""
    own = "AS 3S 5S 7S 9S JS 2H 4H 6H 8H 10H"
    for limit, knocks in ((54, []), (55, ["knock 10H", "knock JS"]), (56, ["knock 10H", "knock 9S", "knock JS"])):
        moves = listed(set_up(own, discard="7D", rules=Rules(knock_limit=limit)))
        assert sorted(move for move in moves if move.startswith("knock")) == knocks


def test_G10_the_upcard_limits_the_knock_in_oklahoma() -> None:
    assert [knock_limit(card, OKLAHOMA) for card in ("2D", "10H", "KC", "AS")] == [2, 10, 10, 0]
    assert knock_limit("AS", Rules(knock_by_upcard=True)) == 1
    assert knock_limit("7D", Rules(knock_by_upcard=True, knock_limit=5)) == 5
    assert knock_limit("2D", Rules()) == 10
    with pytest.raises(NotationError, match="Gin is played without jokers"):
        knock_limit("*", OKLAHOMA)
    with pytest.raises(NotationError):
        knock_limit("1D", OKLAHOMA)
    assert [Rules().knock_by_upcard, Rules().ace_upcard_gin_only] == [False, False]
    hand = "AS 2S 3S 5H 5D 5C 9H 10H JH 4D KC"
    assert codes(set_up(hand, discard="4C", rules=OKLAHOMA), "knock KC") == []
    assert codes(set_up(hand, discard="3C 8D", rules=OKLAHOMA), "knock KC") == ["too_much_deadwood"]
    assert codes(set_up(hand, discard="8D", upcard="3C", rules=OKLAHOMA), "knock KC") == ["too_much_deadwood"]
    with pytest.raises(RulesError, match="upcard must not be None, because knock_by_upcard is True"):
        set_up(hand, rules=OKLAHOMA)


def test_G11_the_knocker_chooses_the_melds() -> None:
    view = set_up("AS 5S 6S 7S 5C 6C 7C 5D 6D 7D KH", discard="7H")
    knocks = [move for move in listed(view) if move.startswith("knock KH")]
    assert knocks[0] == "knock KH"
    assert "knock KH 5S-6S-7S 5D-6D-7D 5C-6C-7C" in knocks
    assert "knock KH 5S=5D=5C 6S=6D=6C 7S=7D=7C" in knocks
    assert len(knocks) == 3
    for melds in ("5S-6S-7S 5D-6D-7D 5C-6C-7C", "5S=5D=5C 6S=6D=6C 7S=7D=7C"):
        after = play(position("AS 5S 6S 7S 5C 6C 7C 5D 6D 7D KH", "2S 2D 2C 9S 9D 9C QS QC JH 8H"), f"knock KH {melds}")
        assert str(after.spreads[0] and after.spreads[0].melds) == str(Table.parse(melds))
    free = set_up("AS 2S 3S 4S 5H 5D 5C 9H 10H JH QH", discard="7H", rules=Rules(knock_limit=20))
    assert "knock AS 2S-3S-4S 5H=5D=5C 9H-10H-JH" in listed(free)
    assert "knock AS 2S-3S-4S 5H=5D=5C 9H-10H-JH-QH" in listed(free)


def test_G12_cards_are_laid_off_only_where_they_fit() -> None:
    state = play(position("AS 2S 3S 5H 5D 5C 9H 10H JH 4D KC", "5S 4S QH KH 8H 2C 2D 7C 7D 10C"), "knock KC")
    assert codes(state, "discard QH") == codes(state, "draw") == codes(state, "pass") == ["lay_off"]
    assert codes(state, "add 5S AS-2S-3S") == ["does_not_fit"]
    assert codes(state, "add KH 9H-10H-JH") == ["does_not_fit"]
    assert codes(state, "add 5S 6S-7S-8S") == ["no_such_meld"]
    assert codes(state, "add KD 10D-JD-QD") == ["not_in_hand", "no_such_meld"]
    assert codes(observe(state, 0), "done") == ["not_your_turn"]
    laid = play(state, "add QH 9H-10H-JH", "add KH 9H-10H-JH-QH", "add 8H 9H-10H-JH-QH-KH", "add 4S AS-2S-3S")
    assert codes(laid, "add 5S AS-2S-3S") == ["no_such_meld"]
    group, run = play(laid, "add 5S 5H=5D=5C"), play(laid, "add 5S AS-2S-3S-4S")
    for after, melds in (
        (group, "AS-2S-3S-4S 5S=5H=5D=5C 8H-9H-10H-JH-QH-KH"),
        (run, "AS-2S-3S-4S-5S 5H=5D=5C 8H-9H-10H-JH-QH-KH"),
    ):
        assert after.spreads[0] == Spread(Table.parse(melds), Card.row("4D"))
        assert GAME.flaws(after) == ()
        assert listed(after) == ["done"]


def test_G12_the_best_is_laid_off() -> None:
    """4S is worth more in the defender's own run than on the knocker's."""
    other = "4S 5S 6S 2D 2C 8D 8C QC QD KD"
    found = showdown("AS 2S 3S 5H 5D 5C 9H 10H JH 4D", other)
    assert found.laid_off == ()
    assert found.defender.deadwood == 4 + 16 + 30
    assert laid_off(Table("AS-2S-3S"), "4S 5S 6S") == ()
    assert laid_off(Table("AS-2S-3S"), "4S 5S") == Card.row("4S 5S")
    assert laid_off(Table("5H=5D=5C"), "5S KC") == Card.row("5S")


def test_G12_nothing_is_laid_off_on_gin() -> None:
    own, other = "AS 2S 3S 5H 5D 5C 9H 10H JH QH", "4S 5S KH 6C 6D 7C 7D 8D QC QD"
    assert showdown(own, other).laid_off == ()
    assert play(position(f"{own} KC", other), "knock KC").is_over


def test_G12_cards_are_laid_off_on_gin_under_layoff_on_gin() -> None:
    own, other = "AS 2S 3S 5H 5D 5C 9H 10H JH QH", "4S 5S KH 6C 6D 7C 7D 8D QC QD"
    rules = Rules(layoff_on_gin=True)
    found = showdown(own, other, rules)
    assert (found.laid_off, found.detail, found.bonus) == (Card.row("4S 5S KH"), Ending.GIN, 25)
    knocked = play(position(f"{own} KC", other, rules=rules), "knock KC")
    assert knocked.phase is Phase.LAY_OFF
    assert GAME.flaws(knocked) == ()
    assert "add 4S AS-2S-3S" in listed(knocked)
    laid = play(knocked, "add 4S AS-2S-3S", "add 5S AS-2S-3S-4S", "add KH 9H-10H-JH-QH")
    assert GAME.flaws(laid) == ()
    ended = result(play(laid, "done"))
    assert ended is not None
    assert (ended.scores, ended.detail) == ((found.points, 0), Ending.GIN)
    assert [part.reason for part in ended.parts] == [PartReason.DIFFERENCE, PartReason.GIN]


def test_G12_cards_are_laid_off_on_big_gin_under_layoff_on_gin() -> None:
    own, other = "AS 2S 3S 5H 5D 5C 9H 10H JH QH KH", "4S 5S 4C 6C 6D 7C 7D 8D QC QD"
    rules = Rules(layoff_on_gin=True)
    found = showdown(own, other, rules)
    assert (found.laid_off, found.detail, found.bonus) == (Card.row("4S 5S"), Ending.BIG_GIN, 31)
    state = play(position(own, other, rules=rules), "knock", "add 4S AS-2S-3S", "add 5S AS-2S-3S-4S", "done")
    assert GAME.flaws(state) == ()
    ended = result(state)
    assert ended is not None
    assert (ended.scores, ended.detail) == ((found.points, 0), Ending.BIG_GIN)


def test_G12_the_ace_is_low_when_cards_are_laid_off() -> None:
    melds = "2S-3S-4S AD-2D-3D JH-QH-KH"
    view = set_up("AS AH KD 5C 5H 7C 7H 9C 9D JC", melds, discard="7D", unmatched="4C", phase=Phase.LAY_OFF)
    assert listed(view) == ["add AS 2S-3S-4S", "done"]
    assert laid_off(Table(melds), "AS AH KD") == Card.row("AS")


# ----------------------------------------------------------------------------------------------------------- the score


def test_G13_the_knocker_scores_the_difference() -> None:
    state = play(position("AS 2S 3S 5H 5D 5C 9H 10H JH 4D KC", "6C 6D 7C 7D 8H 8D QC QD KD 2C"), "knock KC", "done")
    assert state.spreads[1] == Spread(Table.parse("6D-7D-8D"), Card.row("6C 7C 8H QC QD KD 2C"))
    assert told(state) == ((53 - 4, 0), (0,), EndReason.WENT_OUT, Ending.KNOCK, ["difference"])


def test_G14_gin_scores_the_deadwood_and_a_bonus() -> None:
    own, other = "AS 2S 3S 5H 5D 5C 9H 10H JH QH", "4S 5S KH 6C 6D 7C 7D 8D QC QD"
    found = showdown(own, other)
    assert (found.winner, found.detail) == ("knocker", "gin")
    assert found.points == found.defender.deadwood + 25
    assert showdown(own, other, rules=CLASSIC).points == found.points - 5
    state = play(position(f"{own} KC", other), "knock KC")
    assert state.is_over
    assert told(state) == ((found.points, 0), (0,), EndReason.WENT_OUT, Ending.GIN, ["difference", "gin"])


def test_G14_big_gin_has_its_own_bonus() -> None:
    own, other = "AS 2S 3S 5H 5D 5C 9H 10H JH QH KH", "4S 5S 6C 6D 7C 7D 8D QC QD JD"
    found = showdown(own, other)
    assert (found.winner, found.detail) == ("knocker", "big_gin")
    assert found.points == found.defender.deadwood + 31
    assert showdown(own, other, rules=Rules(big_gin_bonus=0)).points == found.defender.deadwood
    with pytest.raises(RulesError, match="only once: AS"):
        showdown(own, other.replace("4S", "AS"))
    state = position(own, other)
    assert "knock" in listed(state)
    ended = play(state, "knock")
    assert told(ended) == ((found.points, 0), (0,), EndReason.WENT_OUT, Ending.BIG_GIN, ["difference", "big_gin"])
    assert ended.discard_pile == state.discard_pile
    assert GAME.flaws(ended) == ()


def test_G14_eleven_cards_may_not_knock_without_big_gin() -> None:
    own = "AS 2S 3S 5H 5D 5C 9H 10H JH QH KH"
    classic = position(own, rules=CLASSIC)
    assert "knock" not in listed(classic)
    assert codes(classic, "knock") == ["no_big_gin"]
    with pytest.raises(RulesError, match="a knock with eleven cards must be big gin"):
        showdown(own, "4S 5S 6C 6D 7C 7D 8D QC QD JD", rules=CLASSIC)
    with pytest.raises(RulesError, match="a knock with eleven cards must be big gin"):
        showdown("AS 2S 3S 5H 5D 5C 9H 10H JH QH KD", "4S 5S 6C 6D 7C 7D 8D QC QD JD")
    view = set_up("AS 2S 3S 5H 5D 5C 9H 10H JH QH KD", discard="7D")
    assert codes(view, "knock") == ["not_big_gin"]
    assert codes(view, "knock AS-2S-3S 5H=5D=5C") == ["not_big_gin"]
    [problem] = check(view, parse_move("knock"))
    assert problem.pieces == Card.row("KD")


def test_G15_a_tie_is_an_undercut() -> None:
    own, other = "AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "6S 7S 8S 6C 7C 8C QS QC QD 4C"
    found = showdown(own, other)
    assert (found.winner, found.points, found.detail) == ("defender", 25, "undercut")
    state = play(position(f"{own} KC", other), "knock KC", "done")
    assert told(state) == ((0, 25), (1,), EndReason.WENT_OUT, Ending.UNDERCUT, ["undercut"])


def test_G15_the_knocker_wins_a_tie_unless_it_is_an_undercut() -> None:
    own, other = "AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "6S 7S 8S 6C 7C 8C QS QC QD 4C"
    rules = Rules(undercut_on_tie=False)
    found = showdown(own, other, rules)
    assert (found.winner, found.points, found.detail) == ("knocker", 0, Ending.KNOCK)
    state = play(position(f"{own} KC", other, rules=rules), "knock KC", "done")
    assert told(state) == ((0, 0), (0,), EndReason.WENT_OUT, Ending.KNOCK, [])
    undercut = showdown(own, "6S 7S 8S 6C 7C 8C QS QC QD AC", rules)
    assert (undercut.winner, undercut.points) == ("defender", 3 + 25)


def test_G15_less_deadwood_than_the_knocker_is_an_undercut() -> None:
    found = showdown("AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "6S 7S 8S 6C 7C 8C QS QC QD AC")
    assert (found.winner, found.points, found.detail) == ("defender", 3 + 25, "undercut")
    assert showdown(found.knocker.cards, found.defender.cards, rules=CLASSIC).points == 3 + 10
    hands = found.knocker.cards, found.defender.cards
    parts = [Part(1, PartReason.DIFFERENCE, 3), Part(1, PartReason.UNDERCUT, 25)]
    undercut = Result((0, 28), (1,), EndReason.WENT_OUT, Ending.UNDERCUT, tuple(parts))
    assert gin.score(hands, knocker=0) == undercut
    assert gin.score(hands[::-1], knocker=1).scores == (28, 0)


def test_G15_laying_off_may_undercut() -> None:
    found = showdown("AS 2S 3S 5H 5D 5C 9H 10H JH 4D", "6S 7S 8S 6C 7C 8C QS QC QD 4S")
    assert (found.winner, found.points, found.laid_off) == ("defender", 4 + 25, Card.row("4S"))


def test_G16_dead_with_two_cards_in_the_stock() -> None:
    state = play(position("KC", stock="QD QH"), "discard KC")
    assert state.is_over
    assert result(state) == Result((0, 0), (), EndReason.BLOCKED, Ending.DEAD)
    assert state.spreads == (None, None)
    assert observe(state, 0).hand == state.hands[0]
    assert listed(state) == []
    assert not play(position("KC", stock="QD QH QS"), "discard KC").is_over
    knock = play(position("AS 2S 3S 5H 5D 5C 9H 10H JH 4D KC", stock="QD QH"), "knock KC")
    assert knock.phase is Phase.LAY_OFF


def test_G16_dead_after_many_turns() -> None:
    state = play(evolve(position("KC"), turn=MOST_TURNS - 1), "discard KC")
    assert result(state) == Result((0, 0), (), EndReason.ROUND_LIMIT, Ending.DEAD)
    assert not play(evolve(position("KC"), turn=MOST_TURNS - 2), "discard KC").is_over


def test_G16_a_deal_that_is_dead_before_has_no_limit_of_turns() -> None:
    state = play(evolve(position("KC", stock="QD QH"), turn=MOST_TURNS - 2), "discard KC")
    assert result(state) == Result((0, 0), (), EndReason.BLOCKED, Ending.DEAD)


def test_G13_either_seat_may_knock_and_win() -> None:
    state = position("AS 2S 3S 5H 5D 5C 9H 10H JH 4D KC", "6S 7S 8S 6C 7C 8C QS QC QD 9D")
    mirrored = evolve(state, current_player=1, hands=state.hands[::-1], known=state.known[::-1])
    for start, winner in ((state, 0), (mirrored, 1)):
        ended = outcome(start, "knock KC", "done")
        assert (ended.winners, ended.scores[winner], ended.scores[1 - winner]) == ((winner,), 5, 0)


def test_G17_no_move_is_possible_after_the_end() -> None:
    state = play(position("AS 2S 3S 5H 5D 5C 9H 10H JH QH KC"), "knock KC")
    for move in ("draw", "done", "pass", "discard KC"):
        assert codes(state, move) == ["game_over"]
        assert codes(observe(state, 1), move) == ["game_over"]
    assert result(new_game(2, seed=1)) is None


def results(*scores: tuple[int, int]) -> list[Result]:
    return [Result(pair, (pair.index(max(pair)),) if any(pair) else (), EndReason.WENT_OUT) for pair in scores]


def test_G18_a_match_adds_points_boxes_and_the_bonus() -> None:
    found = score_match(results((0, 30), (0, 0), (25, 0), (30, 0), (0, 85)))
    assert (found.totals, found.winner, found.points, found.boxes) == ((105, 265), 1, (55, 115), (2, 2))
    assert not found.shutout
    assert score_match(results((99, 0))).winner is None
    running = score_match(results((0, 30), (25, 0)))
    assert (running.totals, running.winner, running.boxes, running.shutout) == ((25, 30), None, (1, 1), False)


def test_G18_a_shutout_scores_more() -> None:
    assert score_match(results((50, 0), (50, 0))).totals == ((100 + 50 + 100) * 2, 0)
    assert score_match(results((50, 0), (50, 0)), CLASSIC).totals == (100 + 40 + 100 + 100, 0)
    assert score_match(results((50, 0), (50, 0)), Rules(shutout=0)).totals == (250, 0)
    assert score_match(results((50, 0), (50, 0))).shutout
    tie = [*results((50, 0)), Result((0, 0), (1,), EndReason.WENT_OUT), *results((50, 0))]
    assert score_match(tie, CLASSIC).totals == (340, 20)


def test_G18_the_bonus_for_the_game() -> None:
    assert score_match(results((100, 0), (0, 5))[:1], Rules(game_bonus=250)).totals == (2 * (100 + 25 + 250), 0)
    assert score_match(results((50, 0), (0, 5), (50, 0)), Rules(game_bonus=0)).totals == (150, 30)


def test_G18_results_after_the_end_are_refused() -> None:
    with pytest.raises(RulesError, match="the match is over after 1 deals"):
        score_match(results((100, 0), (5, 0)))
    with pytest.raises(RulesError, match="each result must have 2 players, not 3"):
        score_match([Result((1, 2, 3), (2,), EndReason.WENT_OUT)])


# ----------------------------------------------------------------------------------------------------------- the rules


def test_an_edition_of_gin_differs_only_in_the_fields_of_its_sources() -> None:
    assert list(PRESETS) == ["gin", "gin-classic", "straight-gin", "oklahoma-gin"]
    assert PRESETS["gin"] == Rules() == Rules()
    same = {"gin-classic": "gin_bonus big_gin_bonus undercut_bonus box_bonus shutout", "straight-gin": "knock_limit",
            "oklahoma-gin": "knock_by_upcard ace_upcard_gin_only match_points"}  # fmt: skip
    for name, different in same.items():
        rules = PRESETS[name]
        names = [each.name for each in fields(Rules) if getattr(rules, each.name) != getattr(Rules(), each.name)]
        assert sorted(names) == sorted(different.split())
