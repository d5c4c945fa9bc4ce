"""Openings of a hand, compared with brute force; and the cost of a call."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from random import Random
from time import process_time
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rami.cards import full_pack
from rami.cards.legal_melds import melds_in
from rami.cards.meld_search import new_budget
from rami.dealing import shuffled
from rami.errors import RulesError, TooLarge
from rami.pieces import without
from rami.players import quick_player
from rami.rummy import (
    JOKER,
    MATCHES,
    PRESETS,
    Card,
    Group,
    Meld,
    Phase,
    Rules,
    Run,
    Suit,
    Table,
    View,
    apply,
    best_turn,
    check,
    deadwood,
    determinize,
    legal_moves,
    new_game,
    observe,
    parse_move,
    set_up,
)
from rami.rummy.opening import Opening, best_opening, rests_of_openings
from rami.rummy.turns import can_stop
from tests.oracles import rummy as brute
from tests.quick_or_full import examples

RAMI_51 = PRESETS["rami-51"]


def choices(rules: Rules, hand: tuple[Card, ...]) -> list[tuple[Meld, ...]]:
    """Return every set of disjoint melds of a hand."""
    found: list[tuple[Meld, ...]] = [()]
    for size in (1, 2, 3):
        if rules.melds_per_turn is None or size <= rules.melds_per_turn:  # all that matters, for at most nine cards
            rows = combinations([meld for meld in melds_in(rules, hand) for _ in range(2)], size)
            found += [row for row in rows if not without([card for meld in row for card in meld.cards], hand)]
    return found


def fulfils(rules: Rules, melds: tuple[Meld, ...]) -> bool:
    groups = sum(isinstance(meld, Group) for meld in melds)
    return rules.opening_melds in {(), (groups, len(melds) - groups)}


def is_within(rules: Rules, melds: tuple[Meld, ...]) -> bool:
    groups = sum(isinstance(meld, Group) for meld in melds)
    most = rules.opening_melds or (len(melds), len(melds))
    return groups <= most[0] and len(melds) - groups <= most[1]


def is_pure(melds: tuple[Meld, ...]) -> bool:
    return any(isinstance(meld, Run) and JOKER not in meld.cards for meld in melds)


@st.composite
def hands(draw: st.DrawFn) -> tuple[Rules, tuple[Card, ...]]:
    points = draw(st.sampled_from([0, 20, 30, 51]))
    prescribed = draw(st.sampled_from([(), (), (), (1, 0), (0, 1), (1, 1), (2, 0)]))
    pure = draw(st.booleans()) or not points
    rules = Rules(
        packs=2,
        jokers=4,
        ace=draw(st.sampled_from(["low", "high_or_low", "wrap"])),
        melds_per_turn=None if prescribed else draw(st.sampled_from([None, None, 1, 2])),
        opening_melds=prescribed,
        final_discard=draw(st.sampled_from(["optional", "required", "forbidden"])),
        rank_points=draw(st.sampled_from(brute.RANK_POINTS)),
        opening_points=points,
        opening_pure_run=pure and prescribed not in {(1, 0), (2, 0)},
        max_jokers_per_meld=draw(st.sampled_from([None, 1, 2])),
    )
    first = draw(st.integers(1, 10))
    ranks = [(first + step - 1) % 13 + 1 for step in range(4)]
    kinds = [Card(rank, suit) for rank in ranks for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS)]
    pairs = st.lists(st.sampled_from(kinds), min_size=3, max_size=7).filter(lambda row: max(map(row.count, row)) < 3)
    cards = draw(pairs)
    return rules, (*sorted(cards), *[JOKER] * draw(st.integers(0, 2)))


@pytest.mark.no_cover
@given(hands(), st.integers(0, 8))
@settings(max_examples=examples(100), deadline=None)
def test_openings_of_a_hand_agree_with_brute_force(given: tuple[Rules, tuple[Card, ...]], index: int) -> None:
    rules, hand = given
    tried = [melds for melds in choices(rules, hand) if is_within(rules, melds)]
    worth = [
        (
            sum(brute.opening_points(rules, meld) for meld in melds),
            is_pure(melds),
            [card for meld in melds for card in meld.cards],
            fulfils(rules, melds),
        )
        for melds in tried
    ]
    pure = [count for count, run, _, _ in worth if run]
    expected = Opening(max(count for count, *_ in worth), max(pure, default=None))
    assert best_opening(rules, hand, (), new_budget()) == expected
    card = hand[index % len(hand)]
    for using, barred in ((None, None), (card, None), (None, card)):
        enough = [
            used
            for count, run, used, fulfilled in worth
            if fulfilled
            if count >= rules.opening_points and (run or not rules.opening_pure_run)
            if using is None or using in used
            if without(hand, used) != (barred,)
            if len(hand) - len(used) != {"required": 0, "optional": None, "forbidden": 1}[rules.final_discard]
        ]
        rests = rests_of_openings(rules, hand, (), new_budget(), using=using, barred=barred)
        can_open = any(can_stop(rules, cards, is_barred=alone, may_go_out=True) for cards, alone in rests)
        assert can_open == bool(enough)


TWO_PACKS = Rules(packs=2, jokers=4, melds_per_turn=None, opening_points=30, max_jokers_per_meld=None)


@pytest.mark.parametrize(
    ("changes", "hand", "points"),
    [
        ({"melds_per_turn": 1}, "8S 9S TS JS QS KS", 57),  # C3: only one meld may be laid
        ({}, "JS QS KS * * *", 60),  # a part would be all jokers
    ],
)
def test_a_long_run_counts_whole_if_it_cannot_be_split(changes: dict[str, Any], hand: str, points: int) -> None:
    assert best_opening(evolve(TWO_PACKS, **changes), Card.row(hand), (), new_budget()).points == points


def test_a_hand_to_open_with_has_sixteen_cards_at_most() -> None:
    assert (RAMI_51.most_cards, Rules().most_cards) == (16, 26)
    with pytest.raises(RulesError, match="if first melds must meet conditions, at most 15 cards may be dealt, not 16"):
        evolve(RAMI_51, cards_dealt=(16,))
    with pytest.raises(RulesError, match="hand must have 1 to 16 cards, not 17"):
        set_up(RAMI_51.pieces[:17], rules=RAMI_51)


HOSTILE: list[dict[str, Any]] = [
    {"jokers": 8, "max_jokers_per_meld": None, "opening_points": 200},
    {"jokers": 12, "max_jokers_per_meld": None, "opening_points": 200},
    {"jokers": 8, "max_jokers_per_meld": None, "opening_points": 120, "packs": 3},
    {"jokers": 4, "opening_points": 200, "melds_per_turn": 8},
]


@pytest.mark.parametrize("changes", HOSTILE)
@pytest.mark.parametrize("seed", range(2))
def test_the_largest_openings_are_judged_in_two_seconds(changes: dict[str, Any], seed: int) -> None:
    rules = evolve(RAMI_51, **changes)
    pack = shuffled(full_pack(packs=2), seed)
    hand = (*pack[: 16 - rules.jokers], *[JOKER] * rules.jokers)
    view = set_up(hand, rules=rules, has_melded=False)
    taking = set_up(hand[1:], discard=pack[30:31], rules=rules, has_melded=False, phase=Phase.DRAW)
    for call in (lambda: list(legal_moves(view)), lambda: check(taking, parse_move("take"))):
        start = process_time()
        call()
        assert process_time() - start < 2


LARGEST = "AD AD 2D 3D 3D 4D 5D 6D 7D 8D 9D 10D JD QD QD KD * * * * * *"
LAID = "4S=4S=4H=4C JS=JH=JD=JC 5H=5H=5D=5C 9H=9D=9C QH-KH-AH-2H"


@pytest.mark.no_cover
def test_calls_on_a_hand_after_buying_take_at_most_two_seconds() -> None:
    """Twenty-two cards with six jokers have twenty thousand runs, but the contract has no run."""
    view = set_up(LARGEST, LAID, rules=PRESETS["continental"], has_melded=False)
    for call in (
        lambda: list(legal_moves(view)),
        lambda: best_turn(view),
        lambda: quick_player(view, Random(1)),
        lambda: check(view, "meld AD-2D-3D-4D"),
    ):
        start = process_time()
        call()
        assert process_time() - start < 2


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", MATCHES["continental"], ids=lambda rules: "{} {}".format(*rules.opening_melds))
def test_the_contract_of_a_large_hand_is_found(rules: Rules) -> None:
    view = set_up(LARGEST, LAID, rules=rules, has_melded=False)
    start = process_time()
    turn = best_turn(view)
    assert process_time() - start < 4
    state = determinize(view, seed=1)
    for move in turn:
        state = apply(state, move)
    assert state.has_melded[0]


def test_more_melds_than_a_contract_asks_for_are_no_opening() -> None:
    table = Table.parse("4S=4H=4D 5S=5H=5D 6S=6H=6D")
    view = set_up("KS KH KD 2C", table, rules=MATCHES["continental"][0], has_melded=False)
    assert list(legal_moves(evolve(view, laid=table.melds, laid_in=(view.turn, None)))) == []


def test_determinize_handles_a_turn_that_few_hands_can_end() -> None:
    """Few random hands can open with the taken card, so the melds are dealt on purpose."""
    rules = evolve(RAMI_51, opening_points=100)
    start = new_game(2, rules, seed=1)
    mover = start.current_player
    taken = start.discards[-1]
    for player in (1 - mover, None):
        for seed in range(3):
            state = evolve(
                start,
                turn=2,
                phase=Phase.PLAY,
                hands=tuple((*hand, taken) if seat == mover else hand for seat, hand in enumerate(start.hands)),
                known=tuple((taken,) if seat == mover else () for seat in range(2)),
                discards=(),
                taken=taken,
            )
            view = observe(state, player)
            began = process_time()
            guess = determinize(view, seed=seed)
            assert process_time() - began < 2
            assert observe(guess, player) == view
            assert next(legal_moves(guess), None) is not None


# ------------------------------------------------------------------------------------------------------------- bounded


def hostile_hands() -> Iterator[View]:
    """Views with the most cards, jokers and packs, with very many possible melds."""
    random = Random(7)
    for contract, points, jokers in (((0, 3), 51, 4), ((2, 1), 120, 6), ((1, 2), 200, 12), ((), 200, 6), ((), 0, 6)):
        rules = Rules(
            packs=3,
            jokers=12,
            cards_dealt=(15,),
            buying=3 if points else 0,
            melds_per_turn=None,
            opening_melds=contract,
            opening_points=points,
            group_suits="any",
            ace="wrap",
            take_discard="to_lay",
        )
        for suits in (2, 4):
            pool = [card for card in rules.pieces if card != JOKER and card.suit in list(Suit)[:suits]]
            hand = (*random.sample(pool, rules.most_cards - jokers), *[JOKER] * jokers)
            unseen = without(rules.pieces, hand)
            yield set_up(hand, rules=rules, has_melded=False)
            yield set_up(hand[1:], discard=unseen[-20:-19], rules=rules, has_melded=False, phase=Phase.DRAW)


@pytest.mark.no_cover
@pytest.mark.slow(but=["play"])
@pytest.mark.parametrize("view", [*hostile_hands()], ids=lambda view: f"{view.rules.opening_melds} {view.phase}")
def test_whatever_hand_it_is_a_call_ends_within_its_steps(view: View) -> None:
    """A call takes a few seconds at most, or is refused."""
    answered = 0
    for call in (lambda: list(legal_moves(view)), lambda: best_turn(view), lambda: quick_player(view, Random(1))):
        with suppress(TooLarge):
            call()
            answered += 1
    assert answered


def test_too_many_steps_raise_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    view = set_up(LARGEST, LAID, rules=evolve(PRESETS["continental"], joker_points=49), has_melded=False)
    monkeypatch.setattr("rami.cards.meld_search.MOST_STEPS", 100)
    for call in (
        lambda: list(legal_moves(view)),
        lambda: best_turn(view),
        lambda: check(view, "meld AD=AD=*"),
        lambda: deadwood("AD AD 2D 3D 3D 4D 5D 6D 7D 8D 9D *", evolve(RAMI_51, joker_points=49)),
    ):
        with pytest.raises(TooLarge, match="The calculation needs more than 100 steps"):
            call()
