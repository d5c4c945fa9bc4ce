"""Pictures of Gin positions."""

from collections.abc import Iterator

from rami.gin.moves import DrawStock
from rami.gin.position import PublicPosition, Spread
from rami.gin.rules import TEXTS
from rami.messages import Phrase
from rami.pictures import MarkRow, Picture, count, counted, hand_rows, listed, move_picture, picture, pile_row


@picture.register
def _(move: DrawStock) -> Picture:
    return move_picture(move, back="card")


@picture.register
def _(spread: Spread) -> Picture:
    melds = [row for meld in spread.melds for row in meld.picture.rows]
    label = TEXTS.phrase("pictures.deadwood", deadwood=spread.deadwood)
    others = MarkRow(label=label, marks=[card.mark for card in spread.unmatched])
    return Picture(TEXTS.phrase("pictures.open-hand"), (*melds, others))


@picture.register
def _(position: PublicPosition) -> Picture:
    title = listed(
        TEXTS.phrase("pictures.turn", turn=position.turn + 1), TEXTS.phrase(f"pictures.phase-{position.phase}")
    )
    pile = MarkRow(
        label=counted(TEXTS.phrase("pictures.discard-pile"), count(len(position.discard_pile), "card")),
        marks=[card.mark for card in position.discard_pile[-1:]],
        zone="discard pile",
    )
    stock = pile_row(TEXTS.phrase("pictures.stock"), position.stock_size, "card")
    return Picture(title, [MarkRow(label=title), *_hand_rows(position), pile, stock])


def _hand_rows(position: PublicPosition) -> Iterator[MarkRow]:
    def knocked(seat: int) -> tuple[Phrase, ...]:
        return (TEXTS.phrase("pictures.knocked"),) if seat == position.knocker else ()

    rows = hand_rows(position, position.seen_hands, position.hand_sizes, "card", knocked)
    for hand, spread in zip(rows, position.spreads, strict=True):
        yield hand
        if spread:
            yield from spread.picture.rows
