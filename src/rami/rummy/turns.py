"""How a turn goes on: what may still be laid, and whether it can end (C4, C5)."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from rami.pieces import without
from rami.rummy.cards import JOKER, SUIT_INDEX, Card
from rami.rummy.legal_melds import TableMoves, ace_fits, meld_after, melds_in, table_moves
from rami.rummy.melds import Meld, Run, Table, kind_at
from rami.rummy.moves import LayMeld, LayOff, ReplaceJoker
from rami.rummy.opening import can_lay_all, can_open, is_opening, might_open, next_melds
from rami.rummy.rules import Rules
from rami.rummy.state import State, View


class Turn(NamedTuple):
    """The facts that decide how a turn can continue.

    Attributes:
        rules: The rules.
        hand: The cards of the player who moves, sorted.
        table: The melds on the table.
        taken: The card taken from the discard pile, while it is in the hand.
        deep: Whether other cards lay above it.
        laid: The new melds of this turn, as they were laid.
        jokers_owed: How many jokers taken from the table are still to be laid.
        has_melded: Whether the player has laid a meld, or all that the first melds need.
        melded_earlier: Whether that was in an earlier turn.
        may_go_out: Whether the round allows that the player goes out.
        laid_nothing_before: Whether the player has laid and added nothing in earlier turns.
    """

    rules: Rules
    hand: tuple[Card, ...]
    table: Table
    taken: Card | None
    deep: bool
    laid: tuple[Meld, ...]
    jokers_owed: int
    has_melded: bool
    melded_earlier: bool
    may_go_out: bool
    laid_nothing_before: bool

    @property
    def must_open(self) -> bool:
        """Whether the first melds have conditions, and are still to be laid."""
        return self.rules.has_opening and not self.has_melded

    @property
    def may_lay_whole(self) -> bool:
        """Whether melds of the whole hand will do instead of an opening (C11)."""
        return self.may_go_out and self.laid_nothing_before and not self.rules.rummy_needs_opening

    @property
    def may_meld(self) -> bool:
        """Whether one more meld may be laid (C3); where the first melds are prescribed, no others may."""
        if self.rules.opening_melds:
            return not self.has_melded
        return self.rules.melds_per_turn is None or len(self.laid) < self.rules.melds_per_turn

    def melds(self) -> Iterator[Meld]:
        """Return the melds of the hand that may be laid next, whatever has to follow."""
        return next_melds(self.rules, self.hand, self.laid) if self.may_meld else iter(())

    @property
    def may_lay_off(self) -> bool:
        """Whether the player may add to melds and replace jokers (004.6, C2)."""
        if self.rules.layoff_needs_own_meld and not self.has_melded:
            return False
        return self.rules.layoff_same_turn or self.melded_earlier or not self.laid

    @property
    def may_lay_off_joker(self) -> bool:
        """Whether a joker of the hand may be added to a meld, and not only be laid in a new one."""
        return self.rules.joker_reuse != "new_meld" or self.hand.count(JOKER) > self.jokers_owed

    @property
    def must_lay_taken(self) -> bool:
        """Whether a card taken from the discard pile has to be laid in the same turn."""
        take = self.rules.take_discard
        return self.deep or take == "to_lay" or (take == "opened" and not self.melded_earlier)

    @property
    def must_lay_more(self) -> bool:
        """Whether something has to be laid before the turn can end."""
        if self.jokers_owed or (self.taken is not None and self.must_lay_taken):
            return True
        return bool(self.laid) and not self.has_melded and not (self.may_lay_whole and len(self.hand) <= 1)

    @property
    def can_end_now(self) -> bool:
        """Whether the turn can end as it is: with a discard, or with an empty hand (004.9, C4, C5)."""
        if self.must_lay_more:
            return False
        if len(self.hand) > 1:
            return True
        if not self.hand:
            return self.may_go_out and self.rules.final_discard == "optional"
        return self.may_go_out and self.taken is None

    def discards(self) -> Collection[Card]:
        """Return the cards that may be discarded now, each kind once (004.6, C5)."""
        if self.must_lay_more or (len(self.hand) == 1 and not self.may_go_out):
            return ()
        cards = dict.fromkeys(self.hand)
        if self.taken is not None and self.hand.count(self.taken) == 1:
            del cards[self.taken]
        return cards

    def after(self, move: LayMeld | LayOff | ReplaceJoker) -> "Turn":
        """Return the turn after a move that fits."""
        if isinstance(move, LayMeld):
            return self.after_meld(move.meld)
        changed = meld_after(self.rules, self.table, move)
        assert changed is not None  # check saw to it
        return self.after_layoff(move, changed) if isinstance(move, LayOff) else self.after_exchange(move, changed)

    def after_meld(self, meld: Meld) -> "Turn":
        """Return the turn after a new meld."""
        laid = (*self.laid, meld)
        return self._replace(
            hand=without(self.hand, meld.cards),
            table=Table((*self.table.melds, meld)),
            taken=None if self.taken in meld.cards else self.taken,
            laid=laid,
            jokers_owed=max(0, self.jokers_owed - meld.cards.count(JOKER)),
            has_melded=self.has_melded or is_opening(self.rules, laid),
        )

    def after_layoff(self, move: LayOff, longer: Meld) -> "Turn":
        """Return the turn after a lay-off that makes a meld longer."""
        own_jokers = self.hand.count(JOKER) - self.jokers_owed
        return self._replace(
            hand=without(self.hand, (move.card,)),
            table=_with_changed_meld(self.table, move.meld, longer),
            taken=None if self.taken == move.card else self.taken,
            jokers_owed=self.jokers_owed - (move.card == JOKER and own_jokers == 0),
        )

    def after_exchange(self, move: ReplaceJoker, changed: Meld) -> "Turn":
        """Return the turn after a joker of the table was replaced."""
        return self._replace(
            hand=(*without(self.hand, (move.card,)), JOKER),
            table=_with_changed_meld(self.table, move.meld, changed),
            taken=None if self.taken == move.card else self.taken,
            jokers_owed=self.jokers_owed + (self.rules.joker_reuse != "hand"),
        )


def _with_changed_meld(table: Table, old: Meld, new: Meld) -> Table:
    melds = list(table)
    melds[melds.index(old)] = new
    return Table(melds)


def turn_of(position: State | View) -> Turn:
    """Return the turn of the player who moves."""
    rules, seat = position.rules, position.current_player
    melded_in, laid_in = position.melded_in[seat], position.laid_in[seat]
    may_go_out = rules.out_from_round == 1 or position.turn // position.players + 1 >= rules.out_from_round
    return Turn(
        rules,
        position.hand_to_move,
        position.table,
        position.taken,
        position.deep,
        position.laid,
        position.jokers_owed,
        melded_in is not None,
        melded_in is not None and melded_in < position.turn,
        may_go_out,
        laid_in in (None, position.turn),
    )


def turn_after_take(position: State | View, count: int) -> Turn:
    """Return the turn of the player who moves after that many cards are taken from the discard pile."""
    cards = position.discard_pile[-count:]
    hand = tuple(sorted((*position.hand_to_move, *cards)))
    return turn_of(position)._replace(hand=hand, taken=cards[0], deep=count > 1 or position.deep)


MOST_VISITED = 3000
"""How many turns the search visits before a turn counts as one that cannot end.

No position that play has reached has needed a tenth of that. Whatever the number, a turn that is found to have an end
has a move after which it still is: what follows that move is among what was visited.
"""


def can_end_turn(turn: Turn) -> bool:
    """Return whether the turn can end, now or after more is laid (C5)."""
    return turn.can_end_now or _can_end_later(turn)


@lru_cache(maxsize=2**11)  # asked when a move is listed, and again when it is made
def _can_end_later(turn: Turn) -> bool:
    if turn.must_open and not (turn.may_lay_whole or might_open(turn.rules, turn.hand, turn.laid)):
        return False
    wanted = turn.taken if turn.must_lay_taken else None
    if wanted is not None and not might_lay(turn, wanted):
        return False
    if not turn.must_open:
        return _search_end(turn)
    if can_begin(turn, using=wanted, spare=turn.taken):
        return True
    return turn.taken is not None and can_begin(turn) and _search_end(turn)


def can_begin(turn: Turn, *, using: Card | None = None, spare: Card | None = None) -> bool:
    """Return whether a player who has not opened can: with what an opening needs, or with the whole hand (C11)."""
    rules, hand, laid = turn.rules, turn.hand, turn.laid
    if can_open(rules, hand, laid, using=using, spare=spare, may_go_out=turn.may_go_out):
        return True
    return turn.may_lay_whole and can_lay_all(rules, hand, laid, using=using, spare=spare)


def _search_end(start: Turn) -> bool:
    """Return whether an end is found, expanding first the turns in which the least is left to do."""
    frontier: list[tuple[bool, int, int, Turn]] = [(True, 0, 0, start)]
    seen, visited = {turn_key(start)}, 0
    while frontier and visited < MOST_VISITED:
        *_, turn = heappop(frontier)
        for following in _toward_end(turn):
            if following.can_end_now:
                return True
            visited += 1
            if (key := turn_key(following)) not in seen:
                seen.add(key)
                heappush(frontier, (following.taken is not None, following.jokers_owed, visited, following))
    return False


def turn_key(turn: Turn) -> tuple[object, ...]:
    """Return what decides how a turn goes on: not the order of the melds, nor, once they are enough, which they are."""
    return turn.hand, turn.table, turn.taken, turn.jokers_owed, turn.has_melded, len(turn.laid)


def might_lay(turn: Turn, card: Card) -> bool:
    """Return whether a card could ever be laid in this turn: a quick look that never wrongly says no."""
    rules, known = turn.rules, table_moves(turn.rules, turn.table)
    if card == JOKER or card in known.layoffs or card in known.exchanges:
        return True
    on_offer = sum(len(known.exchanges.get(own, ())) for own in dict.fromkeys(turn.hand))
    jokers = turn.hand.count(JOKER) + on_offer
    if any(_can_grow_to(rules, turn.hand, meld, card, jokers) for meld in turn.table if isinstance(meld, Run)):
        return True
    near = [own for own in turn.hand if own.rank == card.rank or (own.suit == card.suit and _is_near(rules, own, card))]
    row = (*near, *[JOKER] * min(jokers, rules.shortest_run - 1))
    return any(card in meld.cards for meld in melds_in(rules, row))


def _is_near(rules: Rules, one: Card, other: Card) -> bool:
    """Return whether two cards of a suit can be in a run that is no longer than it must be."""
    apart = (one.rank - other.rank) % 13
    return min(apart, 13 - apart) < rules.shortest_run


def _can_grow_to(rules: Rules, hand: tuple[Card, ...], run: Run, card: Card, jokers: int) -> bool:
    """Return whether a run of the card's suit can grow up to it with cards of the hand and that many jokers."""
    if run.suit != card.suit:
        return False
    suit, room = SUIT_INDEX[card], rules.longest_run - len(run.cards)
    upward = [(place, run.start, place) for place in range(run.end + 1, run.end + 1 + room)]
    downward = [(place, place, run.end) for place in range(run.start - 1, run.start - 1 - room, -1)]
    for places in (upward, downward):
        jokers_left = jokers
        for place, start, end in places:
            if jokers_left < 0 or not ace_fits(rules, start, end):
                break
            here = kind_at(suit, place)
            if here == card:
                return True
            jokers_left -= here not in hand
    return False


def _toward_end(turn: Turn) -> Iterator[Turn]:
    """Yield the turns after one more move, of the moves that can bring the end nearer."""
    rules = turn.rules
    if turn.must_open:
        if can_begin(turn):
            yield from _after_melds(turn)
        return
    wanted = tuple(card for card in (turn.taken, JOKER if turn.jokers_owed else None) if card is not None)
    any_meld_helps = rules.layoff_needs_own_meld and not turn.has_melded
    yield from _after_melds(turn, None if any_meld_helps else wanted)
    if turn.may_lay_off:
        known = table_moves(rules, turn.table)
        for card in dict.fromkeys(turn.hand):
            if card != JOKER or turn.may_lay_off_joker:
                for move, longer in _useful_layoffs(turn, known, card):
                    yield turn.after_layoff(move, longer)
        for card in dict.fromkeys(turn.hand):
            for exchange, changed in known.exchanges.get(card, ()):
                yield turn.after_exchange(exchange, changed)


def _useful_layoffs(turn: Turn, known: TableMoves, card: Card) -> Iterator[tuple[LayOff, Meld]]:
    """Yield the lay-offs of a card that can help: of the card just taken, of what is on its way, and of jokers.

    One place for a joker is as good as another, but where a run grows towards the card just taken: each place that is
    filled is one less, whichever it is.
    """
    layoffs, taken = known.layoffs.get(card, ()), turn.taken
    if taken is None:
        yield from layoffs[: card == JOKER]
        return
    joker_elsewhere = card == JOKER
    for move, longer in layoffs:
        grows = isinstance(longer, Run) and longer.suit == taken.suit
        if card == taken or grows or joker_elsewhere:
            joker_elsewhere = joker_elsewhere and grows
            yield move, longer


def _after_melds(turn: Turn, wanted: tuple[Card, ...] | None = None) -> Iterator[Turn]:
    """Yield the turns after one more meld, which has one of the wanted cards if any are given."""
    for meld in turn.melds():
        if wanted is None or any(card in meld.cards for card in wanted):
            yield turn.after_meld(meld)
