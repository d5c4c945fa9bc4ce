"""Card Rami as numbers."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from operator import attrgetter

from rami import rummy
from rami.adapters.encoding.actions import Actions, named
from rami.adapters.encoding.fields import (
    Field,
    by_seat,
    cards_of,
    counts,
    counts_by_seat,
    in_order,
    melds,
    number,
    phase,
)


def fields(rules: rummy.Rules, players: int) -> tuple[Field, ...]:
    """Return the fields of an observation."""
    kinds = sorted(set(rules.pieces))
    most, all_cards = max(rules.packs, rules.jokers), len(rules.pieces)
    table = attrgetter("table.melds")
    pile = () if rules.take_depth == "top" else (in_order("pile", kinds, all_cards, _from_the_top),)
    return (
        counts("hand", kinds, most),
        counts("runs", kinds, most, table, partial(cards_of, rummy.Run)),
        counts("groups", kinds, most, table, partial(cards_of, rummy.Group)),
        melds("melds", kinds, all_cards, rummy.Run, table),
        melds("laid", kinds, all_cards, rummy.Run, attrgetter("laid")),
        counts("top_discard", kinds, 1, lambda view: view.discard_pile[-1:]),
        counts("discards", kinds, most, attrgetter("discard_pile")),
        *pile,
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


def _from_the_top(view: rummy.View) -> tuple[rummy.Card, ...]:
    return view.discard_pile[::-1]


def _since(turns: Iterable[int | None], now: int) -> list[int]:
    """Return for each seat 0 if it has not yet, 1 if in this turn, 2 if in an earlier one."""
    return [0 if turn is None else 1 if turn == now else 2 for turn in turns]


def _name_of(move: rummy.Move) -> str:
    """Return the name of a move: moves of one name differ only in which of several melds or jokers they use."""
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


def _names(rules: rummy.Rules) -> Iterator[str]:
    kinds = sorted(set(rules.pieces))
    suits = sorted({str(card.suit) for card in kinds if card.suit})
    yield from ("draw", "take")
    if rules.buying:
        yield from ("pass", "buy")
    if rules.take_depth == "any":
        yield from (f"take {count}" for count in range(2, rummy.Rules().most_cards))
    yield from (f"{verb} {card}" for verb in ("discard", "add", "replace") for card in kinds)
    first, last = {"low": (1, 13), "high": (2, 14), "high_or_low": (1, 14), "wrap": (1, 25)}[rules.ace]
    for suit in suits:
        for start in range(first, 14):
            longest = min(rules.longest_run, last - start + 1)
            yield from (f"run {suit} {start} {length}" for length in range(3, longest + 1))
    many = [suit for suit in suits for _ in range(rules.packs if rules.group_suits == "any" else 1)]
    rows = dict.fromkeys("".join(row) for size in range(1, len(many) + 1) for row in combinations(many, size))
    for rank in range(1, 14):
        yield from (f"group {rank} {row}" for row in rows if len(row) > 2)
        yield from (f"group {rank} {row}*" for row in rows)


def actions(rules: rummy.Rules) -> Actions:
    """Return an action for each move, melds by their cards alone."""
    return named(
        _names(rules),
        _name_of,
        rummy.legal_moves,
        hides="which meld a card is added to, which joker is replaced, and which cards of a meld jokers stand for",
        discard=rummy.Discard,
        cards=sorted(set(rules.pieces)),
    )
