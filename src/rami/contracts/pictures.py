"""Pictures of the contract game."""

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from attrs import evolve

from rami.contracts.cards import TEXTS, Card, Color, color_name
from rami.contracts.moves import End, Fill, joint_of
from rami.contracts.position import PublicPosition, View, end_trigger
from rami.contracts.requirements import Contract, lack_of
from rami.contracts.rules import MOST_ROUNDS, Rules, Trophy
from rami.contracts.scoring import trophy_name
from rami.messages import SHARED, Phrase
from rami.pictures import Ink, Mark, MarkRow, Picture, count, counted, hand_rows, listed, mark, picture


class _Look(NamedTuple):
    ink: Ink
    sign: str
    letter: str


_LOOKS: Mapping[Color, _Look] = {
    Color.HEARTS: _Look("red", "heart", "♥"),
    Color.CLUBS: _Look("green", "club", "♣"),
    Color.CHERRIES: _Look("purple", "cherries", "Y"),
    Color.DIAMONDS: _Look("blue", "diamond", "♦"),
}


@mark.register
@cache
def _(card: Card) -> Mark:
    if card.color is None:
        return Mark(name=TEXTS.phrase("cards.joker"), word="*", sign="joker", shape="value")
    look, value = _LOOKS[card.color], str(card.value)
    name = TEXTS.phrase("cards.card", value=value, color=color_name(card.color))
    return Mark(name=name, word=value + look.letter, text=value, sign=look.sign, ink=look.ink, shape="value")


@mark.register
def _(trophy: Trophy) -> Mark:
    if trophy.color is None:
        return Mark(name=trophy_name(trophy), word=f"x{trophy.combo}", text=f"×{trophy.combo}", shape="token")
    look = _LOOKS[trophy.color]
    return Mark(name=trophy_name(trophy), word=look.letter, sign=look.sign, ink=look.ink, shape="token")


@mark.register
def _(contract: Contract) -> Mark:
    head = TEXTS.phrase("contracts.head", id=contract.id, points=contract.points, color=color_name(contract.bonus))
    lines = (head, *(requirement.words for requirement in contract.requirements))
    look = _LOOKS[contract.bonus]
    return Mark(name=listed(*lines), word=contract.id, sign=look.sign, ink=look.ink, shape="sheet", lines=lines)


@picture.register
def _(contract: Contract) -> Picture:
    return Picture(TEXTS.phrase("contracts.title", id=contract.id), (MarkRow(marks=(contract.mark,)),))


@picture.register
def _(move: Fill) -> Picture:
    label = MarkRow(label=TEXTS.phrase("moves.fill.label", contract=move.contract))
    rows = [MarkRow(marks=[card.mark for card in row], joint=joint_of(row)) for row in move.cards]
    return Picture(TEXTS.phrase("moves.fill.title"), (label, *rows))


@picture.register
def _(move: End) -> Picture:
    label = TEXTS.phrase("moves.end.label-discards" if move.discards else "moves.end.label")
    row = MarkRow(label=label, marks=[card.mark for card in move.discards])
    return Picture(TEXTS.phrase("moves.end.title"), (row,))


@picture.register
def _(position: PublicPosition) -> Picture:
    rules, phase = position.rules, "over" if position.is_over else position.phase
    is_last = not position.is_over and (position.last_turn is not None or position.round + 1 == MOST_ROUNDS)
    title = listed(
        TEXTS.phrase("pictures.title", turn=position.turn + 1),
        SHARED.phrase("pictures.last-round") if is_last else None,
        TEXTS.phrase(f"pictures.{phase}"),
    )
    deck = "default-deck" if rules.deck.label == Rules().deck.label else "deck"
    pile = counted(TEXTS.phrase("pictures.market"), count(position.value_pile_size, "value"))
    rows = [
        MarkRow(label=title),
        MarkRow(label=TEXTS.phrase(f"pictures.{deck}", label=rules.deck.label)),
        MarkRow(label=TEXTS.phrase("pictures.trophies"), marks=[trophy.mark for trophy in position.trophies]),
        MarkRow(label=pile, marks=[card.mark for card in position.value_market], zone="market"),
        MarkRow(label=TEXTS.phrase("nouns.contract", n=len(position.contract_market))),
        *(MarkRow(marks=(mark,)) for mark in _contract_marks(position)),
        *hand_rows(position, position.seen_hands, position.hand_sizes, "value", partial(_notes, position)),
    ]
    return Picture(title, rows)


def _contract_marks(position: PublicPosition) -> Iterator[Mark]:
    owner = position.player if isinstance(position, View) else position.current_player
    for contract in position.contract_market:
        yield evolve(
            contract.mark, note=None if owner is None or position.is_over else _lack(position, contract, owner)
        )


def _lack(position: PublicPosition, contract: Contract, owner: int) -> Phrase:
    values = [card.value for card in position.seen_hands[owner] or ()]
    number, fitting = lack_of(contract.requirements, values, position.rules.deck.values)
    if not number:
        return TEXTS.phrase("pictures.fits")
    if number > 1:
        return TEXTS.phrase("pictures.lacks", n=number)
    joker = (TEXTS.phrase("pictures.the-joker"),) if position.jokers[owner] else ()
    return TEXTS.phrase("pictures.lacks-one", values=(*fitting, *joker))


def _notes(position: PublicPosition, seat: int) -> Iterator[Phrase]:
    if seat == position.starter:
        yield SHARED.phrase("pictures.starter")
    contracts = tuple(contract.id for contract in position.zones[seat])
    yield TEXTS.phrase("pictures.filled", n=len(contracts), most=end_trigger(position), contracts=contracts)
    yield TEXTS.phrase("pictures.bonus", n=position.bonus_sizes[seat])
    yield SHARED.phrase("nouns.joker", n=position.jokers[seat])
