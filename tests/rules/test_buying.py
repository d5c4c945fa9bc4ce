"""Buying: a discard that the player whose turn it is leaves is offered to the others in turn."""

from random import Random

import pytest
from attrs import evolve

from rami import svg, text
from rami.errors import RulesError
from rami.players import absent_player, best_player, quick_player
from rami.rummy import (
    GAME,
    PRESETS,
    Buy,
    Discard,
    DrawStock,
    Pass,
    Phase,
    Rules,
    TakeDiscard,
    apply,
    best_turn,
    deadwood,
    determinize,
    hand_value,
    legal_moves,
    new_game,
    observe,
    parse_move,
    set_up,
)
from tests.damaged_positions import flaws_after
from tests.rules.positions import codes, listed, play

RULES = Rules(packs=2, cards_dealt=(7, 7, 7), buying=1, restock="shuffle_keep_top")


def test_the_others_are_asked_one_after_the_other() -> None:
    start = new_game(4, RULES, seed=1)
    first, *others = [(start.starter + step) % 4 for step in range(4)]
    assert (start.current_player, listed(start)) == (first, ["pass", "take"])
    assert codes(start, "draw") == ["offer_open"]
    assert codes(start, "buy") == ["offer_over"]
    state = play(start, "pass")
    for seat in others:
        assert (state.current_player, state.phase, state.in_turn) == (seat, Phase.BUY, first)
        assert (state.starter, state.turn) == (first, 0)
        assert listed(state) == ["pass", "buy"]
        assert [codes(state, move) for move in ("draw", "take", "discard AS")] == [["answer_first"]] * 3
        state = play(state, "pass")
    assert (state.current_player, state.phase, state.in_turn, state.offered) == (first, Phase.DRAW, None, True)
    assert listed(state) == ["draw"]
    assert codes(state, "take") == ["offer_over"]
    assert codes(state, "pass") == ["offer_over"]
    drawn = play(state, "draw")
    assert codes(drawn, "pass") == codes(drawn, "buy") == ["offer_over"]
    assert not play(drawn, listed(drawn)[-1]).offered


def test_a_buyer_gets_the_discard_and_a_card_of_the_stock() -> None:
    start = new_game(3, RULES, seed=2)
    asked = play(start, "pass")
    buyer, top = asked.current_player, start.discards[-1]
    after = play(asked, "buy")
    assert (after.current_player, after.phase) == (start.current_player, Phase.DRAW)
    assert sorted(after.hands[buyer]) == sorted((*start.hands[buyer], top, *start.stock[:1]))
    assert (after.stock, after.discards) == (start.stock[1:], ())
    assert after.bought == tuple(int(seat == buyer) for seat in range(3))
    assert listed(after) == ["draw"]
    pile = (start.stock[-1], top)  # the card below is not offered in the same turn
    assert listed(play(evolve(asked, stock=start.stock[:-1], discards=pile), "buy")) == ["draw"]


def test_a_player_at_the_limit_of_buys_is_not_asked() -> None:
    state = play(new_game(2, RULES, seed=3), "pass", "buy", "draw")
    buyer = (state.current_player + 1) % 2
    state = apply(state, next(move for move in legal_moves(state) if isinstance(move, Discard)))
    assert state.current_player == buyer
    assert listed(state)[0] == "pass"  # the other one has bought nothing
    state = play(state, "pass", "pass", "draw")
    state = apply(state, next(move for move in legal_moves(state) if isinstance(move, Discard)))
    assert listed(state)[0] == "draw"


def test_a_player_with_first_melds_is_not_asked_to_buy() -> None:
    state = new_game(3, RULES, seed=1)
    first = state.current_player
    laid = evolve(
        state,
        turn=3,
        melded_in=tuple(None if seat == first else (seat - first) % 3 for seat in range(3)),
        laid_in=tuple(None if seat == first else (seat - first) % 3 for seat in range(3)),
    )
    assert listed(laid)[0] == "draw"


def test_nothing_is_offered_that_the_stock_has_no_cards_for() -> None:
    state = new_game(2, RULES, seed=1)
    few = evolve(state, stock=state.stock[:1])
    enough = evolve(state, stock=state.stock[:2])
    assert listed(few)[0] == "draw"
    assert listed(enough)[0] == "pass"
    assert play(enough, "pass", "buy", "draw").stock == ()
    empty = evolve(state, discards=())
    assert listed(empty) == ["draw"]


def test_a_seat_sees_only_its_own_bought_stock_card() -> None:
    asked = play(new_game(3, RULES, seed=2), "pass")
    own, other = GAME.event(asked, Buy(), asked.current_player), GAME.event(asked, Buy(), asked.in_turn)
    assert str(other) == str(own) == f"Player {asked.current_player + 1} buys {asked.discards[-1]}."
    assert [motion.count for motion in own.motions] == [1, 1]
    assert [str(piece) for motion in own.motions for piece in motion.pieces] == [
        str(asked.discards[-1]),
        str(asked.stock[0]),
    ]
    assert [str(piece) for motion in other.motions for piece in motion.pieces] == [str(asked.discards[-1])]
    assert (
        str(GAME.event(asked, Pass(), None)) == f"Player {asked.current_player + 1} does not take {asked.discards[-1]}."
    )
    assert not GAME.event(asked, Pass(), None).motions
    for move in (Buy(), Pass()):
        assert parse_move(str(move)) == move
        assert text(move)
        assert str(svg(move)).startswith("<svg")
    assert "a player may buy the discard" in str(asked)


def test_a_position_with_an_offer_can_be_determinized() -> None:
    asked = play(new_game(3, RULES, seed=2), "pass")
    for seat in (None, 0, 1, 2):
        view = observe(asked, seat)
        assert observe(determinize(view, seed=5), seat) == view
        assert GAME.flaws(view) == ()
    assert list(legal_moves(observe(asked, asked.in_turn))) == []
    with pytest.raises(RulesError, match="phase must be 'draw' or 'play', not 'buy'"):
        set_up("AS KD", rules=RULES, phase=Phase.BUY)


def test_players_buy_cards_that_make_a_meld() -> None:
    bought = set[bool]()
    for seed in (8, 9, 10, 13):
        view = observe(asked := play(new_game(2, RULES, seed=seed), "pass"), asked.current_player)
        hand, top = view.hand, view.discard_pile[-1]
        more = deadwood((*hand, top), RULES) < deadwood(hand, RULES) + hand_value((top,), RULES)
        move = Buy() if more else Pass()
        assert [player(view, Random(1)) for player in (quick_player, best_player)] == [move] * 2
        assert best_turn(view) == (move,)
        assert absent_player(view, Random(1)) == Pass()
        bought.add(more)
    assert bought == {True, False}


def test_impossible_offers_are_refused() -> None:
    start = new_game(3, RULES, seed=2)
    asked = play(start, "pass")
    seat = asked.current_player
    for position, change, problem in (
        (asked, {"in_turn": None}, "in_turn must be a seat in phase 'buy', not None"),
        (start, {"in_turn": (start.current_player + 1) % 3}, "in_turn must be a seat other than current_player"),
        (asked, {"in_turn": 7}, "in_turn is 7, which is not a seat"),
        (asked, {"discards": ()}, "the discard pile must not be empty in phase 'buy'"),
        (asked, {"rules": evolve(RULES, buying=0)}, "a discard is offered, but the rules do not allow buying"),
        (
            start,
            {"rules": evolve(RULES, buying=0), "offered": True},
            "a discard is offered, but the rules do not allow buying",
        ),
        (start, {"bought": (0,)}, "bought has 1 items, but there are 3 players"),
        (start, {"bought": (0, 2, 0)}, "bought must have numbers from 0 to 1, not 2"),
        (start, {"bought": (-1, 0, 0)}, "bought must have numbers from 0 to 1, not -1"),
        (
            asked,
            {"bought": tuple(int(each == seat) for each in range(3))},
            f"the discard is offered to seat {seat}, which may not buy it",
        ),
        (asked, {"stock": asked.stock[:1]}, "a discard is offered, but the stock has only 1 cards"),
    ):
        assert any(problem in flaw for flaw in flaws_after(GAME, position, change)), problem


def test_a_deal_ends_if_two_players_refuse_every_discard() -> None:
    state = evolve(new_game(2, RULES, seed=4), turn=990)
    while not state.is_over:
        moves = [move for move in legal_moves(state) if isinstance(move, Pass | DrawStock | Discard | TakeDiscard)]
        state = apply(state, moves[0])
    assert state.turn == 1000


def test_the_continental_sells_a_discard_three_times() -> None:
    state = new_game(2, PRESETS["continental"], seed=1)
    assert state.rules.buying == 3
    assert listed(state)[0] == "pass"
