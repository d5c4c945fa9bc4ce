from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from rami.contracts import JOKER, Card, Color, Contract, Requirement, Rules, Run, Same
from rami.contracts.rules import DEFAULT
from rami.contracts.value_counts import count_of, guards_of, pack, solutions
from tests.contracts import brute
from tests.effort import examples

requirements = st.lists(
    st.builds(Run, st.integers(3, 4)) | st.builds(Same, st.integers(1, 3), st.none() | st.integers(1, 8)),
    min_size=1,
    max_size=3,
)
VALUES = DEFAULT.deck.values


@given(requirements, st.lists(st.integers(1, 8), max_size=7), st.booleans(), st.booleans())
@settings(max_examples=examples(150), deadline=None)
def test_every_multiset_that_serves_is_found_once(
    asked: list[Requirement], values: list[int], wrap: bool, joker: bool
) -> None:
    stock = pack(values, 8)
    plain, joked = solutions(tuple(asked), stock, VALUES, wrap=wrap, joker=joker)
    rules = Rules(run_wrap=wrap)
    contract = Contract(id="X", requirements=asked, points=0, bonus=Color.HEARTS)
    hand = tuple(Card(value, Color.CLUBS) for value in values)
    expected: set[tuple[tuple[int, ...], bool]] = set()
    size = contract.size
    choices = {tuple(sorted(chosen)) for n in (size, size - 1) for chosen in combinations(hand, n)}
    for chosen in choices:
        uses_joker = len(chosen) < size
        if uses_joker <= joker and any(brute.concrete_fills(rules, contract, chosen, joker=uses_joker)):
            expected.add((tuple(card.value for card in chosen), uses_joker))
    found = [
        (tuple(sorted(value for row in rows for value in row if value)), uses_joker)
        for ways, uses_joker in ((plain, False), (joked, True))
        for rows in ways.values()
    ]
    assert len(found) == len(set(found))
    assert set(found) == expected
    for ways in (plain, joked):
        for left, rows in ways.items():
            spent = Counter(value for row in rows for value in row if value)
            assert left & guards_of(8) == guards_of(8)
            assert all(count_of(left, v) == values.count(v) - spent[v] for v in range(1, 9))


def test_a_stock_does_not_fit_what_it_has_too_few_of() -> None:
    stock, guards = pack([2, 2, 3], 8), guards_of(8)

    def fits(spent: int) -> bool:
        return (stock - (spent - guards)) & guards == guards

    assert fits(pack([2, 3], 8))
    assert not fits(pack([3, 3], 8))


def test_the_joker_is_no_card() -> None:
    assert JOKER.value not in VALUES
