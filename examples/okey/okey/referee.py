"""The deal, the referee, the score, and what cannot be."""

from collections.abc import Iterator
from enum import StrEnum

from attrs import evolve

from rami import Deal, EndReason, Result, RulesError, Violation
from rami.own import Dealing, MoveEvent, Referee, face_down, face_up, miscount, shuffled, without

from .hands import is_finished, is_in_melds, okey_of
from .moves import MOVES, Discard, Draw, Finish, Move, Take, parse_move
from .rules import HAND, Code, Rules
from .state import VIEWS, Phase, State, View, observe
from .tiles import JOKER, SET, TEXTS, Tile, Tiles


class Ending(StrEnum):
    """How a deal ended."""

    MELDS = "melds"
    PAIRS = "pairs"
    NO_TILES = "no_tiles"
    TURNS = "turns"


# -------------------------------------------------------------------------------------------- the deal


def from_deal(players: int, rules: Rules, deal: Deal) -> State:
    """Turn the first tile that is no false joker: the indicator. Deal 14 tiles to each seat, one more to the first."""
    if players not in rules.player_counts or deal.starter not in range(players):
        raise RulesError("two to four play Okey, and one of them starts")
    tiles = tuple(each for each in deal.order if isinstance(each, Tile))
    if problem := miscount(tiles, SET, "the set", hidden=len(deal.order) - len(tiles)):
        raise RulesError(problem)
    indicator = next(tile for tile in tiles if tile != JOKER)
    sizes = [HAND + (seat == deal.starter) for seat in range(players)]
    hands, stock = _dealt([()] * players, sizes, without(tiles, [indicator]))
    nothing: tuple[Tiles, ...] = ((),) * players
    return State(
        rules=rules,
        current_player=deal.starter or 0,
        indicator=indicator,
        discards=nothing,
        known=nothing,
        hands=hands,
        stock=stock,
    )


def _dealt(held: list[Tiles], sizes: list[int], tiles: Tiles) -> tuple[tuple[Tiles, ...], Tiles]:
    """Fill the hands up to their sizes; return them and what is left."""
    hands: list[Tiles] = []
    for row, size in zip(held, sizes, strict=True):
        missing = size - len(row)
        hands.append((*row, *tiles[:missing]))
        tiles = tiles[missing:]
    return tuple(hands), tiles


DEALING = Dealing(Rules(), from_deal)
shuffle, new_game = DEALING.shuffle, DEALING.new_game


# ------------------------------------------------------------------------------------------ the moves


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


def listed(position: State | View) -> Iterator[Move]:
    hand = dict.fromkeys(position.hand_to_move)
    moves: tuple[Move, ...] = (Draw(), Take(), *map(Discard, hand), *map(Finish, hand))
    return (move for move in moves if not violations(position, move))


def after(state: State, move: Move) -> State:
    """Return the state after a legal move."""
    seat, left = state.current_player, state.left_neighbour
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
        current_player=(seat + 1) % state.players,
        hands=hands,
        known=known,
        discards=tuple(discards),
    )


REFEREE: Referee[State, View, Move] = Referee(
    State, View, MOVES, parse_move, Code, violations=violations, after=after, listed=listed
)
check, is_legal, apply, legal_moves = REFEREE.check, REFEREE.is_legal, REFEREE.apply, REFEREE.legal_moves


def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return what a seat, or a spectator, sees of a move: the tile that is drawn is the drawer's own."""
    before, after = observe(state, player), observe(apply(state, move), player)
    if isinstance(move, Draw):
        own = without(after.hand, before.hand) if player == state.current_player else ()
        motions = face_down(1, "stock", "hand", own)
        words = TEXTS.phrase("events.draws", tile=own[0]) if own else TEXTS.phrase("events.draws-hidden")
    elif isinstance(move, Take):
        tile = before.discards[before.left_neighbour][-1]
        motions, words = face_up([tile], "discards", "hand"), TEXTS.phrase("events.takes", tile=tile)
    else:
        motions = (*face_up([move.tile], "hand", "discards"), *face_up(after.shown, "hand", "table"))
        words = TEXTS.phrase("events.finishes" if isinstance(move, Finish) else "events.discards", tile=move.tile)
    return MoveEvent(seat=state.current_player, player=player, move=move, motions=motions, words=words)


# ------------------------------------------------------------------------------------------- the score


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


def match_end(rules: Rules) -> str:  # noqa: ARG001  # the same in all rules
    """A match ends when somebody has lost the 20 points that all begin with."""
    return "lowest_at"


def next_starter(result: Result, starter: int | None, rules: Rules) -> int | None:  # noqa: ARG001  # in all rules
    return None if starter is None else (starter + 1) % len(result.scores)


# ------------------------------------------------------------------------------- hidden and impossible


def determinize(view: View, *, seed: int) -> State:
    """Deal the tiles that the view does not show at random."""
    if problems := flaws(view):
        raise RulesError(problems[0])
    held = [view.hand if seat == view.player else view.known[seat] for seat in range(view.players)]
    unseen = without(SET, [*view.public_tiles, *(tile for row in held for tile in row)])
    hands, stock = _dealt(held, list(view.hand_sizes), shuffled(unseen, seed))
    return VIEWS.complete(view, hands=hands, stock=stock)


def flaws(position: State | View) -> tuple[str, ...]:
    """Return why a position cannot be."""
    return tuple(_size_flaws(position)) or tuple(_tile_flaws(position))


def _size_flaws(position: State | View) -> Iterator[str]:
    public, most = len(position.public_tiles), position.rules.most_turns
    if position.players not in position.rules.player_counts:
        yield f"{position.players} players cannot play"
    elif position.hand_sizes != position.held or len(position.shown) != HAND * bool(position.shown):
        yield f"the hands have {position.hand_sizes} tiles in the phase {position.phase}"
    elif position.stock_size < 0 or sum(position.hand_sizes) + position.stock_size + public != len(SET):
        yield f"{position.stock_size} tiles in the stock are not those that are left"
    elif position.turn not in range(most + 1) or (position.turn == most and not position.is_over):
        yield f"turn is {position.turn}, and a deal has {most} turns"


def _tile_flaws(position: State | View) -> Iterator[str]:
    if position.indicator == JOKER:
        yield "a false joker is the indicator"
        return
    pairs, last = position.rules.seven_pairs, position.discards[position.current_player]
    if position.shown:
        if not position.is_over or not last or not is_finished(position.shown, position.indicator, pairs=pairs):
            yield "a hand is shown that has not finished"
    elif position.is_over and position.stock_size and position.turn < position.rules.most_turns:
        yield "the deal is over, and nobody has ended it"
    seen = list(position.public_tiles)
    for seat, (hand, known) in enumerate(zip(position.seen_hands, position.known, strict=True)):
        size = position.hand_sizes[seat]
        if len(known) > size or (hand is not None and (len(hand) != size or without(known, hand))):
            yield f"a tile that seat {seat} took or drew is not in the hand"
        seen += known if hand is None else hand
    hidden = 0 if isinstance(position, State) else len(SET) - len(seen)
    if problem := miscount([*seen, *getattr(position, "stock", ())], SET, "the set", hidden=hidden):
        yield problem
