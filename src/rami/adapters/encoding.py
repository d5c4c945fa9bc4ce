"""Numeric encoding of views and moves, for machine learning.

`Layout.fields` describes the name, the position and the range of every number of an observation. An action is a whole
number. `Actions.names` has the meaning of each action. `Actions.options` returns the legal actions with their effects.
Observations and masks are computed from a view alone, so they cannot reveal hidden pieces.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations
from operator import attrgetter
from typing import Any, Final

from attrs import frozen

from rami import contracts, gin, rummikub, rummy
from rami.adapters.arrays import (
    Actions,
    Field,
    Layout,
    by_seat,
    cards_of,
    counts,
    counts_by_seat,
    in_order,
    melds,
    named,
    number,
    phase,
    slots,
    to_move,
)
from rami.adapters.rummikub import rummikub_actions, rummikub_fields
from rami.contracts.referee import after_legal as contracts_after
from rami.game import Game
from rami.gin.position import Spread
from rami.gin.referee import after_legal as gin_after
from rami.gin.rules import HAND, PACK
from rami.rummikub.referee import after_legal as rummikub_after
from rami.rummy.referee import after_legal as rummy_after
from rami.rummy.rules import MOST_CARDS
from rami.shapes import instance, typed, whole

Bounds = tuple[int, int]
"""The lowest and the highest possible score of a player in a deal."""

UNKNOWN: Final = (-1_000_000, 1_000_000)
"""The score bounds that are used for games from other packages."""


def rummikub_scores(rules: rummikub.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the lowest and the highest possible score in Rummikub.

    No player gains or loses more than the points of all tiles.
    """
    most = rummikub.rack_value(rules.pieces, rules)
    return (-most if rules.losers_negative else 0), most


def rummy_scores(rules: rummy.Rules, players: int) -> Bounds:
    """Return the lowest and the highest possible score in card rummy.

    If laid cards score, the upper bound includes the points of an additional joker for each card.
    """
    cards = rummy.hand_value(rules.pieces, rules)
    if rules.scoring == "melded":
        return -cards - players * (rules.unmelded_points or 0), cards + len(rules.pieces) * rules.joker_points
    left = max(1, rules.rummy_multiplier) * (cards + players * (rules.unmelded_points or 0))
    return (0 if rules.scoring == "winner" else -left), (0 if rules.scoring == "losers" else left) + rules.rummy_bonus


def gin_scores(rules: gin.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the lowest and the highest possible score in Gin.

    The winner gains at most the points of ten court cards and a bonus.
    """
    return 0, 10 * HAND + max(rules.gin_bonus, rules.big_gin_bonus or 0, rules.undercut_bonus)


def contracts_scores(rules: contracts.Rules, players: int) -> Bounds:  # noqa: ARG001
    """Return the lowest and the highest possible score in the contract game.

    The upper bound is the score of all contracts, cards and trophies together.
    """
    deck = rules.deck
    most = sum(contract.points for contract in deck.contracts) + len(deck.cards)
    return 0, most + len(deck.trophy_tokens) * deck.trophy_points


def contracts_fields(rules: contracts.Rules, players: int) -> tuple[Field, ...]:
    """Return the fields of an observation in the contract game."""
    deck = rules.deck
    kinds, names = sorted(set(deck.cards)), [contract.id for contract in deck.contracts]
    faces = sorted({face for token in deck.trophy_tokens for face in token}, key=str)
    all_cards = len(deck.cards)

    def ids(row: Iterable[contracts.Contract]) -> list[str]:
        return [contract.id for contract in row]

    return (
        counts("hand", kinds, deck.copies),
        counts("value_market", kinds, deck.copies),
        counts("discards", kinds, deck.copies),
        counts("bonus_pile", kinds, deck.copies),
        counts("contract_market", names, 1, pieces=ids),
        counts_by_seat("zones", players, names, 1, pieces=ids),
        counts("trophies", faces, len(deck.trophy_tokens)),
        counts_by_seat("known", players, kinds, deck.copies),
        by_seat("hand_sizes", players, all_cards),
        by_seat("bonus_sizes", players, all_cards),
        by_seat("jokers", players, max(1, deck.jokers_per_player)),
        phase(list(contracts.Phase)),
        number("value_pile", all_cards, attrgetter("value_pile_size")),
        number("contract_pile", len(names), attrgetter("contract_pile_size")),
        number(
            "last_turn",
            deck.max_players - 1,
            lambda view: -1 if view.last_turn is None else max(0, view.last_turn - view.turn),
            # -1 means that the last turn is not known yet.
            low=-1,
        ),
    )


def gin_fields(rules: gin.Rules, players: int) -> tuple[Field, ...]:  # noqa: ARG001  # all rules use the same pack
    """Return the fields of an observation in Gin."""

    def opened(view: gin.View) -> Iterable[Spread]:
        return filter(None, view.spreads)

    def laid(kind: type[Any]) -> Callable[[gin.View], Iterable[int]]:
        return lambda view: [card for each in opened(view) for card in cards_of(kind, each.melds.melds)]

    def unmatched(view: gin.View) -> Iterable[int]:
        return [card for each in opened(view) for card in each.unmatched]

    return (
        counts("hand", PACK, 1),
        counts("top_discard", PACK, 1, lambda view: view.discard_pile[-1:]),
        counts("discards", PACK, 1, attrgetter("discard_pile")),
        counts("upcard", PACK, 1, lambda view: () if view.upcard is None else (view.upcard,)),
        counts("taken", PACK, 1, lambda view: () if view.taken is None else (view.taken,)),
        counts("runs", PACK, 1, laid(rummy.Run)),
        counts("groups", PACK, 1, laid(rummy.Group)),
        counts("unmatched", PACK, 1, unmatched),
        counts_by_seat("known", players, PACK, 1),
        by_seat("hand_sizes", players, HAND + 1),
        by_seat("knocked", players, 1, lambda view: [seat == view.knocker for seat in range(players)]),
        phase(list(gin.Phase)),
        number("stock", len(PACK), attrgetter("stock_size")),
    )


def _gin_name(move: gin.Move) -> str:
    match move:
        case gin.Knock(None):
            return "knock"
        case gin.Knock(card):
            return f"knock {card}"
        case gin.LayOff(card):
            return f"add {card}"
        case _:
            return str(move)


def _gin_names(rules: gin.Rules) -> Iterator[str]:
    yield from ("pass", "draw", "take", "done")
    yield from (f"{verb} {card}" for verb in ("discard", "knock", "add") for card in PACK)
    if rules.big_gin_bonus is not None:
        yield "knock"


def gin_actions(rules: gin.Rules) -> Actions:
    """Return the actions in Gin.

    Each action is a move. Knocks with the same discard share one action, and so do lay-offs of the same card.
    """
    return named(
        _gin_names(rules),
        _gin_name,
        gin.legal_moves,
        discard=gin.Discard,
        cards=PACK,
    )


def rummy_fields(rules: rummy.Rules, players: int) -> tuple[Field, ...]:
    """Return the fields of an observation in card rummy."""
    kinds = sorted(set(rules.pieces))
    most, all_cards = max(rules.packs, rules.jokers), len(rules.pieces)
    table_melds = attrgetter("table.melds")
    # Start at the top card, so that the top card always has the same index.
    pile = in_order("pile", kinds, all_cards, lambda view: view.discard_pile[::-1])
    return (
        counts("hand", kinds, most),
        counts("runs", kinds, most, table_melds, partial(cards_of, rummy.Run)),
        counts("groups", kinds, most, table_melds, partial(cards_of, rummy.Group)),
        melds("melds", kinds, all_cards, runs=rummy.Run, read=table_melds),
        melds("laid", kinds, all_cards, runs=rummy.Run, read=attrgetter("laid")),
        counts("top_discard", kinds, 1, lambda view: view.discard_pile[-1:]),
        counts("discards", kinds, most, attrgetter("discard_pile")),
        *([pile] if rules.take_depth == "any" else []),
        counts("taken", kinds, 1, lambda view: () if view.taken is None else (view.taken,)),
        counts_by_seat("known", players, kinds, most),
        by_seat("hand_sizes", players, all_cards),
        by_seat("melded", players, 2, lambda view: _since(view.melded_in, view.turn)),
        by_seat("laid_before", players, 2, lambda view: _since(view.laid_in, view.turn)),
        by_seat("bought", players, max(1, rules.buying)),
        by_seat("in_turn", players, 1, lambda view: [seat == view.in_turn for seat in range(players)]),
        phase(list(rummy.Phase)),
        number("offered", 1),
        number("deep", 1),
        number("jokers_owed", max(1, rules.jokers)),
        number("stock", all_cards, attrgetter("stock_size")),
        number("discard_size", all_cards),
        number("restocks", 9),
    )


def _since(turns: Iterable[int | None], now: int) -> list[int]:
    """Encode None as 0, the current turn as 1, and earlier turns as 2."""
    return [0 if turn is None else 1 if turn == now else 2 for turn in turns]


def _rummy_name(move: rummy.Move) -> str:
    match move:
        case rummy.LayMeld(rummy.Run() as run):
            return f"run {run.kinds[0].suit} {run.start} {len(run.cards)}"
        case rummy.LayMeld(rummy.Group() as group):
            suits = "".join(sorted(card.suit or "" for card in group.cards))
            return f"group {group.rank} {suits}{'*' if rummy.JOKER in group.cards else ''}"
        case rummy.LayOff(card):
            return f"add {card}"
        case rummy.ReplaceJoker(card):
            return f"replace {card}"
        case _:
            return str(move)


def _rummy_names(rules: rummy.Rules) -> Iterator[str]:
    kinds = sorted(set(rules.pieces))
    suits = sorted({str(card.suit) for card in kinds if card.suit})
    yield from ("draw", "take")
    if rules.buying:
        yield from ("pass", "buy")
    if rules.take_depth == "any":
        yield from (f"take {count}" for count in range(2, MOST_CARDS))
    yield from (f"{verb} {card}" for verb in ("discard", "add", "replace") for card in kinds)
    # After the king (13), the ace has the number 14, the two has 15, and so on.
    first, last = {"low": (1, 13), "high": (2, 14), "high_or_low": (1, 14), "wrap": (1, 25)}[rules.ace]
    for suit in suits:
        for start in range(first, 14):
            longest = min(rules.longest_run, last - start + 1)
            yield from (f"run {suit} {start} {length}" for length in range(3, longest + 1))
    # A group with jokers may have only one or two suits.
    all_suits = [suit for suit in suits for _ in range(rules.packs if rules.group_suits == "any" else 1)]
    sizes = range(1, len(all_suits) + 1)
    choices = dict.fromkeys("".join(chosen) for size in sizes for chosen in combinations(all_suits, size))
    for rank in range(1, 14):
        yield from (f"group {rank} {chosen}" for chosen in choices if len(chosen) > 2)
        yield from (f"group {rank} {chosen}*" for chosen in choices)


def rummy_actions(rules: rummy.Rules) -> Actions:
    """Return the actions in card rummy.

    Each action is a move. Moves that differ only in melds or jokers share one action.
    """
    return named(
        _rummy_names(rules),
        _rummy_name,
        rummy.legal_moves,
        discard=rummy.Discard,
        cards=sorted(set(rules.pieces)),
    )


MOST_TURNS: Final = 200
"""Highest turn number in an observation.

Later turns are encoded as this number.
"""


@frozen
class Encoding:
    """The functions that encode the views and moves of one game.

    Attributes:
        fields: Function from the rules and the number of players to the fields of an observation.
        actions: Function from the rules to the actions.
        scores: Function from the rules and the number of players to the bounds of the scores.
        after: Function from a position and a legal move to the next position.
    """

    fields: Callable[[Any, int], tuple[Field, ...]]
    actions: Callable[[Any], Actions]
    scores: Callable[[Any, int], Bounds]
    after: Callable[[Any, Any], Any]


_ENCODINGS: Mapping[str, Encoding] = {
    rummikub.GAME.name: Encoding(rummikub_fields, rummikub_actions, rummikub_scores, rummikub_after),
    contracts.GAME.name: Encoding(
        contracts_fields, lambda _: slots(contracts.legal_moves), contracts_scores, contracts_after
    ),
    rummy.GAME.name: Encoding(rummy_fields, rummy_actions, rummy_scores, rummy_after),
    gin.GAME.name: Encoding(gin_fields, gin_actions, gin_scores, gin_after),
}


def _encoding(game: Game[Any, Any, Any, Any], rules: Any, players: int | None = None) -> Encoding | None:
    seats(game, rules, players)
    return _ENCODINGS.get(game.name)


@typed
def scores(game: Game[Any, Any, Any, Any], rules: Any, players: int) -> tuple[int, int]:
    """Return the lowest and the highest possible score of a player in a deal.

    Args:
        game: The game.
        rules: The rules.
        players: The number of players.

    Returns:
        The two scores. For a game from another package, they are minus one million and plus one million.

    Raises:
        RulesError: If the rules do not allow this number of players.
        WrongType: If the rules are not rules of the game.

    Examples:
        >>> scores(gin.GAME, gin.Rules(), 2)
        (0, 131)
    """
    encoding = _encoding(game, rules, players)
    return UNKNOWN if encoding is None else encoding.scores(rules, players)


@typed
def layout(game: Game[Any, Any, Any, Any], rules: Any, players: int) -> Layout:
    """Return the layout of the observations of a game.

    Fields with a number for each seat start with the observer's number. For a spectator, they start with seat 0. The
    rules are not part of an observation.

    Args:
        game: The game. For a game from another package, observations have only the player to move and the turn number.
        rules: The rules of the deal.
        players: The number of players.

    Returns:
        The layout.

    Raises:
        RulesError: If the rules do not allow this number of players.
        WrongType: If the rules are not rules of the game.

    Examples:
        >>> [each.name for each in layout(rummikub.GAME, rummikub.Rules(), 2).fields][2:]
        ['rack', 'chosen', 'runs', 'groups', 'melds', 'known', 'rack_sizes', 'opened', 'pool', 'passes']
    """
    encoding = _encoding(game, rules, players)
    own = () if encoding is None else encoding.fields(rules, players)
    return Layout((to_move(players), number("turn", MOST_TURNS, lambda view: view.turn), *own))


@typed
def seats(game: Game[Any, Any, Any, Any], rules: Any, players: int | None) -> int:
    """Check and return the number of players.

    Args:
        game: The game.
        rules: The rules.
        players: The number of players. By default the fewest that the rules allow.

    Returns:
        The number.

    Raises:
        RulesError: If the rules do not allow this number of players.
        WrongType: If the rules are not rules of the game.
    """
    instance("rules", rules, game.rules)
    allowed = rules.player_counts
    return allowed[0] if players is None else whole("players", players, allowed[0], allowed[-1])


def after(game: Game[Any, Any, Any, Any]) -> Callable[[Any, Any], Any]:
    """Return a function that applies a legal move to a position.

    For games of the library, the function does not check legality. For other games, the function is `game.apply`.

    Args:
        game: The game.

    Examples:
        >>> start = gin.new_game(2, seed=1)
        >>> after(gin.GAME)(start, gin.Pass()) == gin.apply(start, gin.Pass())
        True
    """
    encoding = _ENCODINGS.get(game.name)
    return game.apply if encoding is None else encoding.after


@typed
def actions(game: Game[Any, Any, Any, Any], rules: Any) -> Actions:
    """Return the actions of a game.

    In Rummikub, a play is chosen tile by tile. An action chooses a tile if some legal play lays this tile together with
    the tiles chosen before. The action `commit` makes the play. In card rummy and Gin, an action is a move. Moves that
    differ only in melds or jokers share an action, which makes the first of these moves. Other games, including the
    contract game, have 128 actions for the first 128 legal moves, in the order of `legal_moves`.

    Args:
        game: The game.
        rules: The rules of the deal.

    Returns:
        The actions.

    Raises:
        WrongType: If the rules are not rules of the game.

    Examples:
        >>> rack = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
        >>> tiles = actions(rummikub.GAME, rack.rules)
        >>> len(tiles.names), [tiles.names[number] for number in tiles.options(rack)]
        (56, ['R7', 'R8', 'draw'])
    """
    encoding = _encoding(game, rules)
    return slots(game.legal_moves) if encoding is None else encoding.actions(rules)
