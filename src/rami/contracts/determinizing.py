"""A random full position that fits a view."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import accumulate
from math import comb, prod

from rami.contracts.cards import Card, Color
from rami.contracts.state import VIEWS, State, View
from rami.counting import deal_unseen, unseen_pieces
from rami.errors import RulesError, TooLarge
from rami.known import known_hands
from rami.pieces import without
from rami.sentences import SHARED
from rami.shapes import typed
from rami.shuffling import derive, shuffled

MOST_SPLITS = 60_000
"""Limit of the ways to split bonus piles by colour that are tried. Games with the default deck need some hundreds."""

_Eligible = tuple[bool, ...]
"""Whether each of the piles to come can have a card."""
_Counts = tuple[tuple[_Eligible, int], ...]
"""The numbers of cards that the same piles can have."""


@typed
def determinize(view: View, *, seed: int) -> State:
    """Return a full position that fits a view, every arrangement of the unseen cards being equally likely.

    The cards that everybody knows, having seen them taken from the market, are in the hands that took them. The bonus
    piles of the others hold cards of the bonus colours of their contracts (003.14).

    Args:
        view: The view of a player or a spectator.
        seed: What decides the arrangement.

    Returns:
        A state with `observe(state, view.player) == view`.

    Raises:
        RulesError: If no full position fits the view, or `seed` is not a whole number.
        TooLarge: If more than 60,000 ways to split the bonus piles by colour would have to be looked at: with three or
            four piles of a dozen cards and more, no two of which can have the same colours.

    Examples:
        >>> from rami.contracts import new_game, observe
        >>> view = observe(new_game(2, seed=1), 0)
        >>> observe(determinize(view, seed=7), 0) == view
        True
    """
    deck = view.rules.deck
    known = known_hands(view.known, view.seen_hands, view.hand_sizes)
    held = [card for hand in known for card in hand]
    seen = [*held, *view.value_market, *view.discards, *view.bonus_pile]
    shown = [*view.contract_market, *(contract for zone in view.zones for contract in zone)]
    contracts = [contract for contract in deck.contracts if contract not in shown]
    hidden = sum(view.hand_sizes) + sum(view.bonus_sizes) + view.value_pile_size - len(held) - len(view.bonus_pile)
    unseen = unseen_pieces(deck.cards, seen, hidden, "of the deck")
    if len(contracts) != view.contract_pile_size:
        raise RulesError(
            f"the view hides {view.contract_pile_size} contracts: {len(contracts)} of the deck are not shown"
        )
    piles = _bonus_piles(view, unseen, seed)
    rest = without(unseen, [card for seat, pile in piles.items() if seat != view.player for card in pile])
    order = iter(shuffled(rest, derive(seed, "values")))
    return VIEWS.complete(
        view,
        hands=deal_unseen(known, view.hand_sizes, order),
        value_pile=tuple(order),
        contract_pile=shuffled(contracts, derive(seed, "contracts")),
        bonus_piles=tuple(piles[seat] for seat in range(view.players)),
        seed=derive(seed, "later"),
    )


def _bonus_piles(view: View, unseen: Sequence[Card], seed: int) -> Mapping[int, tuple[Card, ...]]:
    """Return each bonus pile, by seat: the player's own, and random ones of the colours that the others can have."""
    sizes = {seat: size for seat, size in enumerate(view.bonus_sizes) if seat != view.player and size}
    allowed = {seat: {contract.bonus for contract in view.zones[seat]} for seat in sizes}
    # Piles that can have few colours come first, which keeps the number of splits small.
    seats = sorted(sizes, key=lambda seat: len(allowed[seat]))
    drawing = _Drawing([sizes[seat] for seat in seats], [allowed[seat] for seat in seats])
    left = list(shuffled(unseen, derive(seed, "bonus")))
    piles = {seat: view.bonus_pile if seat == view.player else () for seat in range(view.players)}
    for index, seat in enumerate(seats):
        pile = drawing.pile(index, left, derive(seed, "bonus", seat))
        piles[seat] = tuple(pile)
        left = list(shuffled(without(left, pile), derive(seed, "left", seat)))  # a pile takes the first that it can
    return piles


class _Drawing:
    """Draws bonus piles, every choice of cards being equally likely.

    Cards that the same piles can have count together. The split of a pile among these classes of cards is drawn with
    the number of ways to choose its cards and those of all later piles as weight.
    """

    def __init__(self, sizes: Sequence[int], allowed: Sequence[Set[Color]]) -> None:
        self.sizes = sizes
        self.allowed = allowed
        self.known: dict[tuple[int, _Counts], int] = {}
        self.tried = 0

    def pile(self, index: int, cards: Sequence[Card], seed: int) -> list[Card]:
        """Draw a pile from cards in random order."""
        counts = Counter(map(partial(self._eligible, index), cards))
        weighted = [*self._weighted(index, _sorted(counts))]
        total = sum(weight for _, weight in weighted)
        if not total:
            raise RulesError("the bonus piles have more cards than there can be of the bonus colours")
        chosen, ends = seed * total >> 63, accumulate(weight for _, weight in weighted)
        split = next(split for (split, _), end in zip(weighted, ends, strict=True) if chosen < end)
        pile: list[Card] = []
        for eligible, number in split.items():
            pile += [card for card in cards if self._eligible(index, card) == eligible][:number]
        return pile

    def _eligible(self, index: int, card: Card) -> _Eligible:
        """Return whether each of the piles from one on can have a card."""
        return tuple(card.color in colors for colors in self.allowed[index:])

    def _weighted(self, index: int, counts: _Counts) -> Iterator[tuple[Mapping[_Eligible, int], int]]:
        """Yield the splits of a pile, each with its number of choices of cards for this pile and all later ones."""
        usable = [(eligible, number) for eligible, number in counts if eligible[0]]
        for split in _splits(self.sizes[index], [number for _, number in usable]):
            self.tried += 1
            if self.tried > MOST_SPLITS:
                raise TooLarge(SHARED.phrase("limits.ways", most=MOST_SPLITS))
            taken = {eligible: number for (eligible, _), number in zip(usable, split, strict=True)}
            weight = prod(comb(number, taken.get(eligible, 0)) for eligible, number in counts)
            later: Counter[_Eligible] = Counter()
            for eligible, number in counts:
                later[eligible[1:]] += number - taken.get(eligible, 0)
            yield taken, weight * self._choices(index + 1, _sorted(later))

    def _choices(self, index: int, counts: _Counts) -> int:
        """Count the choices of cards for the piles from one on."""
        if index == len(self.sizes):
            return 1
        if (index, counts) not in self.known:
            self.known[index, counts] = sum(weight for _, weight in self._weighted(index, counts))
        return self.known[index, counts]


def _sorted(counts: Mapping[_Eligible, int]) -> _Counts:
    return tuple(sorted(counts.items()))


def _splits(size: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to take a number of cards from classes of these sizes."""
    if len(most) <= 1:
        if size <= sum(most):
            yield (size,) * len(most)
        return
    for number in range(max(0, size - sum(most[1:])), min(size, most[0]) + 1):
        for rest in _splits(size - number, most[1:]):
            yield (number, *rest)
