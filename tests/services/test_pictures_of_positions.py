"""Labels in pictures of positions: the starter, the players who have laid melds, and missing openings."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import rami
from rami import RulesError, contracts, rummikub, rummy
from rami.contracts import Run, Same
from rami.contracts.requirements import lack_of, pack, solutions
from rami.errors import Language
from tests.quick_or_full import examples

VALUES = range(1, 6)
REQUIREMENTS = st.one_of(
    st.builds(Same, st.integers(1, 3), st.one_of(st.none(), st.sampled_from(VALUES))), st.builds(Run, st.integers(3, 4))
)


@settings(max_examples=examples(40))
@given(
    requirements=st.lists(REQUIREMENTS, min_size=1, max_size=2).map(tuple),
    hand=st.lists(st.sampled_from(VALUES), max_size=6),
)
def test_a_contract_lacks_the_fewest_cards_that_would_fill_it(
    requirements: tuple[Same | Run, ...], hand: list[int]
) -> None:
    number, fitting = lack_of(requirements, hand, VALUES)

    def fills(more: tuple[int, ...]) -> bool:
        counts = pack([*hand, *more], VALUES[-1])
        return bool(solutions(requirements, counts, VALUES, joker=False)[0])

    enough = next(size for size in range(9) if any(map(fills, combinations_with_replacement(VALUES, size))))
    assert number == enough
    assert fitting == (tuple(v for v in VALUES if fills((v,))) if number == 1 else ())


def lines(value: rummy.View | contracts.View | contracts.State, lang: Language = "en") -> list[str]:
    return rami.text(value, width=1000, lang=lang).splitlines()


def test_a_contract_shows_the_cards_that_the_hand_lacks() -> None:
    view = contracts.set_up("4H 4D 5C 6C", contracts="C01 C18 C33 C17")
    assert lines(view)[5:10] == [
        "4 contracts",
        "  C01: 1 point, bonus hearts, 2 equal cards, can be filled",
        "  C17: 3 points, bonus hearts, run of 4, needs one more card: 3, 7 or the joker",
        "  C18: 3 points, bonus clubs, 2 equal cards, run of 3, needs one more card: 4, 7 or the joker",
        "  C33: 7 points, bonus hearts, 5 equal cards, needs 3 more cards",
    ]
    poor = evolve(view, jokers=(0, 1))
    assert "  C17 : 3 points, bonus cœur, suite de 4, il manque une carte : 3 ou 7" in lines(poor, "fr")
    assert "run of 3, needs one more card: 4, 7 or the joker" in rami.svg(view)
    for other in (contracts.observe(contracts.determinize(view, seed=1), None), evolve(view, last_turn=-1)):
        assert "  C17: 3 points, bonus hearts, run of 4" in lines(other)
    assert lines(contracts.determinize(view, seed=1))[5:10] == lines(view)[5:10]


def test_the_first_player_and_the_last_round_are_shown() -> None:
    state = contracts.from_deal(2, contracts.Rules(), contracts.GAME.shuffle(2, seed=1, starter=1))
    view = contracts.observe(state, 0)
    assert view.starter == 1
    assert any(line.startswith("> Player 2: 3 cards, first player, none of 7 contracts, ") for line in lines(view))
    assert "first player 1" in repr(view)
    late = evolve(view, last_turn=1, zones=(view.rules.deck.contracts[:7], ()))
    assert lines(late)[0] == "The contract game, turn 1, the last round has begun, cards must be taken"
    assert lines(late, "fr")[0].startswith("Jeu de contrats, tour 1, le dernier tour de table a commencé")
    assert any("7 of 7 contracts (C01 C02 C03 C04 C05 C06 C07)" in line for line in lines(late))
    assert "last turn 1;" in repr(late)
    assert "the last round has begun" in lines(evolve(view, turn=199))[0]
    assert "last turn" not in repr(view)


def test_a_deck_is_described_in_the_words_of_the_french_sheet() -> None:
    deck = contracts.Rules().deck
    assert lines(contracts.set_up("1H"), "fr")[1] == "Jeu par défaut de rami : inventé, ce n'est pas la liste publiée"
    own = contracts.Rules(deck=evolve(deck, label="Ours"))
    assert lines(contracts.set_up("1H", rules=own), "fr")[1] == "Ours"
    said = [rami.text(deck.by_id[name], lang="fr").split(", ", 2)[2] for name in ("C24", "C23", "C33", "C08")]
    assert said == ["brelan, paire", "carré", "quintuple", "paire de 8"]
    assert contracts.Card("5D").name("fr") == "5 de diamant"
    assert Same(6).words.say("fr") == "6 cartes identiques"


def test_first_melds_and_laid_cards_are_shown_for_each_player() -> None:
    view = rummy.set_up("5S 8D KD", "4S-*-6S", rules=rummy.PRESETS["scala-40"], has_melded=False)
    assert lines(view)[1] == "First melds: at least 40 points"
    assert "> Player 1 (you): 3 cards, first player, no meld laid yet" in lines(view)
    assert "First melds" not in lines(rummy.set_up("5S 8D KD", "4S-*-6S", rules=rummy.PRESETS["scala-40"]))[1]
    melds = rummy.set_up("5S 8D KD", rules=rummy.PRESETS["contract-rummy"], has_melded=False)
    assert lines(melds, "fr")[1] == "Première pose : 2 brelans ou carrés"
    assert lines(rummy.set_up("5S 8D KD", rules=rummy.PRESETS["rami-51"], has_melded=False))[1] == (
        "First melds: at least 51 points and a run without a joker"
    )
    owing = evolve(view, taken=rummy.Card("8D"), jokers_owed=1)
    assert "> Player 1 (you): 3 cards, first player, no meld laid yet, has taken 8 of diamonds, must lay 1 joker" in (
        lines(owing)
    )
    laid = evolve(view, laid_points=(12, 0))
    assert any(line.endswith("n'a encore rien posé, 12 points posés") for line in lines(laid, "fr"))


def test_a_player_who_may_buy_sees_the_offers_and_the_bought_cards() -> None:
    state = rummy.new_game(3, rummy.PRESETS["continental"].evolve(buying=2), seed=1)
    state = rummy.apply(state, "pass")
    state = rummy.apply(state, "buy")
    buyer = state.bought.index(1)
    shown = lines(rummy.observe(state, None))
    assert sum("1 of 2 discards bought" in line for line in shown) == 1
    assert any(line.startswith(f"Player {buyer + 1}: ") and "1 of 2 discards bought" in line for line in shown)
    offered = rummy.apply(rummy.new_game(3, rummy.PRESETS["continental"].evolve(buying=2), seed=1), "pass")
    assert offered.in_turn is not None
    assert Counter("has declined the discard" in line for line in lines(rummy.observe(offered, None)))[True] == 1


def test_a_turn_of_rummikub_is_one_move() -> None:
    view = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
    with pytest.raises(RulesError, match="a turn of Rummikub must be one move, not 2"):
        rummikub.explain(view, ["play R4-R5-R6-R7", "play R4-R5-R6-R7-R8"])
