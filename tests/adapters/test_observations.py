"""Encoded views: each number is in its range, shows nothing hidden, and together they decide the legal actions."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields

from rami import RamiError, RulesError, contracts, gin, rummikub, rummy
from rami.adapters.arrays import Actions, Rewriter
from rami.adapters.encoding import actions, layout
from rami.game import Game
from rami.games import GAMES
from rami.players import quick_player, random_player
from rami.simulate import play_deal
from tests.adapters.encoded_deals import ALL_GAMES, encoded_deal, moves_of


def test_nobody_is_to_move_once_a_deal_is_over() -> None:
    state = play_deal(gin.GAME, [quick_player] * 2, seed=1).state
    found, view = layout(gin.GAME, state.rules, 2), gin.observe(state, 0)
    assert not any(found.named(view)["to_move"])
    rewriter = Rewriter(found)
    rewriter.flat(gin.observe(gin.new_game(2, state.rules, seed=1), 0))
    assert rewriter.flat(view) == found.flat(view)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_numbers_are_in_their_ranges(game: Game) -> None:
    for seed in range(2):
        for state, chosen, _ in encoded_deal(game, seed, 60):
            found = layout(game, state.rules, state.players)
            for seat in (None, *range(state.players)):
                view = game.observe(state, seat)
                pieces = chosen if seat == state.current_player else ()
                row, named = found.flat(view, pieces), found.named(view, pieces)
                assert [*named] == [each.name for each in found.fields]
                assert sum(named.values(), ()) == tuple(row)
                assert len(row) == found.size
                low, high = found.bounds
                assert all(least <= number <= most for least, number, most in zip(low, row, high, strict=True))
                for each in found.fields:
                    assert len(named[each.name]) == each.size
                    assert len(each.labels) in (0, each.size)
                    assert all(each.low <= number <= each.high for number in named[each.name]), each.name


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_field_has_the_value_of_the_view(game: Game) -> None:
    """Fields of cards count the cards of the view by label. Fields of one number have the number of the view."""
    compared: Counter[str] = Counter()
    for state, _, _ in encoded_deal(game, 5, 60):
        found = layout(game, state.rules, state.players)
        view = game.observe(state, state.current_player)
        named = found.named(view)
        for each in found.fields:
            value = getattr(view, each.name, getattr(view, f"{each.name}_size", None))
            if each.labels and each.name not in ("phase", "contract_market", "zones", "known"):
                row = value if isinstance(value, tuple) else () if value is None else (value,)
                if each.name == "discards" and game is not contracts.GAME:
                    row = view.discard_pile
                if hasattr(view, each.name) or each.name == "discards":
                    counts = {label: count for label, count in zip(each.labels, named[each.name], strict=True) if count}
                    assert counts == Counter(map(str, row)), each.name
                    compared[each.name] += bool(counts)
            elif each.size == 1 and value is not None and each.name != "last_turn":
                assert named[each.name] == (int(value),), each.name
                compared[each.name] += 1
    assert all(compared[name] for name in compared), compared
    assert len(compared) > 3


@pytest.mark.parametrize("game", [gin.GAME, rummy.GAME, contracts.GAME, rummikub.GAME], ids=lambda game: game.name)
def test_known_cards_are_counted_from_the_seat_of_the_agent(game: Game) -> None:
    state = game.new_game(2, seed=1)
    kinds = sorted(set((state.racks if game is rummikub.GAME else state.hands)[0]))
    state = evolve(state, known=(kinds[:1], kinds[1:3]))
    found = layout(game, state.rules, 2)
    [field] = [each for each in found.fields if each.name == "known"]
    half = field.size // 2
    for seat in (0, 1):
        numbers = found.named(game.observe(state, seat))["known"]
        rows = [
            [label for label, number in zip(field.labels[:half], part, strict=True) if number]
            for part in (numbers[:half], numbers[half:])
        ]
        assert rows == [[*map(str, state.known[seat])], [*map(str, state.known[1 - seat])]]


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_an_observation_made_from_the_last_one_is_the_same(game: Game) -> None:
    """Only changed fields are encoded again, even if the caller has changed the returned row."""
    rules = next(iter(game.presets.values()))
    found = layout(game, rules, 2)
    rewriters = {seat: Rewriter(found) for seat in (None, 0, 1)}
    for state, chosen, _ in (*encoded_deal(game, 7, 60), *encoded_deal(game, 8, 20)):
        for seat, rewriter in rewriters.items():
            view, pieces = game.observe(state, seat), chosen if seat == state.current_player else ()
            row = rewriter.flat(view, pieces)
            assert row == found.flat(view, pieces)
            row[0] += 7


def test_an_upcard_is_the_card_that_was_turned_up() -> None:
    state = gin.new_game(2, gin.PRESETS["oklahoma-gin"], seed=1)
    found = layout(gin.GAME, state.rules, 2).named(gin.observe(state, 0))
    assert state.upcard is not None
    assert found["upcard"] == found["top_discard"] == found["discards"]
    assert sum(found["upcard"]) == 1


def test_the_last_turn_is_counted_from_now() -> None:
    view = evolve(contracts.set_up("1H"), turn=5)
    found = layout(contracts.GAME, view.rules, view.players)
    for last_turn, number in ((None, -1), (view.turn, 0), (view.turn + 3, 3)):
        assert found.named(evolve(view, last_turn=last_turn))["last_turn"] == (number,)


@pytest.mark.parametrize(("given", "highest"), [(0, 1), (1, 1), (3, 3)])
def test_the_number_of_joker_tokens_follows_the_deck(given: int, highest: int) -> None:
    rules = contracts.Rules(deck=evolve(contracts.Rules().deck, jokers_per_player=given))
    assert [each.high for each in layout(contracts.GAME, rules, 2).fields if each.name == "jokers"] == [highest]


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_observations_and_masks_reveal_no_hidden_piece(game: Game) -> None:
    """If a seat cannot distinguish two positions, their observations and masks are equal."""
    for state, chosen, _ in islice(encoded_deal(game, 3, 75), 0, None, 3):
        vocabulary, found = actions(game, state.rules), layout(game, state.rules, state.players)
        for seat in (None, *range(state.players)):
            view = game.observe(state, seat)
            other = game.observe(game.determinize(view, seed=state.turn), seat)
            assert other == view
            assert found.flat(other) == found.flat(view)
            pieces = chosen if seat == state.current_player else ()
            options = vocabulary.options(view, pieces)
            assert moves_of(vocabulary.options(other, pieces)) == moves_of(options)
            assert bool(options) == (seat == state.current_player)


def check_observations_of_different_masks(game: Game, views: list[Any]) -> None:
    """Check that views with different legal actions have different observations."""
    rules, players = views[0].rules, views[0].players
    vocabulary, found = actions(game, rules), layout(game, rules, players)
    masks = [set(vocabulary.options(view)) for view in views]
    rows = [tuple(found.flat(view)) for view in views]
    assert len({frozenset(mask) for mask in masks}) > 1
    for one, other in combinations(range(len(views)), 2):
        assert masks[one] == masks[other] or rows[one] != rows[other]


@pytest.mark.parametrize(
    ("hand", "tables", "edition"),
    [
        ("R4 K1", ["*-R5-R6", "R5-R6-*", "R4-R5-R6"], "hasbro-2007"),
        ("R7 R3 R4", ["R4-R5-R6 R7-R8-R9-*", "R4-R5-R6-* R7-R8-R9", "*-R4-R5-R6 R7-R8-R9"], "hasbro-2007"),
        ("B8 O8", ["R8=K8=* R5-R6-R7", "R8=K8=B8 R5-R6-*"], "hasbro-2007"),
    ],
)
def test_places_of_jokers_are_observed(hand: str, tables: list[str], edition: str) -> None:
    rules = rummikub.PRESETS[edition]
    views = [rummikub.set_up(hand, table, rules=rules) for table in tables]
    found = layout(rummikub.GAME, rules, 2)
    assert len({found.named(view)["melds"] for view in views}) == len(views)


def test_the_ends_of_runs_and_the_places_of_jokers_decide_what_can_be_added() -> None:
    tables = ["2S-3S-4S 5S-6S-7S-8S", "2S-3S-4S-5S 6S-7S-8S", "*-5S-6S", "4S-5S-*", "4S-*-6S", "5S=5H=* 6S=6H=6D"]
    rules = rummy.PRESETS["kalooki-40"]
    views = [rummy.set_up("4S 5S 7S 9S 5C KD QD", table, rules=rules) for table in tables]
    check_observations_of_different_masks(rummy.GAME, views)


def test_the_order_of_the_pile_decides_what_can_be_taken() -> None:
    piles = ["6S 5S 7C", "5S 6S 7C", "7C 5S 6S"]
    rules = rummy.PRESETS["rummy-500"]
    views = [rummy.set_up("7H 7D 3S 4S", discard=pile, rules=rules, phase=rummy.Phase.DRAW) for pile in piles]
    check_observations_of_different_masks(rummy.GAME, views)
    found = layout(rummy.GAME, rules, 2)
    field = next(each for each in found.fields if each.name == "hand")
    cards = [field.labels[number - 1] for number in found.named(views[0])["pile"] if number]
    assert cards == ["7C", "5S", "6S"], "the top card first"
    assert "pile" not in [each.name for each in layout(rummy.GAME, rummy.Rules(), 2).fields]


EDITIONS = [pytest.param(game, name, id=name) for game in GAMES.values() for name in game.presets]
FIRST_EDITIONS = [next(iter(game.presets)) for game in GAMES.values()]
NEVER_REPLACED = (
    "rules", "player", "current_player", "hand", "rack", "hand_sizes", "rack_sizes", "melded_in", "laid_in"
)  # fmt: skip
"""Fields that depend on other fields of a view."""


def views_of_two_deals(game: Game, rules: Any, random: Random) -> list[Any]:
    """Return the views of the players to move in the first forty turns of two deals."""
    views: list[Any] = []
    for seed, player in enumerate((random_player, quick_player)):
        state = game.new_game(rules.player_counts[0], rules, seed=seed)
        while not state.is_over and state.turn < 40:
            view = game.observe(state, state.current_player)
            views.append(view)
            state = game.apply(state, player(view, random))
    return views


def with_one_field_replaced(view: Any, views: list[Any], random: Random) -> Iterator[tuple[str, Any]]:
    """Yield the name of each field that can be replaced, and the view with the value that another view has."""
    for name in (each.name for each in fields(type(view)) if each.name not in NEVER_REPLACED):
        value = getattr(random.choice(views), name)
        if value != getattr(view, name):
            with suppress(RulesError):
                yield name, evolve(view, **{name: value})


def mask_of(vocabulary: Actions, view: Any) -> set[int] | None:
    """Return the legal actions of a view, or None for a view that no player can get."""
    try:
        return set(vocabulary.options(view))
    except RamiError:
        return None


@pytest.mark.slow(but=FIRST_EDITIONS)
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_observation_determines_the_legal_actions(game: Game, edition: str) -> None:
    """If another value of one field changes the legal actions, it changes the observation."""
    rules, random = game.presets[edition], Random(edition)
    views = views_of_two_deals(game, rules, random)
    vocabulary, found = actions(game, rules), layout(game, rules, rules.player_counts[0])
    fields_that_matter: Counter[str] = Counter()
    for view in random.sample(views, min(len(views), 20)):
        for name, other in with_one_field_replaced(view, views, random):
            mask = mask_of(vocabulary, other)
            if mask not in (None, mask_of(vocabulary, view)):
                fields_that_matter[name] += 1
                assert found.flat(other) != found.flat(view), name
    assert len(fields_that_matter) > 1
    assert fields_that_matter.total() > 9
