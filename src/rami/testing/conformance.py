"""The promises of a game, asserted along deals that look for what has not happened yet."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, Generic

from attrs import field, frozen

from rami.game import Game, M, R, S, V
from rami.players import Player
from rami.testing.checked_deal import CLOSE, CheckedDeal
from rami.testing.exploring import Aim, Coverage
from rami.testing.invariants import Breach
from rami.testing.other_process import PlayedDeal, difference
from rami.testing.perft import seats
from rami.testing.time_limits import watchdog

SECONDS = 30.0
"""How many seconds a call may work."""

REPLAYED = 3
"""How many deals are replayed in a process with other hashes."""

AHEAD = 400
"""How many moves of a deal are made without checks, in search of positions that offer a kind of move never made."""

AHEAD_OF_ALL = 4_000
"""How many such moves are made in all, apart from the first deals."""

LEAST = 6
"""How many moves of each preset with each number of players are examined closely, at least."""


FEW_TABLES = 12
"""Up to how many presets and numbers of players the stock is used up with each of them."""


@frozen
class Conformance:
    """The positions and moves that `check_game` has examined.

    Attributes:
        deals: How many deals were played to their end.
        moves: How many moves were made.
        made: How often it met each kind of move (the name of its class), code of a violation, end and detail.
        never: What it never met, of the kinds of moves, the codes and the details of ends that the game declares.
        skipped: The deals that `most_moves` left out, and those of which it left out the close look at the end.
    """

    deals: int
    moves: int
    made: Mapping[str, int] = field(factory=lambda: MappingProxyType(dict[str, int]()), hash=False)
    never: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


def check_game(  # noqa: PLR0913  # what to play, how, and what to look for
    game: Game[R, S, M, V],
    *,
    rules: R | None = None,
    players: int | None = None,
    seeds: Iterable[int] = range(2),
    player: Player[V, M] | None = None,
    must: Collection[str] = (),
    most_moves: int = 1_000,
    conserved: Callable[[S], object] | None = None,
    unlisted: Collection[str] = (),
    listing: Callable[[S], bool] | None = None,
) -> Conformance:
    """Play deals, and assert at every position what the library promises of a game.

    For whoever writes a game or changes rules. The promises: the same arguments give the same values; no piece is lost
    (`game.flaws`, or `conserved`); `check`, `apply` and `legal_moves` agree, from a state and from a view, on moves of
    this and of other positions; a view hides the hands of others, and random states fit it and are spread over what is
    hidden; positions that differ have other digests; every deal ends; everything can be written and read again.
    Any exception is a `Breach`, too.

    Rare moves are preferred, with random ones between them; `player` makes half of the moves. Random deals without
    checks lead to kinds of moves that were never made. `Conformance.made` counts what was met.

    Args:
        game: The game.
        rules: The rules; None for all of its presets.
        players: How many players; None for every number that the rules allow.
        seeds: The deals of each preset and each number of players.
        player: A player that plays well enough to get everywhere; None for none.
        must: What has to be met, by the names in `Conformance.made`: `("Knock", "undercut")`.
        most_moves: After how many closely examined moves no further deal is begun. Every preset with every number of
            players has its share of them; the rest of such a deal is played quickly.
        conserved: Returns what never changes in a deal, such as all pieces sorted; for a game without `flaws`.
        unlisted: The kinds of moves that `legal_moves` lists only in part, by the names of their classes, beside those
            of `game.unlisted`.
        listing: Tells in which positions `legal_moves` is called; None for `game.quick_to_list`.

    Returns:
        How much was played, what was met and what was not.

    Raises:
        Breach: If a promise is broken; it says which, in which deal and position.

    Examples:
        >>> from rami import rummikub
        >>> rules = rummikub.Rules(max_number=5, jokers=0, rack_size=4, max_players=2, opening_points=9)
        >>> found = check_game(rummikub.GAME, rules=rules, seeds=[1], must=["Draw", "Play"])
        >>> found.deals, found.made["Draw"] > 5, "joker_not_replaced" in found.never
        (1, True, True)
    """
    presets = dict(game.presets) if rules is None else {"the rules": rules}
    coverage: Coverage[M] = Coverage(game.moves)
    quick = listing or game.quick_to_list or _always
    partly = (*unlisted, *(each.__name__ for each in game.unlisted))
    plan = list(_deals(game, presets, players, seeds))
    first_round = [job for job in plan if job.seed == plan[0].seed]
    share = max(LEAST, most_moves // (2 if len(plan) > len(first_round) > 1 else 1) // max(1, len(first_round)))
    made = 0
    skipped: list[str] = []
    played: list[PlayedDeal[R, S, M, V]] = []
    for job in plan:
        if made >= most_moves:
            skipped.append(job.name)
            continue
        number = len(played)
        whole = number == 0 or number >= len(first_round)
        deal = CheckedDeal(
            game,
            job.rules,
            job.players,
            job.seed,
            f"{game.name}, {job.name}",
            coverage,
            player,
            conserved,
            partly,
            quick,
            number,
            most_moves if whole else share,
            _aims(game, number, len(first_round)),
            AHEAD if number < CLOSE else AHEAD_OF_ALL // len(plan),
        )
        with watchdog(SECONDS, lambda: coverage.steps):
            played.append(deal.play())
        moves = len(played[-1].moves)
        made += min(moves, deal.closely)
        if moves > deal.closely:
            skipped.append(f"{job.name}, after move {deal.closely}")
    if wrong := difference(played[:REPLAYED]):
        raise Breach(wrong, game.name)
    missing = [name for name in must if not coverage.seen[name]]
    if missing:
        raise Breach(f"never met in {len(played)} deals: {', '.join(missing)}", game.name)
    total = sum(len(each.moves) for each in played)
    return Conformance(
        len(played), total, MappingProxyType(dict(coverage.seen)), _never(game, coverage), tuple(skipped)
    )


def _always(state: object) -> bool:  # noqa: ARG001  # it answers for every position
    return True


@frozen
class _Job(Generic[R]):
    """A deal to play."""

    preset: str
    rules: R
    players: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.preset}, {self.players} players, seed {self.seed}"


def _deals(
    game: Game[R, S, M, V], presets: Mapping[str, R], players: int | None, seeds: Iterable[int]
) -> Iterator[_Job[R]]:
    """Yield the deals to play: every preset with every number of players before the next seed."""
    try:
        numbers = {name: seats(game, rules) if players is None else (players,) for name, rules in presets.items()}
    except Exception as error:
        raise Breach(f"{type(error).__name__}: {error}", game.name) from error
    for seed in seeds:
        for row in zip_longest(*numbers.values()):
            for (name, rules), number in zip(presets.items(), row, strict=True):
                if number is not None:
                    yield _Job(name, rules, number, seed)


def _aims(game: Game[Any, Any, Any, Any], number: int, first_round: int) -> list[tuple[Aim, bool]]:
    """Return the aims of deals that steer to rare positions: all for the first deal, fewer for each later one.

    Each aim comes with whether the deal has to end.
    """
    if game.quick_to_list is not None:  # their moves take long to list
        return [(Aim.KEEP_STOCK, True), (Aim.ANY, True)] if number == 0 else []
    if number == 0:
        return [(aim, True) for aim in Aim]
    every = list(Aim)
    one = [(every[number % len(every)], number % len(every) == 0)]
    if number >= first_round:
        return []
    return [*one, (Aim.USE_STOCK, False)] if first_round <= FEW_TABLES or number == first_round - 1 else one


def _never(game: Game[Any, Any, Any, Any], coverage: Coverage[Any]) -> tuple[str, ...]:
    names = [each.__name__ for each in game.moves]
    names += [str(code) for code in game.codes or ()]
    names += [str(detail) for detail in game.endings or ()]
    return tuple(name for name in names if not coverage.seen[name])
