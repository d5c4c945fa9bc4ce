"""A turn under way: what is laid, what is still owed, and the turn after one more move."""

from collections.abc import Iterator
from typing import NamedTuple

from rami.pieces import without
from rami.rummy.cards import JOKER, Card
from rami.rummy.layoffs import meld_after
from rami.rummy.legal_melds import melds_in
from rami.rummy.melds import Meld, Table
from rami.rummy.moves import LayMeld, LayOff, ReplaceJoker
from rami.rummy.opening import is_opening, still_prescribed
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
        """Yield the melds of the hand that may be laid next, whatever has to follow."""
        if self.may_meld:
            rules = self.rules
            groups, runs = still_prescribed(rules, self.laid) if rules.opening_melds else (1, 1)
            yield from melds_in(rules, self.hand, groups=groups > 0, runs=runs > 0)

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
