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
    from random import Random  # noqa: PLC0415  # slow to import, and only needed for deals

    return Random


@cache
def _digest() -> Callable[[bytes], bytes]:
    from hashlib import sha256  # noqa: PLC0415  # slow to import

    return lambda text: sha256(text).digest()


def derive(seed: int, *labels: str | int) -> int:
    """Return a seed derived from another seed and from labels.

    Different labels give independent seeds.

    Args:
        seed: Any integer.
        labels: The purpose of the new seed, such as `"pool", turn`.

    Returns:
        A number from 0 to 2**63 - 1.

    Raises:
        WrongType: If `seed` is not an integer.

    Examples:
        >>> derive(7, "deal") == derive(7, "deal"), derive(7, "deal") == derive(7, "draw")
        (True, False)
    """
    if type(seed) is not int:
        whole("seed", seed)
    # Use hexadecimal, since CPython refuses to convert huge numbers to decimal.
    text = "/".join([hex(seed), *map(str, labels)])
    return int.from_bytes(_digest()(text.encode())[:8]) >> 1


def shuffled(items: Iterable[T], seed: int) -> tuple[T, ...]:
    """Return items in a random order.

    The same items and seed always give the same order.

    Args:
        items: The items to shuffle.
        seed: Any integer.

    Returns:
        The shuffled items.

    Raises:
        WrongType: If `seed` is not an integer.

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
    """Return the seat that starts.

    Args:
        players: The number of players.
        starter: The seat, or None to choose one at random.
        seed: The seed of the deal.

    Raises:
        RulesError: If `starter` is not a seat.
        WrongType: If `starter` or `seed` is of another type.

    Examples:
        >>> first_seat(4, 2, seed=1), first_seat(4, None, seed=1)
        (2, 1)
    """
    check_seat("starter", starter, players)
    return derive(seed, "dealer") % players if starter is None else starter


def check_players(players: int, rules: R, kind: type[R]) -> None:
    """Check the type of rules and the number of players.

    Args:
        players: The number of players.
        rules: The rules of the deal.
        kind: The class of the game's rules.

    Raises:
        RulesError: If the rules do not allow this number of players.
        WrongType: If the rules are not of the class, or `players` is not an integer.

    Examples:
        >>> from rami import rummy
        >>> check_players(7, rummy.Rules(), rummy.Rules)
        Traceback (most recent call last):
        ...
        rami.errors.RulesError: players must be a whole number from 2 to 6, not 7
    """
    instance("rules", rules, kind, hint="an edition is PRESETS[name]")
    seats = rules.player_counts
    if whole("players", players, seats[0], seats[-1]) not in seats:
        raise RulesError(f"players must be {' or '.join(map(str, seats))}, not {players}")


def dealt(deal: Deal, players: int, size: int, pack: tuple[P, ...]) -> tuple[int, Hands[P], tuple[P, ...]]:
    """Deal hands one piece at a time.

    The starting seat gets the first piece.

    Args:
        deal: The deal. It must have a starter, and no draws.
        players: The number of players.
        size: The number of pieces in each hand.
        pack: All pieces of the game.

    Returns:
        The starting seat, the hands by seat in canonical order, and the remaining pieces.

    Raises:
        RulesError: If the deal has draws or no starter, or its pieces are not the pack.
    """
    instance("deal", deal, Deal)
    if deal.draws:
        raise RulesError("draws must be empty: in this game, nobody draws to decide who starts")
    check_seat("starter", deal.starter, players)
    if (starter := deal.starter) is None:
        raise RulesError("starter must be the seat after the dealer, not None")
    order = row_of_pieces(type(pack[0]), deal.order, "order")
    check_count(order, pack, "the pack", what="the deal has")
    in_hands = players * size
    hands = tuple(tuple(sorted(order[(seat - starter) % players : in_hands : players])) for seat in range(players))
    return starter, hands, order[in_hands:]
