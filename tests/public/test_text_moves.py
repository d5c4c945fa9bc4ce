"""`check` and `apply` of every game accept moves as text, and explain bad melds."""

import pickle
from typing import Any

import pytest

from rami import contracts, gin, rummikub, rummy
from rami.codec import from_json
from rami.errors import IllegalMove, InvalidMeld, NotationError, RamiError, RecordError, TooLarge, Violation, WrongType
from rami.game import Game
from rami.games import GAMES
from rami.pieces import Piece
from rami.referee import read
from rami.sentences import SHARED

VIEWS: dict[str, Any] = {
    "rummikub": rummikub.set_up("R1 R2 K3 R4 R5"),
    "rummy": rummy.set_up("4S 5S 6H KD 4H"),
    "contracts": contracts.set_up("4H 4D 5C 7Y", contracts="C18"),
    "gin": gin.set_up("AS 2S 3S 5H 5D 5C 9H 10H JH KD KC", discard="7D"),
}

BAD = [
    ("rummikub", "play R1-R2-K3", ["different_colors"]),
    ("rummikub", "play R1-R2-R4", ["not_consecutive"]),
    ("rummikub", "play r1=r2=r4", ["different_numbers"]),
    ("rummikub", "play R1=K1=R1", ["color_twice"]),
    ("rummikub", "play R1=K1=B1=O1=*", ["no_such_tile"]),
    ("rummikub", "play *-R1-R2", ["no_such_tile"]),
    ("rummikub", "play R1 R2", ["too_few_tiles"]),
    ("rummikub", "play R1-R2 *-*-* K1-K2-K3", ["too_few_tiles", "only_jokers"]),
    ("rummikub", "play " + "-".join(["R1"] * 14), ["no_such_tile"]),
    ("rummikub", "timeout R1-R2-K3 R5", ["different_colors"]),
    ("rummy", "meld 4S-5S", ["too_few_cards"]),
    ("rummy", "meld 4S-5S-6H", ["different_suits"]),
    ("rummy", "meld 4S-5S-7S", ["not_consecutive"]),
    ("rummy", "meld 4S=4H=5D", ["different_ranks"]),
    ("rummy", "meld *=*=*", ["only_jokers"]),
    ("rummy", "add 4S " + "=".join(["4S"] * 14), ["too_many_cards"]),
    ("rummy", "replace 4S 4S-5S-7S", ["not_consecutive"]),
    ("gin", "knock KC AS-2S-4S 5H=5D=6C", ["not_consecutive", "different_ranks"]),
    ("gin", "knock KC *-*-*", ["only_jokers"]),
    ("gin", "knock KC AS-2S", ["too_few_cards"]),
    ("gin", "add 4S AS-2S-3H", ["different_suits"]),
    ("gin", "add 4S " + "=".join(["4S"] * 14), ["too_many_cards"]),
    ("gin", "knock *", ["no_joker"]),
    ("gin", "discard *", ["no_joker"]),
]


MOVES = [
    (rummikub, "draw; pass; play R4-R5-R6; timeout; timeout R4-R5-R6 K8; timeout K8 *"),
    (rummy, "draw; take; take 3; meld AS-2S-3S; add 4S AS-2S-3S; add * 4S-5S-6S front; replace 5S 4S-*-6S; discard KD"),
    (rummy, "buy; pass"),
    (contracts, "take; take 5H 5C; fill C18 4H=4D 5C-*-7Y; end; end 5H 6C"),
    (gin, "pass; draw; take; discard KD; knock; knock KC; knock KC AS-2S-3S 4H-5H-6H; add 4S AS-2S-3S; done"),
]


@pytest.mark.parametrize(("game", "row"), MOVES)
def test_repr_of_a_move_evaluates_to_the_move(game: Any, row: str) -> None:
    for text in row.split("; "):
        move = game.parse_move(text)
        assert eval(repr(move), vars(rummy) | vars(game)) == game.parse_move(f" {text.lower()} ") == move
        assert str(move) == text


@pytest.mark.parametrize(("name", "move", "codes"), BAD)
def test_a_meld_that_does_not_exist_is_a_violation(name: str, move: str, codes: list[str]) -> None:
    game, view = {game.name: game for game in GAMES.values()}[name], VIEWS[name]
    found = game.check(view, move)
    assert [str(violation.code) for violation in found] == codes
    assert all(type(violation.code) is game.codes and violation.pieces for violation in found)
    assert all(violation.message("fr") != violation.message("en") for violation in found)
    state = game.determinize(view, seed=1)
    with pytest.raises(IllegalMove) as caught:
        game.apply(state, move)
    assert caught.value.violations == found
    with pytest.raises((InvalidMeld, NotationError)) as refused:
        game.parse_move(move)
    assert [str(violation.code) for violation in refused.value.violations] == codes
    assert refused.value.message("fr") == " ".join(violation.message("fr") for violation in found)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_whose_turn_it_is_comes_before_the_meld(game: Game) -> None:
    state = game.new_game(2, seed=1)
    moves = {name: move for name, move, _ in BAD}
    move = moves.get(game.name, "take")
    other = game.observe(state, 1 - state.current_player)
    assert [violation.code for violation in game.check(other, move)] == ["not_your_turn"]
    with pytest.raises(NotationError):
        game.check(other, "jump")


def test_a_deal_that_is_over_has_no_moves_as_text() -> None:
    state = gin.new_game(2, seed=1)
    while not state.is_over:
        state = gin.apply(state, next(gin.legal_moves(state)))
    for move in ("draw", "knock KC *-*-*"):
        with pytest.raises(IllegalMove, match="game_over"):
            gin.apply(state, move)


@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_unreadable_text_raises_notation_error(game: Game) -> None:
    view = VIEWS[game.name]
    state = game.determinize(view, seed=1)
    for wrong in ("", "jump", "discard", "play R99", "meld", "fill", "add 4S", "\x00"):
        with pytest.raises(NotationError):
            game.check(view, wrong)
        with pytest.raises(NotationError):
            game.apply(state, wrong)
    for other in (None, 5, b"draw", ("draw",)):
        with pytest.raises(WrongType, match="or text, not"):
            game.check(view, other)
        with pytest.raises(WrongType, match="or text, not"):
            game.apply(state, other)


def test_an_error_without_violations_stays_one() -> None:
    def parse(text: str) -> gin.Move:
        raise InvalidMeld(f"no meld: {text}")

    with pytest.raises(InvalidMeld, match="no meld: x"):
        read("x", gin.GAME.moves, parse, gin.Code)


def test_errors_have_messages() -> None:
    phrase = SHARED.phrase("pictures.player", seat=0)
    problems = gin.check(VIEWS["gin"], "draw")
    errors = [
        TooLarge(phrase),
        NotationError(phrase),
        InvalidMeld(*problems),
        NotationError(phrase, "draw R99", 5),
        RecordError(phrase),
        RecordError("$: wrong", problems),
        IllegalMove(problems),
        IllegalMove(problems, number=3),
    ]
    already = "Vous avez déjà pris une carte pendant ce tour : défaussez-en une, ou frappez."
    said = ["Joueur 1", "Joueur 1", already, "Joueur 1", "Joueur 1", already, already, already]
    for error, message in zip(errors, said, strict=True):
        assert isinstance(error, RamiError)
        for copy in (error, pickle.loads(pickle.dumps(error))):
            assert copy.message("fr") == message
            assert (str(copy), copy.violations) == (str(error), error.violations)
    assert str(errors[3]) == "Player 1 (position 5, in 'draw R99')"
    assert str(errors[5]) == "$: wrong"
    assert InvalidMeld("plain").message("fr") == "plain"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Ce message est illisible : ce n'est pas un document du jeu."),
        ("[]", "Ce message est illisible : ce n'est pas un document du jeu."),
        ('{"rami": 1.5}', "Ce message est illisible : ce n'est pas un document du jeu."),
        ('{"rami": 1, "rami": 1}', "Ce message est illisible : ce n'est pas un document du jeu."),
        ('{"rami": 0, "type": "rummikub.Move", "value": "draw"}', "Ce message a la version 0 du format, "),
        ('{"rami": 1, "type": "gin.Move", "value": "draw"}', "Ce type de message n'est pas attendu ici."),
        ('{"rami": 1, "type": "rummikub.Move", "value": 5}', "Ce message est illisible : l'erreur est à $.value."),
        ('{"rami": 1, "type": "rummikub.Move", "value": "fly"}', "Un coup commence par draw, pass, play ou timeout"),
        ('{"rami": 1, "type": "rummikub.Move", "value": "play R99"}', "« R99 » n'est pas une plaque"),
        ('{"rami": 1, "type": "rummikub.Move", "value": "play R1-"}', "Après « - », il manque une plaque."),
        (
            '{"rami": 1, "type": "rummikub.Move", "value": "play R1-R2-K3"}',
            "Les plaques d'une suite doivent être de la même",
        ),
        (" " * 1_000_001, "Ce message est trop long : 1000000 caractères au plus sont permis."),
    ],
    ids=range(12),
)
def test_a_bad_document_has_a_french_message(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(text, rummikub.Move)
    assert caught.value.message("fr").startswith(message)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.message("fr"), copy.violations) == (
        str(caught.value),
        caught.value.message("fr"),
        caught.value.violations,
    )


def test_pieces_of_a_game_from_outside_have_a_name_in_errors() -> None:
    class Stone(Piece):
        noun = "stone"

    with pytest.raises(NotationError, match="Expected a stone here, but found 0"):
        Stone.parse("")
    with pytest.raises(NotationError, match="'X' is not a piece"):
        Stone.parse("X")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("draw",), "the code of a violation must be a ViolationCode, not 'draw'"),
        ((gin.Code.NOT_IN_HAND, 7), "the pieces and numbers of a violation must be iterables, not 7"),
        ((gin.Code.NOT_IN_HAND, ("KD",)), "a violation may contain only pieces and numbers, not 'KD'"),
        ((gin.Code.TOO_MUCH_DEADWOOD,), "too_much_deadwood needs 2 numbers, not 0"),
    ],
)
def test_invalid_violations_are_refused(arguments: tuple[Any, ...], message: str) -> None:
    wrong: Any = 7
    with pytest.raises(RamiError, match=message):
        Violation(*arguments)
    with pytest.raises(WrongType, match="the rule of a violation must be a string, not 7"):
        Violation(gin.Code.NOT_IN_HAND, rule=wrong)
    with pytest.raises(WrongType, match="the rows of a violation must be pieces, not 7"):
        Violation(gin.Code.NOT_IN_HAND, rows=wrong)
