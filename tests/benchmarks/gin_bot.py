"""Our players of Gin against the simple bot of OpenSpiel, at its table and by its score.

    python -m pip install -e ".[bench-gin]" && python -m tests.benchmarks.gin_bot thoughtful --deals 1000

Every deal is played twice, with the seats changed. Where the rules differ (`tests.gin.against_openspiel`), those of
OpenSpiel hold; our position is kept beside, so that our player sees a view of it.
"""

import argparse
import sys
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from attrs import evolve

from rami import gin
from rami.game import Deal
from rami.gin import Discard, Done, DrawStock, Knock, LayOff, Move, Pass, TakeDiscard
from rami.pieces import without
from rami.players import Player, greedy_player, quick_player, search_player, thoughtful_player
from rami.rummy import Table, best_melds
from rami.simulate.estimates import mean_of
from tests.gin.against_openspiel import CARDS, DRAW, KNOCK, PASS, RULES, TAKE, action, pieces


class Seat:
    """Our seat at their table, with the time that its moves take."""

    def __init__(self, spiel: Any, game: Any, player: Player[gin.View, Move], seat: int, seed: int) -> None:
        self.player, self.seat, self.random = player, seat, Random(seed)
        order = tuple(Random(seed).sample(CARDS, len(CARDS)))
        self.ours = gin.from_deal(2, RULES, Deal(order, starter=0))
        self.theirs = game.new_initial_state()
        self.bot = spiel.make_simple_gin_rummy_bot(game.get_parameters(), 1 - seat)
        self.melds = {action(meld): meld for meld in _every_meld()}
        self.seconds, self.moves = 0.0, 0
        for card in (*order[:20:2], *order[1:20:2], order[20]):
            self.theirs.apply_action(CARDS.index(card))

    def play(self) -> float:
        """Play the deal to its end, and return the points of our seat."""
        while not self.theirs.is_terminal():
            if self.theirs.is_chance_node():
                drawn = CARDS.index(self._stock.pop(0))
                self.theirs.apply_action(drawn)
            elif self.theirs.current_player() == self.seat:
                self._move()
            else:
                self._answer()
        return float(self.theirs.returns()[self.seat])

    def _move(self) -> None:
        """Our turn; what is left to do there after the deal is over here is to pass, or to lay the best melds."""
        if self.ours.is_over:
            self._act(*([PASS] if self.ours.knocker is None else self._laid()))
            return
        started = process_time()
        move = self.player(gin.observe(self.ours, self.seat), self.random)
        self.seconds, self.moves = self.seconds + process_time() - started, self.moves + 1
        match move:
            case Knock(card, melds):
                assert card is not None
                kept = without(self.ours.hands[self.seat], [card])
                laid = pieces(melds.melds or best_melds(kept))
                if KNOCK in self.theirs.legal_actions():
                    self._act(KNOCK, CARDS.index(card), *map(action, laid), PASS)
                else:  # a known difference: it may not knock there
                    move = Discard(card)
                    self._act(CARDS.index(card))
            case Discard(card):
                self._act(CARDS.index(card))
            case LayOff(card, _):
                if CARDS.index(card) not in self.theirs.legal_actions():
                    move = Done()
                    self._act(PASS)
                else:
                    self._act(CARDS.index(card))
            case _:
                self._act({TakeDiscard: TAKE, DrawStock: DRAW, Pass: PASS, Done: PASS}[type(move)])
        self._follow(move)

    def _laid(self) -> list[int]:
        assert self.ours.knocker is not None
        spread = self.ours.spreads[self.seat]
        return [*map(action, pieces(spread.melds.melds if spread else ())), PASS]

    def _act(self, *actions: int) -> None:
        for each in actions:
            self.theirs.apply_action(each)

    def _answer(self) -> None:
        """The bot's turn."""
        chosen = self.bot.step(self.theirs)
        self._act(chosen)
        if self.ours.is_over or self.ours.knocker is not None or self.theirs.is_terminal():
            return
        if chosen == KNOCK:
            card = self.bot.step(self.theirs)
            self._act(card)
            laid = []
            while (each := self.bot.step(self.theirs)) != PASS:
                laid.append(self.melds[each])
                self._act(each)
            self._act(PASS)
            if not self.theirs.is_terminal():
                self._follow(Knock(CARDS[card], Table(laid)))
        elif chosen < TAKE:
            self._follow(Discard(CARDS[chosen]))
        else:
            follow: dict[int, Move] = {TAKE: TakeDiscard(), DRAW: DrawStock(), PASS: Pass()}
            self._follow(follow[chosen])

    def _follow(self, move: Move) -> None:
        """Make a move here too; a card just taken may be discarded there."""
        if isinstance(move, DrawStock):
            self._stock = [self.ours.stock[0]]
        if isinstance(move, Discard | Knock) and move.card == self.ours.taken:
            self.ours = evolve(self.ours, taken=None)
        self.ours = gin.apply(self.ours, move)


def _every_meld() -> list[Any]:
    from itertools import combinations  # noqa: PLC0415

    from rami.rummy import Group, Run  # noqa: PLC0415

    runs = [
        Run(CARDS[13 * suit + start : 13 * suit + start + size])
        for size in (3, 4, 5)
        for suit in range(4)
        for start in range(14 - size)
    ]
    groups = [
        Group(row)
        for rank in range(13)
        for size in (3, 4)
        for row in combinations([CARDS[13 * suit + rank] for suit in range(4)], size)
    ]
    return [*runs, *groups]


def main() -> None:
    """Print how many points a deal a player wins from the bot."""
    players = {"quick": quick_player, "greedy": greedy_player, "thoughtful": thoughtful_player}
    parser = argparse.ArgumentParser(description="A player of Gin against OpenSpiel's simple bot.")
    parser.add_argument("player", choices=[*players, "search"])
    parser.add_argument("--deals", type=int, default=200, help="how many deals, each from both seats")
    parser.add_argument("--playouts", type=int, default=100, help="what a move of `search` costs")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    player = search_player(playouts=options.playouts) if options.player == "search" else players[options.player]
    spiel = import_module("pyspiel")
    game = spiel.load_game("gin_rummy")
    points, seconds, moves = [], 0.0, 0
    for seed in range(options.seed, options.seed + options.deals):
        seats = [Seat(spiel, game, player, seat, seed) for seat in (0, 1)]
        points.append(sum(seat.play() for seat in seats) / 2)
        seconds, moves = seconds + sum(s.seconds for s in seats), moves + sum(s.moves for s in seats)
    found = mean_of(points)
    sys.stdout.write(
        f"{options.player}: {found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f}) points a deal, {options.deals} "
        f"deals from both seats, {1000 * seconds / moves:.2f} ms a move\n"
    )


if __name__ == "__main__":
    main()
