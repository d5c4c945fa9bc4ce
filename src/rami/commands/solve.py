"""`rami solve`: the best play of a Rummikub rack, step by step."""

from rami import rummikub
from rami.commands.screen import tell
from rami.errors import Language
from rami.rummikub.checks import played_tiles
from rami.sentences import Texts

TEXTS = Texts("commands")


def solve(rack: str, table: str, rules: rummikub.Rules, lang: Language, *, opened: bool, by_points: bool) -> None:
    """Print the best play of a rack on a table."""
    view = rummikub.set_up(rack, table, rules=rules, opened=opened)
    tell(TEXTS.say("solve.rack", lang, rack=view.rack), "  ")
    tell(TEXTS.say("solve.table" if view.table else "solve.empty", lang, table=view.table), "  ")
    play = rummikub.best_play(view, maximize="points" if by_points else "tiles")
    if play is None:
        return tell(TEXTS.say("solve.none", lang))
    laid = played_tiles(view, play)
    points = rummikub.rack_value(laid, rules)
    tell(TEXTS.say("solve.lay", lang, tiles=laid, laid=len(laid), all=len(view.rack), points=points))
    for number, step in enumerate(rummikub.explain(view, play), start=1):
        tell(f"{number:>4}. {step.message(lang)}", " " * 6)
    return tell(TEXTS.say("solve.table", lang, table=play.table), "  ")
