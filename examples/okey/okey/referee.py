"""The deal, the referee and the score."""

from collections.abc import Iterator
from enum import StrEnum

from attrs import evolve

from rami.counting import check_count, deal_unseen, miscount, size_flaws, unseen_pieces
from rami.dealing import Dealing
from rami.errors import RulesError, Violation
from rami.game import Deal, EndReason, MatchEnd, Result
from rami.pieces import row_of_pieces, without
from rami.positions import next_seat, replaced
from rami.referee import Referee
from rami.rummikub import JOKER, Tile
from rami.shuffling import derive, shuffled

from .hands import is_finished, is_in_melds
from .moves import MOVES, Discard, Draw, Finish, Move, Take, parse_move
from .rules import DEFAULT, HAND, SET, Code, Rules, okey_of, pieces, seats
from .state import VIEWS, Phase, State, View

REFEREE: Referee[State, View, Move] = Referee(State, View, MOVES, parse_move, Code.GAME_OVER, Code.NOT_YOUR_TURN)


class Ending(StrEnum):
    """How a deal ended."""

    MELDS = "melds"
    PAIRS = "pairs"
    NO_TILES = "no_tiles"
    TURNS = "turns"


# -------------------------------------------------------------------------------------------- the deal


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Turn the first tile that is no false joker: the indicator. Deal 14 tiles to each seat, one more to the first."""
    if players not in seats(rules) or deal.starter is None or deal.starter not in range(players):
        raise RulesError("two to four play Okey, and one of them starts")
    tiles = row_of_pieces(Tile, deal.order, "the order of a deal")
    check_count(tiles, SET, "the set")
    indicator = next(tile for tile in tiles if tile != JOKER)
    order = iter(without(tiles, [indicator]))
    sizes = [HAND + (seat == deal.starter) for seat in range(players)]
    hands = deal_unseen([()] * players, sizes, order)
    rows: tuple[tuple[Tile, ...], ...] = ((),) * players
    return State(
        rules=rules,
        current_player=deal.starter,
        indicator=indicator,
        discards=rows,
        known=rows,
        hands=hands,
        stock=tuple(order),
    )


DEALING = Dealing(DEFAULT, seats, pieces, from_deal)
deal, new_game = DEALING.deal, DEALING.new_game


# ----------------------------------------------------------------------------------------- the referee


def check(position: State | View, move: Move | str) -> tuple[Violation, ...]:
    return REFEREE.check(position, move, violations)


def violations(position: State | View, move: Move) -> tuple[Violation, ...]:
    """Return what the rules have against a move of the player whose turn it is."""
    if isinstance(move, Draw | Take):
        if position.phase is not Phase.TAKE:
            return (Violation(Code.DISCARD_NOW),)
        if isinstance(move, Take):
            return () if position.discards[position.left_neighbour] else (Violation(Code.NOTHING_TO_TAKE),)
        return () if position.stock_size else (Violation(Code.STOCK_EMPTY),)
    if position.phase is not Phase.DISCARD:
        return (Violation(Code.TAKE_FIRST),)
    if move.tile not in position.hand_to_move:
        return (Violation(Code.NOT_IN_HAND, pieces=(move.tile,)),)
    rest = without(position.hand_to_move, [move.tile])
    if isinstance(move, Finish) and not is_finished(rest, position.indicator, pairs=position.rules.seven_pairs):
        return (Violation(Code.NOT_FINISHED),)
    return ()


@REFEREE.legal_moves
def legal_moves(position: State | View) -> Iterator[Move]:
    hand = dict.fromkeys(position.hand_to_move)
    moves: tuple[Move, ...] = (Draw(), Take(), *map(Discard, hand), *map(Finish, hand))
    return (move for move in moves if not violations(position, move))


def apply(state: State, move: Move | str) -> State:
    return _after(state, REFEREE.legal(state, move, violations))


def _after(state: State, move: Move) -> State:
    seat, left = state.current_player, state.left_neighbour
    hand, known = state.hands[seat], state.known[seat]
    match move:
        case Draw():
            hands = replaced(state.hands, seat, (*hand, state.stock[0]))
            return evolve(state, phase=Phase.DISCARD, hands=hands, stock=state.stock[1:])
        case Take():
            *pile, tile = state.discards[left]
            return evolve(
                state,
                phase=Phase.DISCARD,
                hands=replaced(state.hands, seat, (*hand, tile)),
                discards=replaced(state.discards, left, tuple(pile)),
                known=replaced(state.known, seat, (*known, tile)),
            )
        case Discard() | Finish():
            return _discarded(state, move)


def _discarded(state: State, move: Discard | Finish) -> State:
    seat = state.current_player
    rest = without(state.hands[seat], [move.tile])
    finished = isinstance(move, Finish)
    after = evolve(
        state,
        hands=replaced(state.hands, seat, () if finished else rest),
        discards=replaced(state.discards, seat, (*state.discards[seat], move.tile)),
        known=replaced(state.known, seat, () if finished else without(state.known[seat], [move.tile])),
    )
    if finished:
        return evolve(after, phase=Phase.OVER, shown=rest)
    ends = not state.stock or state.turn + 1 >= state.rules.most_turns
    return evolve(after, phase=Phase.OVER if ends else Phase.TAKE, turn=state.turn + 1, current_player=next_seat(state))


def result(state: State) -> Result | None:
    """A winner loses nothing; the others lose the points, twice as many for the okey, and again for seven pairs."""
    if not state.is_over:
        return None
    if not state.shown:
        detail = Ending.TURNS if state.stock else Ending.NO_TILES
        reason = EndReason.ROUND_LIMIT if state.stock else EndReason.BLOCKED
        return Result((0,) * state.players, (), reason, detail)
    winner = state.current_player
    pairs = not is_in_melds(state.shown, state.indicator)
    okey = state.discards[winner][-1] == okey_of(state.indicator)
    lost = state.rules.points * (1 + okey) * (1 + pairs)
    scores = tuple(0 if seat == winner else -lost for seat in range(state.players))
    return Result(scores, (winner,), EndReason.WENT_OUT, Ending.PAIRS if pairs else Ending.MELDS)


def match_end(rules: Rules) -> MatchEnd:  # noqa: ARG001  # the same in all rules
    """A match ends when somebody has lost the 20 points that all begin with."""
    return "lowest_at"


def next_starter(state: State) -> int:
    return (state.starter + 1) % state.players


# ------------------------------------------------------------------------------- hidden and impossible


def determinize(view: View, *, seed: int) -> State:
    if problems := flaws(view):
        raise RulesError(problems[0])
    held = [view.hand if seat == view.player else view.known[seat] for seat in range(view.players)]
    seen = [*_public(view), *(tile for hand in held for tile in hand)]
    unseen = unseen_pieces(SET, seen, len(SET) - len(seen), "of the set")
    order = iter(shuffled(unseen, derive(seed, "hidden")))
    hands = deal_unseen(held, view.hand_sizes, order)
    return VIEWS.complete(view, hands=hands, stock=tuple(order))


def flaws(position: State | View) -> tuple[str, ...]:
    return tuple(_seat_flaws(position)) or tuple(_tile_flaws(position))


def _seat_flaws(position: State | View) -> Iterator[str]:
    players = position.players
    if players not in seats(position.rules):
        yield f"{players} players cannot play"
        return
    yield from size_flaws(position.stock_size, *position.hand_sizes)
    if position.turn not in range(position.rules.most_turns + 1):
        yield f"turn is {position.turn}, and a deal has {position.rules.most_turns} turns"
    if position.hand_sizes != position.held or len(position.shown) != HAND * bool(position.shown):
        yield f"the hands have {position.hand_sizes} tiles in the phase {position.phase}"


def _tile_flaws(position: State | View) -> Iterator[str]:
    if position.indicator == JOKER:
        yield "a false joker is the indicator"
        return
    pairs = position.rules.seven_pairs
    if position.shown:
        last = position.discards[position.current_player]
        if not position.is_over or not last or not is_finished(position.shown, position.indicator, pairs=pairs):
            yield "a hand is shown that has not finished"
    elif position.is_over and position.stock_size and position.turn < position.rules.most_turns:
        yield "the deal is over, and nobody has ended it"
    elif not position.is_over and position.turn >= position.rules.most_turns:
        yield "the deal goes on after its last turn"
    for seat, hand in enumerate(position.seen_hands):
        if hand is not None and without(position.known[seat], hand):
            yield f"a tile that seat {seat} took is not in the hand"
    seen = [*_public(position), *(tile for hand in position.seen_hands for tile in hand or ())]
    hidden = 0
    if isinstance(position, State):
        seen += position.stock
    else:
        seen += [tile for seat, row in enumerate(position.known) if seat != position.player for tile in row]
        hidden = len(SET) - len(seen)
        if sum(position.hand_sizes) + position.stock_size + len(_public(position)) != len(SET):
            yield "the sizes are not those of the set"
        if any(len(row) > size for row, size in zip(position.known, position.hand_sizes, strict=True)):
            yield "more tiles are known than a hand has"
    if problem := miscount(seen, SET, "the set", hidden=hidden):
        yield problem


def _public(position: State | View) -> list[Tile]:
    """Return the tiles that lie open."""
    return [position.indicator, *position.shown, *(tile for pile in position.discards for tile in pile)]
