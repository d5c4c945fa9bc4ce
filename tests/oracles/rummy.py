"""Slow and simple: the melds of a hand, the legal moves, and the least deadwood, by trying everything."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations

from attrs import evolve

from rami import InvalidMeld
from rami.rummy import (
    JOKER,
    Buy,
    Card,
    Discard,
    DrawStock,
    Group,
    LayMeld,
    LayOff,
    Meld,
    Move,
    Pass,
    Phase,
    ReplaceJoker,
    Rules,
    Run,
    State,
    Suit,
    TakeDiscard,
    hand_value,
)


def jokers_allowed(rules: Rules, meld: Meld) -> bool:
    """Whether the rules allow a meld to have its jokers where they are."""
    jokers = sum(card.is_joker for card in meld.cards)
    wrong = [
        rules.max_jokers_per_meld is not None and jokers > rules.max_jokers_per_meld,
        rules.joker_place == "apart" and isinstance(meld, Run) and "*-*" in str(meld),
    ]
    return not any(wrong)


def allowed(rules: Rules, meld: Meld) -> bool:
    """Whether the rules allow a meld that exists, said in another way than the library says it."""
    if not jokers_allowed(rules, meld):
        return False
    if isinstance(meld, Group):
        suits = [card.suit for card in meld.cards if card.suit]
        return rules.group_suits == "any" or (len(set(suits)) == len(suits) and len(meld.cards) <= 4)
    if not rules.shortest_run <= len(meld.cards) <= rules.longest_run:
        return False
    if rules.ace == "wrap":
        return True
    assert isinstance(meld, Run)
    ranks = [card.rank for card in meld.kinds]
    if rules.ace in ("high", "high_or_low") and ranks[-1] == 1:
        ranks[-1] = 14
    if rules.ace == "high" and ranks[0] == 1:
        return False
    return ranks == sorted(ranks)


def rows_of(hand: Sequence[Card]) -> Iterator[tuple[type[Run] | type[Group], tuple[Card, ...]]]:
    """Every row that could be a meld: cards of one rank and jokers, and a suit in order, with jokers at any places."""
    jokers, naturals = hand.count(JOKER), sorted({card for card in hand if card != JOKER})
    for rank in range(1, 14):
        same = [card for card in hand if card.rank == rank]
        for size in range(1, len(same) + 1):
            for row in set(combinations(same, size)):
                yield from ((Group, (*row, *[JOKER] * more)) for more in range(jokers + 1))
    for suit in Suit:
        held = {card.rank for card in naturals if card.suit is suit}
        for start in range(1, 14):
            rows: list[tuple[Card, ...]] = [()]
            for place in range(start, start + 14):
                rank = (place - 1) % 13 + 1
                here = [Card(rank, suit)] if rank in held else []
                rows = [
                    (*row, card)
                    for row in rows
                    for card in (*here, JOKER)
                    if card != JOKER or row.count(JOKER) < jokers
                ]
                yield from ((Run, row) for row in rows)


def melds(rules: Rules, hand: Sequence[Card]) -> frozenset[Meld]:
    """Every meld of cards of a hand."""
    return _melds(rules, tuple(sorted(hand)))


@lru_cache(maxsize=2**12)
def _melds(rules: Rules, hand: tuple[Card, ...]) -> frozenset[Meld]:
    found: set[Meld] = set()
    for kind, row in rows_of(hand):
        if (
            len(row) >= 3
            and (meld := _made(row, runs=kind is Run))
            and not Counter(row) - Counter(hand)
            and allowed(rules, meld)
        ):
            found.add(meld)
    return frozenset(found)


@lru_cache(maxsize=2**16)
def _made(row: tuple[Card, ...], *, runs: bool) -> Meld | None:
    try:
        return Run(row) if runs else Group(row)
    except InvalidMeld:
        return None


@cache
def _melds_of(cards: tuple[Card, ...]) -> frozenset[Meld]:
    found: set[Meld] = set()
    for kind in (Run, Group):
        for row in set(permutations(cards)):
            try:
                found.add(kind(row))
            except InvalidMeld:
                continue
    return frozenset(found)


def melds_in_any_order(rules: Rules, hand: Sequence[Card]) -> set[Meld]:
    """Every meld of cards of a hand: every choice of cards, in every order. For at most 7 cards."""
    choices = {tuple(sorted(row)) for size in range(3, len(hand) + 1) for row in combinations(hand, size)}
    return {meld for row in choices for meld in _melds_of(row) if allowed(rules, meld)}


# ---------------------------------------------------------------------------------------------------------- legal moves


class Failed:
    """Turns that come to no end, and how many more may be tried."""

    def __init__(self, most: int) -> None:
        self.keys, self.left = set[object](), most


class Position:
    """A turn under way, changed in place: an independent reading of the rules of a turn."""

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.hand = list(state.hands[state.current_player])
        self.table = list(state.table)
        self.taken = state.taken
        self.deep = state.deep
        self.laid = list(state.laid)
        self.owed = state.jokers_owed
        self.turn = state.turn
        self.melded_in = state.melded_in[state.current_player]
        laid_in = state.laid_in[state.current_player]
        self.fresh = laid_in is None or laid_in == self.turn
        self.may_go_out = self.turn >= state.players * (state.rules.out_from_round - 1)

    def after(self, move: Move) -> "Position | None":
        """The turn after laying something; None if that breaks a rule about this move alone."""
        new = Position.__new__(Position)
        new.__dict__.update(self.__dict__, hand=list(self.hand), table=list(self.table), laid=list(self.laid))
        if isinstance(move, LayMeld):
            return new if new.lay(move.meld) else None
        assert isinstance(move, LayOff | ReplaceJoker)
        return new if new.change(move) else None

    def lay(self, meld: Meld) -> bool:
        rules = self.rules
        if Counter(meld.cards) - Counter(self.hand) or not allowed(rules, meld):
            return False
        if rules.melds_per_turn is not None and len(self.laid) >= rules.melds_per_turn:
            return False
        sorts = Counter(type(each) for each in (*self.laid, meld))
        if rules.opening_melds and (self.melded_in is not None or self.too_many(sorts)):
            return False
        for card in meld.cards:
            self.lose(card)
        self.owed = max(0, self.owed - meld.cards.count(JOKER))
        self.table.append(meld)
        self.laid.append(meld)
        if self.melded_in is None and self.opened():
            self.melded_in = self.turn
        return True

    def change(self, move: LayOff | ReplaceJoker) -> bool:
        rules, held = self.rules, self.hand.count(JOKER)
        first_turn = bool(self.laid) and (self.melded_in is None or self.melded_in == self.turn)
        barred = (rules.layoff_needs_own_meld and self.melded_in is None) or (not rules.layoff_same_turn and first_turn)
        wrong = [
            move.card not in self.hand or move.meld not in self.table,
            barred,
            isinstance(move, LayOff) and move.card == JOKER and rules.joker_reuse == "new_meld" and held <= self.owed,
            isinstance(move, ReplaceJoker) and not rules.replace_joker,
        ]
        if any(wrong):
            return False
        changed = grown(rules, move) if isinstance(move, LayOff) else swapped(rules, move)
        if changed is None:
            return False
        self.table[self.table.index(move.meld)] = changed
        self.lose(move.card)
        if isinstance(move, ReplaceJoker):
            self.hand.append(JOKER)
            self.owed += self.rules.joker_reuse != "hand"
        elif move.card == JOKER and rules.joker_reuse == "any":
            self.owed = max(0, self.owed - 1)
        return True

    def lose(self, card: Card) -> None:
        self.hand.remove(card)
        if card == self.taken:
            self.taken = None

    def too_many(self, sorts: Counter[type]) -> bool:
        return any(sorts[kind] > most for kind, most in zip((Group, Run), self.rules.opening_melds, strict=True))

    def opened(self) -> bool:
        sorts = Counter(type(each) for each in self.laid)
        if self.rules.opening_melds and (sorts[Group], sorts[Run]) != self.rules.opening_melds:
            return False
        plain = any(isinstance(meld, Run) and JOKER not in meld.cards for meld in self.laid)
        enough = sum(meld.value for meld in self.laid) >= self.rules.opening_points
        return enough and (plain or not self.rules.opening_pure_run)

    def nothing_owed(self) -> bool:
        unopened = self.laid and self.melded_in is None and not self.whole()
        if self.owed or unopened or (self.deep and self.taken is not None):
            return False
        opened = self.melded_in is not None and self.melded_in < self.turn
        return (
            self.taken is None or self.rules.take_discard == "free" or (self.rules.take_discard == "opened" and opened)
        )

    def whole(self) -> bool:
        """Whether the hand is laid, but for a card to discard, and that will do."""
        return not self.rules.rummy_needs_opening and self.fresh and self.may_go_out and len(self.hand) <= 1

    def may_discard(self, card: Card) -> bool:
        if not self.nothing_owed() or card not in self.hand or (len(self.hand) == 1 and not self.may_go_out):
            return False
        return card != self.taken or self.hand.count(card) > 1

    def lays(self) -> Iterator[Move]:
        """Yield every move that could lay a card."""
        for meld in melds(self.rules, self.hand):
            yield LayMeld(meld)
        for meld in self.table:
            for card in set(self.hand):
                yield LayOff(card, meld)
                yield LayOff(card, meld, front=True)
                yield ReplaceJoker(card, meld)

    def has_end(self, failed: "Failed") -> bool:
        """Return whether the turn can be ended in any way."""
        if not self.hand:
            return self.rules.final_discard == "optional" and self.may_go_out and self.nothing_owed()
        if any(self.may_discard(card) for card in self.hand):
            return True
        if not self.may_reach_the_points() or (key := self.key()) in failed.keys:
            return False
        failed.left -= 1
        if failed.left < 0:
            raise TimeoutError
        if any((after := self.after(move)) is not None and after.has_end(failed) for move in self.lays()):
            return True
        failed.keys.add(key)
        return False

    def may_reach_the_points(self) -> bool:
        """Whether all cards together are worth an opening, an ace or a joker being worth 11 at most."""
        if self.melded_in is not None or not self.rules.rummy_needs_opening:
            return True
        rest = sum(11 if card.rank < 2 else min(card.rank, 10) for card in self.hand)
        return sum(meld.value for meld in self.laid) + rest >= self.rules.opening_points

    def key(self) -> object:
        """Return the memo key of a turn."""
        melds = frozenset(Counter(self.table).items()), frozenset(Counter(self.laid).items())
        return tuple(sorted(self.hand)), melds, self.taken, self.owed, self.melded_in


def grown(rules: Rules, move: LayOff) -> Meld | None:
    """Return the meld after an addition."""
    if isinstance(move.meld, Group):
        rows = [(*move.meld.cards, move.card)] if not move.front else []
    else:
        rows = [(*move.meld.cards, move.card), (move.card, *move.meld.cards)]
        rows = rows[1:] if move.front else rows
    for row in rows:
        try:
            longer = type(move.meld)(row)
        except InvalidMeld:
            continue
        if allowed(rules, longer):
            return longer
    return None


def swapped(rules: Rules, move: ReplaceJoker) -> Meld | None:
    """Return the meld after a joker is replaced."""
    for index, stands_for in move.meld.stands_for.items():
        loose = isinstance(move.meld, Group) and rules.group_suits == "any" and move.card.rank == move.meld.rank
        if move.card in stands_for or loose:
            row = list(move.meld.cards)
            row[index] = move.card
            try:
                return type(move.meld)(row)
            except InvalidMeld:  # A second ace that is not a joker
                return None
    return None


def may_be_asked(state: State, seat: int) -> bool:
    """Whether a player, not the one whose turn it is, may be asked whether to buy, the offer not yet being over."""
    enough = len(state.stock) >= 2 and len(state.discards) > 0
    times = dict(enumerate(state.bought)).get(seat, 0)
    return enough and not state.offered and state.melded_in[seat] is None and times < state.rules.buying


def legal_moves(state: State, most: int = 1_000_000) -> set[Move]:
    """Every legal move; of additions with the same outcome, the one without `front`.

    Raises `TimeoutError` where more turns than `most` would have to be tried.
    """
    here, failed = Position(state), Failed(most)
    if state.phase is Phase.BUY:
        return {Pass(), Buy()}
    if state.phase is Phase.DRAW:
        on_offer = any(may_be_asked(state, seat) for seat in range(state.players) if seat != state.current_player)
        moves: set[Move] = {Pass() if on_offer else DrawStock()}
        rules = state.rules
        if state.offered:
            return moves
        early = state.turn < state.players * (rules.take_from_round - 1)
        if state.discards and not early and (len(here.hand) > 1 or rules.take_with_one_card):
            here.taken = state.discards[-1]
            here.hand.append(here.taken)
            if here.has_end(failed):
                moves.add(TakeDiscard())
        deepest = len(state.discards) if state.rules.take_depth == "any" else 1
        for count in range(2, deepest + 1):
            here = Position(state)
            taken = list(state.discards[-count:])
            if early or len(here.hand) + count > 26 or (len(here.hand) == 1 and not rules.take_with_one_card):
                continue
            here.taken, here.deep, here.hand = taken[0], True, [*here.hand, *taken]
            if here.has_end(failed):
                moves.add(TakeDiscard(count))
        return moves
    moves = {Discard(card) for card in here.hand if here.may_discard(card)}
    for move in here.lays():
        after = here.after(move)
        if after is not None and after.has_end(failed):
            moves.add(move)
    same = {move for move in moves if isinstance(move, LayOff) and move.front}
    return moves - {move for move in same if grown(here.rules, evolve(move, front=False)) == grown(here.rules, move)}


# ------------------------------------------------------------------------------------------------------------- deadwood


@cache
def fitting(rules: Rules, cards: tuple[Card, ...]) -> tuple[Meld, ...]:
    """The melds of just these cards that the rules allow."""
    return tuple(meld for meld in _melds_of(cards) if allowed(rules, meld))


def is_meld(rules: Rules, cards: Sequence[Card]) -> bool:
    """Whether cards in some order are a meld that the rules allow."""
    naturals = [card for card in cards if not card.is_joker]
    jokers = len(cards) - len(naturals)
    most = rules.max_jokers_per_meld
    if len(cards) < 3 or not naturals or (most is not None and jokers > most) or len(cards) > 13:
        return False
    if rules.joker_place != "any" and jokers:
        return bool(fitting(rules, tuple(sorted(cards))))
    if len({card.rank for card in naturals}) == 1 and rules.group_suits == "any":
        return True
    if len(set(naturals)) < len(naturals):
        return False
    if len({card.rank for card in naturals}) == 1 and len(cards) <= 4:
        return True
    if len({card.suit for card in naturals}) > 1 or not rules.shortest_run <= len(cards) <= 13:
        return False
    first, last = {"low": (1, 13), "high": (2, 14), "high_or_low": (1, 14), "wrap": (1, 25)}[rules.ace]
    ranks = {card.rank for card in naturals}
    windows = (range(start, start + len(cards)) for start in range(first, 14) if start + len(cards) - 1 <= last)
    return any(ranks <= {(place - 1) % 13 + 1 for place in window} for window in windows)


def least(rules: Rules, hand: Sequence[Card]) -> tuple[int, int]:
    """The fewest points, and then the fewest cards, that can be left of a hand of at most 10 cards."""
    size = len(hand)
    everything = (1 << size) - 1
    good = [
        mask
        for mask in range(1, 1 << size)
        if is_meld(rules, [hand[index] for index in range(size) if mask >> index & 1])
    ]
    reached = {0}
    for mask in good:
        reached |= {done | mask for done in reached if not done & mask}
    rests = ([hand[index] for index in range(size) if (everything - done) >> index & 1] for done in reached)
    return min((hand_value(rest, rules), len(rest)) for rest in rests)
