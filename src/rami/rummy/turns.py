"""The rules of a turn (004.6, 004.9, C4, C5).

The rules are about discards, cards that must be laid, and the end of the turn.

Each rule has one function: `barred_cards` for cards that may not be discarded, `can_stop` for the end of a turn, and
`Turn.must_lay_more` for obligations. All other code calls these functions.
"""

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush
from itertools import chain
from typing import Final, NamedTuple

from rami.budget import Budget, remembered
from rami.cards import JOKER, Card
from rami.cards.legal_melds import melds_in
from rami.cards.meld_search import new_budget
from rami.cards.melds import Meld, Run, Table
from rami.pieces import without
from rami.rummy.moves import Laying, LayMeld, ReplaceJoker, lay, meld_after, table_moves
from rami.rummy.opening import is_opening, might_open, next_melds, rests_of_openings, rests_of_whole_hand
from rami.rummy.position import State, View
from rami.rummy.rules import Code, Rules

# Looking up an enum member is slow, so look it up only once.
_JUST_TAKEN = Code.JUST_TAKEN


def barred_cards(rules: Rules, hand: tuple[Card, ...], taken: Card | None) -> Mapping[Card, Code]:
    """Return the cards of a hand that may not be discarded, each with the reason (004.6, C5).

    At least one of any two cards may be discarded, so a draw always leaves a legal move.

    Args:
        rules: The rules.
        hand: The hand.
        taken: The card taken from the discard pile in this turn while it is in the hand; else None.
    """
    # If the hand has a second copy of the taken card, the copy may be discarded.
    if taken is None or rules.discard_taken or hand.count(taken) != 1:
        return {}
    return {taken: _JUST_TAKEN}


def can_stop(rules: Rules, cards: int, *, is_barred: bool, may_go_out: bool) -> bool:
    """Return whether the number of cards left allows a turn to end (004.9, C4, C5).

    The player must have laid all cards that must be laid.

    Args:
        rules: The rules.
        cards: The number of cards in the hand, which may be capped at 2.
        is_barred: Whether the only card may not be discarded.
        may_go_out: Whether the player may go out in this round.
    """
    if cards > 1:
        return True
    if cards:
        return may_go_out and not is_barred and rules.final_discard != "forbidden"
    return may_go_out and rules.final_discard != "required"


class Turn(NamedTuple):
    """The state of a turn after the draw.

    Attributes:
        rules: The rules.
        hand: The cards of the player who moves, sorted.
        table: The melds on the table.
        taken: The card taken from the discard pile while it is in the hand; else None.
        deep: Whether this card was below other cards.
        laid: The new melds of this turn, before any additions to them.
        jokers_owed: The number of jokers taken from the table that must still be laid.
        has_melded: Whether the player has laid a meld or, if first melds have conditions, a complete opening.
        melded_earlier: Whether the player had laid this meld or opening before this turn.
        may_go_out: Whether the player may go out in this round.
        laid_nothing_before: Whether the player has laid no card in earlier turns.
        steps: The step budget of the call.
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
    steps: Budget

    @property
    def must_open(self) -> bool:
        """True if the player still has to lay the required first melds."""
        return self.rules.has_opening and not self.has_melded

    @property
    def may_lay_whole(self) -> bool:
        """True if the player may lay the whole hand instead of the required first melds (C11)."""
        return self.may_go_out and self.laid_nothing_before and not self.rules.rummy_needs_opening

    @property
    def may_meld(self) -> bool:
        """True if the player may lay another meld (C3).

        After a contract, no more melds are allowed.
        """
        if self.rules.opening_melds:
            return not self.has_melded
        return self.rules.melds_per_turn is None or len(self.laid) < self.rules.melds_per_turn

    @property
    def may_lay_off(self) -> bool:
        """True if the player may add to melds and replace jokers (004.6, C2)."""
        if self.rules.layoff_needs_own_meld and not self.has_melded:
            return False
        return self.rules.layoff_same_turn or self.melded_earlier or not self.laid

    @property
    def may_lay_off_joker(self) -> bool:
        """True if a joker from the hand may be added to a meld."""
        return self.rules.joker_reuse != "new_meld" or self.hand.count(JOKER) > self.jokers_owed

    @property
    def must_lay_taken(self) -> bool:
        """True if the taken discard must be laid in the same turn."""
        take = self.rules.take_discard
        return self.deep or take == "to_lay" or (take == "opened" and not self.melded_earlier)

    @property
    def must_lay_last(self) -> bool:
        """True if the player may go out in this round, but only by laying the last card (C4)."""
        return self.may_go_out and self.rules.final_discard == "forbidden"

    @property
    def must_lay_more(self) -> bool:
        """True if the player must lay more cards before the turn can end."""
        if self.jokers_owed or (self.taken is not None and self.must_lay_taken):
            return True
        if not self.laid or self.has_melded:
            return False
        return not self.may_lay_whole or len(self.hand) > 1

    @property
    def can_end_now(self) -> bool:
        """True if the turn can end without more melds or additions."""
        if self.must_lay_more:
            return False
        hand = self.hand
        is_barred = len(hand) == 1 and bool(barred_cards(self.rules, hand, self.taken))
        return can_stop(self.rules, len(hand), is_barred=is_barred, may_go_out=self.may_go_out)

    def discards(self) -> Collection[Card]:
        """Return the cards that may be discarded now.

        There are no duplicates.
        """
        if self.must_lay_more or not can_stop(self.rules, len(self.hand), is_barred=False, may_go_out=self.may_go_out):
            return ()
        cards = dict.fromkeys(self.hand)
        for card in barred_cards(self.rules, self.hand, self.taken):
            del cards[card]
        return cards

    @property
    def barred_alone(self) -> Card | None:
        """The card that may not be discarded if it is the only card left, or None."""
        rules, taken = self.rules, self.taken
        barred = barred_cards(rules, self.hand, taken)
        return next((card for card in barred if barred_cards(rules, (card,), taken)), None)

    def after(self, move: Laying, changed: Meld | None = None) -> "Turn":
        """Return the turn after a move.

        The move must fit the hand and the table.

        Args:
            move: The move.
            changed: The new or changed meld; looked up if None.
        """
        self.steps.spend(_TURN_STEPS)
        if isinstance(move, LayMeld):
            return self._after_new(move.meld)
        changed = changed or meld_after(self.rules, self.table, move)
        assert changed is not None
        hand, owed = without(self.hand, (move.card,)), self.jokers_owed
        if isinstance(move, ReplaceJoker):
            # The hand stays sorted, because jokers come last.
            hand = (*hand, JOKER)
            owed += self.rules.joker_reuse != "hand"
        elif move.card == JOKER and self.rules.joker_reuse == "any":
            owed = max(0, owed - 1)
        return self._replace(
            hand=hand,
            table=Table((*without(self.table.melds, (move.meld,)), changed)),
            taken=None if move.card == self.taken else self.taken,
            jokers_owed=owed,
        )

    def _after_new(self, meld: Meld) -> "Turn":
        laid = (*self.laid, meld)
        return self._replace(
            hand=without(self.hand, meld.cards),
            table=Table((*self.table.melds, meld)),
            taken=None if self.taken in meld.cards else self.taken,
            laid=laid,
            jokers_owed=max(0, self.jokers_owed - meld.cards.count(JOKER)),
            has_melded=self.has_melded or is_opening(self.rules, laid),
        )


def may_owe(position: State | View) -> bool:
    """Return whether the player might have to lay more cards.

    This quick test may also return True for a player who need not lay more cards.
    """
    if position.laid or position.jokers_owed:
        return True
    return position.taken is not None and (position.rules.take_discard != "free" or position.deep)


_TURN_STEPS: Final = 200
"""The number of search steps that each turn costs."""


def turn_of(position: State | View, steps: Budget | None = None) -> Turn:
    """Return the turn of the current player.

    If `steps` is given, turns share this step budget.
    """
    rules, seat = position.rules, position.current_player
    melded_in, laid_in = position.melded_in[seat], position.laid_in[seat]
    may_go_out = position.turn // position.players + 1 >= rules.out_from_round
    return Turn(
        rules=rules,
        hand=position.hand_to_move,
        table=position.table,
        taken=position.taken,
        deep=position.deep,
        laid=position.laid,
        jokers_owed=position.jokers_owed,
        has_melded=melded_in is not None,
        melded_earlier=melded_in is not None and melded_in < position.turn,
        may_go_out=may_go_out,
        laid_nothing_before=laid_in in (None, position.turn),
        steps=steps or new_budget(),
    )


def turn_after_take(position: State | View, count: int, steps: Budget | None = None) -> Turn:
    """Return the turn after the player takes `count` cards from the discard pile."""
    cards = position.discard_pile[-count:]
    hand = tuple(sorted((*position.hand_to_move, *cards)))
    return turn_of(position, steps)._replace(hand=hand, taken=cards[0], deep=count > 1 or position.deep)


def can_end_turn(turn: Turn) -> bool:
    """Return whether the turn can end (C5).

    The turn may end now, or after more melds and additions.
    """
    return turn.can_end_now or _can_end_later(turn, turn.steps)


# The same turn is tested when a move is listed and when the move is made, so a cache saves time.
@remembered(maxsize=2**11)
def _can_end_later(turn: Turn, _: Budget) -> bool:
    if turn.must_open and not (turn.may_lay_whole or might_open(turn.rules, turn.hand, turn.laid)):
        return False
    wanted = turn.taken if turn.must_lay_taken else None
    if wanted is not None and not might_lay(turn, wanted):
        return False
    if not turn.must_open:
        return _search_end(turn)
    if can_begin(turn, using=wanted, barred=turn.barred_alone):
        return True
    # After the opening, the player may also add the taken card or the last card to a meld.
    may_add = turn.taken is not None or turn.must_lay_last
    return may_add and can_begin(turn, adding=True) and _search_end(turn)


def can_begin(turn: Turn, *, using: Card | None = None, barred: Card | None = None, adding: bool = False) -> bool:
    """Return whether a player can lay first melds and then end the turn (C11).

    Args:
        turn: The turn of a player without an opening.
        using: The card that one of the melds must contain; None for any melds.
        barred: The card that may not be discarded if it is the only one left.
        adding: Whether a last card that may not be discarded counts as laid, since it may fit a meld on the table.
    """
    rules, hand, laid, steps = turn.rules, turn.hand, turn.laid, turn.steps
    rests = rests_of_openings(rules, hand, laid, steps, using=using, barred=barred)
    if turn.may_lay_whole:
        rests = chain(rests, rests_of_whole_hand(rules, hand, laid, steps, using=using, barred=barred))
    if adding and turn.must_lay_last:
        return any(True for _ in rests)
    return any(can_stop(rules, cards, is_barred=is_barred, may_go_out=turn.may_go_out) for cards, is_barred in rests)


def _search_end(start: Turn) -> bool:
    """Return whether a search finds a way to end the turn."""
    if _finds_end(start):
        return True
    # To go out by laying all cards, a player may need moves that do not help otherwise.
    may_lay_all = start.must_lay_last and all(might_lay(start, card) for card in dict.fromkeys(start.hand))
    return may_lay_all and _finds_end(start, laying_all=True)


def _finds_end(start: Turn, *, laying_all: bool = False) -> bool:
    """Return whether a best-first search finds a way to end the turn."""
    # Turns that have laid the taken card come first. Ties are broken by the number of jokers to lay, and then by age.
    frontier: list[tuple[bool, int, int, Turn]] = [(True, 0, 0, start)]
    seen = {turn_key(start)}
    while frontier:
        *_, turn = heappop(frontier)
        for following in _toward_end(turn, laying_all=laying_all):
            if following.can_end_now:
                return True
            if (key := turn_key(following)) not in seen:
                seen.add(key)
                heappush(frontier, (following.taken is not None, following.jokers_owed, len(seen), following))
    return False


def layings(turn: Turn) -> Iterator[tuple[Laying, Meld]]:
    """Yield the moves that lay cards, each with the resulting meld.

    After some of these moves, the turn may be unable to end.
    """
    if turn.may_meld and (not turn.must_open or can_begin(turn, adding=True)):
        for meld in next_melds(turn.rules, turn.hand, turn.laid):
            yield lay(meld), meld
    if not (turn.table.melds and turn.may_lay_off):
        return
    layoffs, exchanges = table_moves(turn.rules, turn.table)
    cards = dict.fromkeys(turn.hand)
    for card in cards:
        if card in layoffs and (card != JOKER or turn.may_lay_off_joker):
            yield from layoffs[card]
    for card in cards:
        yield from exchanges.get(card, ())


def legal_layings(turn: Turn) -> Iterator[Laying]:
    """Yield the legal moves that lay cards.

    After each of these moves, the turn can still end.
    """
    owes_nothing = not turn.must_open and not turn.must_lay_more
    most_used = len(turn.hand) - 2
    for move, meld in layings(turn):
        kind = type(move)
        used = len(meld.cards) if kind is LayMeld else 1
        surely_ends = owes_nothing and used <= most_used and kind is not ReplaceJoker
        if surely_ends or can_end_turn(turn.after(move, meld)):
            yield move


def _toward_end(turn: Turn, *, laying_all: bool) -> Iterator[Turn]:
    """Yield the turn after each move that could help to end the turn.

    If `laying_all` is True, yield the turn after each move that lays cards.
    """
    # A move helps if it lays a card that must be laid, or if it makes a place for such a card.
    # One place for a joker is enough, unless the joker extends a run toward the taken card.
    taken = turn.taken
    wanted = {taken, JOKER if turn.jokers_owed else None}
    any_meld_helps = turn.must_open or (turn.rules.layoff_needs_own_meld and not turn.has_melded)
    any_card_helps = JOKER in wanted and turn.rules.joker_place == "apart"
    joker_was_placed = False
    for move, meld in layings(turn):
        if laying_all:
            helps = True
        elif isinstance(move, LayMeld):
            helps = any_meld_helps or not wanted.isdisjoint(meld.cards)
        elif isinstance(move, ReplaceJoker) or move.card == taken or any_card_helps or _grows_toward(meld, taken):
            helps = True
        elif move.card == JOKER:
            helps, joker_was_placed = not joker_was_placed, True
        else:
            continue
        if helps:
            yield turn.after(move, meld)


def _grows_toward(meld: Meld, card: Card | None) -> bool:
    return isinstance(meld, Run) and card is not None and meld.suit == card.suit


def turn_key(turn: Turn) -> tuple[object, ...]:
    """Return the memo key of a turn."""
    return turn.hand, turn.table, turn.taken, turn.jokers_owed, turn.has_melded, len(turn.laid)


def might_lay(turn: Turn, card: Card) -> bool:
    """Return whether a card might be laid in this turn.

    This quick test may also return True for a card that cannot be laid.
    """
    layoffs, exchanges = table_moves(turn.rules, turn.table)
    if card == JOKER or card in layoffs or card in exchanges:
        return True
    if any(_grows_toward(meld, card) for meld in turn.table):
        return True
    jokers = turn.hand.count(JOKER) + sum(len(exchanges.get(own, ())) for own in dict.fromkeys(turn.hand))
    near = [own for own in turn.hand if own.rank == card.rank or own.suit == card.suit]
    row = (*near, *[JOKER] * min(jokers, turn.rules.shortest_run - 1))
    return any(card in meld.cards for meld in melds_in(turn.rules, row, turn.rules.shortest_run))
