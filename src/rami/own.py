"""What a game of your own imports, gathered: with `rami` itself, nothing else is needed."""

from rami.counting import miscount
from rami.dealing import Dealing, shuffled
from rami.errors import ViolationCode
from rami.explaining import Explaining, MoveEvent, TurnStep
from rami.pictures import Mark, MarkRow, Picture
from rami.pieces import Piece, kinds, without
from rami.positions import AllHands, HandsPosition, OneHand, Views
from rami.presets import BaseRules, Presets
from rami.referee import BaseMove, Motion, Referee, alone, face_down, face_up, read_move
from rami.sentences import Phrase, Texts
from rami.sentences.rules import paragraphs
from rami.shapes import Range, typed_fields

__all__ = [
    "AllHands",
    "BaseMove",
    "BaseRules",
    "Dealing",
    "Explaining",
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
    "Referee",
    "Texts",
    "TurnStep",
    "Views",
    "ViolationCode",
    "alone",
    "face_down",
    "face_up",
    "kinds",
    "miscount",
    "paragraphs",
    "read_move",
    "shuffled",
    "typed_fields",
    "without",
]


def __dir__() -> list[str]:
    return __all__
