"""Decks, rules and positions, drawn bottom-up."""

from collections import Counter
from itertools import product
from random import Random

from hypothesis import strategies as st

from rami.contracts import Color, Contract, Deck, Rules, Run, Same, State, Trophy, apply, legal_moves, new_game
from rami.contracts.requirements import Requirement, rows_for

seeds = st.integers(0, 2**32)


def fillable(requirements: list[Requirement], values: range, copies: int) -> bool:
    """Whether so many cards of each value serve these requirements, every choice tried."""
    choices = [rows_for(requirement, values) for requirement in requirements]
    return any(
        all(count <= copies for count in Counter(value for row in rows for value in row).values())
        for rows in product(*choices)
    )


@st.composite
def contracts(
    draw: st.DrawFn, number: int, values: range, colors: tuple[Color, ...], copies: int, most: int
) -> Contract:
    asked: list[Requirement] = []
    for _ in range(draw(st.integers(1, 3))):
        room = most - sum(requirement.size for requirement in asked)
        if draw(st.booleans()) and min(len(values), room) >= 3:
            new: Requirement = Run(draw(st.integers(3, min(len(values), room))))
        else:
            new = Same(
                draw(st.integers(1, max(1, min(copies, room, 5)))), draw(st.none() | st.sampled_from(list(values)))
            )
        if room >= new.size and fillable([*asked, new], values, copies):
            asked.append(new)
    return Contract(
        id=f"C{number}",
        requirements=asked,
        points=draw(st.integers(0, 7)),
        bonus=draw(st.sampled_from(colors)),
    )


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    colors = tuple(draw(st.permutations(list(Color)))[: draw(st.sampled_from([3, 4, 2, 1]))])
    lowest = draw(st.integers(1, 3))
    values = range(lowest, lowest + draw(st.sampled_from([5, 6, 4, 3])))
    copies = draw(st.sampled_from([2, 3, 1]))
    cards = len(colors) * len(values) * copies
    min_hand = min(draw(st.sampled_from([3, 2, 1, 0])), (cards - 1) // 2)
    max_hand = max(min_hand, draw(st.sampled_from([6, 8, 4, 2, 1])))
    most_players = min(4, (cards - 1) // min_hand if min_hand else 4)
    triggers = draw(
        st.lists(
            st.sampled_from([3, 4, 2, 1]), min_size=draw(st.integers(1, most_players - 1)), max_size=most_players - 1
        )
    )
    market = min(draw(st.sampled_from([6, 4, 3, 2, 1])), cards - min_hand * (1 + len(triggers)))
    contract_market = draw(st.integers(1, 4))
    count = max(contract_market, *triggers) + draw(st.integers(0, 4))
    faces = [face for face in Trophy if face.color is None or face.color in colors]
    return Deck(
        label="drawn",
        min_value=values[0],
        max_value=values[-1],
        copies=copies,
        colors=colors,
        contracts=[
            draw(contracts(number, values, colors, copies * len(colors), max_hand + 3)) for number in range(count)
        ],
        trophy_tokens=draw(st.lists(st.tuples(st.sampled_from(faces), st.sampled_from(faces)), max_size=4)),
        trophy_points=draw(st.integers(0, 4)),
        jokers_per_player=draw(st.sampled_from([1, 2, 0])),
        end_triggers=triggers,
        contract_market_size=contract_market,
        value_market_size=market,
        cards_dealt=min(draw(st.sampled_from([3, 4, 2, 1, 0])), (cards - market) // (1 + len(triggers)), max_hand),
        min_hand=min_hand,
        max_hand=max_hand,
    )


def rules() -> st.SearchStrategy[Rules]:
    """Rules with any deck."""
    return st.builds(Rules, deck=decks())


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = rules()) -> State:  # noqa: B008  # a strategy is a value
    """The first position of a game."""
    chosen = draw(rules)
    players = chosen.deck.max_players - draw(st.integers(0, chosen.deck.max_players - 2))
    return new_game(players, chosen, seed=draw(seeds))


def after(state: State, moves: int, seed: int) -> State:
    """A position after random legal moves."""
    random = Random(seed)
    while moves and not state.is_over:
        state = apply(state, random.choice(list(legal_moves(state))))
        moves -= 1
    return state


@st.composite
def positions(draw: st.DrawFn, start: st.SearchStrategy[State] | None = None) -> State:
    """A position reached by legal moves."""
    return after(draw(start or games()), draw(st.sampled_from([5, 12, 30, 60, 3, 2, 1, 0])), draw(seeds))


default_games = st.builds(new_game, st.integers(2, 4), st.just(Rules()), seed=seeds)
