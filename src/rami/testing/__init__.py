"""Tests for code that builds on the library.

The module checks games, counts moves, and has strategies for Hypothesis.

`states` and `moves` need Hypothesis: `python -m pip install "rami[testing]"`. If it is installed, `st.from_type` works
for the types of the library's games.
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
    """Import the strategies on first use."""
    if name not in ("moves", "states"):
        raise AttributeError(f"module 'rami.testing' has no attribute {name!r}")
    try:
        import hypothesis as _  # noqa: F401, PLC0415
    except ImportError:
        raise ImportError('the strategies need Hypothesis: python -m pip install "rami[testing]"') from None
    from rami.testing import strategies  # noqa: PLC0415  # needs Hypothesis

    return getattr(strategies, name)


def __dir__() -> list[str]:
    from importlib.util import find_spec  # noqa: PLC0415  # rarely needed

    return __all__ if find_spec("hypothesis") else [name for name in __all__ if name not in ("moves", "states")]


def perft(game: Game[R, S, M, V], state: S, depth: int) -> int:
    """Count the sequences of `depth` legal moves.

    Shorter sequences that end the deal are included.

    The number is sensitive to any change of the rules, which makes it useful in tests.

    Args:
        game: The game.
        state: The position to start from.
        depth: The number of moves.

    Returns:
        The number of sequences.

    Raises:
        RulesError: If `depth` is negative.

    Examples:
        >>> from rami import contracts
        >>> state = contracts.new_game(2, seed=3)
        >>> [perft(contracts.GAME, state, depth) for depth in (1, 2, 3)]
        [15, 111, 344]
    """
    if depth < 0:
        raise RulesError(f"depth must not be negative, but it is {shown(depth)}")
    if depth == 0 or game.result(state) is not None:
        return 1
    if depth == 1:
        return sum(1 for _ in game.legal_moves(state))
    return sum(perft(game, game.apply(state, move), depth - 1) for move in game.legal_moves(state))


QUICK = 12
"""Maximum number of quick deals at the start.

Each edition and number of players has one quick deal.
"""

PLAYED, PLAYED_MOVES = 40, 1_000
"""Limits for the deals of good players: the number of deals, and the number of moves.

After this number of moves, no further deal starts.
"""

REPLAYED = 5
"""Maximum number of deals to replay in another process."""

OPTIONAL = {
    "parse_piece": "the JSON of records",
    "best_turn": "that the best turn is legal",
    "codes": "the codes of violations and their JSON",
}
"""The checks that are skipped if a game does not have an optional field, by field."""


@frozen
class Conformance:
    """Statistics of a check by `check_game`.

    They are the numbers of deals, positions and moves.

    Attributes:
        deals: The number of deals played.
        moves: The number of moves made.
        made: The number of times that each kind of move (by class name), violation code, reason and detail occurred.
        never: Kinds of moves, codes and details that the game declares but that never occurred.
        skipped: Checks that were skipped or incomplete, with the reasons.

    Examples:
        >>> from rami import gin
        >>> found = check_game(gin.GAME, seeds=[1], moves=5)
        >>> found.deals > 0, found.moves >= 5, found.skipped
        (True, True, ('2 deals were left after many moves; the first deal was played to its end',))
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
    """Play deals and check a game at every position.

    The game must keep the promises of the library:

    - The same arguments give the same values, also in another process.
    - No piece is lost, and every deal ends.
    - `check`, `apply` and `legal_moves` agree, for states and for views.
    - A view shows nothing hidden. Random states fit it and are uniformly distributed.
    - Sentences, pictures, notation and JSON exist. Notation and JSON can be read back.

    Any exception is a breach, too. First, each table (an edition and a number of players) plays a deal of each seed.
    Then further deals with new seeds are played in eight styles, such as preferring rare kinds of moves.

    Args:
        game: The game.
        rules: The rules. By default all presets.
        players: The number of players. By default every number that the rules allow.
        seeds: The seeds of the deals at each table.
        player: A player good enough to reach all situations. By default `best_turn` of the game, if it has one.
        must: Names that must occur in `Conformance.made`, such as `("Knock", "undercut")`.
        moves: The number of moves after which no further deal starts. At least one deal is played in each style.

    Returns:
        The number of deals and moves, the kinds of moves and ends that occurred, and the checks that were skipped.

    Raises:
        Breach: If a promise is broken. The message has the call, the deal, the moves and the position.
        RulesError: If the rules do not allow this number of players.

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
        raise RulesError(f"the rules do not allow {shown(players)} players")
    with checker.watched.limited() as why_not_limited:
        _play(checker, tables, list(seeds), moves)
    wrong, why_not_compared = watched.compare(sorted(checker.played, key=_variety)[:REPLAYED])
    if wrong:
        raise Breach(wrong, game.name)
    if missing := [name for name in must if not checker.met[name]]:
        raise Breach(f"never occurred in {checker.deals} deals: {', '.join(missing)}", game.name)
    declared = [*(each.__name__ for each in game.moves), *map(str, game.codes or ()), *map(str, game.endings or ())]
    never = tuple(name for name in declared if not checker.met[name])
    skipped = tuple(filter(None, (why_not_compared, why_not_limited, *_not_checked(checker))))
    return Conformance(checker.deals, checker.steps, MappingProxyType(dict(checker.met)), never, skipped)


def _play(checker: Checker, tables: list[Setting], seeds: list[int], moves: int) -> None:
    base_seed = seeds[0] if seeds else 0

    for number, table in enumerate(tables[:QUICK]):
        # Save the stock in the first deal, so that the deal takes as many moves as possible.
        style = "any" if checker.deals else "hoard"
        checker.deal(table, derive(base_seed, f"quick {number}"), style, close_moves=0)

    last_start = checker.steps + PLAYED_MOVES
    for number in range(PLAYED if checker.players else 0):
        if checker.steps <= last_start:
            checker.deal(tables[number % len(tables)], derive(base_seed, f"player {number}"), "player", close_moves=0)

    close_moves = max(20, moves // 2 // max(1, len(seeds) * len(tables)))
    for seed, style in zip(seeds, cycle(["rare", "out"]), strict=False):
        for table in tables:
            checker.deal(table, seed, style, close_moves)

    # Some deals end before the first move, so limit the number of deals too.
    number = 0
    while number < len(STYLES) or number < checker.steps < moves:
        rounds, place = divmod(number, len(STYLES))
        table = tables[(rounds + place) % len(tables)]
        checker.deal(table, derive(base_seed, f"fresh {number}"), STYLES[place], max(40, moves // 16))
        number += 1


def _variety(record: Record) -> tuple[int, int]:
    return -len(set(map(type, record.moves))), len(record.moves)


def _not_checked(checker: Checker) -> Iterable[str]:
    game = checker.game
    for name, promise in OPTIONAL.items():
        if getattr(game, name) is None:
            yield f"{promise}: the game has no {name}"
    if partly := sorted(each.__name__ for each in game.unlisted):
        yield f"that every legal move is listed: {', '.join(partly)} are listed in part"
    yield from (f"{number} {what}" for what, number in checker.skipped.items())
