"""Tests for those who build on the library: the promises of a game, counts of moves, and strategies for Hypothesis.

`states` and `moves` need Hypothesis: `python -m pip install "rami[testing]"`. With it, `st.from_type` finds strategies
for the values of the games of the library.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import cycle
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import field, frozen

from rami.dealing import derive
from rami.errors import RulesError, shown
from rami.game import Game
from rami.players import Player
from rami.record import Record
from rami.referee import M, R, S, V
from rami.testing import watched
from rami.testing.checked_deals import STYLES, Checker, Setting
from rami.testing.watched import Breach

if TYPE_CHECKING:
    from rami.testing.strategies import moves, states

__all__ = [
    "Breach",
    "Conformance",
    "check_game",
    "moves",
    "perft",
    "states",
]


def __getattr__(name: str) -> object:
    """Load the strategies when one is first asked for."""
    if name not in ("moves", "states"):
        raise AttributeError(f"module 'rami.testing' has no attribute {name!r}")
    try:
        import hypothesis as _  # noqa: F401, PLC0415  # to name what is missing first
    except ImportError:
        raise ImportError('the strategies need Hypothesis: python -m pip install "rami[testing]"') from None
    from rami.testing import strategies  # noqa: PLC0415  # without Hypothesis there are none

    return getattr(strategies, name)


def __dir__() -> list[str]:
    """Return what can be loaded: `help(rami.testing)` does not ask for Hypothesis."""
    from importlib.util import find_spec  # noqa: PLC0415  # rarely needed

    return __all__ if find_spec("hypothesis") else [name for name in __all__ if name not in ("moves", "states")]


def perft(game: Game[R, S, M, V], state: S, depth: int) -> int:
    """Count the sequences of `depth` legal moves, including those that end the deal earlier.

    Any change of the rules changes this number, so tests pin it.

    Args:
        game: The game.
        state: The position to start from.
        depth: The number of moves.

    Returns:
        The number of sequences of `legal_moves`.

    Raises:
        RulesError: If `depth` is negative.

    Examples:
        >>> from rami import contracts
        >>> state = contracts.new_game(2, seed=3)
        >>> [perft(contracts.GAME, state, depth) for depth in (1, 2, 3)]
        [15, 102, 335]
    """
    if depth < 0:
        raise RulesError(f"depth must be a whole number from 0, not {shown(depth)}")
    if depth == 0 or game.result(state) is not None:
        return 1
    if depth == 1:
        return sum(1 for _ in game.legal_moves(state))
    return sum(perft(game, game.apply(state, move), depth - 1) for move in game.legal_moves(state))


QUICK, PLAYED, PLAYED_MOVES, REPLAYED = 12, 40, 1_000, 5
"""Deals that are played without a close look: at first of so many tables, then of good players up to so many moves; and
deals that are replayed in another process."""

OPTIONAL = {
    "parse_piece": "the JSON of records",
    "best_turn": "that the best turn is legal",
    "codes": "the codes of violations and their JSON",
}
"""The fields of a game that may be left out, and the promises that are then not checked."""


@frozen
class Conformance:
    """The positions and moves that `check_game` has examined.

    Attributes:
        deals: How many deals were played to their end.
        moves: How many moves were made.
        made: How often it met each kind of move (the name of its class), code of a violation, reason and detail of an
            end.
        never: The kinds of moves, codes and details of ends that the game declares and it never met.
        skipped: Every promise that was not checked, or not everywhere, and why.
    """

    deals: int
    moves: int
    made: Mapping[str, int] = field(factory=lambda: MappingProxyType(dict[str, int]()), hash=False)
    never: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


def check_game(
    game: Game[R, S, M, V],
    *,
    rules: R | None = None,
    players: int | None = None,
    seeds: Iterable[int] = range(2),
    player: Player[V, M] | None = None,
    must: Collection[str] = (),
    moves: int = 2_500,
) -> Conformance:
    """Play deals, and assert at every position what the library promises of a game.

    The promises: the same arguments give the same values, in another process too; no piece is lost; `check`, `apply`
    and `legal_moves` agree, from a state and from a view; a view shows nothing hidden, and random states fit it and are
    uniform; every deal ends; sentences, pictures, notation and JSON exist and are read again. Any exception is a
    breach, too.

    Every table, an edition with a number of players, plays a deal of each seed. Then further deals with fresh seeds are
    played in eight styles, such as the rarest kind of move or the first that is listed.

    Args:
        game: The game.
        rules: The rules; None for all presets.
        players: The number of players; None for every number that the rules allow.
        seeds: The seeds of the deals of each table.
        player: A player that plays well enough to get everywhere; None for the game's own best turns, if any.
        must: Names in `Conformance.made` that have to be met: `("Knock", "undercut")`.
        moves: The number of moves after which no further deal is begun, once each style had one.

    Returns:
        How much was played, what was met, and what was not checked.

    Raises:
        Breach: If a promise is broken; it names the call, the deal, the moves and the position.
        RulesError: If the rules are not for so many players.

    Examples:
        >>> from rami import rummikub
        >>> rules = rummikub.Rules(max_number=3, copies=1, jokers=0, rack_size=3, max_players=2, opening_points=6)
        >>> found = check_game(rummikub.GAME, rules=rules, seeds=[1], moves=20, must=["Draw", "Play"])
        >>> found.deals > 3, found.made["Draw"] > 5, "TimeOut" in found.never
        (True, True, True)
    """
    checker = Checker(game, player)
    editions = dict(game.presets) if rules is None else {"the rules": rules}
    tables = [
        Setting(name, each, number)
        for name, each in editions.items()
        for number in each.player_counts
        if players in (None, number)
    ]
    if not tables:
        raise RulesError(f"the rules are not for {shown(players)} players")
    with checker.watched.limited() as why_not_limited:
        _play(checker, tables, list(seeds), moves)
    wrong, why_not_compared = watched.compare(sorted(checker.played, key=_variety)[:REPLAYED])
    if wrong:
        raise Breach(wrong, game.name)
    if missing := [name for name in must if not checker.met[name]]:
        raise Breach(f"never met in {checker.deals} deals: {', '.join(missing)}", game.name)
    declared = [*(each.__name__ for each in game.moves), *map(str, game.codes or ()), *map(str, game.endings or ())]
    never = tuple(name for name in declared if not checker.met[name])
    skipped = tuple(filter(None, (why_not_compared, why_not_limited, *_not_checked(checker))))
    return Conformance(checker.deals, checker.steps, MappingProxyType(dict(checker.met)), never, skipped)


def _play(checker: Checker, tables: list[Setting], seeds: list[int], moves: int) -> None:
    """Play the deals: quick ones and some of good players, those of the seeds, and further ones in all styles."""
    base_seed = seeds[0] if seeds else 0

    for number, table in enumerate(tables[:QUICK]):
        # The first deal of all is played to its end and leaves the stock alone: it lasts as long as the rules allow.
        style = "any" if checker.deals else "hoard"
        checker.deal(table, derive(base_seed, f"quick {number}"), style, close_moves=0)

    # Deals of good players; no more begin once these have made so many moves.
    last_start = checker.steps + PLAYED_MOVES
    for number in range(PLAYED if checker.players else 0):
        if checker.steps <= last_start:
            checker.deal(tables[number % len(tables)], derive(base_seed, f"player {number}"), "player", close_moves=0)

    # A deal of each seed at each table; they share half of the moves that are looked at closely.
    close_moves = max(20, moves // 2 // max(1, len(seeds) * len(tables)))
    for seed, style in zip(seeds, cycle(["rare", "out"]), strict=False):
        for table in tables:
            checker.deal(table, seed, style, close_moves)

    # Further deals: one in each style, and more until all moves are made, but no more deals than moves: a deal may be
    # over before its first one.
    number = 0
    while number < len(STYLES) or number < checker.steps < moves:
        rounds, place = divmod(number, len(STYLES))
        table = tables[(rounds + place) % len(tables)]  # each round of the styles starts at another table
        checker.deal(table, derive(base_seed, f"fresh {number}"), STYLES[place], max(40, moves // 16))
        number += 1


def _variety(record: Record) -> tuple[int, int]:
    """Return the key that puts deals with many kinds of moves first, and short ones of these."""
    return -len(set(map(type, record.moves))), len(record.moves)


def _not_checked(checker: Checker) -> Iterable[str]:
    """Yield the promises that were not checked, or not everywhere, each with its reason."""
    game = checker.game
    for name, promise in OPTIONAL.items():
        if getattr(game, name) is None:
            yield f"{promise}: the game has no {name}"
    if partly := sorted(each.__name__ for each in game.unlisted):
        yield f"that every legal move is listed: {', '.join(partly)} are listed in part"
    yield from (f"{number} {what}" for what, number in checker.skipped.items())
