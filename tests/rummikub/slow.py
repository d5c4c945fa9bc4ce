"""Positions that once took the solver seconds or minutes."""

from rami.rummikub import PRESETS, Rules, View, set_up

_OPENING = (
    "R1 R2 R3 R5 R7 R9 K1 K4 K12 B2 B3 B4 B5 B6 B6 B13 O1 O1 O3 O4 O6 O6 *",
    (
        "R6-R7-R8 R10=K10=B10 R11=K11=B11 R12=B12=O12 R13=K13=B13=O13 K1-K2-K3-K4 K6-K7-K8-K9-K10 K12=B12=O12 B5=O5=* "
        "B7-B8-B9 B9-B10-B11 O7-O8-O9 O8-O9-O10"
    ),
)
_OPENING_SMALL = (
    "R1 R9 R11 R12 R12 K1 K7 K13 B1 B3 B4 B8 O2 O3 O8 O13 O13 *",
    "R5=K5=B5=O5 R6=K6=O6 R7=B7=O7 R8=K8=* R10=K10=B10=O10 K1-K2-K3",
)
_OPENING_CROWDED = (
    "R1 R2 R3 R5 R7 R9 K1 K1 K4 K9 K12 B2 B3 B4 B5 B6 B13 O1 O1 O3 O6 O6 *",
    (
        "R4=K4=B4=O4 R6-R7-R8 R10=K10=B10 R11-R12-R13 K6-K7-K8-*-K10-K11 K12=B12=O12 K13=B13=O13 B5-B6-B7-B8-B9 "
        "B9-B10-B11-B12 O7-O8-O9 O8-O9-O10"
    ),
)
_SIX_A = (
    "R1 R3 R11 K5 K12 B2 B3 B8 B10 B12 O1 O2 O10 O11 O13",
    (
        "R3=K3=B3 R4=K4=B4 R6-R7-R8 R7=B7=O7 R8-R9-R10 R10-R11-*-R13 R11=B11=O11 K5-*-K7 K7-*-K9 K8=B8=O8 K11-K12-K13 "
        "B5-B6-B7-B8 O3-O4-O5-O6 O9-O10-O11"
    ),
)
_SIX_B = (
    "R1 K3 K9 K9 K11 B1 B2 B7 B9 B13 O2 O4 O5 O10",
    (
        "R1-R2-R3 R3=B3=O3 R4=K4=O4 R6-R7-R8-R9-R10-R11 R6=O6=* R7=K7=B7=O7 R8=B8=O8 R10=B10=O10 R11=K11=B11 "
        "R11=B11=O11 R13=K13=O13 K2-K3-K4 K5=B5=O5 K7-K8-K9 K12=B12=* B2-B3-B4 B6-B7-B8 O1-O2-O3 O9-O10-O11 O11-*-O13"
    ),
)
_SIX_C = (
    "R2 R6 K4 B2 B12 O13",
    (
        "R1-*-R3-R4 R3=K3=B3 R6-R7-R8-R9-R10-R11 R7=B7=O7 R8=B8=O8 R10=B10=O10 R11=K11=O11 R11=B11=O11 R13=K13=O13 "
        "K4-K5-*-K7 K7-K8-K9 K12=B12=* B2-B3-B4 B5-B6-B7-B8 O1-O2-O3-O4-O5-O6 O9-O10-O11"
    ),
)
_SIX_D = (
    "R3 R3 R9 R9 R12 K1 K11 B9 O3 O13",
    (
        "R1-R2-R3-*-R5-R6-R7 R5=K5=B5=O5 R6=K6=B6=O6 R7=K7=B7 R8=K8=B8=O8 R10=K10=B10=O10 R12=K12=O12=* "
        "R13=K13=B13=O13 K1-K2-K3-K4 K4-K5-K6-K7-K8-K9-K10-K11 K9-K10-K11-K12-* B2-B3-B4-B5-B6-B7-B8-B9 "
        "B9-B10-B11-B12-* O1-O2-O3-O4-O5-O6-O7 O5-O6-O7-O8-O9 O7-O8-O9 O9-O10-O11-O12-O13"
    ),
)
_SIX_E = (
    "R12 K2 B3",
    (
        "R1-R2-R3-R4-R5-R6-R7-R8-R9 R1=K1=B1=O1 R3-R4-R5-R6-R7-R8 R4=K4=B4=O4 R5=B5=O5 R6-R7-R8-*-R10-R11-R12-R13 "
        "R9-R10-R11-R12-R13 R9=K9=B9=O9 R10=K10=B10=O10 R11=K11=B11=O11 R13=K13=B13=O13 K1-K2-K3-K4-K5-K6 "
        "K1-K2-K3-K4-K5-K6-K7-K8-K9-K10-K11 K5-*-K7-K8 K6-K7-K8-K9-K10-*-K12-K13 K13=B13=O13 "
        "B1-B2-B3-B4-B5-B6-B7-B8 B1-B2-B3-B4-B5-B6-B7-B8-B9-B10-B11 B6-B7-B8-B9 B10-B11-B12-B13 O1-O2-O3-O4-O5-O6 "
        "O1-O2-O3-O4-O5-O6-O7-O8 O6-O7-O8-O9-O10-O11-O12-O13 O7-O8-O9-O10-*-O12"
    ),
)
_SIX_F = (
    "R6 R11 R11 K11 K12 O2",
    (
        "R1-R2-R3-R4-R5-R6 R1-R2-R3-R4-R5-R6-R7-R8-R9-R10-R11 R1=K1=B1=O1 R3=K3=B3=O3 R5=K5=B5=O5 R7=K7=B7=O7 "
        "R8=K8=B8=O8 R9=K9=B9=O9 R9=K9=B9=O9 R12=K12=B12=O12 R13=K13=B13=O13 K1-K2-K3 "
        "K2-K3-K4-K5-K6-K7-K8-*-*-K11-K12-K13 K4-K5-K6-K7-K8 K4=B4=O4=* B1-B2-B3 B1-B2-B3-B4-B5-B6 "
        "B5-B6-B7-B8-B9-B10 B10-B11-B12-B13 O1-O2-O3-O4 O2-O3-*-O5-O6"
    ),
)
_SIX_G = (
    "K7 K8 K12 K12 O11 O13",
    (
        "R1-R2-R3-R4-R5 R1=K1=B1=O1 R1=K1=B1=O1 R2=K2=B2=O2 R3=K3=B3=O3 R3=K3=B3=O3 R4-R5-R6-R7-R8-R9-R10 R4=K4=B4=O4 "
        "R5-R6-R7-R8 R6-*-*-R9 R7-R8-R9-R10-R11-R12 R10=K10=B10=O10 R12=K12=B12=O12 R13=K13=O13=* K1-K2-K3-K4 "
        "K4-K5-K6-K7-K8-K9 K5-K6-K7-K8-K9 B1-B2-B3-B4-B5-B6-B7-B8-B9 B4-B5-B6-B7-B8-B9-B10-B11 B5-B6-B7-B8-B9-B10 "
        "B11-B12-B13 B11-B12-B13 O1-O2-O3-O4-O5-O6 O4-O5-O6-O7-O8-O9 O5-O6-O7-*-O9-O10-O11 O7-O8-O9-O10-O11-O12-O13"
    ),
)
_SIX_H = (
    "R6 R13 K1 K1 B2 B12 O4",
    (
        "R3=B3=O3 R4-R5-*-R7-R8 R4=K4=B4 R5=K5=O5 R6-R7-R8-R9 R9-R10-R11 R9=B9=O9 R10=K10=B10 R11=B11=O11 "
        "R12=K12=B12=O12 R12=B12=O12 R13=B13=O13 R13=O13=* K2-K3-K4-K5-K6-K7-K8 K6-K7-K8-K9-K10 K8-K9-K10 K11-K12-K13 "
        "K11=B11=O11 K13=B13=* B1-B2-B3 B4-B5-B6 B4-B5-B6-B7 B6-B7-B8 O1-O2-O3 O1-O2-O3-O4-O5-O6-O7-O8 "
        "O7-O8-O9-O10-O11 O10-*-O12"
    ),
)
_TEN = (
    "R3 R8 R10 O3 O3 O5",
    "R1=B1=O1 R4=K4=B4=O4 R10=K10=* K1=B1=O1 K2=B2=O2 K4-K5-K6-K7 K7-K8-K9 B2-B3-B4 B6-B7-B8-* *-O4-*-O6",
)

_TEN_FEW = (
    "K2 K3 K8",
    (
        "R1=K1=B1 R1=K1=B1=O1 R2-R3-R4-R5-R6-R7-R8-R9-* R2-R3-*-R5-R6 R7=K7=B7=* R10=K10=B10=O10 "
        "K2-K3-K4-K5-K6-K7-K8-K9-K10 K9=B9=O9=* B2-B3-B4-B5-B6 B2-B3-B4-B5-B6-B7-B8-B9-B10 O1-O2-O3-O4-O5-O6-O7-O8 "
        "O2-O3-O4-O5 O7-O8-O9-O10"
    ),
)
_ONE = (
    "K12",
    (
        "R1-R2-R3-R4 R1-R2-R3-R4-R5-R6-R7-R8 R6-R7-R8-R9 R11=K11=O11 R11=K11=O11=* K1=B1=O1 K1=B1=O1 K2-K3-K4 "
        "K2=B2=O2 K3-K4-K5-K6-K7 K5=B5=O5=* K8=B8=O8 B2-B3-B4 B3-B4-B5-B6-B7 B6-B7-B8-B9-B10 B9-B10-B11-B12 "
        "B11-B12-B13 O2-O3-O4-O5-O6-O7 O6-O7-O8-O9-O10"
    ),
)
_TWO_JOKERS = (
    "R1 R4 R5 R7 R10 R11 R12 K4 K5 K7 K9 B1 B2 B4 B6 O1 O3 O4 O12 * *",
    "R5=B5=O5 R12=B12=O12 R13=B13=O13",
)
_LATE = (
    "R2 R2 K3",
    (
        "R1-*-R3-R4 R4-R5-R6-R7-R8 R5=K5=B5=O5 R6=K6=B6=O6 R7=K7=B7=O7 R8=K8=B8=O8 R9=K9=B9=O9 R10=K10=B10=O10 "
        "R11=K11=B11=O11 R12=K12=B12=O12 R13=K13=B13=O13 K1-K2-K3-K4-K5-K6-K7-K8-K9-K10-*-K12-K13 B1-B2-B3-B4 "
        "B1-B2-B3-B4-B5-B6-B7-B8-B9-B10-B11-B12-B13 O1-O2-O3 O1-O2-O3-O4 O4-O5-O6-O7-O8-O9-O10-O11-O12-O13"
    ),
)


TEN = Rules(max_number=10, jokers=4, opening_points=20)
"""Short runs and many jokers."""


def _view(rules: str | Rules, position: tuple[str, str], *, opened: bool = True) -> View:
    return set_up(*position, rules=PRESETS[rules] if isinstance(rules, str) else rules, opened=opened)


SLOW = {
    "ramicube": _view("ramicube", _OPENING, opened=False),
    "ramicube-small": _view("ramicube", _OPENING_SMALL, opened=False),
    "ramicube-crowded": _view("ramicube", _OPENING_CROWDED, opened=False),
    "ramicube-late": _view("ramicube", _LATE),
    "ramicube-one": _view("ramicube", _ONE),
    "rummikub-xp6": _view("rummikub-xp6", _SIX_A),
    "rummikub-xp6-late": _view("rummikub-xp6", _SIX_B),
    "rummikub-xp6-full": _view("rummikub-xp6", _SIX_D),
    "rummikub-xp6-end": _view("rummikub-xp6", _SIX_E),
    "ten": _view(TEN, _TEN),
    "ten-few": _view(TEN, _TEN_FEW),
    "hasbro-2007": _view("hasbro-2007", _TWO_JOKERS, opened=False),
}
"""Positions with a hundred legal moves that are found quickly."""

SLOWEST = SLOW | {
    "rummikub-xp6-few": _view("rummikub-xp6", _SIX_C),
    "rummikub-xp6-all": _view("rummikub-xp6", _SIX_H),
}
"""All of them. In the last but one, most subsets must be proved unplayable; in the last, all are playable."""

HARDEST = [_view("rummikub-xp6", each) for each in (_SIX_F, _SIX_G)]
"""The rack can be laid only with a taken joker. The lower bound does not show this."""
