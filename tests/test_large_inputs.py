"""Documents and decks made to stop a server: each is refused, or answered, within two seconds and little memory."""

import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from time import process_time
from typing import Any

import pytest
from attrs import evolve, fields

from rami import NotationError, RecordError, RulesError, TooLarge, Violation, WrongType, contracts, gin, rummikub, rummy
from rami.codec import from_json, to_json
from rami.game import EndReason, Game, Result, digest
from rami.games import GAMES
from rami.match import Match
from rami.text import SHARED, Texts

MOST_SECONDS = 10.0
"""Far more than a call takes, traced and on a busy machine too: what is kept from coming back took minutes."""
MOST_MEGABYTES = 200


def small(call: Callable[[], object]) -> object:
    """What a call returns, made sure that it takes little memory."""
    tracemalloc.start()
    try:
        return call()
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < MOST_MEGABYTES * 1e6


def quick(call: Callable[[], object]) -> object:
    """What a call returns, made sure that it takes little time."""
    started = process_time()
    try:
        return call()
    finally:
        assert process_time() - started < MOST_SECONDS


@pytest.mark.parametrize("players", [10**8, 2**31])
def test_a_match_of_millions_of_players(players: int) -> None:
    document = json.loads(to_json(Match(game=rummikub.GAME, rules=rummikub.DEFAULT, players=2)))
    document["value"]["players"] = players
    with pytest.raises(RecordError, match="players must be a whole number from 2 to 4"):
        small(lambda: from_json(json.dumps(document), Match))


def test_a_tile_after_many_blanks_is_not_kept() -> None:
    def read() -> None:
        for length in range(30):
            text = " " * (90_000 + length) + "R7"
            assert from_json(json.dumps({"rami": 1, "type": "rummikub.Tile", "value": text}), rummikub.Tile)

    tracemalloc.start()
    read()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1e6


def deck(*sizes: int) -> contracts.Deck:
    """A deck of 20 values, 20 cards of each in each colour, in which every contract asks for these sets."""
    document = json.loads(contracts.DEFAULT.deck.to_json())
    document["values"] |= {"max": 20, "copies": 20}
    document["hand"]["max"], document["jokers_per_player"] = 15, 3
    for contract in document["contracts"]:
        contract["requirements"] = [{"kind": "same", "size": size} for size in sizes]
    return contracts.Deck.from_json(json.dumps(document))


ALL_OTHERS = " ".join(f"{value}H" for value in range(1, 19))
OF_THREE = " ".join(f"{1 + place // 3}{'HCYD'[place % 4]}" for place in range(18))
OF_SIX = " ".join(f"{1 + place // 6}{'HCYD'[place % 4]}" for place in range(18))


@pytest.mark.slow(only=["sizes2"])
@pytest.mark.parametrize("hand", [ALL_OTHERS, OF_THREE, OF_SIX])
@pytest.mark.parametrize("sizes", [(1, 2, 3, 4, 5), (2, 2, 3, 3, 5), (1, 1, 1, 1, 1)])
def test_contracts_that_can_be_filled_in_thousands_of_ways(sizes: tuple[int, ...], hand: str) -> None:
    view = contracts.set_up(hand, contracts="C01 C02 C03 C04", rules=contracts.Rules(deck=deck(*sizes)))

    def look() -> None:
        for move in islice(contracts.legal_moves(view), 30):
            assert contracts.check(view, move) == ()

    def best() -> None:
        try:
            contracts.best_fills(view)
        except TooLarge as error:
            assert "more than 100000 ways" in str(error)  # noqa: PT017  # it need not be raised

    quick(look)
    quick(best)


def test_a_hand_of_thirty_three_cards_cannot_be() -> None:
    rules = contracts.Rules(deck=deck(2, 2))
    with pytest.raises(RulesError, match="hand can have 18 cards at most, not 33"):
        contracts.set_up(" ".join(f"{1 + place % 20}H" for place in range(33)), contracts="C01", rules=rules)
    with pytest.raises(RulesError, match="max_hand must be a whole number from 1 to 15"):
        evolve(rules.deck, max_hand=33)


def test_an_opening_of_two_hundred_points_from_twenty_six_cards_cannot_be() -> None:
    rules = evolve(rummy.PRESETS["rami-51"], opening_points=200)
    with pytest.raises(RulesError, match="hand must have 1 to 16 cards, not 26"):
        rummy.set_up(rules.cards[:26], rules=rules)


def test_three_bonus_piles_of_sixty_cards() -> None:
    rules = contracts.Rules(deck=deck(2, 3))
    cards = rules.deck.contracts
    start = contracts.observe(contracts.new_game(4, rules, seed=1), 0)
    view = evolve(
        start,
        zones=((), cards[4:16], cards[16:28], cards[28:]),
        contract_market=cards[:4],
        contract_pile_size=0,
        bonus_sizes=(0, 60, 60, 60),
        value_pile_size=start.value_pile_size - 180,
    )

    def guess() -> None:
        assert contracts.observe(contracts.determinize(view, seed=1), 0) == view

    quick(guess)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (contracts.GAME, "fill C18" + " 4H=4D=4C" * 200_000),
        (gin.GAME, "knock KC" + " AS-2S-3S" * 200_000),
        (rummikub.GAME, "play" + " R1-R2-R3" * 200_000),
        (rummy.GAME, "meld" + " AS-2S-3S" * 200_000),
    ],
    ids=lambda value: getattr(value, "name", "move"),
)
def test_the_notation_of_a_move_has_a_limit(game: Game, text: str) -> None:
    with pytest.raises(NotationError, match="too long: 100000 characters are the most"):
        small(lambda: quick(lambda: game.parse_move(text)))


@pytest.mark.parametrize("label", ["\ud800", "x" * 10**7])
def test_a_label_that_cannot_be_shown(label: str) -> None:
    with pytest.raises(RulesError, match="label must"):
        evolve(contracts.DEFAULT.deck, label=label)


def test_letters_that_grow_in_lower_case() -> None:
    for game in GAMES:
        with pytest.raises(NotationError):
            game.parse_move("İİ x")


def test_an_unknown_edition_says_which_is_near() -> None:
    with pytest.raises(KeyError) as caught:
        rummikub.PRESETS["hasbro"]
    assert str(caught.value) == "no edition is called 'hasbro'; near to it: 'hasbro-2007'"


HUGE = 10**5000
"""More digits than Python writes: `str(HUGE)` raises a ValueError."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_number_that_python_refuses_to_write_is_refused_in_every_field(game: Game) -> None:
    state = game.new_game(2, seed=1)
    values: list[Any] = [state, game.observe(state, 0), game.deal(2, seed=1), Result((1, 0), (0,), EndReason.BLOCKED)]
    for value in values:
        for each in fields(type(value)):
            now = getattr(value, each.name)
            if type(now) is int:
                with pytest.raises(WrongType, match=f"{each.name} must be .*not a number of 16610 bits"):
                    evolve(value, **{each.name: HUGE})
            elif type(now) is tuple and now and type(now[0]) is int:
                with pytest.raises(WrongType, match=f"{each.name} must be "):
                    evolve(value, **{each.name: (*now[1:], -HUGE)})
    with pytest.raises(WrongType):
        evolve(values[2], order=(*values[2].order, HUGE))
    assert not game.new_game(2, seed=HUGE).is_over  # whatever is mixed into a seed, it is none that is kept


def test_a_sentence_with_a_number_that_python_refuses_to_write() -> None:
    code = gin.Code.TOO_MUCH_DEADWOOD
    for pieces, numbers in (([HUGE], [1, 2]), ([], [1, HUGE])):
        with pytest.raises(WrongType, match="pieces or numbers, not a number of 16610 bits"):
            Violation(code, pieces, numbers)
    texts = Texts("gin")
    assert "deadwood of a number of 16610 bits;" in texts.say(f"violations.{code}", "en", deadwood=HUGE, limit=10)
    assert "a number of 16610 bits" in SHARED.say("nouns.card", "en", n=HUGE)


def test_a_fingerprint_of_what_is_no_value_of_a_game() -> None:
    class Number(int):
        pass

    assert digest(Number(HUGE)) == digest(HUGE)
    nested: tuple[Any, ...] = ()
    for _ in range(100_000):
        nested = (nested,)
    with pytest.raises(RulesError, match="rows in rows without end"):
        digest(nested)


@pytest.mark.parametrize("size", [10**9, 2**64, -(2**64)])
def test_the_picture_of_a_view_of_more_pieces_than_there_are(size: int) -> None:
    for module, name in ((rummikub, "pool_size"), (rummy, "stock_size"), (gin, "stock_size")):
        view = evolve(module.observe(module.new_game(2, seed=1), None), **{name: size})
        with suppress(TooLarge):
            small(lambda view=view: str(view))  # type: ignore[misc]


@pytest.mark.parametrize(("module", "text"), [(rummikub, "R7 K8 *"), (rummy, "AS 10H *"), (contracts, "1H 10C")])
def test_a_row_of_as_many_pieces_as_a_notation_holds(module: Any, text: str) -> None:
    started = process_time()
    with pytest.raises(TooLarge, match="A picture has at most 10000 pieces"):
        module.svg(" ".join([text] * 9_000))
    assert process_time() - started < 2  # thirty times what it takes, and less than piece by piece
