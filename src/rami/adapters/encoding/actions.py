"""What a seat can do, as numbers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import combinations, islice
from random import Random
from typing import Any, Final

from attrs import field, frozen

from rami import gin, rummikub, rummy
from rami.adapters.encoding.layouts import VERSION
from rami.errors import RamiError
from rami.game import Game
from rami.gin.rules import PACK
from rami.pieces import without
from rami.players import quick_player
from rami.rummy import Card

SLOTS: Final = 128
"""How many legal moves a game without a vocabulary of its own offers."""

Option = Any
"""What an action does: a move to make, or a tuple, the pieces chosen so far in a turn that goes on."""


@frozen
class Actions:
    """The actions of a game: a fixed list, of which some are legal at a time.

    Attributes:
        version: The version of the list.
        names: What each action means, by its number.
        hides: What cannot be chosen with these actions; "" where every legal move can.
    """

    version: int
    names: tuple[str, ...]
    hides: str
    find: Callable[[Any, tuple[Any, ...]], dict[int, Option]] = field(repr=False, eq=False)

    def options(self, view: Any, chosen: tuple[Any, ...] = ()) -> dict[int, Option]:
        """What a seat can do.

        Args:
            view: What the seat knows.
            chosen: The pieces that it has chosen so far in this turn, where a game is played piece by piece.

        Returns:
            For each legal action what it does: a move to make, or a tuple, the pieces chosen then. Nothing if it is not
            the seat's turn.
        """
        return self.find(view, chosen)

    def reasons(self, game: Game[Any, Any, Any, Any], position: Any, number: int | None) -> list[str]:
        """Why an action cannot be done now.

        Args:
            game: The game.
            position: The position, or the view of the player whose turn it is.
            number: The action; None for none.

        Returns:
            Sentences, at least one.
        """
        if number is None or not 0 <= number < len(self.names):
            return [f"there is no action {number}: they are numbered 0 to {len(self.names) - 1}"]
        name = self.names[number]
        try:
            problems = game.check(position, game.parse_move(name))
        except RamiError:  # a name that is no move by itself, such as a tile of a play
            problems = ()
        return [problem.message() for problem in problems] or [f"{name!r} is not possible now"]


def actions(game: Game[Any, Any, Any, Any], rules: Any) -> Actions:
    """The actions of a game.

    In Rummikub a play is chosen tile by tile: an action adds a tile that some legal play lays together with those
    chosen before, and `commit` makes the play. In card Rami and Gin an action is a move; `hides` says where one stands
    for several. Any other game, the contract game among them, has slots: the first 128 legal moves, by their place in
    `legal_moves`.

    Args:
        game: The game.
        rules: The rules of the deal.

    Returns:
        The actions.

    Examples:
        >>> rack = rummikub.set_up("R7 R8 K1", "R4-R5-R6")
        >>> tiles = actions(rummikub.GAME, rack.rules)
        >>> len(tiles.names), [tiles.names[number] for number in tiles.options(rack)]
        (56, ['R7', 'R8', 'draw'])
    """
    if game.name == "rummikub":
        tiles = sorted(set(rules.tiles))
        return Actions(
            VERSION,
            (*map(str, tiles), *_TURNS),
            "how a play lays its tiles",
            _TileByTile(tiles, _turns(tiles, max(rules.copies, rules.jokers))),
        )
    if game.name in _VOCABULARIES:
        words, word_of, hides = _VOCABULARIES[game.name]
        names = tuple(words(rules))
        numbers = {name: number for number, name in enumerate(names)}

        @lru_cache(maxsize=2**14)
        def number_of(move: object) -> int:
            return numbers[word_of(move)]

        discards = {Card.parse(name[8:]): number for name, number in numbers.items() if name.startswith("discard ")}
        return Actions(VERSION, names, hides, _FirstOf(game.legal_moves, number_of, discards))
    names = tuple(f"move {number}" for number in range(SLOTS))
    return Actions(VERSION, names, f"legal moves after the first {SLOTS}", _Slots(game.legal_moves))


# -------------------------------------------------------------------------------------------------------- tile by tile

_TURNS = ("commit", "draw", "pass")


@frozen
class _TileByTile:
    """The tiles that can be added to those chosen, then the play that lays just these; or no play."""

    tiles: list[rummikub.Tile]
    turn_of: Callable[[rummikub.View], "_Turn"]

    def __call__(self, view: rummikub.View, chosen: tuple[rummikub.Tile, ...]) -> dict[int, Option]:
        if view.is_over or view.player != view.current_player:
            return {}
        turn = self.turn_of(view)
        further = turn.further(chosen, set(without(view.rack, chosen)))
        found: dict[int, Option] = {
            number: (*chosen, tile) for number, tile in enumerate(self.tiles) if tile in further
        }
        commit = len(self.tiles)
        if not chosen:
            found |= {number: move for number, move in enumerate(_IDLE, commit + 1) if not rummikub.check(view, move)}
        elif (play := turn.play_of(chosen)) is not None:
            found[commit] = play
        return found


_IDLE: tuple[rummikub.Move, ...] = (rummikub.Draw(), rummikub.Pass())


def _turns(tiles: Iterable[rummikub.Tile], most: int) -> Callable[[rummikub.View], "_Turn"]:
    """What makes a turn of a view; there are so many tiles of a kind at most."""
    bits = (most + 1).bit_length() + 1  # one more than there are is asked for too
    places = {tile: 1 << bits * place for place, tile in enumerate(tiles)}
    guards = sum(places.values()) << bits - 1
    last: dict[int | None, _Turn] = {}  # of each seat; it saves time, and changes no answer

    @lru_cache(maxsize=16)
    def turn(view: rummikub.View) -> _Turn:
        last[view.player] = _Turn(view, places, guards, last.get(view.player))
        return last[view.player]

    return turn


class _Turn:
    """What is known of the plays of one view: `rummikub.layable`, asked again and again with one tile more.

    A play that lays some tiles answers for all subsets of them; where no play lays some tiles, none lays more. Most of
    it stays true until the player's next turn, if nobody has touched the table and only tiles were drawn.
    """

    def __init__(
        self, view: rummikub.View, places: Mapping[rummikub.Tile, int], guards: int, before: "_Turn | None"
    ) -> None:
        self.view, self.places, self.guards = view, places, guards
        self.known: list[int] = []
        self.impossible: list[int] = []
        self.play_of = lru_cache(partial(rummikub.play_of, view))
        simple = quick_player(view, Random(0))
        if isinstance(simple, rummikub.Play):
            self.known.append(self.row(rummikub.played_tiles(view, simple)))
        if before is not None and _same_but_for_rack(before.view, view):
            self._learn(before)

    def _learn(self, before: "_Turn") -> None:
        """Keep what was known before tiles were drawn: a play without any of them is as legal as it was."""
        drawn = without(self.view.rack, before.view.rack)
        self.known += before.known
        had = Counter(before.view.rack)
        if not any(self.further((tile,) * had[tile], {tile}) for tile in dict.fromkeys(drawn)):
            self.impossible += before.impossible

    def row(self, tiles: Iterable[rummikub.Tile]) -> int:
        """Tiles as a number: some bits count each kind, of which the uppermost is a guard."""
        return sum([self.places[tile] for tile in tiles])

    def holds(self, more: int, fewer: int) -> bool:
        """Whether all tiles of a row are in another: a subtraction borrows from the guards of what is not there."""
        return (more | self.guards) - fewer & self.guards == self.guards

    def further(self, chosen: tuple[rummikub.Tile, ...], among: Iterable[rummikub.Tile]) -> set[rummikub.Tile]:
        """Which of some tiles a legal play lays together with those chosen, and perhaps others.

        The play that is asked for has as many as it can of those of which nothing is known yet. Where it has none of
        them, no play does: one call tells it of all.
        """
        row = self.row(chosen)
        rows = {tile: row + self.places[tile] for tile in among}
        found = {tile for tile, wanted in rows.items() if any(self.holds(known, wanted) for known in self.known)}
        left = {
            tile: wanted
            for tile, wanted in rows.items()
            if tile not in found and not any(self.holds(wanted, none) for none in self.impossible)
        }
        while left:
            play = rummikub.best_play(self.view, including=chosen, maximize=left.__contains__)
            laid = 0 if play is None else self.row(rummikub.played_tiles(self.view, play))
            more = [tile for tile, wanted in left.items() if self.holds(laid, wanted)]
            if not more:
                self.impossible += left.values()
                break
            self.known.append(laid)
            found.update(more)
            for tile in more:
                del left[tile]
        return found


def _same_but_for_rack(before: rummikub.View, view: rummikub.View) -> bool:
    """Whether the same plays are legal, those with tiles drawn since then aside."""
    return (
        (before.rules, before.table, before.opened, before.has_drawn)
        == (view.rules, view.table, view.opened, view.has_drawn)
    ) and not without(before.rack, view.rack)


# ---------------------------------------------------------------------------------------------------------------- moves


@frozen
class _FirstOf:
    """The first legal move of each number."""

    legal_moves: Callable[[Any], Iterator[Any]]
    number_of: Callable[[Any], int]
    discards: Mapping[Card, int]  # which are most of the moves: not even their hash need be found

    def __call__(self, view: Any, _: tuple[Any, ...]) -> dict[int, Option]:
        number_of, discards = self.number_of, self.discards
        found: dict[int, Option] = {}
        for move in self.legal_moves(view):
            number = discards[move.card] if type(move) in _DISCARDS else number_of(move)
            if number not in found:
                found[number] = move
        return found


_DISCARDS = frozenset((rummy.Discard, gin.Discard))


@frozen
class _Slots:
    """Legal moves by their places."""

    legal_moves: Callable[[Any], Iterator[Any]]

    def __call__(self, view: Any, _: tuple[Any, ...]) -> dict[int, Option]:
        return dict(enumerate(islice(self.legal_moves(view), SLOTS)))


def _rummy_word(move: rummy.Move) -> str:
    """The name of a move of card Rami: moves of one name differ only in which of several melds or jokers they use."""
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


def _rummy_words(rules: rummy.Rules) -> Iterator[str]:
    kinds = sorted(set(rules.cards))
    suits = sorted({str(card.suit) for card in kinds if card.suit})
    yield from ("draw", "take")
    if rules.take_depth == "any":
        yield from (f"take {count}" for count in range(2, rummy.Rules().most_cards))
    yield from (f"{verb} {card}" for verb in ("discard", "add", "replace") for card in kinds)
    last = {"low": 13, "high_or_low": 14, "wrap": 25}[rules.ace]
    for suit in suits:
        for start in range(1, 14):
            yield from (f"run {suit} {start} {length}" for length in range(3, min(13, last - start + 1) + 1))
    many = [suit for suit in suits for _ in range(rules.packs if rules.group_suits == "any" else 1)]
    rows = dict.fromkeys("".join(row) for size in range(1, len(many) + 1) for row in combinations(many, size))
    for rank in range(1, 14):
        yield from (f"group {rank} {row}" for row in rows if len(row) > 2)
        yield from (f"group {rank} {row}*" for row in rows)


def _gin_word(move: gin.Move) -> str:
    """The name of a move of Gin: knocks of one name differ only in their melds."""
    match move:
        case gin.Knock(None):
            return "knock"
        case gin.Knock(card):
            return f"knock {card}"
        case gin.LayOff(card):
            return f"add {card}"
        case _:
            return str(move)


def _gin_words(rules: gin.Rules) -> Iterator[str]:
    yield from ("pass", "draw", "take", "done")
    yield from (f"{verb} {card}" for verb in ("discard", "knock", "add") for card in PACK)
    if rules.big_gin_bonus is not None:
        yield "knock"


_VOCABULARIES: Mapping[str, tuple[Callable[[Any], Iterable[str]], Callable[[Any], str], str]] = {
    "rummy": (
        _rummy_words,
        _rummy_word,
        "which meld a card is added to, which joker is replaced, and which cards of a meld jokers stand for",
    ),
    "gin": (
        _gin_words,
        _gin_word,
        "with which melds a player knocks, where not with the best, and which of two melds a card is laid off on",
    ),
}
