"""Encoded views and moves: within bounds, without leaks, and with actions that do what their names say."""

from collections import Counter
from contextlib import suppress
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields

from rami import RamiError, contracts, gin, rummikub, rummy
from rami.adapters.arrays import Actions, Layout, Rewriter
from rami.adapters.encoding import actions, after, contracts_scores, layout, scores, seats
from rami.game import Game
from rami.games import GAMES
from rami.players import quick_player, random_player
from rami.rummikub.checks import played_tiles
from rami.rummikub.solver import graph
from rami.simulate import play_deal
from tests.kit.counting_game import GAME as FOURTH
from tests.quick_or_full import examples

ALL = (*GAMES.values(), FOURTH)


def played(game: Game, seed: int, moves: int):  # type: ignore[no-untyped-def]  # any game
    """Yield the positions of a deal of random actions, each with the chosen pieces and the allowed actions."""
    rules = next(iter(game.presets.values()))
    ways, random = actions(game, rules), Random(seed)
    state, chosen = game.new_game(seats(game, rules, None), rules, seed=seed), ()
    for _ in range(moves):
        if state.is_over:
            return
        view = game.observe(state, state.current_player)
        options = ways.options(view, chosen)
        assert options, "an action is always there"
        yield state, chosen, options
        option = options[sorted(options)[int(random.random() * len(options))]]
        if isinstance(option, tuple):
            chosen = option
        else:
            assert game.check(state, done(option)) == ()
            state, chosen = game.apply(state, done(option)), ()


def test_nobody_is_to_move_once_a_deal_is_over() -> None:
    state = play_deal(gin.GAME, [quick_player] * 2, seed=1).state
    found, view = layout(gin.GAME, state.rules, 2), gin.observe(state, 0)
    assert not any(found.named(view)["to_move"])
    rewriter = Rewriter(found)
    rewriter.flat(gin.observe(gin.new_game(2, state.rules, seed=1), 0))
    assert rewriter.flat(view) == found.flat(view)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_numbers_are_in_their_ranges(game) -> None:  # type: ignore[no-untyped-def]
    for seed in range(2):
        for state, chosen, _ in played(game, seed, 60):
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
    """Cards are counted by their labels, and single numbers stand as they are."""
    compared: Counter[str] = Counter()
    for state, _, _ in played(game, 5, 60):
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


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_an_observation_made_from_the_last_one_is_the_same(game) -> None:  # type: ignore[no-untyped-def]
    """Only changed fields are encoded again, even if the caller has changed the returned row."""
    rules = next(iter(game.presets.values()))
    found = layout(game, rules, 2)
    rewriters = {seat: Rewriter(found) for seat in (None, 0, 1)}
    for state, chosen, _ in (*played(game, 7, 60), *played(game, 8, 20)):
        for seat, rewriter in rewriters.items():
            view, pieces = game.observe(state, seat), chosen if seat == state.current_player else ()
            row = rewriter.flat(view, pieces)
            assert row == found.flat(view, pieces)
            row[0] += 7


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_legal_move_leads_to_one_position_checked_or_not(game) -> None:  # type: ignore[no-untyped-def]
    for state, _, options in played(game, 9, 60):
        for move in options.values():
            if type(move) in game.moves:
                assert after(game)(state, move) == game.apply(state, move)


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


def test_the_bounds_of_scores_of_the_contract_game() -> None:
    low, high = contracts_scores(contracts.Rules(), 2)
    deck = contracts.Rules().deck
    more = evolve(deck, trophy_points=deck.trophy_points + 1)
    assert contracts_scores(contracts.Rules().evolve(deck=more), 2) == (low, high + len(deck.trophy_tokens))


@pytest.mark.parametrize(("given", "highest"), [(0, 1), (1, 1), (3, 3)])
def test_the_number_of_joker_tokens_follows_the_deck(given: int, highest: int) -> None:
    rules = contracts.Rules(deck=evolve(contracts.Rules().deck, jokers_per_player=given))
    assert [each.high for each in layout(contracts.GAME, rules, 2).fields if each.name == "jokers"] == [highest]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_no_leak(game) -> None:  # type: ignore[no-untyped-def]
    """If a seat cannot distinguish two positions, their observations and masks are equal."""
    for state, chosen, _ in islice(played(game, 3, 75), 0, None, 3):
        ways, found = actions(game, state.rules), layout(game, state.rules, state.players)
        for seat in (None, *range(state.players)):
            view = game.observe(state, seat)
            other = game.observe(game.determinize(view, seed=state.turn), seat)
            assert other == view
            assert found.flat(other) == found.flat(view)
            options = ways.options(view, chosen if seat == state.current_player else ())
            assert resolved(ways.options(other, chosen if seat == state.current_player else ())) == resolved(options)
            assert bool(options) == (seat == state.current_player)


def masks_differ_where_rows_do(game: Game, views: list[Any]) -> None:
    """Views with different legal actions have different observations."""
    rules, players = views[0].rules, views[0].players
    ways, found = actions(game, rules), layout(game, rules, players)
    masks = [set(ways.options(view)) for view in views]
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
    masks_differ_where_rows_do(rummy.GAME, views)


def test_the_order_of_the_pile_decides_what_can_be_taken() -> None:
    piles = ["6S 5S 7C", "5S 6S 7C", "7C 5S 6S"]
    rules = rummy.PRESETS["rummy-500"]
    views = [rummy.set_up("7H 7D 3S 4S", discard=pile, rules=rules, phase=rummy.Phase.DRAW) for pile in piles]
    masks_differ_where_rows_do(rummy.GAME, views)
    found = layout(rummy.GAME, rules, 2)
    field = next(each for each in found.fields if each.name == "hand")
    cards = [field.labels[number - 1] for number in found.named(views[0])["pile"] if number]
    assert cards == ["7C", "5S", "6S"], "the top card first"
    assert "pile" not in found_names(rummy.Rules())


def found_names(rules: rummy.Rules) -> list[str]:
    return [each.name for each in layout(rummy.GAME, rules, 2).fields]


EDITIONS = [pytest.param(game, name, id=name) for game in GAMES.values() for name in game.presets]
FIRST = [next(iter(game.presets)) for game in GAMES.values()]


@pytest.mark.slow(but=FIRST)
@pytest.mark.parametrize(("game", "preset"), EDITIONS)
def test_the_observation_determines_the_legal_actions(game: Game, preset: str) -> None:
    """Replace a field of a view by a field of another view. If no number changes, the mask does not change."""
    rules, random = game.presets[preset], Random(preset)
    players, views = rules.player_counts[0], []
    for seed in range(2):
        state = game.new_game(players, rules, seed=seed)
        while not state.is_over and state.turn < 40:
            view = game.observe(state, state.current_player)
            views.append(view)
            state = game.apply(state, (random_player, quick_player)[seed](view, random))
    ways, found = actions(game, rules), layout(game, rules, players)
    for view in random.sample(views, min(len(views), 20)):
        for name in (each.name for each in fields(type(view))):
            value = getattr(random.choice(views), name)
            if name in NOT_ALONE or value == getattr(view, name):
                continue
            with suppress(RamiError):  # not every exchange is a position
                other = evolve(view, **{name: value})
                if found.flat(other) == found.flat(view):
                    assert set(ways.options(other)) == set(ways.options(view)), name


NOT_ALONE = ("rules", "player", "current_player", "hand", "rack", "hand_sizes", "rack_sizes", "melded_in", "laid_in")
"""Fields that are visible, or that cannot be exchanged alone between two views."""


def test_every_play_can_be_reached_tile_by_tile() -> None:
    view = rummikub.set_up("R7 R8 K8 B8 *", "R4-R5-R6")
    ways = actions(rummikub.GAME, view.rules)
    wanted = {tuple(sorted(played_tiles(view, play))) for play in rummikub.plays(view)}
    reached: set[tuple[rummikub.Tile, ...]] = set()
    todo, seen = [()], {()}
    while todo:
        chosen = todo.pop()
        for number, option in ways.options(view, chosen).items():
            if ways.names[number] == "commit":
                assert tuple(sorted(played_tiles(view, done(option)))) == tuple(sorted(chosen))
                reached.add(tuple(sorted(chosen)))
            elif isinstance(option, tuple) and tuple(sorted(option)) not in seen:
                seen.add(tuple(sorted(option)))
                todo.append(option)
    assert reached == wanted


def committed(view: rummikub.View, chosen: str) -> Any:
    """The move that committing some tiles makes."""
    ways = actions(rummikub.GAME, view.rules)
    return done(ways.options(view, rummikub.Tile.row(chosen))[ways.names.index("commit")])


def done(option: Any) -> Any:
    """Return an option. If it is a function, return the result of calling it."""
    return option() if callable(option) else option


def resolved(options: dict[int, Any]) -> dict[int, Any]:
    """Options, with what a function finds."""
    return {number: done(option) for number, option in options.items()}


@pytest.mark.parametrize("most_steps", [0, 40, 600])
def test_no_deal_ends_because_a_position_is_too_large(most_steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_STEPS", most_steps)
    rules = rummikub.Rules()
    ways, random = actions(rummikub.GAME, rules), Random(most_steps)
    state: Any = rummikub.new_game(2, rules, seed=4)
    chosen: tuple[rummikub.Tile, ...] = ()
    for _ in range(60):
        options = ways.options(rummikub.observe(state, state.current_player), chosen)
        option = options[random.choice(sorted(options))]
        if isinstance(option, tuple):
            chosen = option
        else:
            state, chosen = rummikub.apply(state, done(option)), ()


def test_a_move_without_the_chosen_tiles_is_made_if_they_are_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(graph, "MOST_STEPS", 0)
    assert committed(rummikub.set_up("R7 R8 K1", "R4-R5-R6"), "K1") == rummikub.Draw()


def test_the_chosen_tiles_are_laid_if_a_play_is_found_late(monkeypatch: pytest.MonkeyPatch) -> None:
    view = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
    ways = actions(rummikub.GAME, view.rules)
    with monkeypatch.context() as hard:
        hard.setattr(graph, "MOST_STEPS", 0)
        (commit,) = ways.options(view, rummikub.Tile.row("R7 R8")).values()
    assert str(done(commit)) == "play R4-R5-R6-R7-R8"


def test_unplayable_tiles_become_the_best_play_if_the_player_must_play() -> None:
    view = rummikub.set_up("R7 R8 K1", "R4-R5-R6", pool_size=0)
    assert committed(view, "K1") == rummikub.best_play(view)


def test_a_known_play_is_made_if_the_search_would_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    view = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
    ways = actions(rummikub.GAME, view.rules)
    options = ways.options(view, rummikub.Tile.row("R7"))
    monkeypatch.setattr(graph, "MOST_STEPS", 0)
    assert str(done(options[ways.names.index("commit")])) == "play R4-R5-R6-R7"


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_scores_are_within_their_bounds(game: Game) -> None:
    for number, rules in enumerate(list(game.presets.values())[:2]):
        state = game.new_game(seats(game, rules, None), rules, seed=number)
        random = Random(number)
        while not state.is_over:
            state = game.apply(state, quick_or_random(game, state, random))
        result = game.result(state)
        assert result is not None
        low, high = scores(game, rules, state.players)
        assert all(low <= each <= high for each in result.scores)


def quick_or_random(game: Game, state: Any, random: Random) -> Any:
    """Return a move of a short deal: the first legal one if no player of the library knows the game."""
    if game is FOURTH:
        return next(game.legal_moves(state))
    return quick_player(game.observe(state, state.current_player), random)


@pytest.mark.parametrize("scoring", ["winner", "losers", "both", "melded"])
def test_the_bounds_of_card_rami_follow_what_scores(scoring: Any) -> None:
    ends: Any = "lowest_at" if scoring == "losers" else "reach"
    low, high = scores(rummy.GAME, rummy.Rules().evolve(scoring=scoring, match_end=ends), 2)
    assert (low < 0, high > 0) == (scoring != "winner", scoring != "losers")


SOME_PRESETS = ("hasbro-2007", "ramicube", "chiffres", "goliath", "rummikub-xp6")


@pytest.mark.slow(but=("ramicube", "hasbro-2007"))
@pytest.mark.parametrize("preset", SOME_PRESETS)
def test_the_tiles_offered_are_those_of_some_legal_play(preset: str) -> None:
    """Asking for each tile and asking for all chosen tiles give the same answers."""
    rules, random = rummikub.PRESETS[preset], Random(preset)
    ways, asked = actions(rummikub.GAME, rules), 0
    for seed in range(6):
        state: Any = rummikub.new_game(rules.min_players, rules, seed=seed)
        chosen: tuple[rummikub.Tile, ...] = ()
        while not state.is_over and asked < examples(200):
            view = rummikub.observe(state, state.current_player)
            options = ways.options(view, chosen)
            if chosen or random.random() < 1 / 8:
                asked += 1
                offered = {option[-1] for option in options.values() if isinstance(option, tuple)}
                assert offered == rummikub.playable(view, chosen)
                may_commit = bool(chosen) and rummikub.find_play(view, chosen) is not None
                assert (ways.names.index("commit") in options) == may_commit
            option = options[random.choice(sorted(options))]
            if isinstance(option, tuple):
                chosen = option
            else:
                state, chosen = rummikub.apply(state, done(option)), ()
    assert asked


def test_offered_tiles_are_complete_with_many_takeable_jokers() -> None:
    rules = rummikub.Rules(jokers=4, joker_reuse="any")
    view = rummikub.set_up("R5 K5 B5 R9 O13", "R4-*-R6 K4-*-K6 B4-*-B6", rules=rules)
    for chosen in ((), rummikub.Tile.row("R5"), rummikub.Tile.row("R5 R9")):
        options = actions(rummikub.GAME, rules).options(view, chosen).values()
        assert {option[-1] for option in options if isinstance(option, tuple)} == rummikub.playable(view, chosen)


def test_the_cache_of_a_turn_changes_no_answer() -> None:
    """The actions and plays are the same, whether or not earlier turns were asked for."""
    ways = actions(rummikub.GAME, rummikub.Rules())
    state, random, kept = rummikub.new_game(2, seed=8), Random(8), set[rummikub.Table]()
    for _ in range(40):
        view = rummikub.observe(state, state.current_player)
        options = ways.options(view)
        assert options == actions(rummikub.GAME, view.rules).options(view)
        lays = [option for option in options.values() if isinstance(option, tuple)]
        for chosen in lays[:1]:
            afresh = actions(rummikub.GAME, view.rules).options(view, chosen)
            assert resolved(ways.options(view, chosen)) == resolved(afresh)
        move = (
            random_player(view, random)
            if random.random() < 0.4 or rummikub.check(view, rummikub.Draw())
            else rummikub.Draw()
        )
        kept.add(view.table)
        state = rummikub.apply(state, move)
    assert 2 < len(kept) < 20  # so most turns began with the table of the turn before


@pytest.mark.parametrize("game", [rummy.GAME, gin.GAME], ids=lambda game: game.name)
def test_every_move_has_a_word(game) -> None:  # type: ignore[no-untyped-def]
    """Every legal move of any edition has an action that does what its name says."""
    for preset, rules in game.presets.items():
        ways = actions(game, rules)
        assert len(set(ways.names)) == len(ways.names)
        state = game.new_game(seats(game, rules, None), rules, seed=4)
        random = Random(preset)
        for _ in range(80):
            if state.is_over:
                break
            moves = list(game.legal_moves(state))
            options = ways.options(game.observe(state, state.current_player))
            assert set(options.values()) <= set(moves)
            said = {ways.names[number]: move for number, move in options.items()}
            assert all(
                str(move).startswith(name.split()[0].replace("run", "meld").replace("group", "meld"))
                for name, move in said.items()
            )
            assert {str(move).split()[0] for move in moves} == {str(move).split()[0] for move in options.values()}
            state = game.apply(state, moves[int(random.random() * len(moves))])


def test_a_knock_is_made_with_the_best_melds() -> None:
    view = gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D")
    ways = actions(gin.GAME, view.rules)
    said = {ways.names[number]: move for number, move in ways.options(view).items()}
    assert said["knock KD"] == gin.Knock(rummy.Card("KD"))
    assert said["discard AS"] == gin.Discard(rummy.Card("AS"))


def said(view: gin.View) -> dict[str, gin.Move]:
    """Return the allowed moves in Gin by name."""
    ways = actions(gin.GAME, view.rules)
    return {ways.names[number]: move for number, move in ways.options(view).items()}


def test_cards_are_laid_off_and_all_eleven_are_big_gin() -> None:
    state = gin.new_game(2, seed=1)
    laying_off = 0
    for seed in range(30):
        state = gin.new_game(2, seed=seed)
        while not state.is_over:
            view = gin.observe(state, state.current_player)
            if state.phase is gin.Phase.LAY_OFF:
                found = said(view)
                assert found.pop("done") == gin.Done()
                assert all(str(move).startswith(word) for word, move in found.items())
                laying_off += len(found)
            state = gin.apply(state, quick_player(view, Random(1)))
        assert not any(layout(gin.GAME, state.rules, 2).named(gin.observe(state, 0))["to_move"])
    assert laying_off
    assert said(gin.set_up("AS 2S 3S 4S 5H 5D 5C 9H 10H JH QH", discard="7D"))["knock"] == gin.Knock()


def test_a_game_without_a_vocabulary_has_slots() -> None:
    rules = next(iter(FOURTH.presets.values()))
    ways = actions(FOURTH, rules)
    assert ways.names[0] == "move 0"
    assert len(ways.names) == 128
    assert isinstance(ways, Actions)
    found = layout(FOURTH, rules, 2)
    assert isinstance(found, Layout)
    assert [each.name for each in found.fields] == ["to_move", "turn"]
    assert seats(FOURTH, rules, 3) == 3


def test_why_an_action_cannot_be_done() -> None:
    state = rummy.new_game(2, seed=1)
    view, ways = rummy.observe(state, state.current_player), actions(rummy.GAME, state.rules)
    discard = next(number for number, name in enumerate(ways.names) if name.startswith("discard"))
    for number in (None, -1, len(ways.names)):
        assert ways.reasons(rummy.GAME, view, number) == [
            f"action must be a number from 0 to {len(ways.names) - 1}, not {number}"
        ]
    assert "a number of 16610 bits" in ways.reasons(rummy.GAME, view, 10**5000)[0]
    move = rummy.parse_move(ways.names[discard])
    assert ways.reasons(rummy.GAME, view, discard) == [each.message() for each in rummy.check(view, move)]
    tiles = actions(rummikub.GAME, rummikub.Rules())
    waiting = rummikub.set_up("R1 R2")
    number = next(number for number, name in enumerate(tiles.names) if name == "R7")
    assert tiles.reasons(rummikub.GAME, waiting, number) == ["'R7' is not possible now"]
