"""Sentences as data: complete languages, known placeholders, and all plural forms."""

import pickle
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from rami import RamiError, WrongType
from rami.games import GAMES
from rami.sentences import CATEGORIES, SHARED, Phrase, Texts, category, language, languages
from tools.sentences import sentences as filled

FOLDER = Path(__file__).parents[2] / "src" / "rami" / "sentences"
OWN = Texts("sentences", Path(__file__).parents[1] / "data" / "text")
SUBJECTS = sorted(path.stem for path in (FOLDER / "en").glob("*.toml"))
LANG = f"lang must be {', '.join(map(repr, languages()[:-1]))} or {languages()[-1]!r}"
NUMBERS = (0, 1, 2, 5)
ANYTHING: Any = None


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """The forms of every sentence of a file, by its key."""
    for name, value in table.items():
        if isinstance(value, str):
            yield prefix + name, {"other": value}
        elif all(form in CATEGORIES or form.isdecimal() for form in value):
            yield prefix + name, value
        else:
            yield from flat(value, f"{prefix}{name}.")


def sentences(lang: str, subject: str) -> dict[str, dict[str, str]]:
    return dict(flat(tomllib.loads((FOLDER / lang / f"{subject}.toml").read_text("utf-8"))))


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def nouns(sentence: str) -> set[str]:
    return {how for _, _, how, _ in Formatter().parse(sentence) if how}


OTHERWISE = {"rules.cards.hand"}
"""Sentences that a language builds of other values: "2 to 4 players" is "2, 3 ou 4 joueurs"."""
OF_ITS_OWN = ("nouns.", "lists.")
"""Keys that a language may add: nouns in other cases, and the links of lists."""
EVERY = [(lang, subject) for lang in languages() for subject in SUBJECTS]


@pytest.mark.parametrize(("lang", "subject"), EVERY)
def test_a_language_has_every_sentence_with_the_same_places(lang: str, subject: str) -> None:
    ours, english = sentences(lang, subject), sentences("en", subject)
    assert set(english) <= set(ours)
    assert all(key.startswith(OF_ITS_OWN) for key in set(ours) - set(english))
    for key in set(english) - OTHERWISE:
        ours_named, named = (
            {place for form in each[key].values() for place in places(form)} for each in (ours, english)
        )
        assert ours_named - {"n"} == named - {"n"}, key


@pytest.mark.parametrize(("lang", "subject"), EVERY)
def test_every_plural_form_is_there(lang: str, subject: str) -> None:
    for key, forms in sentences(lang, subject).items():
        assert "other" in forms, key
        categories = {category(number, lang) for number in NUMBERS}
        assert {form for form in forms if not form.isdecimal()} <= categories | {"other"}, key
        bare = "{n}" in forms["other"]  # A number without a noun
        assert len(forms) == 1 or not bare or "1" in forms or categories <= set(forms), key


@pytest.mark.parametrize(("lang", "subject"), EVERY)
def test_every_noun_is_known_and_counts(lang: str, subject: str) -> None:
    known = {key for key in (*sentences(lang, subject), *sentences(lang, "shared")) if "." in key}
    for key, forms in sentences(lang, subject).items():
        for form in forms.values():
            for how in nouns(form) - {"seat"}:
                assert {f"nouns.{how}", f"lists.{how}"} & known, key
    for key, forms in sentences(lang, subject).items():
        if key.startswith("nouns."):
            counted = [number for number in NUMBERS if str(number) not in forms]
            assert all(Texts(subject).say(key, lang, n=number).startswith(f"{number} ") for number in counted), key


@pytest.mark.parametrize(("lang", "subject"), EVERY)
def test_a_sentence_is_typed_with_care(lang: str, subject: str) -> None:
    for key, forms in sentences(lang, subject).items():
        for form in forms.values():
            assert "  " not in form
            assert not re.search(r" [.,)]|\( ", form), form
            if lang == "fr":
                # French punctuation marks have plain spaces, not no-break spaces.
                assert not re.search("[\u00a0\u202f]", form), form
                assert not re.search(r"[^ ][:;!?»]|«[^ ]", re.sub(r"\{[^}]*\}", "x", form)), form
            else:
                assert not re.search(r" [:;!?](?!\w)", form.strip()), form
            if key.startswith("violations."):
                assert form.endswith("."), form


@pytest.mark.parametrize(("lang", "subject"), EVERY)
def test_every_sentence_is_shown_in_its_place(lang: str, subject: str) -> None:
    shown = dict(filled(lang, subject))
    assert set(shown) == set(sentences(lang, subject))
    for key, said in shown.items():
        assert said
        assert all(each.strip() and not set("{}") & set(each) for each in said), key
    counting = {key for key, forms in sentences(lang, subject).items() if "{n}" in forms["other"]}
    assert all(len(shown[key]) == len(NUMBERS) for key in counting)


@pytest.mark.parametrize(("lang", "subject"), EVERY)
def test_a_noun_after_a_number_has_the_form_of_the_number(lang: str, subject: str) -> None:
    """Also where a sentence counts without the table of nouns; the numbers of rules have limits, and no 0 or 1."""
    forms: dict[str, set[str]] = {}
    for key, said in (*filled(lang, "shared"), *filled(lang, subject)):
        if key.startswith("nouns."):
            for number, noun in zip(NUMBERS, said, strict=False):
                forms.setdefault(noun.removeprefix(f"{number} "), set()).add(str(number))
    assert len(forms) >= 10
    counted = re.compile(rf"(?<![-\w])([0125]) ({'|'.join(sorted(map(re.escape, forms), key=len, reverse=True))})\b")
    for key, said in filled(lang, subject):
        for number, noun in counted.findall(" ".join(said)) if not key.startswith(("rules.", "moves.")) else ():
            assert number in forms[noun], (key, said)


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.name in SUBJECTS], ids=lambda game: game.name)
def test_every_code_has_its_sentence_and_every_sentence_its_code(game: Any) -> None:
    for lang in languages():
        said = {key: forms for key, forms in sentences(lang, game.name).items() if key.startswith("violations.")}
        own = [code for code in game.codes if code.texts.subject == game.name]  # Cards have separate sentences
        assert set(said) == {f"violations.{code}" for code in own}
        for code in own:
            for form, sentence in said[f"violations.{code}"].items():
                missing = {*code.names} - places(sentence)
                assert places(sentence) <= {"pieces", "n", *code.names}
                assert not missing or (missing == {"n"} and form != "other"), sentence


def test_a_phrase_waits_for_its_language() -> None:
    seat = SHARED.phrase("pictures.player", seat=0)
    counted = SHARED.phrase("pictures.counted", what=seat, pieces=SHARED.phrase("nouns.card", n=1))
    assert [counted.say(lang) for lang in ("en", "FR")] == ["Player 1: 1 card", "Joueur 1 : 1 carte"]
    assert str(counted) == "Player 1: 1 card"
    assert pickle.loads(pickle.dumps(counted)) == counted
    assert len({counted, pickle.loads(pickle.dumps(counted)), seat}) == 2
    assert SHARED.phrase("x", a=1, b=2) == SHARED.phrase("x", b=2, a=1) == Phrase(SHARED, "x", (("a", 1), ("b", 2)))


@pytest.mark.parametrize(
    ("parts", "english", "french"),
    [
        ((), "", ""),
        (("A",), "A", "A"),
        (("A", 2), "A, and 2", "A, et 2"),
        (
            ("A", 2, SHARED.phrase("ends.blocked")),
            "A, 2, and nobody can continue",
            "A, 2, et personne ne peut continuer",
        ),
    ],
)
def test_a_list_is_joined_as_the_language_does(parts: tuple[object, ...], english: str, french: str) -> None:
    listed = SHARED.phrase("events.then", parts=parts)
    assert (listed.say(), listed.say("fr")) == (english, french)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (("Ana", "Juan"), "Ana y Juan"),
        (("Juan", "Inés"), "Juan e Inés"),
        (("6", "7", "8"), "6, 7 y 8"),
        (("Ana", "hielo"), "Ana y hielo"),
        (("Ana", "Hilda"), "Ana e Hilda"),
        (("Inés",), "Inés"),
    ],
)
def test_the_link_of_a_list_agrees_with_the_next_word(parts: tuple[str, ...], said: str, tmp_path: Path) -> None:
    links = {"and": ", ", "and-last": " y ", "and-before-i": " e ", "and-before-hi": " e ", "and-before-hie": " y "}
    (tmp_path / "en").mkdir()
    written = "".join(f'{name} = "{link}"\n' for name, link in links.items())
    (tmp_path / "en" / "people.toml").write_text(f'people = "{{parts:and}}"\n[lists]\n{written}', "utf-8")
    assert Texts("people", tmp_path).say("people", "en", parts=parts) == said


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", "other one other other other other other"),
        ("fr", "one one other other other other other"),
        ("de", "other one other other other other other"),
        ("es", "other one other other other other other"),
        ("sv", "other one other other other other other"),
    ],
)
def test_a_number_chooses_the_plural_form_of_the_language(lang: str, forms: str) -> None:
    assert [category(number, lang) for number in (0, 1, 2, 5, 12, 22, 25)] == forms.split()
    assert category(-1, lang) == category(1, lang)
    assert set(forms.split()) <= CATEGORIES


def test_a_folder_of_ones_own_adds_a_language() -> None:
    assert languages(OWN.package) == ("en", "fr", "nl")
    said = [OWN.say("nouns.tile", "NL", n=number) for number in NUMBERS]
    assert said == ["0 stenen", "1 steen", "2 stenen", "5 stenen"]
    assert OWN.say("violations.tiles", "nl", n=5, pieces="R1") == "Deze stenen (5): R1."
    assert OWN.say("violations.seat", "nl", seat=1) == "Player 2 is to move."  # not translated
    assert OWN.say("violations.english", "fr", tiles=2) == "2 tiles."
    assert OWN.has("violations.seat")
    assert not OWN.has("violations.seat", "nl")
    assert language("NL", OWN.package) == "nl"


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: SHARED.say("ends.blocked", "xx"), RamiError, f"{LANG}, not 'xx'"),
        (lambda: OWN.say("violations.seat", "xx", seat=1), RamiError, "lang must be .*'fr' or 'nl', not 'xx'"),
        (lambda: SHARED.say("ends.blocked", "../fr"), RamiError, f"{LANG}, not '../fr'"),
        (lambda: SHARED.say("ends.blocked", ""), RamiError, f"{LANG}, not ''"),
        (lambda: SHARED.say("ends.blocked", ANYTHING), WrongType, f"{LANG}, not None"),
        (lambda: language(ANYTHING), WrongType, f"{LANG}, not None"),
        (lambda: SHARED.say("ends.other", "fr"), RamiError, "shared has no sentence 'ends.other' in 'fr'"),
        (lambda: OWN.say("nouns.bead", "nl", n=1), RamiError, "sentences has no sentence 'nouns.bead' in 'nl'"),
        (lambda: SHARED.say("nouns.bead", "fr", n=1), RamiError, "shared has no sentence 'nouns.bead' in 'fr'"),
        (
            lambda: SHARED.say("pictures.player", "en"),
            RamiError,
            "the placeholder 'seat' of a shared sentence has no value",
        ),
        (lambda: Texts("chess").say("x", "fr"), RamiError, "rami.sentences has no file en/chess.toml"),
    ],
)
def test_missing_sentences_and_languages_are_refused(make: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=f"^{message}$"):
        make()
