"""Gin beside OpenSpiel's gin_rummy, deal after deal: at every step the same legal actions, at the end the same points.

    python -m pip install -e ".[bench-gin]" && python -m tests.gin.against_openspiel --n 300 --seed 1

OpenSpiel is known to do otherwise in places (`Known`). Each time one is met it is counted; anything else is a
disagreement, printed with the seed of its deal. Of the moves of a deal all, half or none are made to win.
"""

import argparse
from collections import Counter
from collections.abc import Collection, Iterator
from enum import StrEnum
from importlib import import_module
from random import Random
from typing import Any

from rami import gin
from rami.game import Deal
from rami.gin import Discard, Done, DrawStock, Knock, LayOff, Move, Pass, Rules, State, TakeDiscard
from rami.gin.showdown import with_card
from rami.pieces import without
from rami.players import greedy_player
from rami.rummy import Card, Group, Meld, Run, Suit, best_melds
from rami.rummy.melds import SHORTEST
from tests.gin.brute import tables, value

RULES = Rules(big_gin_bonus=None)
"""OpenSpiel has no big gin."""

SUITS = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))
"""The cards; the place of each is the number of its action there."""

TAKE, DRAW, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
"""The other actions there; the melds come last: the groups of each rank, then the runs of three, four and five."""

LONGEST = 5
"""The most cards in a run there: a longer one is laid in pieces."""


class Known(StrEnum):
    """Where OpenSpiel is known to do otherwise."""

    TAKEN = "the card just taken may be discarded"
    TIE = "equal deadwood scores nothing"
    WALL = "one more action at two cards in the stock"
    FIFTY = "the fiftieth card taken from the discard pile ends the deal"
    KNOCK = "of two best arrangements it takes one with which no discard is low enough for a knock"
    LAY_OFF = "what was laid off counts for every run that it fits, and on one side of a run for two cards at most"


class Disagreement(Exception):  # a finding
    """The two differ where they are not known to."""


def action(meld: Meld) -> int:
    """The number there of laying a meld."""
    if isinstance(meld, Group):
        absent = [suit for suit, each in enumerate(SUITS) if each not in {card.suit for card in meld.cards}]
        return MELDS + 5 * (meld.cards[0].rank - 1) + (absent[0] if absent else 4)
    size, suit = len(meld.cards), SUITS.index(meld.suit)
    before = 65 + sum(4 * (14 - shorter) for shorter in range(SHORTEST, size))
    return MELDS + before + suit * (14 - size) + meld.start - 1


def pieces(melds: Collection[Meld]) -> list[Meld]:
    """The melds, long runs cut in two or three."""
    return [piece for meld in melds for piece in (_cut(meld.cards) if isinstance(meld, Run) else [meld])]


def _hides_knock(hand: tuple[Card, ...]) -> bool:
    """Whether one of the best arrangements of eleven cards leaves too much, whichever card is discarded."""
    left = [without(hand, [card for meld in table for card in meld.cards]) for table in tables(hand)]
    least = min(map(value, left))
    return any(
        value(row) - max(value([card]) for card in row) > RULES.knock_limit for row in left if value(row) == least
    )


def _cut(row: tuple[Card, ...]) -> list[Meld]:
    if len(row) <= LONGEST:
        return [Run(row)]
    return [Run(row[:SHORTEST]), *_cut(row[SHORTEST:])]


class BothTables:
    """A deal at both tables.

    Attributes:
        ours: The position here.
        theirs: The position there.
        known: How often each known difference was met.
        compared: How often the legal actions were compared.
        laid: The melds of the knocker as they lie there.
        laid_off: What was laid off on them.
    """

    def __init__(self, game: Any, random: Random) -> None:
        self.random = random
        order = tuple(random.sample(CARDS, len(CARDS)))
        self.ours: State = gin.from_deal(2, RULES, Deal(order, starter=0))
        self.theirs = game.new_initial_state()
        self.known: Counter[Known] = Counter()
        self.compared = 0
        self.laid: tuple[Meld, ...] = ()
        self.laid_off: list[Card] = []
        for card in (*order[:20:2], *order[1:20:2], order[20]):
            self.theirs.apply_action(CARDS.index(card))

    def play(self, bold: float) -> None:
        """Play the deal to its end; each move is made to win with this probability, else it is any."""
        while not self.ours.is_over:
            self._make(self._chosen(bold))
            if self.theirs.is_terminal() and not self.ours.is_over:
                if sum(each == TAKE for each in self.theirs.history()) < 50:
                    raise Disagreement("the deal is over there")
                self.known[Known.FIFTY] += 1
                return
        self._score()

    def _chosen(self, bold: float) -> Move:
        """A move that is legal at both tables."""
        listed = list(gin.legal_moves(self.ours))
        self._compare(set(self._actions(listed)))
        listed = [move for move in listed if set(self._actions([move])) <= set(self.theirs.legal_actions())]
        if self.random.random() < bold:
            move: Move = greedy_player(gin.observe(self.ours, self.ours.current_player), self.random)
            if move in listed:
                return move
        kinds = sorted({type(move).__name__ for move in listed})
        kind = self.random.choice(kinds)  # each kind alike: most moves of a hand that can knock are knocks
        return self.random.choice([move for move in listed if type(move).__name__ == kind])

    def _compare(self, here: set[int]) -> None:
        """The legal actions are the same at both tables, apart from what is known."""
        self.compared += 1
        there = set(self.theirs.legal_actions())
        for each in sorted(here ^ there):
            known = self._known(each, there=each in there)
            if known is None:
                name = self.theirs.action_to_string(self.theirs.current_player(), each)
                raise Disagreement(f"{name}: legal only {'there' if each in there else 'here'}")
            self.known[known] += 1

    def _known(self, each: int, *, there: bool) -> Known | None:
        """Why an action is legal at one table only."""
        hand = self.ours.hands[self.ours.current_player]
        if self.ours.phase is gin.Phase.LAY_OFF:
            return Known.LAY_OFF if each < TAKE and there == self._fits_there(CARDS[each]) else None
        if each == KNOCK:
            if there:
                return Known.TAKEN if self.ours.taken in gin.knock_discards(hand, RULES) else None
            return Known.KNOCK if _hides_knock(hand) else None
        return Known.TAKEN if there and each < TAKE and CARDS[each] == self.ours.taken else None

    def _fits_there(self, card: Card) -> bool:
        """Whether a card can be laid off by the reckoning there."""
        for meld in self.laid:
            longer = meld
            for off in self.laid_off if isinstance(meld, Run) else ():
                if with_card(meld, off):  # beside the meld as it was laid
                    longer = with_card(longer, off) or longer
            if with_card(longer, card):
                return True
        return False

    def _actions(self, moves: Collection[Move]) -> Iterator[int]:
        """The first action there of each move."""
        for move in moves:
            match move:
                case Pass() | Done():
                    yield PASS
                case DrawStock():
                    yield DRAW
                case TakeDiscard():
                    yield TAKE
                case Discard(card) | LayOff(card, _):
                    yield CARDS.index(card)
                case Knock():
                    yield KNOCK

    def _make(self, move: Move) -> None:
        """Make a move at both tables."""
        for each in self._actions([move]):
            self.theirs.apply_action(each)
        if isinstance(move, Knock):
            self._knock(move)
        if isinstance(move, LayOff):
            self.laid_off.append(move.card)
        before, self.ours = self.ours, gin.apply(self.ours, move)
        if isinstance(move, DrawStock):
            self.theirs.apply_action(CARDS.index(before.stock[0]))
        if isinstance(move, Knock | Done) and self.ours.is_over:
            self._lay_open()

    def _knock(self, move: Knock) -> None:
        """A knock there is many actions: the discard, each meld, the end of them."""
        listed = [each for each in gin.legal_moves(self.ours) if isinstance(each, Knock)]
        self._compare({CARDS.index(each.card) for each in listed if each.card})
        assert move.card is not None
        self.theirs.apply_action(CARDS.index(move.card))
        ways = [set(each.melds) for each in listed if each.card == move.card and each.melds]
        short = [way for way in ways if all(action(meld) < MELDS + 185 for meld in way)]
        kept = without(self.ours.hands[self.ours.current_player], [move.card])
        laid: set[Meld] = set()
        melds = pieces(move.melds.melds or best_melds(kept))
        for meld in (*self.random.sample(melds, len(melds)), None):
            more = {action(other) for way in short if laid <= way for other in way - laid}
            self._compare(more | ({PASS} if laid in ways else set()))
            self.theirs.apply_action(PASS if meld is None else action(meld))
            laid |= {meld} if meld else set()
        self.laid = tuple(melds)

    def _lay_open(self) -> None:
        """The other hand, which is laid open there meld by meld."""
        assert self.ours.knocker is not None
        other = self.ours.spreads[1 - self.ours.knocker]
        for each in (*map(action, pieces(other.melds.melds if other else ())), PASS):
            if each not in self.theirs.legal_actions():
                raise Disagreement(f"{self.theirs.action_to_string(0, each)}: legal only here")
            self.theirs.apply_action(each)

    def _score(self) -> None:
        """The points at the end."""
        ended = gin.result(self.ours)
        assert ended is not None
        if self.ours.knocker is None:
            self.known[Known.WALL] += 1
            if not self.theirs.legal_actions() or set(self.theirs.legal_actions()) - {PASS, KNOCK}:
                raise Disagreement("the deal is dead here")
            self.theirs.apply_action(PASS)
        points, scores = ended.scores[0] - ended.scores[1], self.theirs.returns()
        if ended.detail == gin.Ending.UNDERCUT and max(ended.scores) == RULES.undercut_bonus:
            self.known[Known.TIE] += 1
            points = 0
        if not self.theirs.is_terminal() or scores != [points, -points]:
            raise Disagreement(f"{scores} there, {ended.scores} here")


def compare(game: Any, seed: int) -> tuple[Counter[Known], int, str]:
    """Play one deal at both tables: the known differences, how often they were compared, how it ended."""
    tables = BothTables(game, Random(seed))
    tables.play((0, 0.5, 1)[seed % 3])
    ended = gin.result(tables.ours)
    return tables.known, tables.compared, str(ended.detail) if ended else "unfinished"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare Gin with OpenSpiel's gin_rummy.")
    parser.add_argument("--n", type=int, default=300, help="how many deals (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first; the others follow")
    options = parser.parse_args()
    game = import_module("pyspiel").load_game("gin_rummy")
    known: Counter[Known] = Counter()
    ends: Counter[str] = Counter()
    steps = wrong = 0
    for seed in range(options.seed, options.seed + options.n):
        try:
            met, compared, end = compare(game, seed)
        except Disagreement as found:
            wrong += 1
            print(f"seed {seed}: {found}")  # noqa: T201  # a script
        else:
            known, steps = known + met, steps + compared
            ends[end] += 1
    print(f"{options.n} deals from seed {options.seed}, {steps} times the legal actions: {wrong} disagreements")  # noqa: T201
    for what, times in (*ends.items(), *known.items()):
        print(f"{times:>6} {what}")  # noqa: T201


if __name__ == "__main__":
    main()
