"""The examples of the leaflets as the steps that explain them."""

from rami.rummikub import Play, explain, set_up
from tests.rules.positions import CHIFFRES


def sentences(rack: str, table: str, new: str) -> list[str]:
    """The steps of a play that leaves this table."""
    return list(map(str, explain(set_up(rack, table, rules=CHIFFRES), Play(new))))


def test_000_a_adding_to_melds() -> None:
    assert sentences("B3 B8", "B4-B5-B6 R8=K8=O8", "B3-B4-B5-B6 R8=K8=B8=O8") == [
        "Add B8 from the rack to R8=K8=O8: R8=K8=B8=O8.",
        "Add B3 from the rack to B4-B5-B6: B3-B4-B5-B6.",
    ]


def test_000_b_taking_the_fourth_tile() -> None:
    assert sentences("B3 B5 B6", "R4=K4=B4=O4", "R4=K4=O4 B3-B4-B5-B6") == [
        "Make B3-B4-B5-B6: B4 from R4=K4=B4=O4, B3 B5 B6 from the rack."
    ]


def test_000_c_splitting_a_run() -> None:
    assert sentences("R6", "R4-R5-R6-R7-R8", "R4-R5-R6 R6-R7-R8") == [
        "Make R6-R7-R8: R7 R8 from R4-R5-R6-R7-R8, R6 from the rack."
    ]


def test_000_d_combining() -> None:
    assert sentences("B1", "O1-O2-O3-O4 R1=K1=B1=O1", "O2-O3-O4 K1=B1=O1 R1=B1=O1") == [
        "Make K1=B1=O1: K1 from R1=K1=B1=O1, O1 from O1-O2-O3-O4, B1 from the rack."
    ]


def test_000_15_replacing_a_joker_from_the_rack() -> None:
    assert sentences("R5 K8 B8", "R4-*-R6", "R4-R5-R6 K8=B8=*") == [
        "Put R5 from the rack in the place of the joker of R4-*-R6: R4-R5-R6.",
        "Add K8 B8 from the rack to *: K8=B8=*.",
    ]


def test_000_15_replacing_a_joker_from_the_table() -> None:
    assert sentences("K8 B8", "R4-*-R6 R5=K5=B5=O5", "R4-R5-R6 K5=B5=O5 K8=B8=*") == [
        "Put R5 from R5=K5=B5=O5 in the place of the joker of R4-*-R6: R4-R5-R6.",
        "Add K8 B8 from the rack to *: K8=B8=*.",
    ]


def test_000_16_replacing_the_joker_of_a_group() -> None:
    assert sentences("O8", "K8=B8=* R1-R2-R3", "K8=B8=O8 R1-R2-R3-*") == [
        "Put O8 from the rack in the place of the joker of K8=B8=*: K8=B8=O8.",
        "Add * to R1-R2-R3: R1-R2-R3-*.",
    ]
