"""The page that finds the edition of a box agrees with the presets."""

import re
from pathlib import Path

from rami import rummikub

PAGE = (Path(__file__).parents[1] / "guides" / "which-edition.md").read_text(encoding="utf-8")
UNTIMED = {name: rules for name, rules in rummikub.PRESETS.items() if not name.endswith("-timed")}


def test_every_edition_of_rummikub_is_on_the_page() -> None:
    assert {name for name in UNTIMED if f"[`{name}`](../editions/{name}.md)" not in PAGE} == set()


def test_each_sentence_of_a_leaflet_holds_for_exactly_the_editions_beside_it() -> None:
    rows = re.findall(r"^\| [^|]+ \| `(\w+)` \| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 5
    for field, value, editions in rows:
        agreeing = {name for name, rules in UNTIMED.items() if str(getattr(rules, field)) == value}
        assert agreeing == set(re.findall(r"`([\w-]+)`", editions)), (field, value)


def test_the_numbers_of_players_are_those_of_the_editions() -> None:
    rows = re.findall(r"^\|.*\| (\d) (?:to|or) (\d) \| \[`([\w-]+)`\]", PAGE, re.MULTILINE)
    assert len(rows) == len(UNTIMED)
    for fewest, most, name in rows:
        rules = rummikub.PRESETS[name]
        assert (rules.min_players, rules.max_players) == (int(fewest), int(most))
