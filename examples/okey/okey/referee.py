"""The deal, the moves, the score, and checks of positions."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

from attrs import evolve

from rami import Deal, EndReason, IllegalMove, Part, Result, RulesError, Violation
from rami.own import (
    Motion,
    MoveEvent,
    Texts,
    check_players,
    deal_unseen,
    derive,
    face_down,
    face_up,
    first_seat,
    is_to_move,
    miscount,
    next_seat,
    public_fields,
    read,
    shuffled,
    typed,
    without,
)

from .hands import is_finished, is_in_melds, okey_of
from .moves import MOVES, Discard, Draw, Finish, Move, Take, parse_move
from .rules import HAND, Code, Rules
from .state import Phase, PublicPosition, State, View, observe
from .tiles import JOKER, SET, TEXTS, Tile, Tiles


class Worded(StrEnum):
    """An enum whose members have sentences."""

    @property
    def texts(self) -> Texts:
        """The file with the sentences."""
        return TEXTS


class Ending(Worded):
    """How a deal ended."""

    MELDS = "melds"
    PAIRS = "pairs"
    NO_TILES = "no_tiles"
    TURNS = "turns"


class PartReason(Worded):
    """Why a player loses points."""

    LOST = "lost"
    OKEY = "okey"
    PAIRS = "pairs"


# -------------------------------------------------------------------------------------------- the deal


def shuffle(players: int, rules: Rules = Rules(), *, seed: int, starter: int | None = None) -> Deal:
    """Shuffle the tiles. Choose the first seat at random if none is given."""
    check_players(players, rules, Rules)
    order = shuffled(SET, derive(seed, "deal"))
    return Deal(order, starter=first_seat(players, starter, seed), seed=derive(seed, "later"))


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Turn up the indicator, which is not a false joker. Deal 14 tiles to each seat, and 15 to the starter."""
    if players not in rules.player_counts or deal.starter not in range(players):
        raise RulesError("Okey is for 2 to 4 players, and the deal must have a starter")
    tiles = tuple(each for each in deal.order if isinstance(each, Tile))
    if problem := miscount(tiles, SET, "the set", hidden=len(deal.order) - len(tiles)):
        raise RulesError(problem)
    indicator = next(tile for tile in tiles if tile != JOKER)
    sizes = [HAND + (seat == deal.starter) for seat in range(players)]
    order = iter(without(tiles, [indicator]))
    nothing: tuple[Tiles, ...] = ((),) * players
    return State(
        rules=rules,
        current_player=deal.starter or 0,
        indicator=indicator,
        discards=nothing,
        known=nothing,
        hands=deal_unseen(nothing, sizes, order),
        stock=tuple(order),
    )


# ------------------------------------------------------------------------------------------ the moves


@typed
def check(position: State | View, move: Move | str) -> tuple[Violation, ...]:
    """Return all violations of a move. The move may be given as text."""
    return _judged(position, move)[1]


@typed
def apply(state: State, move: Move | str) -> State:
    """Return the state after a move. Raise IllegalMove if the rules forbid it."""
    legal, problems = _judged(state, move)
    if legal is None:
        raise IllegalMove(problems)
    return _after(state, legal)


@typed
def legal_moves(position: State | View) -> Iterator[Move]:
    """Yield every legal move. The view of a player who is not to move has none."""
    return iter(()) if position.is_over or not is_to_move(position) else _listed(position)


def _judged(position: State | View, move: Move | str) -> tuple[Move | None, tuple[Violation, ...]]:
    """Return a legal move, or None and the violations."""
    known, problems = read(move, MOVES, parse_move, Code)
    if position.is_over:
        problems = (Violation(Code.GAME_OVER),)
    elif not is_to_move(position):
        problems = (Violation(Code.NOT_YOUR_TURN, numbers=(position.current_player,)),)
    elif known is not None:
        problems = _violations(position, known)
    return (None if problems else known), problems


def _violations(position: State | View, move: Move) -> tuple[Violation, ...]:
    """Return the violations of a move by the current player."""
    if isinstance(move, Draw | Take):
        if position.phase is not Phase.TAKE:
            return (Violation(Code.DISCARD_NOW),)
        if isinstance(move, Take):
            return () if position.discards[position.left_neighbor] else (Violation(Code.NOTHING_TO_TAKE),)
        return () if position.stock_size else (Violation(Code.STOCK_EMPTY),)
    if position.phase is not Phase.DISCARD:
        return (Violation(Code.TAKE_FIRST),)
    if move.tile not in position.hand_to_move:
        return (Violation(Code.NOT_IN_HAND, pieces=(move.tile,)),)
    rest = without(position.hand_to_move, [move.tile])
    if isinstance(move, Finish) and not is_finished(rest, position.indicator, pairs=position.rules.seven_pairs):
        return (Violation(Code.NOT_FINISHED),)
    return ()


def _listed(position: State | View) -> Iterator[Move]:
    hand = dict.fromkeys(position.hand_to_move)
    moves: tuple[Move, ...] = (Draw(), Take(), *map(Discard, hand), *map(Finish, hand))
    return (move for move in moves if not _violations(position, move))


def _after(state: State, move: Move) -> State:
    """Return the state after a legal move."""
    seat, left = state.current_player, state.left_neighbor
    hands, known, discards = list(state.hands), list(state.known), list(state.discards)
    if isinstance(move, Draw):
        hands[seat] += state.stock[:1]
        return evolve(state, phase=Phase.DISCARD, hands=hands, stock=state.stock[1:])
    if isinstance(move, Take):
        tile = discards[left][-1]
        hands[seat] += (tile,)
        known[seat] += (tile,)
        discards[left] = discards[left][:-1]
        return evolve(state, phase=Phase.DISCARD, hands=hands, known=known, discards=tuple(discards))
    rest, discards[seat] = without(hands[seat], [move.tile]), (*discards[seat], move.tile)
    if isinstance(move, Finish):
        hands[seat] = known[seat] = ()
        return evolve(state, phase=Phase.OVER, hands=hands, known=known, discards=tuple(discards), shown=rest)
    hands[seat], known[seat] = rest, without(known[seat], [move.tile])
    ends = not state.stock or state.turn + 1 >= state.rules.most_turns
    return evolve(
        state,
        phase=Phase.OVER if ends else Phase.TAKE,
        turn=state.turn + 1,
        current_player=next_seat(state),
        hands=hands,
        known=known,
        discards=tuple(discards),
    )


def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return a move as a seat or a spectator sees it."""
    before, after = observe(state, player), observe(apply(state, move), player)
    moved = _motions(before, move, after)
    if isinstance(move, Draw):
        drawn = moved[0].pieces
        words = TEXTS.phrase("events.draws", tile=drawn[0]) if drawn else TEXTS.phrase("events.draws-hidden")
    elif isinstance(move, Take):
        words = TEXTS.phrase("events.takes", tile=moved[0].pieces[0])
    else:
        words = TEXTS.phrase("events.finishes" if isinstance(move, Finish) else "events.discards", tile=move.tile)
    return MoveEvent(seat=state.current_player, player=player, move=move, motions=moved, words=words)


def _motions(before: View, move: Move, after: View) -> tuple[Motion, ...]:
    """Return the motions of tiles. Only the player who draws sees the drawn tile."""
    if isinstance(move, Draw):
        own = without(after.hand, before.hand) if before.player == before.current_player else ()
        return face_down(1, "stock", "hand", own)
    if isinstance(move, Take):
        return face_up(before.discards[before.left_neighbor][-1:], "discards", "hand")
    return (*face_up([move.tile], "hand", "discards"), *face_up(after.shown, "hand", "table"))


# ------------------------------------------------------------------------------------------- the score


@typed
def result(position: State | View) -> Result | None:
    """Return the result. Each loser loses `points`, doubled for an okey and again for seven pairs."""
    if not position.is_over:
        return None
    if not position.shown:
        detail = Ending.TURNS if position.stock_size else Ending.NO_TILES
        reason = EndReason.ROUND_LIMIT if position.stock_size else EndReason.BLOCKED
        return Result((0,) * position.players, (), reason, detail)
    winner, points = position.current_player, position.rules.points
    pairs = not is_in_melds(position.shown, position.indicator)
    okey = points * (position.discards[winner][-1] == okey_of(position.indicator))
    lost = {PartReason.LOST: points, PartReason.OKEY: okey, PartReason.PAIRS: (points + okey) * pairs}
    losers = [seat for seat in range(position.players) if seat != winner]
    parts = tuple(Part(seat, reason, -number) for seat in losers for reason, number in lost.items() if number)
    scores = tuple(-sum(lost.values()) * (seat != winner) for seat in range(position.players))
    return Result(scores, (winner,), EndReason.WENT_OUT, Ending.PAIRS if pairs else Ending.MELDS, parts)


def match_end(rules: Rules) -> Literal["lowest_at"]:  # noqa: ARG001  # all rules agree
    """Return how a match ends: when a player has lost all 20 points."""
    return "lowest_at"


def next_starter(result: Result, starter: int | None, rules: Rules) -> int | None:  # noqa: ARG001  # all rules agree
    return None if starter is None else (starter + 1) % len(result.scores)


# ----------------------------------------------------------------------------- hidden tiles and flaws


def determinize(view: View, *, seed: int) -> State:
    """Return a random state that is consistent with the view."""
    if problems := flaws(view):
        raise RulesError(problems[0])
    held = [view.hand if seat == view.player else view.known[seat] for seat in range(view.players)]
    unseen = without(SET, [*view.public_tiles, *(tile for row in held for tile in row)])
    order = iter(shuffled(unseen, seed))
    hands = deal_unseen(held, view.hand_sizes, order)
    return State(**public_fields(PublicPosition, view), hands=hands, stock=tuple(order))


def flaws(position: State | View) -> tuple[str, ...]:
    """Return the reasons why a position is impossible."""
    return tuple(_size_flaws(position)) or tuple(_tile_flaws(position))


def _size_flaws(position: State | View) -> Iterator[str]:
    public, most = len(position.public_tiles), position.rules.most_turns
    if position.players not in position.rules.player_counts:
        yield f"{position.players} players cannot play"
    elif position.hand_sizes != position.held or len(position.shown) != HAND * bool(position.shown):
        yield f"the hands have {position.hand_sizes} tiles, but the phase is {position.phase}"
    elif position.stock_size < 0 or sum(position.hand_sizes) + position.stock_size + public != len(SET):
        yield f"stock_size is {position.stock_size}, but the tiles do not add up to {len(SET)}"
    elif position.turn not in range(most + 1) or (position.turn == most and not position.is_over):
        yield f"turn is {position.turn}, but a deal has {most} turns"


def _tile_flaws(position: State | View) -> Iterator[str]:
    if position.indicator == JOKER:
        yield "a false joker is the indicator"
        return
    pairs, last = position.rules.seven_pairs, position.discards[position.current_player]
    if position.shown:
        if not position.is_over or not last or not is_finished(position.shown, position.indicator, pairs=pairs):
            yield "the shown hand is not finished"
    elif position.is_over and position.stock_size and position.turn < position.rules.most_turns:
        yield "the deal is over, but nobody has ended it"
    seen = list(position.public_tiles)
    for seat, (hand, known) in enumerate(zip(position.seen_hands, position.known, strict=True)):
        size = position.hand_sizes[seat]
        if len(known) > size or (hand is not None and (len(hand) != size or without(known, hand))):
            yield f"a tile that seat {seat} took or drew is not in the hand"
        seen += known if hand is None else hand
    hidden = 0 if isinstance(position, State) else len(SET) - len(seen)
    if problem := miscount([*seen, *getattr(position, "stock", ())], SET, "the set", hidden=hidden):
        yield problem
