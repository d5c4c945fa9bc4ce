"""The rules of card rummy (source 004), one test for each, its examples, and its open questions (C1 to C11)."""

from typing import Any

import pytest
from attrs import evolve

import rami
from rami import Deal, IllegalMove, InvalidMeld, RulesError, rummy
from rami.match import Match
from rami.pieces import row_text, without
from rami.results import EndReason, Result
from rami.rummy import (
    GAME,
    JOKER,
    PRESETS,
    Card,
    DrawStock,
    Group,
    Meld,
    Phase,
    Rules,
    Run,
    State,
    Table,
    deadwood,
    from_deal,
    hand_value,
    legal_moves,
    new_game,
    observe,
    parse_move,
    result,
    set_up,
)
from tests.rules.positions import codes, listed, play
from tests.rules.positions import ended as outcome

RAMI_51 = PRESETS["rami-51"]
BICYCLE = PRESETS["bicycle"]


def position(
    hands: str,
    *,
    stock: str = "",
    discard: str = "",
    table: str = "",
    phase: Phase = Phase.PLAY,
    rules: Rules = Rules(),
    melded: bool = True,
    **more: Any,
) -> State:
    """A position in the second turn of each player; the hands are parted by `/`, and seat 0 moves."""
    each = [Card.row(hand) for hand in hands.split("/")]
    turns = tuple(range(len(each))) if melded else (None,) * len(each)
    given: dict[str, Any] = {"current_player": 0, "turn": len(each), "melded_in": turns, "seed": 0, **more}
    owned = (*[JOKER] * given.get("jokers_owed", 0), *([given["taken"]] if given.get("taken") else []))
    return State(
        rules=rules,
        phase=phase,
        hands=tuple(each),
        stock=Card.row(stock),
        discards=Card.row(discard),
        table=Table.parse(table),
        known=(owned, *[()] * (len(each) - 1)),
        **given,
    )


# ------------------------------------------------------------------------------------------------------------ the rules


def test_004_1_fifty_two_cards_and_two_to_six_players() -> None:
    assert len(Rules().pieces) == len(set(Rules().pieces)) == 52
    assert not any(card.is_joker for card in Rules().pieces)
    assert Rules().max_players == 6
    for players in (2, 3, 4, 5, 6):
        assert new_game(players, seed=1).players == players
    for wrong in (1, 7, 0, True, "2"):
        with pytest.raises(RulesError, match="players must be a whole number from 2 to 6"):
            new_game(wrong, seed=1)  # type: ignore[arg-type]  # what callers without a type checker pass


def test_004_1_the_first_dealer_is_random_and_then_they_take_turns() -> None:
    dealers = [new_game(4, seed=seed).dealer for seed in range(40)]
    assert set(dealers) == {0, 1, 2, 3}
    ended = play(position("5H/8D/9C/KC", turn=4), "discard 5H")
    assert (ended.starter, ended.dealer) == (0, 3)
    starter = GAME.next_starter(outcome(ended), ended.starter, Rules())
    following = from_deal(4, Rules(), GAME.shuffle(4, seed=5, starter=starter))
    assert (following.dealer, following.current_player) == (0, 1)


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_004_2_ten_seven_or_six_cards_each(players: int, cards: int) -> None:
    state = new_game(players, seed=3)
    assert state.hand_sizes == (cards,) * players
    assert state.stock_size == 52 - cards * players - 1


def test_004_2_dealt_one_by_one_clockwise() -> None:
    state = from_deal(3, Rules(), Deal(Rules().pieces, starter=2))
    assert row_text(state.hands[2]) == "AS 4S 7S 10S KS 3H 6H"
    assert row_text(state.hands[0]) == "2S 5S 8S JS AH 4H 7H"
    assert row_text(state.hands[1]) == "3S 6S 9S QS 2H 5H 8H"


def test_004_3_the_next_card_is_the_discard_pile_and_the_rest_the_stock() -> None:
    state = from_deal(3, Rules(), Deal(Rules().pieces, starter=0))
    assert row_text(state.discards) == "9H"
    assert row_text(state.stock[:3]) == "10H JH QH"
    assert (len(state.stock), state.stock_size) == (30, 30)
    view = observe(state, 0)
    assert (view.discard_pile, view.stock_size) == (state.discards, 30)
    assert not hasattr(view, "stock")


@pytest.mark.parametrize("text", ["AS-2S-3S", "9D-10D-JD-QD-KD", "4H=4S=4C", "4H=4S=4C=4D"])
def test_004_4_runs_and_groups_may_be_laid(text: str) -> None:
    meld = Meld(text)
    hand = row_text(meld.cards)
    assert codes(set_up(f"{hand} 8C"), f"meld {text}") == []
    assert isinstance(meld, Group) == ("=" in text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AS-2S", "at least three cards"),
        ("AS-2H-3S", "the same suit"),
        ("AS-3S-4S", "must be consecutive"),
        ("3S-2S-AS", "must be consecutive"),
        ("4S=4H", "at least three cards"),
        ("4S=4H=5D", "the same rank"),
    ],
)
def test_004_4_other_cards_are_not_a_meld(text: str, reason: str) -> None:
    with pytest.raises(InvalidMeld, match=reason):
        Meld(text)


def test_004_4_the_ace_is_low_and_a_group_has_each_suit_once() -> None:
    assert codes(set_up("QS KS AS 8C"), "meld QS-KS-AS") == ["ace_place"]
    assert codes(set_up("KS AS 2S 8C"), "meld KS-AS-2S") == ["ace_place"]
    assert codes(set_up("4S 4H 4D 8C"), "meld 4S=4S=4H")[-1] == "group_suits"
    assert codes(set_up("4S 5S 6S 8C"), "meld 4S-5S-6S") == []


def test_004_5_the_player_on_the_left_of_the_dealer_starts_and_play_goes_clockwise() -> None:
    state = new_game(3, seed=8)
    assert state.current_player == state.starter == (state.dealer + 1) % 3
    seats: list[int] = []
    for _ in range(4):
        seats.append(state.current_player)
        state = rummy.apply(state, DrawStock())
        assert state.current_player == seats[-1]
        state = rummy.apply(state, list(legal_moves(state))[-1])
    assert [(seat - seats[0]) % 3 for seat in seats] == [0, 1, 2, 0]
    assert state.dealer == new_game(3, seed=8).dealer


def test_004_5_nobody_else_may_move() -> None:
    state = new_game(3, seed=8)
    for seat in range(3):
        view = observe(state, seat)
        mine = seat == state.current_player
        assert codes(view, "draw") == ([] if mine else ["not_your_turn"])
        assert (listed(view) == listed(state)) == mine
    assert listed(observe(state, None)) == []


def test_004_6_a_turn_begins_with_the_stock_or_the_discard_pile() -> None:
    state = position("5H 8D/9C KC", stock="QS", discard="2C 3C", phase=Phase.DRAW)
    assert listed(state) == ["draw", "take"]
    assert listed(evolve(state, melded_in=(None, None), laid_in=(None, None))) == ["draw", "take"]
    assert codes(state, "discard 5H") == ["draw_first"]
    assert codes(state, "discard 4H") == ["draw_first", "not_in_hand"]
    assert "draw_first" in codes(state, "meld 5H-6H-7H")
    drawn = play(state, "draw")
    assert (row_text(drawn.hands[0]), drawn.stock_size, drawn.taken) == ("QS 5H 8D", 0, None)
    taken = play(state, "take")
    assert (row_text(taken.hands[0]), row_text(taken.discards)) == ("5H 8D 3C", "2C")
    assert str(taken.taken) == "3C"
    for after in (drawn, taken):
        assert codes(after, "draw") == codes(after, "take") == ["already_drawn"]


def test_004_6_one_new_meld_never_forced() -> None:
    state = position("2S 3S 4S 9D 9H 9C KH/8D", melded=False)
    assert "meld 2S-3S-4S" in listed(state)
    assert codes(state, "discard 2S") == []  # it need not be laid
    after = play(state, "meld 2S-3S-4S")
    assert (str(after.table), row_text(after.hands[0])) == ("2S-3S-4S", "9H KH 9D 9C")
    assert after.has_melded == (True, False)
    assert codes(after, "meld 9D=9H=9C") == ["meld_limit"]
    assert codes(state, "meld 2S-3S-4S-5S") == ["not_in_hand"]


def test_004_6_any_number_of_cards_laid_off_once_a_meld_is_laid() -> None:
    table = "2D-3D-4D 9D=9H=9C"
    state = position("5D 6D 9S KH/8D", table=table, melded=False)
    assert codes(state, "add 5D 2D-3D-4D") == ["meld_first"]
    assert listed(state) == ["discard 9S", "discard KH", "discard 5D", "discard 6D"]
    state = position("5D 6D 9S KH/8D", table=table)
    after = play(state, "add 5D 2D-3D-4D", "add 6D 2D-3D-4D-5D", "add 9S 9H=9D=9C")
    assert str(after.table) == "9S=9H=9D=9C 2D-3D-4D-5D-6D"
    assert listed(after) == ["discard KH"]
    assert codes(state, "add 6D 2D-3D-4D") == ["does_not_fit"]
    assert codes(state, "add 5D 2S-3S-4S") == ["no_such_meld"]
    assert codes(state, "add 7D 2D-3D-4D") == ["not_in_hand", "does_not_fit"]


def test_004_6_one_card_is_discarded_but_not_the_one_just_taken() -> None:
    state = play(position("5H 8D/9C KC", stock="QS", discard="3C", phase=Phase.DRAW), "take")
    assert listed(state) == ["discard 5H", "discard 8D"]
    assert codes(state, "discard 3C") == ["just_taken"]
    after = play(state, "discard 5H")
    assert (after.current_player, after.phase, after.taken, str(after.discards[-1])) == (1, Phase.DRAW, None, "5H")
    assert codes(state, "discard QS") == ["not_in_hand"]


def test_004_7_melds_on_the_table_are_not_rearranged() -> None:
    view = set_up("AH KC", "2S=2H=2D=2C 3H-4H-5H")
    assert listed(view) == ["discard AH", "discard KC"]
    assert {type(move).__name__ for move in legal_moves(view)} == {"Discard"}
    assert codes(view, "add AH 3H-4H-5H") == ["does_not_fit"]  # the 2 of hearts stays in its group


def test_004_8_the_discard_pile_is_turned_over_as_the_new_stock() -> None:
    state = position("5H 8D/9C KC", discard="2C 3C 4C", phase=Phase.DRAW)
    assert listed(state) == ["draw", "take"]
    after = play(state, "draw")
    assert (row_text(after.hands[0]), row_text(after.stock)) == ("5H 8D 2C", "3C 4C")  # no shuffle
    assert (after.discard_size, after.restocks) == (0, 1)
    following = play(after, "discard 2C")
    assert listed(following) == ["draw", "take"]


def test_004_8_from_an_empty_discard_pile_nothing_can_be_taken() -> None:
    state = position("5H 8D/9C KC", stock="QS", phase=Phase.DRAW)
    assert codes(state, "take") == ["no_discard"]
    assert listed(state) == ["draw"]


def test_004_9_won_by_laying_the_last_card_or_discarding_it() -> None:
    by_discard = play(position("5H/8D 8C 8H"), "discard 5H")
    by_adding = play(position("5D/8D 8C 8H", table="2D-3D-4D"), "add 5D 2D-3D-4D")
    by_meld = play(position("2D 3D 4D/8D 8C 8H"), "meld 2D-3D-4D")
    for state in (by_discard, by_adding, by_meld):
        ended = result(state)
        assert ended is not None
        assert (state.is_over, ended.winners, ended.reason) == (True, (0,), EndReason.WENT_OUT)
        assert listed(state) == []  # it stops at once, whatever the others hold
        assert codes(state, "meld 8D=8C=8H") == codes(state, "draw") == ["game_over"]
        assert codes(observe(state, 1), "draw") == ["game_over"]


def test_004_10_the_winner_scores_the_cards_left_by_the_others() -> None:
    assert [hand_value(card) for card in ("KS", "QS", "JS", "10S", "9S", "2S", "AS")] == [10, 10, 10, 10, 9, 2, 1]
    ended = outcome(position("5H/10D 9D/AC 2C JC"), "discard 5H")
    assert ended.scores == (19 + 13, 0, 0)


def test_004_11_a_match_has_a_number_of_deals_or_points() -> None:
    assert (Rules().match_deals, Rules().match_points) == (None, None)
    hands = [Result((19, 0), (0,), EndReason.WENT_OUT), Result((0, 32), (1,), EndReason.WENT_OUT)]
    two = Match(game=rummy.GAME, rules=Rules(), players=2, deals=2, results=hands)
    assert (two.is_over, two.totals, two.winners) == (True, (19, 32), (1,))
    limit = Match(game=rummy.GAME, rules=Rules(), players=2, points=30, results=hands[:1])
    assert not limit.is_over
    over = evolve(limit, results=hands)
    assert (over.is_over, over.winners) == (True, (1,))
    rules = evolve(Rules(), match_deals=5)
    assert evolve(rules, match_deals=None, match_points=300).match_points == 300
    with pytest.raises(RulesError, match="match_points must be a whole number from 1 to 1000000, or None, not 0"):
        Rules(match_points=0)


# ------------------------------------------------------------------------------------------------------------- examples


def test_004_a_no_rearranging_to_make_room() -> None:
    for suit in "SHDC":
        view = set_up(f"A{suit} KC", f"2S=2H=2D=2C 3{suit}-4{suit}-5{suit}")
        assert codes(view, f"add A{suit} 3{suit}-4{suit}-5{suit}") == ["does_not_fit"]
        assert codes(view, f"add A{suit} 2S=2H=2D=2C") == ["does_not_fit"]
        assert codes(view, f"add 2{suit} 3{suit}-4{suit}-5{suit}") == ["not_in_hand"]
        assert codes(view, f"meld A{suit}-2{suit}-3{suit}") == ["not_in_hand"]


def test_004_b_a_score() -> None:
    assert (hand_value("KD AS 7H"), hand_value("QH 5D")) == (18, 15)
    ended = outcome(position("2C/KD AS 7H/QH 5D"), "discard 2C")
    assert ended.scores == (33, 0, 0)


@pytest.mark.parametrize(
    ("hand", "meld", "wrong"),
    [
        ("AS 2S 3S", "AS-2S-3S", []),
        ("JS QS KS", "JS-QS-KS", []),
        ("QS KS AS", "QS-KS-AS", ["ace_place"]),
        ("KS AS 2S", "KS-AS-2S", ["ace_place"]),
    ],
)
def test_004_c_the_ace_in_a_run(hand: str, meld: str, wrong: list[str]) -> None:
    assert codes(set_up(f"{hand} 7H"), f"meld {meld}") == wrong
    assert (f"meld {meld}" in listed(set_up(f"{hand} 7H"))) == (not wrong)


# ------------------------------------------------------------------------------------------------------- open questions


@pytest.mark.parametrize(
    ("ace", "high", "over"), [("low", False, False), ("high_or_low", True, False), ("wrap", True, True)]
)
def test_C1_the_edition_decides_whether_an_ace_is_high(ace: Any, high: bool, over: bool) -> None:
    rules = Rules(ace=ace)
    assert Rules().ace == "low"
    view = set_up("QS KS AS 2S 9H", rules=rules)
    assert (codes(view, "meld QS-KS-AS") == []) == high
    assert (codes(view, "meld KS-AS-2S") == []) == over
    assert ("meld QS-KS-AS" in listed(view), "meld KS-AS-2S" in listed(view)) == (high, over)
    view = set_up("AD 2D KD 9H", "JD-QD-KD 3D-4D-5D" if ace != "wrap" else "JD-QD-KD", rules=Rules(ace=ace, packs=2))
    assert (codes(view, "add AD JD-QD-KD") == []) == high
    longer = set_up("2D 9H", "JD-QD-KD-AD", rules=rules) if high else None
    assert longer is None or (codes(longer, "add 2D JD-QD-KD-AD") == []) == over
    lower = set_up("KD 9H", "AD-2D-3D", rules=rules)
    assert (codes(lower, "add KD AD-2D-3D") == []) == over
    assert deadwood("QS KS AS", rules) == (0 if high else 21)
    assert deadwood("KS AS 2S", rules) == (0 if over else 13)


def test_C2_laying_off_in_the_turn_of_the_first_meld() -> None:
    def adding(has_melded: bool = False, **changes: Any) -> tuple[list[str], list[str]]:
        """Return the violations of an addition before any meld in this turn, and after one."""
        hand = "2S 3S 4S 5D KH/8D"
        state = position(hand, table="2D-3D-4D", melded=has_melded, rules=Rules(**changes))
        return codes(state, "add 5D 2D-3D-4D"), codes(play(state, "meld 2S-3S-4S"), "add 5D 2D-3D-4D")

    assert (Rules().layoff_same_turn, Rules().layoff_needs_own_meld) == (True, True)
    assert adding() == (["meld_first"], [])
    assert adding(layoff_same_turn=False) == (["meld_first"], ["meld_in_earlier_turn"])
    assert adding(layoff_same_turn=False, has_melded=True) == ([], [])
    assert adding(layoff_needs_own_meld=False) == ([], [])
    assert adding(layoff_needs_own_meld=False, layoff_same_turn=False) == ([], ["meld_in_earlier_turn"])
    assert not BICYCLE.layoff_needs_own_meld


def test_C3_a_turn_lays_at_most_melds_per_turn() -> None:
    hand = "2S 3S 4S 9D 9H 9C JD JH JC KH/8D"
    for most, laid in ((1, 1), (2, 2), (None, 3)):
        state = position(hand, rules=Rules(melds_per_turn=most))
        count = 0
        for meld in ("2S-3S-4S", "9D=9H=9C", "JD=JH=JC"):
            if codes(state, f"meld {meld}"):
                assert codes(state, f"meld {meld}") == ["meld_limit"]
                assert not any(move.startswith("meld") for move in listed(state))
            else:
                state, count = play(state, f"meld {meld}"), count + 1
        assert count == laid
    assert (Rules().melds_per_turn, BICYCLE.melds_per_turn) == (1, None)


def test_C4_the_last_card_must_be_discarded_if_required() -> None:
    required = Rules(final_discard="required")
    assert codes(position("2D 3D 4D/8D", rules=required), "meld 2D-3D-4D") == ["last_card"]
    assert codes(position("5D/8D", table="2D-3D-4D", rules=required), "add 5D 2D-3D-4D") == ["last_card"]
    one_left = play(position("2D 3D 4D 9H/8D", rules=required), "meld 2D-3D-4D")
    assert listed(one_left) == ["discard 9H"]
    assert play(one_left, "discard 9H").is_over
    assert Rules().final_discard == "optional"


def test_C5_discarding_the_card_just_taken() -> None:
    start = position("2D 3D 4D/9C KC", stock="QS", discard="9H", phase=Phase.DRAW)
    state = play(start, "take")
    # If these three were laid, only the card just taken would be left.
    assert codes(state, "meld 2D-3D-4D") == ["no_end"]
    assert listed(state) == ["discard 2D", "discard 3D", "discard 4D"]
    problem = rummy.check(state, parse_move("meld 2D-3D-4D"))[0]
    assert "9H" in problem.message()
    with pytest.raises(IllegalMove, match="the card that you just took, which may not be discarded"):
        play(state, "meld 2D-3D-4D")


def test_C5_the_taken_card_must_be_laid_off_if_it_is_the_last() -> None:
    state = play(position("2D 3D 4D/9C KC", stock="QS", discard="5D", phase=Phase.DRAW), "take", "meld 2D-3D-4D")
    assert listed(state) == ["add 5D 2D-3D-4D"]
    assert codes(state, "discard 5D") == ["just_taken"]
    assert play(state, "add 5D 2D-3D-4D").is_over
    rules = Rules(layoff_same_turn=False)
    start = position("2D 3D 4D/9C", stock="QS", discard="5D", phase=Phase.DRAW, melded=False, rules=rules)
    state = play(start, "take")
    assert codes(state, "meld 2D-3D-4D") == ["no_end"]
    assert codes(state, "meld 2D-3D-4D-5D") == []


def test_C5_the_other_copy_of_the_card_may_be_discarded() -> None:
    state = position("9H/9C", stock="QS", discard="9H", phase=Phase.DRAW, rules=Rules(packs=2))
    assert listed(play(state, "take")) == ["discard 9H"]
    laid = play(evolve(state, hands=(Card.row("9H 7H 8H KC"), state.hands[1])), "take", "meld 7H-8H-9H")
    assert laid.taken is None  # the one laid counts as the one taken
    assert "discard 9H" in listed(laid)


def test_C6_the_discards_are_turned_over_or_shuffled() -> None:
    def after(restock: Any) -> Any:
        state = position("5H 8D/9C KC", discard="2C 3C 4C 6C", phase=Phase.DRAW, rules=Rules(restock=restock), seed=4)
        return play(state, "draw")

    flip, shuffle = after("flip"), after("shuffle_keep_top")
    assert (row_text(flip.stock), row_text(flip.discards)) == ("3C 4C 6C", "")
    assert row_text(shuffle.discards) == "6C"
    assert sorted((*shuffle.stock, *shuffle.hands[0])) == sorted(Card.row("5H 8D 2C 3C 4C"))
    orders = {after_seed(seed) for seed in range(30)}
    assert len(orders) == 6  # every order of three cards
    assert [state.restocks for state in (flip, shuffle)] == [1, 1]
    assert Rules().restock == "flip"


def after_seed(seed: int) -> str:
    rules = Rules(restock="shuffle_keep_top")
    state = position("5H 8D/9C KC", discard="2C 3C 4C 6C", phase=Phase.DRAW, rules=rules, seed=seed)
    after = play(state, "draw")
    return row_text((*without(after.hands[0], state.hands[0]), *after.stock))


def test_C6_the_pile_is_turned_when_somebody_wants_the_stock() -> None:
    state = position("5H 8D/9C KC", stock="QS", discard="2C 3C 4C", phase=Phase.DRAW)
    after = play(state, "draw", "discard 5H")
    assert (after.stock_size, after.discard_size, after.restocks) == (0, 4, 0)
    assert listed(after) == ["draw", "take"]  # the top discard can still be taken
    assert play(after, "take").restocks == 0


def test_C6_an_empty_stock_ends_the_deal_under_restock_end() -> None:
    state = position("5H 8D/9C KC", stock="QS", discard="2C 3C", phase=Phase.DRAW, rules=Rules(restock="end"))
    after = play(state, "draw", "discard 5H")
    assert (after.is_over, listed(after)) == (True, [])
    ended = result(after)
    assert ended is not None
    assert ended.reason is EndReason.BLOCKED


@pytest.mark.parametrize("pile", ["", "2C"])
def test_C7_a_discard_pile_of_nothing_or_one_card_blocks_the_hand(pile: str) -> None:
    state = position("5H 8D/9C KC", discard=pile, phase=Phase.DRAW)
    assert state.is_over
    assert observe(state, 1).is_over
    ended = result(state)
    assert ended is not None
    assert (ended.scores, ended.winners, ended.reason) == ((0, 0), (), EndReason.BLOCKED)
    assert result(evolve(state, turn=998)) == ended
    assert not evolve(state, discards=Card.row("2C 3C")).is_over


def test_C7_a_deal_ends_after_five_hundred_rounds_however_often_the_stock_is_renewed() -> None:
    state = position("5H 8D/9C KC", discard="2C 3C 4C", phase=Phase.DRAW, turn=998, restocks=900)
    assert not state.is_over
    last = evolve(state, turn=1000)
    ended = result(last)
    assert ended is not None
    assert (ended.scores, ended.winners, ended.reason) == ((0, 0), (), EndReason.ROUND_LIMIT)
    assert observe(last, 1).is_over
    assert not evolve(last, turn=999).is_over


def test_C8_groups_of_more_than_four() -> None:
    two_packs = set_up("5S 5S 5H 9C", "5C=5H=5D", rules=Rules(packs=2))
    assert codes(two_packs, "meld 5S=5S=5H") == ["group_suits"]
    assert codes(two_packs, "add 5H 5C=5H=5D") == ["group_suits"]
    assert codes(set_up("* 9C", "5S=5H=5D=5C", rules=Rules(jokers=1)), "add * 5S=5H=5D=5C") == ["group_suits"]
    assert codes(set_up("6S 9C", "5S=5H=5D=5C"), "add 6S 5S=5H=5D=5C") == ["does_not_fit"]
    with pytest.raises(RulesError, match="A group may have each suit only once: 5S 5S 5H"):
        set_up("9C", "5S=5S=5H", rules=Rules(packs=2))
    assert Rules().group_suits == "different"


def test_C8_a_group_of_any_suits_may_repeat_a_suit() -> None:
    rules = Rules(packs=2, jokers=2, group_suits="any", melds_per_turn=None)
    assert codes(set_up("5S 5S 5H 9C", rules=rules), "meld 5S=5S=5H") == []
    full = set_up("5S 5H 9C KD", "5S=5H=5D=5C 7S=*=7H", rules=rules)
    assert codes(full, "add 5S 5S=5H=5D=5C") == []
    assert "add 5H 5S=5H=5D=5C" in listed(full)
    replacing = set_up("7S 8C 9C KD KH", "7S=*=7H", rules=evolve(rules, joker_reuse="hand"))
    assert "replace 7S 7S=7H=*" in listed(replacing)
    assert deadwood("5S 5S 5H 9C", rules) == 9
    assert deadwood("5S 5S 5H 5H 5D 5D", rules) == 0
    assert deadwood("5S 5S 5H 9C", Rules(packs=2)) == 24
    assert str(Group("5S=5S=5H").stands_for) == "{}"
    assert Group("5S=5S=*").stands_for == {2: Card.row("5S 5H 5D 5C")}
    assert "groupe" in rami.text(Group("5S=5S=5H=5D=5C"), lang="fr") or len(Group("5S=5S=5H=5D=5C")) == 5


def test_C9_the_next_starter_follows_from_the_edition() -> None:
    two = play(position("5H/8D", rules=BICYCLE), "discard 5H")
    assert (two.dealer, GAME.next_starter(outcome(two), two.starter, BICYCLE)) == (1, 1)
    other = evolve(two, hands=(Card.row("5H"), ()), current_player=1, turn=3)
    assert [GAME.next_starter(outcome(other), seat, BICYCLE) for seat in (0, None)] == [0, 0]
    assert [GAME.next_starter(outcome(other), seat, Rules()) for seat in (0, 1, None)] == [1, 0, None]
    three = play(position("5H/8D/9D", rules=BICYCLE), "discard 5H")
    assert (three.dealer, GAME.next_starter(outcome(three), three.starter, BICYCLE)) == (2, 1)
    blocked = position("5H/8D", phase=Phase.DRAW, rules=BICYCLE)
    assert GAME.next_starter(outcome(blocked), blocked.starter, BICYCLE) == 1


def test_C10_only_the_winner_scores_so_that_two_cannot_pass_the_limit() -> None:
    ended = outcome(position("5H/KD QD/9D 9C/AS"), "discard 5H")
    assert ended.scores == (39, 0, 0, 0)
    assert Rules().match_end == "reach"


def test_C11_going_rummy_doubles_the_score() -> None:
    hand = "2S 3S 4S 9D 9H 9C/KC"
    lay_all = ("meld 2S-3S-4S", "meld 9D=9H=9C")
    first = result(play(position(hand, rules=BICYCLE, melded=False), *lay_all))
    later = result(play(position(hand, rules=BICYCLE), *lay_all))
    assert first is not None
    assert later is not None
    assert (first.scores, later.scores) == ((20, -20), (10, -10))
    assert (Rules().rummy_multiplier, BICYCLE.rummy_multiplier) == (1, 2)
    # A card added in an earlier turn counts as laid.
    added = position(hand, rules=BICYCLE, melded=False, laid_in=(0, None))
    again = outcome(added, *lay_all)
    assert again.scores == (10, -10)
    single = outcome(position("9D 9H 9C/KC", rules=Rules(rummy_multiplier=3), melded=False), "meld 9D=9H=9C")
    assert single.scores == (30, 0)


# ------------------------------------------------------------------------------------------------------------- editions


def test_an_edition_may_need_more_than_two_players() -> None:
    rules = Rules(min_players=3)
    with pytest.raises(RulesError, match="players must be a whole number from 3 to 6, not 2"):
        new_game(2, rules, seed=1)
    assert new_game(3, rules, seed=1).players == 3
    view = set_up("5H 6H 7H KD", rules=rules, discard="9C")
    assert (view.hand_sizes, view.stock_size, rummy.GAME.flaws(view)) == ((4, 7, 7), 33, ())
    assert set_up("5H 6H 7H KD", rules=rules, stock_size=1).hand_sizes == (4, 24, 23)
    with pytest.raises(RulesError, match="stock_size must be a whole number from 0 to 46"):
        set_up("5H 6H 7H KD", rules=rules, stock_size=47)
    with pytest.raises(RulesError, match="min_players is 7, but cards_dealt allows only 6 players"):
        Rules(min_players=7)


def test_the_reason_is_the_limit_that_stops_the_move() -> None:
    joker = set_up("* 9C KD", "5S-*-7S", rules=RAMI_51)
    assert codes(joker, "add * 5S-*-7S") == ["too_many_jokers"]
    assert codes(set_up("AS 9C", "JS-QS-KS"), "add AS JS-QS-KS") == ["ace_place"]
    assert codes(set_up("6S 9C 9D", "5S-*-7S", rules=RAMI_51), "replace 6S 5S-*-7S") == ["last_card"]


def test_horesca_is_the_default_edition() -> None:
    assert PRESETS["horesca"] == Rules()
    assert list(PRESETS)[:3] == ["horesca", "bicycle", "rami-51"]
    with pytest.raises(TypeError):
        PRESETS["mine"] = Rules()  # type: ignore[index]  # wrong on purpose


def test_rami_51_has_two_packs_and_four_jokers() -> None:
    assert len(RAMI_51.pieces) == 108
    assert sum(card.is_joker for card in RAMI_51.pieces) == 4
    for players in (2, 3, 4, 5):
        assert new_game(players, RAMI_51, seed=1).hand_sizes == (13,) * players


HAND_51 = "9S 10S JS QS 5D 5H 5C 4H KH"


def test_rami_51_opens_with_51_points_and_a_run_without_a_joker() -> None:
    view = set_up(HAND_51, rules=RAMI_51, has_melded=False)
    assert codes(view, "meld 9S-10S-JS-QS") == []  # 39, and 15 more can follow
    assert codes(view, "meld 9S-10S-JS") == ["opening_too_low"]  # 29 and 15 are 44
    problem = rummy.check(view, parse_move("meld 9S-10S-JS"))[0]
    assert problem.numbers == (51, 44)
    state = position(f"{HAND_51}/8D", rules=RAMI_51, melded=False)
    first = play(state, "meld 9S-10S-JS-QS")
    assert first.has_melded == (False, False)
    assert listed(first) == ["meld 5H=5D=5C"]  # nothing else before the 51
    assert codes(first, "discard KH") == ["opening_too_low"]
    second = play(first, "meld 5D=5H=5C")
    assert second.has_melded == (True, False)
    assert listed(second) == ["discard 4H", "discard KH"]
    no_run = set_up("KS KH KD QS QH QD 4H", rules=RAMI_51, has_melded=False)
    assert codes(no_run, "meld KS=KH=KD") == ["opening_needs_run"]
    with_joker = set_up("KS KH KD QS QH QD 4H 5H *", rules=RAMI_51, has_melded=False)
    assert codes(with_joker, "meld 4H-5H-*") == ["opening_needs_run"]


def test_C3_an_opening_has_no_more_melds_than_a_turn() -> None:
    view = set_up(HAND_51, rules=RAMI_51.evolve(melds_per_turn=1, opening_points=40), has_melded=False)
    assert codes(view, "meld 9S-10S-JS-QS") == ["opening_too_low"]  # 39, and 15 more may not follow
    assert codes(evolve(view, rules=evolve(view.rules, opening_points=39)), "meld 9S-10S-JS-QS") == []


def test_rami_51_takes_a_joker_to_open_with_it() -> None:
    view = set_up("9S 10S JS QS 5D 5H KH 2C", discard="*", rules=RAMI_51, phase=Phase.DRAW, has_melded=False)
    assert codes(view, "take") == []
    assert codes(evolve(view, rules=RAMI_51.evolve(opening_points=60)), "take") == ["taken_not_laid"]
    for discard, wrong in (("optional", []), ("required", ["taken_not_laid"])):
        rules = RAMI_51.evolve(opening_points=30, final_discard=discard)
        whole = set_up("QS KS", discard="AS", rules=rules, phase=Phase.DRAW, has_melded=False)
        assert codes(whole, "take") == wrong


def test_rami_51_takes_a_discard_only_to_lay_it_and_from_the_second_round() -> None:
    state = position("3C 8D KH/9C", stock="QS", discard="5D", table="2D-3D-4D", phase=Phase.DRAW, rules=RAMI_51)
    taken = play(state, "take")
    assert listed(taken) == ["add 5D 2D-3D-4D"]
    assert codes(taken, "discard KH") == ["taken_not_laid"]
    assert listed(play(taken, "add 5D 2D-3D-4D")) == ["discard KH", "discard 8D", "discard 3C"]
    useless = evolve(state, discards=Card.row("9H"))
    assert codes(useless, "take") == ["taken_not_laid"]
    assert listed(useless) == ["draw"]
    assert codes(evolve(state, turn=1, current_player=0), "take") == ["take_too_early"]
    alone = evolve(state, hands=(Card.row("6D"), state.hands[1]))
    assert codes(alone, "take") == ["take_with_one_card"]
    assert codes(evolve(alone, rules=evolve(RAMI_51, take_with_one_card=True)), "take") == []


def test_rami_51_has_one_joker_in_a_meld_and_aces_at_both_ends() -> None:
    view = set_up("QS KS AS * * 4H 9C", rules=RAMI_51)
    assert codes(view, "meld QS-KS-AS") == []
    assert codes(view, "meld KS-*-*") == ["ace_place", "too_many_jokers"]
    assert codes(view, "meld *-KS-*") == ["too_many_jokers"]
    assert codes(view, "meld *-KS-AS") == []
    assert [Run.parse(text).value for text in ("AS-2S-3S", "QS-KS-AS", "*-KS-AS", "8S-9S-*")] == [6, 31, 31, 27]
    assert Group.parse("AS=AH=*").value == 33


def test_rami_51_gives_a_joker_for_the_card_it_stands_for() -> None:
    table = "4S-*-6S 8S=8H=*"
    state = position("5S 7D 7H KH 2C/9C", table=table, rules=RAMI_51)
    assert codes(state, "replace 5S 4S-*-6S") == []  # the joker goes with 7D 7H
    after = play(state, "replace 5S 4S-*-6S")
    assert (str(after.table), row_text(after.hands[0])) == ("4S-5S-6S 8S=8H=*", "7H KH 7D 2C *")
    assert after.jokers_owed == 1
    assert codes(after, "discard KH") == ["joker_needs_new_meld"]
    assert codes(after, "add * 4S-5S-6S") == ["joker_needs_new_meld"]
    laid = play(after, "meld 7D=7H=*")
    assert (laid.jokers_owed, listed(laid)) == (0, ["discard KH", "discard 2C"])
    nowhere = position("5S 7D KH/9C", table=table, rules=RAMI_51)
    assert codes(nowhere, "replace 5S 4S-*-6S") == ["joker_needs_new_meld"]
    assert codes(nowhere, "replace KH 4S-*-6S") == ["not_the_joker"]
    assert codes(nowhere, "replace 5S 4S-5S-6S") == ["no_such_meld"]
    any_place = position("5S 7D KH/9C", table="4S-*-6S 2D-3D-4D", rules=evolve(RAMI_51, joker_reuse="any"))
    swapped = play(any_place, "replace 5S 4S-*-6S")
    assert codes(swapped, "discard KH") == ["joker_not_laid"]
    assert play(swapped, "add * 2D-3D-4D").jokers_owed == 0
    either = position("8D 8C 7D 7H KH/9C", table=table, rules=RAMI_51)
    assert codes(either, "replace 8D 8S=8H=*") == codes(either, "replace 8C 8S=8H=*") == []
    twice = position("5S 7D 7H KH/9C", table="4S-*-6S *-6S-7S", rules=RAMI_51)
    assert codes(twice, "replace 5S *-6S-7S") == codes(twice, "replace 5S 4S-*-6S") == []
    stays = evolve(either, rules=evolve(RAMI_51, replace_joker=False))
    assert codes(stays, "replace 8D 8S=8H=*") == ["joker_stays"]
    unopened = evolve(either, melded_in=(None, None))
    assert codes(unopened, "replace 8D 8S=8H=*") == ["meld_first"]


def test_rami_51_counts_against_the_losers() -> None:
    ended = outcome(position("5H/AD KC */9C", rules=RAMI_51), "discard 5H")
    assert ended.scores == (0, -(11 + 10 + 20), -9)
    assert ended.winners == (0,)
