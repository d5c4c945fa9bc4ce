"""Okey: an example of a game in a separate package. It imports only `rami` and `rami.own`."""

from random import Random

from rami import Game

from . import referee
from .hands import is_in_melds, is_seven_pairs, okey_of
from .moves import MOVES, Discard, Draw, Finish, Move, Take, parse_move
from .rules import PRESETS, Code, Rules, longest, told
from .state import Phase, State, View, observe
from .tiles import JOKER, Tile


def best_turn(view: View) -> tuple[Move, ...]:
    """Finish if possible. Otherwise, draw, and discard the least useful tile."""
    moves = list(referee.legal_moves(view))
    if finishing := [move for move in moves if isinstance(move, Finish)]:
        return tuple(finishing[:1])
    discards = [move for move in moves if isinstance(move, Discard)]
    return (min(discards, key=lambda move: _use(view, move.tile)),) if discards else tuple(moves[:1])


def _use(view: View, tile: Tile) -> int:
    """Return a score for how well a tile combines with the rest of the hand."""
    if tile in (okey_of(view.indicator), JOKER):
        return 99
    others = set(view.hand)
    same = sum(other.number == tile.number and other.color != tile.color for other in others)
    return same + 2 * sum(other.color == tile.color and 0 < abs(other.number - tile.number) < 3 for other in others)


def sensible(view: View, random: Random) -> Move:  # noqa: ARG001  # a Player takes both arguments
    """Return the first move of the best turn. This is a player for `simulate` and `check_game`."""
    return best_turn(view)[0]


GAME: Game[Rules, State, Move, View] = Game(
    name="okey",
    module=__name__,
    rules=Rules,
    state=State,
    view=View,
    moves=MOVES,
    codes=Code,
    endings=referee.Ending,
    part_reasons=referee.PartReason,
    presets=PRESETS,
    shuffle=referee.shuffle,
    from_deal=referee.from_deal,
    check=referee.check,
    apply=referee.apply,
    legal_moves=referee.legal_moves,
    observe=observe,
    determinize=referee.determinize,
    result=referee.result,
    parse_move=parse_move,
    parse_piece=Tile,
    flaws=referee.flaws,
    longest=longest,
    event=referee.event,
    told=told,
    match_end=referee.match_end,
    next_starter=referee.next_starter,
    best_turn=best_turn,
)

__all__ = [
    "GAME",
    "PRESETS",
    "Code",
    "Discard",
    "Draw",
    "Finish",
    "Move",
    "Phase",
    "Rules",
    "State",
    "Take",
    "Tile",
    "View",
    "is_in_melds",
    "is_seven_pairs",
    "sensible",
]
