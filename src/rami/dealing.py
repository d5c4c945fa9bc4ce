"""Shuffle and deal."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from rami.counting import check_count
from rami.errors import RulesError
from rami.game import Deal
from rami.pieces import Piece, row_of_pieces
from rami.referee import R
from rami.shapes import check_seat, instance, whole

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")
P = TypeVar("P", bound=Piece)
Hands = tuple[tuple[P, ...], ...]


@cache
def _generator() -> "type[Random]":
    from random import Random  # noqa: PLC0415  # slow to import, and not needed before the first deal

    return Random


@cache
def _digest() -> Callable[[bytes], bytes]:
    from hashlib import sha256  # noqa: PLC0415  # likewise

    return lambda text: sha256(text).digest()


def derive(seed: int, *labels: str | int) -> int:
    """Return a new seed from a seed and labels, independent of the seeds with other labels.

    Args:
        seed: Any whole number.
        labels: What the new seed is for, such as `"pool", turn`.

    Returns:
        A number of 0 .. 2**63 - 1.

    Raises:
        WrongType: If `seed` is not a whole number.

    Examples:
        >>> derive(7, "deal") == derive(7, "deal"), derive(7, "deal") == derive(7, "draw")
        (True, False)
    """
    if type(seed) is not int:
        whole("seed", seed)
    # Hexadecimal: decimal text of a huge number costs quadratic time, and CPython refuses it.
    text = "/".join([hex(seed), *map(str, labels)])
    return int.from_bytes(_digest()(text.encode())[:8]) >> 1


def shuffled(items: Iterable[T], seed: int) -> tuple[T, ...]:
    """Return the items in a random order, which depends on them and the seed alone.

    Args:
        items: What to shuffle.
        seed: Any whole number.

    Returns:
        The same items in another order.

    Raises:
        WrongType: If `seed` is not a whole number.

    Examples:
        >>> shuffled("ABCDEF", seed=1)
        ('F', 'E', 'B', 'D', 'C', 'A')
    """
    order = list(items)
    random = _generator()(derive(seed, "shuffle")).random
    for last in range(len(order) - 1, 0, -1):
        chosen = int(random() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def first_seat(players: int, starter: int | None, seed: int) -> int:
    """Return the seat that starts: the one that is given, or one chosen at random.

    Args:
        players: How many players.
        starter: The seat, or None.
        seed: The seed of the deal.
    """
    check_seat("starter", starter, players)
    return derive(seed, "dealer") % players if starter is None else starter


def check_players(players: int, rules: R, kind: type[R]) -> None:
    """Check that rules are those of a game, and allow a number of players.

    Args:
        players: How many players.
        rules: The rules of the deal.
        kind: The class of the game's rules.
    """
    instance("rules", rules, kind, hint="an edition is PRESETS[name]")
    seats = rules.player_counts
    bounds = (seats[0], seats[-1]) if len(seats) > 1 else ()
    if whole("players", players, *bounds) not in seats:
        raise RulesError(f"players must be {' or '.join(map(str, seats))}, not {players}")


def dealt(deal: Deal, players: int, size: int, pack: tuple[P, ...]) -> tuple[int, Hands[P], tuple[P, ...]]:
    """Deal hands one by one from the seat that starts, in a game in which nobody draws for the start.

    Args:
        deal: The deal.
        players: How many players.
        size: How many pieces each gets.
        pack: The pieces of the game.

    Returns:
        The seat that starts, the hands, and the other pieces.
    """
    instance("deal", deal, Deal)
    if deal.draws:
        raise RulesError("nobody draws for the start: draws must be empty")
    check_seat("starter", deal.starter, players)
    if (starter := deal.starter) is None:
        raise RulesError("starter must say who starts: the seat that is first after the dealer")
    order = row_of_pieces(type(pack[0]), deal.order, "order")
    check_count(order, pack, "the pack", what="the deal has")
    in_hands = players * size
    hands = tuple(order[(seat - starter) % players : in_hands : players] for seat in range(players))
    return starter, hands, order[in_hands:]
