"""Pictures of positions and moves of card rummy."""

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from rami.messages import SHARED, Phrase
from rami.pictures import MarkRow, Picture, count, counted, hand_rows, listed, move_picture, picture, pile_row
from rami.rummy.moves import DrawStock, TakeDiscard
from rami.rummy.position import PublicPosition
from rami.rummy.rules import TEXTS
from rami.rummy.words import asked_melds


@picture.register
def _(move: DrawStock) -> Picture:
    return move_picture(move, back="card")


@picture.register
def _(move: TakeDiscard) -> Picture:
    # The move contains only the number of cards, so the picture cannot show the cards.
    label = TEXTS.phrase("moves.take.label", n=move.count)
    return Picture(TEXTS.phrase("moves.take.title"), (MarkRow(label=label),))


@picture.register
def _(position: PublicPosition) -> Picture:
    title = listed(
        TEXTS.phrase("pictures.title", turn=position.turn + 1),
        TEXTS.phrase("pictures.over" if position.is_over else f"pictures.{position.phase}"),
    )
    first, *others = position.table.picture.rows
    table = evolve(first, label=TEXTS.phrase("pictures.table")) if position.table else first
    pile = MarkRow(
        label=counted(TEXTS.phrase("pictures.discard-pile"), count(position.discard_size, "card")),
        marks=[card.mark for card in position.discard_pile],
        zone="discard pile",
    )
    stock = pile_row(TEXTS.phrase("pictures.stock"), position.stock_size, "card")
    hands = hand_rows(position, position.seen_hands, position.hand_sizes, "card", partial(_notes, position))
    return Picture(title, [MarkRow(label=title), *_opening_row(position), table, *others, *hands, pile, stock])


def _opening_row(position: PublicPosition) -> Iterator[MarkRow]:
    rules, parts = position.rules, [*asked_melds(position.rules)]
    if rules.opening_points:
        parts.append(TEXTS.phrase("pictures.opening-points", n=rules.opening_points))
    if rules.opening_pure_run:
        parts.append(TEXTS.phrase("pictures.opening-pure-run"))
    if parts and not all(position.has_melded) and not position.is_over:
        yield MarkRow(label=TEXTS.phrase("pictures.opening", parts=tuple(parts)))


def _notes(position: PublicPosition, seat: int) -> Iterator[Phrase]:
    if seat == position.starter:
        yield SHARED.phrase("pictures.starter")
    if not position.has_melded[seat]:
        yield TEXTS.phrase("pictures.not-melded")
    if position.laid_points:
        yield TEXTS.phrase("pictures.laid", n=position.laid_points[seat])
    if position.bought:
        yield TEXTS.phrase("pictures.bought", n=position.bought[seat], most=position.rules.buying)
    if seat == position.in_turn:
        yield TEXTS.phrase("pictures.left")
    if seat == position.current_player and position.taken is not None:
        yield TEXTS.phrase("pictures.taken", card=position.taken.mark.name)
    if seat == position.current_player and position.jokers_owed:
        yield TEXTS.phrase("pictures.owed", n=position.jokers_owed)
