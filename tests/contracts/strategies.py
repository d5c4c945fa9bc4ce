"""Decks and positions at random."""

from contextlib import suppress
from random import Random

from attrs import evolve
from hypothesis import strategies as st

from rami import RulesError
from rami.contracts import Color, Contract, Deck, Rules, Run, Same, State, Trophy, apply, legal_moves, new_game

seeds = st.integers(0, 2**32)


def deck_of(seed: int) -> Deck:
    """A deck of few values and colors, with contracts that can be filled, and other numbers changed."""
    random = Random(seed)
    colors = random.sample(list(Color), random.choice([1, 2, 3, 3, 4]))
    values = range(low := random.randint(1, 3), low + random.choice([3, 4, 5, 6]))
    faces = [face for face in Trophy if face.color is None or face.color in colors]
    deck = Deck(
        label="drawn",
        min_value=values[0],
        max_value=values[-1],
        copies=random.choice([1, 2, 3]) if len(colors) > 2 else 3,
        colors=colors,
        contracts=[Contract(id="C0", requirements=[Same(1)], points=1, bonus=colors[0])],
        trophy_tokens=[(random.choice(faces), random.choice(faces)) for _ in range(random.randint(0, 4))],
        end_triggers=[1],
        contract_market_size=1,
        value_market_size=2,
        cards_dealt=1,
        min_hand=1,
        max_hand=random.choice([2, 4, 6, 8]),
    )
    for number in range(1, random.randint(5, 10)):
        asked: list[Run | Same] = [
            Run(random.choice([3, 3, 4, 5]))
            if random.random() < 0.4
            else Same(random.choice([1, 2, 2, 3, 4]), random.choice([None, None, *values]))
            for _ in range(random.choice([1, 1, 2, 3]))
        ]
        contract = Contract(
            id=f"C{number}", requirements=asked, points=random.randint(0, 7), bonus=random.choice(colors)
        )
        with suppress(RulesError):  # it cannot be filled
            deck = evolve(deck, contracts=[*deck.contracts, contract])
    for changes in (
        {"contract_market_size": random.choice([4, 3, 2, 1])},
        {"end_triggers": random.choices(range(1, 5), k=random.randint(1, 3))},
        {"value_market_size": random.randint(1, 6)},
        {"cards_dealt": random.randint(0, 3)},
        {"min_hand": random.randint(0, 3)},
        {"jokers_per_player": random.choice([0, 1, 1, 2])},
    ):
        with suppress(RulesError):
            deck = evolve(deck, **changes)
    return deck


decks = seeds.map(deck_of)
rules = st.builds(Rules, deck=decks)


@st.composite
def games(draw: st.DrawFn) -> State:
    """The first position of a game."""
    chosen = draw(rules)
    return new_game(draw(st.integers(2, chosen.deck.max_players)), chosen, seed=draw(seeds))


@st.composite
def positions(draw: st.DrawFn) -> State:
    """A position reached by random moves."""
    state, random = draw(games()), Random(draw(seeds))
    for _ in range(draw(st.sampled_from([5, 12, 30, 60, 3, 2, 1, 0]))):
        if not state.is_over:
            state = apply(state, random.choice(list(legal_moves(state))))
    return state
