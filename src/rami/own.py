"""Names for writing your own game.

They are used in addition to `rami` itself.
"""

from rami.counting import deal_unseen, miscount
from rami.dealing import check_players, derive, first_seat, shuffled
from rami.errors import ViolationCode
from rami.explaining import MoveEvent, TurnStep, moves_of, step
from rami.messages import Phrase, Texts
from rami.pictures import Mark, MarkRow, Picture
from rami.pieces import Piece, kinds, without
from rami.positions import AllHands, HandsPosition, OneHand, is_to_move, known_after, next_seat, public_fields, seen_by
from rami.presets import BaseRules, Presets
from rami.referee import BaseMove, Motion, alone, face_down, face_up, read, read_move
from rami.sentences.rules import paragraphs
from rami.shapes import Range, check_seat, typed, typed_fields

__all__ = [
    "AllHands",
    "BaseMove",
    "BaseRules",
    "HandsPosition",
    "Mark",
    "MarkRow",
    "Motion",
    "MoveEvent",
    "OneHand",
    "Phrase",
    "Picture",
    "Piece",
    "Presets",
    "Range",
    "Texts",
    "TurnStep",
    "ViolationCode",
    "alone",
    "check_players",
    "check_seat",
    "deal_unseen",
    "derive",
    "face_down",
    "face_up",
    "first_seat",
    "is_to_move",
    "kinds",
    "known_after",
    "miscount",
    "moves_of",
    "next_seat",
    "paragraphs",
    "public_fields",
    "read",
    "read_move",
    "seen_by",
    "shuffled",
    "step",
    "typed",
    "typed_fields",
    "without",
]


def __dir__() -> list[str]:
    return __all__
