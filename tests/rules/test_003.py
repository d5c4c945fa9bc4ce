"""The rules of the contract game (source 003), one test for each, and its open questions (B1 to B18)."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve

import rami
from rami.contracts import (
    GAME,
    Card,
    Color,
    Contract,
    Deck,
    End,
    Fill,
    Phase,
    Rules,
    Run,
    Same,
    State,
    Take,
    Trophy,
    apply,
    fillings,
    from_deal,
    legal_moves,
    new_game,
    observe,
    parse_move,
    result,
    set_up,
)
from rami.contracts.advice import best_fills
from rami.contracts.scoring import breakdown, trophy_holder
from rami.contracts.setup import Deal
from rami.pieces import without
from rami.results import EndReason
from tests.rules.positions import codes, play

DECK = Rules().deck
CARD = DECK.by_id


def game(
    players: int = 2, *, rules: Rules = Rules(), hands: str = "", values: str = "", pile: str = "", contracts: str = ""
) -> State:
    """Return the first position of a game with these hands, this market, top of the pile and contracts.

    All other cards are in the order of the deck, and hands come from its end.
    """
    deck = rules.deck
    dealt, shown, next_ones = Card.row(hands), Card.row(values), Card.row(pile)
    left = without(deck.cards, (*dealt, *shown, *next_ones))
    short = players * deck.cards_dealt - len(dealt)
    given = (*dealt, *left[len(left) - short :])
    gap = deck.value_market_size - len(shown) if next_ones else 0
    left = left[: len(left) - short]
    order = (*given, *shown, *left[:gap], *next_ones, *left[gap:])
    first = contracts.split()
    ids = [*first, *(name for name in deck.by_id if name not in first)]
    faces = [token[0] for token in deck.trophy_tokens]
    return from_deal(players, rules, Deal(order, contracts=ids, trophies=faces, starter=0))


def take_one(state: State) -> State:
    return apply(state, Take(state.value_market[:1]))


def idle(state: State) -> State:
    """One turn that fills nothing."""
    state = take_one(state)
    hand = state.hands[state.current_player]
    return apply(state, End(hand[: max(0, len(hand) - state.rules.deck.max_hand)]))


def scored(*zones: str, trophies: Iterable[Trophy] = (), bonus: Iterable[str] = (), rules: Rules = Rules()) -> State:
    """A position with these scoring zones, and nothing else that scores."""
    state = new_game(len(zones), rules, seed=1)
    piles = [Card.row(pile) for pile in bonus]
    return evolve(
        state,
        zones=[tuple(rules.deck.by_id[name] for name in zone.split()) for zone in zones],
        bonus_piles=[*piles, *[()] * (len(zones) - len(piles))],
        trophies=tuple(trophies),
    )


def finished(*zones: str, **changes: Any) -> State:
    """The same, after the last turn."""
    return evolve(scored(*zones, **changes), turn=8, last_turn=7)


# ------------------------------------------------------------------------------------------------------ setup, 1 to 5


def test_003_1_both_piles_are_shuffled_and_three_cards_dealt() -> None:
    first, second = new_game(4, seed=1), new_game(4, seed=2)
    assert first.hand_sizes == second.hand_sizes == (3, 3, 3, 3)
    assert first.value_pile != second.value_pile
    assert first.contract_pile != second.contract_pile
    assert first.value_pile_size == 96 - 4 * 3 - 6


def test_003_2_the_markets_show_four_contracts_and_six_values() -> None:
    state = new_game(2, seed=1)
    assert (len(state.contract_market), len(state.value_market)) == (4, 6)
    assert state.contract_pile_size == 32
    view = observe(state, None)
    assert (view.contract_market, view.value_market) == (state.contract_market, state.value_market)


def test_003_3_the_tokens_are_tossed_and_each_player_gets_a_joker() -> None:
    tossed = [new_game(3, seed=seed) for seed in range(40)]
    assert len({state.trophies for state in tossed}) > 8
    for state in tossed:
        assert all(face in token for face, token in zip(state.trophies, DECK.trophy_tokens, strict=True))
        assert state.jokers == (1, 1, 1)


def test_003_4_the_youngest_begins_and_play_goes_clockwise() -> None:
    state = from_deal(3, Rules(), GAME.shuffle(3, seed=1, starter=2))
    assert (state.current_player, state.starter) == (2, 2)
    state = idle(state)
    assert (state.current_player, state.starter) == (0, 2)
    assert idle(state).current_player == 1
    assert codes(observe(state, 1), "take") == ["not_your_turn"]


def test_003_5_contracts_trophies_and_bonus_cards_score() -> None:
    state = finished("C33 C05", "C09", trophies=[Trophy.HEARTS], bonus=["1H 1H 5H", "3H"])
    [first, second] = breakdown(state)
    assert (first.contracts, first.bonus, first.trophies, first.trophy_points) == (10, 3, (Trophy.HEARTS,), 3)
    assert (second.contracts, second.bonus, second.trophies, second.trophy_points) == (2, 1, (), 0)
    ended = result(state)
    assert ended is not None
    assert (ended.scores, ended.winners) == ((16, 3), (0,))


# ------------------------------------------------------------------------------------------------------ a turn, 6 to 9


def test_003_6_up_to_three_cards_of_one_value_or_one_color() -> None:
    """The market of the picture: two 5s, three diamonds, two 4s."""
    view = set_up("", "5H 5D 4C 4D 7D 1Y", phase=Phase.TAKE)
    for legal in ("5H 5D", "5D 4D 7D", "4C 4D", "1Y", "7D", "5D 7D"):
        assert codes(view, f"take {legal}") == []
    assert codes(view, "take 5H 4C") == ["nothing_in_common"]
    assert codes(view, "take 5H 5D 4D") == ["nothing_in_common"]
    assert codes(view, "take 5H 5C") == ["not_in_market"]
    assert codes(view, "take 5H 5H") == ["not_in_market"]
    assert codes(set_up("", "1D 2D 4D 5D", phase=Phase.TAKE), "take 1D 2D 4D 5D") == ["too_many_taken"]
    taken = play(game(values="5H 5D 4C 4D 7D 1Y"), "take 5D 4D 7D")
    assert set(Card.row("5D 4D 7D")) <= set(taken.hands[0])
    assert taken.value_market == Card.row("5H 4C 1Y")


def test_003_6_the_steps_are_taken_in_order() -> None:
    state = game(hands="4H 4D 1C", contracts="C01")
    assert codes(state, "fill C01 4H=4D") == ["take_first"]
    assert codes(state, "end") == ["take_first"]
    assert codes(take_one(state), "take 1Y") == ["already_taken", "not_in_market"]


def test_003_7_one_or_more_contracts_of_the_market_may_be_completed_or_none() -> None:
    state = take_one(game(hands="4H 4D 1C", contracts="C01 C02 C14"))
    assert codes(state, "end") == []
    assert codes(state, "fill C01 4H=4D") == []
    assert codes(state, "fill C36 4H=4D 4H-5H-6H-7H-8H") == ["no_such_contract", "card_not_in_hand"]
    assert codes(state, "fill ZZZ 4H=4D") == ["no_such_contract"]
    after = play(state, "fill C01 4H=4D")
    assert after.phase is Phase.FILL
    assert codes(after, "fill C02 1C=*") == []
    assert [each.id for each in play(after, "fill C02 1C=*").zones[0]] == ["C01", "C02"]


def test_003_8_both_markets_are_filled_up_at_the_end_of_the_turn() -> None:
    state = play(game(hands="4H 4D 1C", contracts="C01", values="5H 5D 5C 1Y 2Y 3Y"), "take 5H 5D 5C", "fill C01 4H=4D")
    assert (len(state.value_market), len(state.contract_market)) == (3, 3)
    ended = play(state, "end")
    assert (len(ended.value_market), len(ended.contract_market)) == (6, 4)
    assert set(state.value_market) <= set(ended.value_market)
    assert ended.contract_pile == state.contract_pile[1:]
    assert ended.value_pile == state.value_pile[3:]
    assert (ended.current_player, ended.phase, ended.turn) == (1, Phase.TAKE, 1)


def test_003_9_a_turn_leaves_three_to_ten_cards() -> None:
    state = play(game(hands="4H 4D 1C", contracts="C01 C02"), "take 1H", "fill C01 4H=4D", "fill C02 1C=1H")
    assert state.hands[0] == ()
    ended = play(state, "end")
    assert ended.hand_sizes == (3, 3)
    # The first card of the pile is for the market, the next three are for the hand (B7).
    assert ended.hands[0] == tuple(sorted(state.value_pile[1:4]))
    full = set_up("1H 1C 1Y 1D 2H 2C 2Y 2D 3H 3C 3Y 3D", rules=Rules())
    assert codes(full, "end 1H 1C") == []
    assert codes(full, "end") == codes(full, "end 1H") == codes(full, "end 1H 1C 1Y") == ["wrong_discards"]
    assert codes(full, "end 1H 8H") == ["discard_not_in_hand"]
    assert codes(full, "end 1H 1H") == ["discard_not_in_hand"]
    assert codes(set_up("1H 1C 1Y"), "end 1H") == ["wrong_discards"]


def test_003_9_discards_go_to_the_discards() -> None:
    state = game(hands="1H 1C 1Y")
    state = evolve(state, hands=(Card.row("1H 1C 1Y 1D 2H 2C 2Y 2D 3H 3C"), state.hands[1]))
    [first, *_] = state.value_market
    ended = play(state, f"take {first}", "end 2H")
    assert ended.discards == Card.row("2H")
    assert len(ended.hands[0]) == 10


# ------------------------------------------------------------------------------------------------- contracts, 10 to 15


def test_003_10_all_requirements_must_be_met() -> None:
    view = set_up("4H 4D 5C 6C 7Y", contracts="C18", joker=False)
    assert codes(view, "fill C18 4H=4D 5C-6C-7Y") == []
    assert codes(view, "fill C18 4H=4D") == ["requirement_count"]
    assert codes(view, "fill C18") == ["requirement_count"]
    assert codes(view, "fill C18 4H=4D 5C-6C-7Y 4H") == ["requirement_count", "card_not_in_hand"]
    assert codes(view, "fill C18 4H=4D 5C-6C") == ["not_a_run"]
    assert codes(view, "fill C18 5C-6C-7Y 4H=4D") == ["not_equal", "not_a_run"]


@pytest.mark.parametrize(
    ("contract", "hand", "legal", "wrong", "code"),
    [
        ("C01", "3H 3C 4H", "3H=3C", "3H-4H", "not_equal"),
        ("C05", "1H 1C 3H 3C", "1H=1C", "3H=3C", "not_imposed"),
        ("C09", "3H 3C 3D 3Y", "3H=3C=3D", "3H=3C", "not_equal"),
        ("C23", "3H 3C 3D 3Y 3Y", "3H=3C=3D=3Y", "3H=3C=3D=3Y=3Y", "not_equal"),
        ("C33", "3H 3C 3D 3Y 3Y 4H", "3H=3C=3D=3Y=3Y", "3H-3C-3D-3Y-4H", "not_equal"),
        ("C13", "2H 3C 4D 6H", "2H-3C-4D", "3C-4D-6H", "not_a_run"),
        ("C17", "2H 3C 4D 5Y 6H", "2H-3C-4D-5Y", "2H-3C-4D", "not_a_run"),
        ("C29", "2H 3C 4D 5Y 6H", "2H-3C-4D-5Y-6H", "2H-3C-5Y-4D-6H", "not_a_run"),
    ],
)
def test_003_11_a_fill_must_meet_each_requirement(contract: str, hand: str, legal: str, wrong: str, code: str) -> None:
    view = set_up(hand, contracts=contract, joker=False)
    assert codes(view, f"fill {contract} {legal}") == []
    assert codes(view, f"fill {contract} {wrong}") == [code]
    assert list(fillings(view, contract)) != []


def test_003_11_cards_that_are_no_pair_are_judged_by_the_contract_however_they_are_joined() -> None:
    view = set_up("4H 5C 5D 6C 7Y", contracts="C18")
    assert codes(view, "fill C18 4H=5C 5D-6C-7Y") == ["not_equal"]
    assert codes(view, "fill C18 4H-5C 5D-6C-7Y") == ["not_equal"]
    assert parse_move("fill C18 4H=5C 5D-6C-7Y") == Fill("C18", "4H-5C 5D-6C-7Y")


def test_003_12_only_values_count() -> None:
    for hand in ("2H 3H 4H 5H", "2H 3C 4Y 5D"):
        view = set_up(hand, contracts="C17", joker=False)
        assert codes(view, f"fill C17 {hand.replace(' ', '-')}") == []
        assert len(list(fillings(view, "C17"))) == 1


def test_003_13_four_equal_cards_are_a_carre_or_two_pairs() -> None:
    view = set_up("2H 2C 2Y 2D", contracts="C19 C23", joker=False)
    assert codes(view, "fill C19 2H=2C 2Y=2D") == []
    assert codes(view, "fill C23 2H=2C=2Y=2D") == []
    assert [str(fill) for fill in best_fills(view)] == ["fill C23 2H=2C=2Y=2D"]


def test_003_14_the_contract_goes_to_the_zone_and_the_cards_to_the_bonus_pile_or_the_discards() -> None:
    state = take_one(
        game(hands="4H 4D 1C 5C 6C 7Y", rules=Rules(deck=evolve(DECK, cards_dealt=6)), contracts="C18 C01")
    )
    kept = without(state.hands[0], Card.row("4H 4D 5C 6C 7Y"))
    after = play(state, "fill C18 4H=4D 5C-6C-7Y")
    assert after.zones == ((CARD["C18"],), ())
    assert after.bonus_piles == (Card.row("5C 6C"), ())
    assert after.discards == Card.row("4H 7Y 4D")
    assert after.hands[0] == kept
    assert CARD["C18"] not in after.contract_market
    assert (breakdown(after)[0].contracts, breakdown(after)[0].bonus) == (3, 2)
    # The pile is face down, so the others see only its size.
    assert observe(after, 0).bonus_pile == Card.row("5C 6C")
    assert observe(after, 1).bonus_pile == observe(after, None).bonus_pile == ()
    assert observe(after, 1).bonus_sizes == (2, 0)


def test_003_15_the_joker_replaces_one_card_once_a_game_and_is_of_no_color() -> None:
    state = take_one(game(hands="4H 4D 1C", contracts="C01 C02 C09"))
    assert codes(state, "fill C09 4H=4D=*") == []
    assert codes(state, "fill C09 4H=*=*") == ["one_joker"]
    after = play(state, "fill C09 4H=4D=*")
    assert after.jokers == (0, 1)
    assert after.bonus_piles[0] == Card.row("4H")
    assert codes(after, "fill C02 1C=*") == ["no_joker"]
    assert all(not move.joker for move in legal_moves(after) if isinstance(move, Fill))


# -------------------------------------------------------------------------------------------------- trophies, 16 to 23


def test_003_16_the_tokens_have_each_face_once() -> None:
    assert [face.color for face in Trophy if face.color] == list(Color)
    assert [face.combo for face in Trophy if face.combo] == [2, 3, 4, 5]
    assert sorted(face for token in DECK.trophy_tokens for face in token) == sorted(Trophy)


def test_003_17_a_trophy_goes_to_the_player_with_the_most() -> None:
    state = scored("C01", "C01 C05", "C02", trophies=[Trophy.HEARTS, Trophy.CLUBS])
    assert [score.trophies for score in breakdown(state)] == [(), (Trophy.HEARTS,), (Trophy.CLUBS,)]


def test_003_18_a_color_counts_contracts_and_not_the_bonus_pile() -> None:
    state = scored("C01 C05", "C09", trophies=[Trophy.HEARTS], bonus=["", "1H 2H 3H 4H"])
    assert [score.trophies for score in breakdown(state)] == [(Trophy.HEARTS,), ()]


def test_003_19_a_combo_counts_the_requirements_of_its_size() -> None:
    zones = [[CARD["C13"]], [CARD["C09"], CARD["C29"]], [CARD["C27"]]]  # a run of 3, a brelan, both of them
    assert trophy_holder(Trophy.COMBO_3, zones) == 2
    assert trophy_holder(Trophy.COMBO_5, zones) == 1
    assert trophy_holder(Trophy.COMBO_3, zones[:2]) is None


def test_003_20_in_a_tie_nobody_gets_it() -> None:
    assert trophy_holder(Trophy.HEARTS, [[CARD["C01"]], [CARD["C05"]], []]) is None
    assert trophy_holder(Trophy.COMBO_2, [[CARD["C01"]], [CARD["C02"]], [CARD["C19"]]]) == 2


def test_003_21_the_heart_trophy() -> None:
    hearts = [CARD["C01"], CARD["C05"]], [CARD["C09"]]
    assert trophy_holder(Trophy.HEARTS, hearts) == 0
    assert trophy_holder(Trophy.HEARTS, [hearts[0], [CARD["C09"], CARD["C13"]]]) is None
    state = scored("C01 C05", "C09", trophies=[Trophy.HEARTS], bonus=["", "1H 2H 3H 4H"])
    assert breakdown(state)[0].trophies == (Trophy.HEARTS,)


def test_003_22_the_trophy_for_combos_of_three() -> None:
    assert Trophy.COMBO_3.symbols(CARD["C27"]) == 2  # K3 + S3
    assert trophy_holder(Trophy.COMBO_3, [[CARD["C27"]], [CARD["C09"]]]) == 0
    assert trophy_holder(Trophy.COMBO_3, [[CARD["C27"]], [CARD["C09"], CARD["C13"]]]) is None


def test_003_23_what_a_trophy_is_worth_is_printed_on_the_deck() -> None:
    for points in (0, 3, 5):
        rules = Rules(deck=evolve(DECK, trophy_points=points))
        state = scored("C01", "C02", trophies=[Trophy.HEARTS, Trophy.CLUBS, Trophy.COMBO_2], rules=rules)
        assert [score.trophy_points for score in breakdown(state)] == [points, points]


# ------------------------------------------------------------------------------------------------------ the end, 24 on


def near_the_end(players: int, seat: int, rules: Rules = Rules()) -> State:
    """Return a position before a fill. The player needs one more contract to end the game, and holds a pair for C01."""
    state = game(players, rules=rules, contracts="C01")
    trigger = rules.deck.end_triggers[players - 2]
    zone = tuple(each for each in rules.deck.contracts if each not in state.contract_market)[: trigger - 1]
    for _ in range(seat):
        state = idle(state)
    return evolve(
        state,
        phase=Phase.FILL,
        hands=[Card.row("4H 4D 1C") if each == seat else hand for each, hand in enumerate(state.hands)],
        zones=[zone if each == seat else () for each in range(players)],
        contract_pile=tuple(each for each in state.contract_pile if each not in zone),
    )


@pytest.mark.parametrize(("players", "contracts"), [(4, 5), (3, 6), (2, 7)])
def test_003_24_the_fifth_sixth_or_seventh_contract_brings_about_the_end(players: int, contracts: int) -> None:
    state = near_the_end(players, 0)
    assert len(state.zones[0]) == contracts - 1
    assert state.last_turn is None
    assert play(state, "fill C01 4H=4D").last_turn == players - 1


def turns_left(state: State) -> int:
    """Return the number of turns after this one."""
    state, turns = play(state, "end"), 0
    while not state.is_over:
        state, turns = idle(state), turns + 1
    assert list(legal_moves(state)) == []
    ended = result(state)
    assert ended is not None
    assert ended.reason is EndReason.TARGET_REACHED
    return turns


@pytest.mark.parametrize(("seat", "left"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_003_25_the_round_is_finished_and_the_first_player_does_not_play_again(seat: int, left: int) -> None:
    state = near_the_end(4, seat)
    assert turns_left(play(state, "fill C01 4H=4D")) == left
    over = play(state, "fill C01 4H=4D")
    while not over.is_over:
        over = play(over, "end") if over.phase is Phase.FILL else idle(over)
    assert codes(over, "take") == ["game_over"]
    assert result(over) is not None
    assert result(state) is None


def test_003_26_a_tie_is_broken_as_the_rules_say() -> None:
    ended = result(finished("C01", "C02"))
    assert ended is not None
    assert ended.winners == (0, 1)  # The tie is not broken


def test_003_27_players_are_seats_without_names() -> None:
    shown = rami.text(new_game(3, seed=1))
    assert [f"Player {number}" in shown for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert not re.search("Judith|Paul", shown)


# ------------------------------------------------------------------------------------------------- the open questions


def test_B1_at_least_one_card_is_taken_if_there_is_one() -> None:
    values = "5H 5D 4C"
    assert codes(set_up("", values, phase=Phase.TAKE), "take") == ["too_few_taken"]
    assert codes(set_up("", "", phase=Phase.TAKE), "take") == []
    assert [str(move) for move in legal_moves(set_up("", "", phase=Phase.TAKE))] == ["take"]


def test_B2_not_all_that_match_must_be_taken() -> None:
    values = "5H 5D 4D 7D 8D 1Y"
    assert codes(set_up("", values, phase=Phase.TAKE), "take 5H") == []
    assert codes(set_up("", values, phase=Phase.TAKE), "take 5D") == []  # two more diamonds need not be taken


def test_B3_a_contract_may_impose_several_values() -> None:
    """A contract may impose one value twice, or several values as separate requirements."""
    several = Contract(id="X", requirements=[Same(1, 3), Same(1, 5), Same(2, 8)], points=4, bonus=Color.HEARTS)
    rules = Rules(deck=evolve(DECK, contracts=[*DECK.contracts, several]))
    view = set_up("3H 5C 8C 8D 4H", contracts="X C06", rules=rules, joker=False)
    assert codes(view, "fill X 3H 5C 8C=8D") == []
    assert codes(view, "fill X 4H 5C 8C=8D") == ["not_imposed"]
    assert [str(fill) for fill in fillings(view, "X")] == ["fill X 3H 5C 8C=8D"]


def test_B4_a_card_serves_one_requirement() -> None:
    view = set_up("2H 2C 3Y 4D", contracts="C18 C19", joker=False)
    assert codes(view, "fill C18 2H=2C 2H-3Y-4D") == ["card_not_in_hand"]
    assert codes(view, "fill C19 2H=2C 2H=2C") == ["card_not_in_hand"]
    assert [str(move) for move in legal_moves(view)] == ["end"]


def test_B5_the_joker_on_any_contract_and_as_many_tokens_as_the_deck_gives() -> None:
    view = set_up("1H 4H", contracts="C05 C01")
    assert codes(view, "fill C05 1H=*") == codes(view, "fill C01 4H=*") == []
    assert new_game(2, seed=1).jokers == (1, 1)
    two = Rules(deck=evolve(DECK, jokers_per_player=2))
    state = take_one(game(rules=two, hands="1H 4H 8C", contracts="C05 C01 C09"))
    assert codes(state, "fill C09 4H=*=*") == ["one_joker"]
    after = play(state, "fill C05 1H=*", "fill C01 4H=*")
    assert after.jokers == (0, 2)
    none = Rules(deck=evolve(DECK, jokers_per_player=0))
    assert codes(set_up("4H", contracts="C01", rules=none), "fill C01 4H=*") == ["no_joker"]


def test_B6_a_run_does_not_wrap_or_repeat() -> None:
    view = set_up("8H 1C 2Y 2H", contracts="C14", joker=False)
    assert codes(view, "fill C14 8H-1C-2Y") == codes(view, "fill C14 1C-2Y-2H") == ["not_a_run"]
    assert list(fillings(view, "C14")) == []
    # The joker stands for a value of the deck.
    edge = set_up("7H 8H", contracts="C14")
    assert codes(edge, "fill C14 *-7H-8H") == []
    assert codes(edge, "fill C14 7H-8H-*") == ["not_a_run"]
    assert codes(set_up("1H 2H", contracts="C14"), "fill C14 *-1H-2H") == ["not_a_run"]


def nearly_empty(pile: str, discards: str = "") -> State:
    """Seat 0 has filled C01 with all its cards but one; the market has one card; the pile and the discards as given."""
    state = take_one(game())
    return evolve(
        state,
        hands=(Card.row("8D"), state.hands[1]),
        value_market=Card.row("1Y"),
        value_pile=Card.row(pile),
        discards=Card.row(discards),
    )


def test_B7_the_value_market_is_filled_before_the_hand() -> None:
    state = play(nearly_empty("1H 2H 3H 4H 5H 6H"), "end")
    assert state.value_market == tuple(sorted(Card.row("1Y 1H 2H 3H 4H 5H")))
    assert state.hands[0] == Card.row("6H 8D")


def test_B8_an_empty_pile_is_made_of_the_discards() -> None:
    before = nearly_empty("1H 2H", "1C 2C 3C 4C 5C 6C")
    state = play(before, "end")
    assert Card.row("1H 2H") == tuple(card for card in state.value_market if card.color is Color.HEARTS)
    assert len(state.value_market) == 6
    assert len(state.hands[0]) == 3
    assert state.discards == ()
    assert len(state.value_pile) == 1
    assert {card.color for card in (*state.hands[0], *state.value_pile)} == {Color.CLUBS, Color.DIAMONDS}
    assert len({play(evolve(before, seed=seed), "end").value_market for seed in range(30)}) > 8
    # The pile is enough: it stays as it is, and so do the discards.
    untouched = play(nearly_empty("1H 2H 3H 4H 5H 6H 7H", "1C"), "end")
    assert (untouched.value_pile, untouched.discards) == ((), Card.row("1C"))


def test_B8_an_empty_pile_gives_no_cards() -> None:
    both_empty = play(nearly_empty("1H 2H"), "end")
    assert both_empty.value_market == Card.row("1H 2H 1Y")
    assert both_empty.hands[0] == Card.row("8D")
    # A player may continue with fewer than three cards, and takes nothing from an empty market.
    empty = evolve(both_empty, value_market=())
    assert codes(empty, "take") == []
    assert codes(play(empty, "take"), "end") == []


def test_B9_without_contracts_the_round_is_finished_and_the_game_ends() -> None:
    state = take_one(game(3, hands="4H 4D 1C", contracts="C01 C02"))
    last = evolve(state, contract_market=[CARD["C01"], CARD["C02"]], contract_pile=(CARD["C05"],))
    after = play(last, "fill C01 4H=4D", "end")
    assert [each.id for each in after.contract_market] == ["C02", "C05"]  # the market shrinks
    assert after.last_turn is None
    gone = play(evolve(last, contract_market=[CARD["C01"]], contract_pile=()), "fill C01 4H=4D", "end")
    assert (gone.contract_market, gone.last_turn, gone.is_over) == ((), 2, False)
    over = idle(idle(gone))
    assert over.is_over
    ended = result(over)
    assert ended is not None
    assert (ended.reason, ended.winners) == (EndReason.BLOCKED, (0,))


def test_B10_a_market_stays_if_nobody_fills_a_contract() -> None:
    state = start = game(2)
    for _ in range(4):
        state = idle(state)
    assert state.contract_market == start.contract_market


def test_B11_all_have_equally_many_turns() -> None:
    state = play(near_the_end(4, 1), "fill C01 4H=4D")
    while not state.is_over:
        state = play(state, "end") if state.phase is Phase.FILL else idle(state)
    assert state.turn == 4


def test_B11_a_second_player_at_the_limit_does_not_prolong_the_game() -> None:
    state = play(near_the_end(4, 1), "fill C01 4H=4D", "end")
    again = evolve(state, zones=[(), state.zones[1], (*DECK.contracts[20:24],), ()], phase=Phase.FILL)
    again = evolve(
        again, contract_market=[CARD["C02"]], hands=[Card.row("5H 5D 1C") if s == 2 else () for s in range(4)]
    )
    assert state.last_turn == play(again, "fill C02 5H=5D").last_turn == 3


def test_B12_more_contracts_than_the_number_may_be_filled() -> None:
    state = play(near_the_end(2, 0), "fill C01 4H=4D")
    state = evolve(state, hands=(Card.row("5H 5D"), state.hands[1]), contract_market=[CARD["C02"]])
    assert codes(state, "fill C02 5H=5D") == []
    assert [fill.contract for fill in best_fills(state)] == ["C02"]


def test_B13_three_points_for_a_trophy() -> None:
    assert DECK.trophy_points == 3
    assert breakdown(scored("C01", "", trophies=[Trophy.HEARTS]))[0].total == 1 + 3


def test_B14_a_trophy_that_nobody_has_anything_for_goes_to_nobody() -> None:
    assert trophy_holder(Trophy.COMBO_5, [[CARD["C01"]], []]) is None
    assert trophy_holder(Trophy.HEARTS, [[], []]) is None


def test_B15_a_tie_is_shared_whatever_the_points_are_made_of() -> None:
    for state in (
        finished("C23", "C01", trophies=[Trophy.HEARTS]),  # 4 contract points against 1 and a trophy
        finished("C17", "C09", bonus=["", "1H"]),  # 3 contract points against 2 and a bonus card
        finished("C17", "C19"),
    ):
        ended = result(state)
        assert ended is not None
        assert (len(set(ended.scores)), ended.winners) == (1, (0, 1))


def test_B16_unused_jokers_and_cards_score_nothing() -> None:
    state = new_game(2, seed=1)
    assert state.jokers == (1, 1)
    assert [score.total for score in breakdown(state)] == [0, 0]


def test_B17_seat_0_starts_unless_the_deal_has_a_starter() -> None:
    assert new_game(3, seed=1).current_player == 0
    assert from_deal(3, Rules(), GAME.shuffle(3, seed=1, starter=1)).current_player == 1


def test_B18_the_number_of_cards_dealt_is_one_of_the_deck() -> None:
    assert DECK.cards_dealt == 3
    for number in (5, 0):
        assert new_game(2, Rules(deck=evolve(DECK, cards_dealt=number)), seed=1).hand_sizes == (number, number)


# ------------------------------------------------------------------------------------------------- what decks can vary


def test_003_another_deck_is_another_edition() -> None:
    deck = Deck(
        label="Two colors",
        min_value=3,
        max_value=6,
        copies=2,
        colors=[Color.CLUBS, Color.CHERRIES],
        contracts=[
            Contract(id="P", requirements=[Same(2)], points=1, bonus=Color.CLUBS),
            Contract(id="R", requirements=[Run(4)], points=3, bonus=Color.CHERRIES),
        ],
        trophy_tokens=[(Trophy.CLUBS, Trophy.CHERRIES)],
        end_triggers=(1,),
        contract_market_size=1,
        value_market_size=4,
        max_hand=4,
    )
    state = new_game(2, Rules(deck=deck), seed=4)
    assert {card.value for card in (*state.value_pile, *state.value_market)} <= {3, 4, 5, 6}
    while not state.is_over:
        filling = best_fills(state)
        state = apply(state, filling[0]) if filling else apply(state, list(legal_moves(state))[-1])
    ended = result(state)
    assert ended is not None
    assert ended.reason in (EndReason.TARGET_REACHED, EndReason.ROUND_LIMIT)
    assert Card(3, Color.CLUBS) in deck.cards
