"""A random full position that fits a view."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import comb

from rami.contracts.cards import Card
from rami.contracts.state import State, View
from rami.errors import RulesError
from rami.pieces import without
from rami.shuffling import derive, shuffled

_Split = tuple[int, ...]
"""How many cards of each colour."""


def determinize(view: View, *, seed: int) -> State:
    """A full position that fits a view, every arrangement of the unseen cards being equally likely.

    The bonus piles of the others hold cards of the bonus colours of their contracts (003.14). What earlier turns would
    let a player remember, the view does not hold, and so it plays no part here.

    Args:
        view: The view of a player or a spectator.
        seed: What decides the arrangement.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, or `seed` is not a whole number.

    Examples:
        >>> from rami.contracts import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    deck = view.rules.deck
    seen = [*view.hand, *view.value_market, *view.discards, *view.bonus_pile]
    unseen = without(deck.cards, seen)
    shown = [*view.contract_market, *(contract for zone in view.zones for contract in zone)]
    contracts = [contract for contract in deck.contracts if contract not in shown]
    hidden = sum(view.hand_sizes) + sum(view.bonus_sizes) + view.value_pile_size - len(view.hand) - len(view.bonus_pile)
    if len(unseen) + len(seen) != len(deck.cards) or len(unseen) != hidden:
        raise RulesError(f"the view shows {len(seen)} cards and hides {hidden}: not the {len(deck.cards)} of the deck")
    if len(contracts) != view.contract_pile_size:
        raise RulesError(
            f"the view hides {view.contract_pile_size} contracts: {len(contracts)} of the deck are not shown"
        )
    piles = _bonus_piles(view, unseen, seed)
    rest = without(unseen, [card for seat, pile in piles.items() if seat != view.player for card in pile])
    order = iter(shuffled(rest, derive(seed, "values")))
    hands = tuple(
        view.hand if seat == view.player else tuple(next(order) for _ in range(size))
        for seat, size in enumerate(view.hand_sizes)
    )
    return State(
        rules=view.rules,
        current_player=view.current_player,
        turn=view.turn,
        phase=view.phase,
        hands=hands,
        value_pile=tuple(order),
        value_market=view.value_market,
        contract_pile=shuffled(contracts, derive(seed, "contracts")),
        contract_market=view.contract_market,
        discards=view.discards,
        zones=view.zones,
        bonus_piles=tuple(piles[seat] for seat in range(view.players)),
        jokers=view.jokers,
        trophies=view.trophies,
        last_turn=view.last_turn,
        market_turn=view.market_turn,
        seed=derive(seed, "later"),
    )


def _bonus_piles(view: View, unseen: Sequence[Card], seed: int) -> Mapping[int, tuple[Card, ...]]:
    """Each bonus pile, by seat: the player's own, and random ones of the colours that the others can have.

    How many cards of each colour go to a pile is drawn with the weight of the ways to choose them, so that every choice
    of cards is equally likely; then so many of them are taken at random.
    """
    pools = {
        color: list(shuffled([card for card in unseen if card.color is color], derive(seed, "bonus", color)))
        for color in view.rules.deck.colors
    }
    colors = list(pools)
    sizes = {seat: size for seat, size in enumerate(view.bonus_sizes) if seat != view.player and size}
    allowed = {seat: {colors.index(contract.bonus) for contract in view.zones[seat]} for seat in sizes}
    # The fewer colours a pile can have, the earlier its turn: that keeps the number of splits to look at small.
    seats = sorted(sizes, key=lambda seat: len(allowed[seat]))

    @cache
    def ways(index: int, left: _Split) -> int:
        """How many ways there are to choose the piles from one on, from as many cards of each colour."""
        if index == len(seats):
            return 1
        seat = seats[index]
        if index == len(seats) - 1:
            return comb(sum(left[color] for color in allowed[seat]), sizes[seat])
        return sum(weight for _, weight in weighted(index, left))

    def weighted(index: int, left: _Split) -> Iterator[tuple[_Split, int]]:
        """The ways to split a pile by colour, and how many choices of cards each stands for."""
        seat = seats[index]
        for split in _splits(sizes[seat], [left[c] if c in allowed[seat] else 0 for c in range(len(left))]):
            weight = ways(index + 1, tuple(have - used for have, used in zip(left, split, strict=True)))
            for have, used in zip(left, split, strict=True):
                weight *= comb(have, used)
            yield split, weight

    left = tuple(len(pools[color]) for color in colors)
    if not ways(0, left):
        raise RulesError("the bonus piles have more cards than there can be of the bonus colours")
    piles = {seat: view.bonus_pile if seat == view.player else () for seat in range(view.players)}
    for index, seat in enumerate(seats):
        chosen = derive(seed, "bonus", seat) * ways(index, left) >> 63
        split = _pick(weighted(index, left), chosen)
        piles[seat] = tuple(
            pools[color].pop(0) for color, number in zip(colors, split, strict=True) for _ in range(number)
        )
        left = tuple(len(pools[color]) for color in colors)
    return piles


def _splits(size: int, most: Sequence[int]) -> Iterator[_Split]:
    """Every way to make a number of cards of at most so many of each colour."""
    if not most:
        if not size:
            yield ()
        return
    for number in range(min(size, most[0]) + 1):
        for rest in _splits(size - number, most[1:]):
            yield (number, *rest)


def _pick(weighted: Iterable[tuple[_Split, int]], chosen: int) -> _Split:
    """The split on which a number below the sum of all weights falls."""
    splits, weights = zip(*weighted, strict=True)
    return next(split for split, end in zip(splits, accumulate(weights), strict=True) if chosen < end)
