"""Positions of the contract game as pictures."""

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from rami.contracts.cards import TEXTS
from rami.contracts.position import PublicPosition, View, end_trigger
from rami.contracts.requirements import Contract, lack_of
from rami.contracts.rules import MOST_ROUNDS, Rules
from rami.messages import SHARED, Phrase
from rami.pictures import Mark, Picture, Row, count, counted, hand_rows, listed, picture


@picture.register
def _(position: PublicPosition) -> Picture:
    """Return the trophies, both markets, and the hands as far as they are seen."""
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
        Row(label=title),
        Row(label=TEXTS.phrase(f"pictures.{deck}", label=rules.deck.label)),
        Row(label=TEXTS.phrase("pictures.trophies"), marks=[trophy.mark for trophy in position.trophies]),
        Row(label=pile, marks=[card.mark for card in position.value_market], zone="market"),
        Row(label=TEXTS.phrase("nouns.contract", n=len(position.contract_market))),
        *(Row(marks=(mark,)) for mark in _contract_marks(position)),
        *hand_rows(position, position.seen_hands, position.hand_sizes, "value", partial(_notes, position)),
    ]
    return Picture(title, rows)


def _contract_marks(position: PublicPosition) -> Iterator[Mark]:
    """Yield the contracts of the market, each with what the hand shown, or the one to move, still lacks for it."""
    owner = position.player if isinstance(position, View) else position.current_player
    for contract in position.contract_market:
        yield evolve(
            contract.mark, note=None if owner is None or position.is_over else _lack(position, contract, owner)
        )


def _lack(position: PublicPosition, contract: Contract, owner: int) -> Phrase:
    """Return what a hand still lacks for a contract: up to one card by its values, else their number."""
    values = [card.value for card in position.seen_hands[owner] or ()]
    number, fitting = lack_of(contract.requirements, values, position.rules.deck.values)
    if not number:
        return TEXTS.phrase("pictures.fits")
    if number > 1:
        return TEXTS.phrase("pictures.lacks", n=number)
    joker = (TEXTS.phrase("pictures.the-joker"),) if position.jokers[owner] else ()
    return TEXTS.phrase("pictures.lacks-one", values=(*fitting, *joker))


def _notes(position: PublicPosition, seat: int) -> Iterator[Phrase]:
    """Yield what is said of a seat, and what lies before it, beside its hand."""
    if seat == position.starter:
        yield SHARED.phrase("pictures.starter")
    contracts = tuple(contract.id for contract in position.zones[seat])
    yield TEXTS.phrase("pictures.filled", n=len(contracts), most=end_trigger(position), contracts=contracts)
    yield TEXTS.phrase("pictures.bonus", n=position.bonus_sizes[seat])
    yield SHARED.phrase("nouns.joker", n=position.jokers[seat])
