"""The rules of Rummikub in words, a sentence for every field."""

from rami.pictures.model import Words, numbered
from rami.rummikub.rules import Rules
from rami.rummikub.score_prose import SCORE
from rami.rummikub.tiles import Color
from rami.text.pairs import Topics, always, choice, enumerated, paragraphs, span, times
from rami.text.rules import Paragraph


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """What rules say, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(rules, (*_TOPICS, *SCORE))


_COLORS = {
    Color.BLUE: ("blue", "bleu"),
    Color.RED: ("red", "rouge"),
    Color.BLACK: ("black", "noir"),
    Color.ORANGE: ("orange", "orange"),
}


def _colors(rules: Rules) -> Words:
    names = [_COLORS[color] for color in rules.colors]
    one = len(names) == 1
    return (
        f"{'Their colour is' if one else 'Their colours are'} {enumerated(names)[0]}.",
        f"{'Leur couleur est' if one else 'Leurs couleurs sont'} {enumerated(names)[1]}.",
    )


def _tiles(number: int) -> Words:
    return numbered(number, ("tile", "plaque"), ("tiles", "plaques"))


def _points(number: int) -> Words:
    return numbered(number, ("point", "point"), ("points", "points"))


def _copies(rules: Rules) -> Words:
    if rules.copies == 1:
        return "Every number is there once in each colour.", "Chaque nombre existe une fois dans chaque couleur."
    return (
        f"Every number is there {times(rules.copies)[0]} in each colour.",
        f"Chaque nombre existe {times(rules.copies)[1]} dans chaque couleur.",
    )


def _jokers(rules: Rules) -> Words:
    if not rules.jokers:
        return "There is no joker.", "Il n'y a pas de joker."
    count = numbered(rules.jokers, ("joker", "joker"), ("jokers", "jokers"))
    return (
        f"There {'is' if rules.jokers == 1 else 'are'} also {count[0]}; a joker stands for any tile.",
        f"Il y a aussi {count[1]} ; un joker remplace n'importe quelle plaque.",
    )


def _players(rules: Rules) -> Words:
    english, french = span(rules.min_players, rules.max_players)
    return f"For {english} players.", f"De {french} joueurs." if " à " in french else f"À {french} joueurs."


def _opening(rules: Rules) -> Words:
    if not rules.opening_points:
        return (
            "A player opens with one or more complete melds of tiles from their rack, whatever they are worth.",
            "On démarre par une ou plusieurs combinaisons complètes de plaques de son chevalet, quelle qu'en soit la valeur.",
        )
    english, french = _points(rules.opening_points)
    return (
        f"A player opens with one or more complete melds of tiles from their rack, worth {english} or more in all.",
        f"On démarre par une ou plusieurs combinaisons complètes de plaques de son chevalet, qui valent ensemble {french} ou plus.",
    )


def _most_jokers(rules: Rules) -> Words:
    if not rules.max_jokers_per_set:
        return "No meld may have a joker.", "Aucune combinaison ne peut contenir de joker."
    english, french = numbered(rules.max_jokers_per_set, ("joker", "joker"), ("jokers", "jokers"))
    return f"A meld has at most {english}.", f"Une combinaison contient au plus {french}."


_TOPICS: Topics[Rules] = (
    (
        ("The aim", "Le but"),
        (
            always(
                "Be the first to lay all tiles of your rack on the table, in runs and groups.",
                "Être le premier à poser toutes les plaques de son chevalet sur la table, en suites et en groupes.",
            ),
            ("min_players max_players", _players),
        ),
    ),
    (
        ("The tiles", "Les plaques"),
        (
            (
                "max_number",
                lambda rules: (
                    f"The tiles are numbered from 1 to {rules.max_number}.",
                    f"Les plaques sont numérotées de 1 à {rules.max_number}.",
                ),
            ),
            ("colors", _colors),
            ("copies", _copies),
            ("jokers", _jokers),
        ),
    ),
    (
        ("The start", "Le début"),
        (
            choice(
                "start_draw",
                {
                    "before_deal": (
                        "Before the deal each player draws a tile, and the highest number starts; a joker does not count.",
                        "Avant la distribution, chacun pioche une plaque, et le plus grand nombre commence ; un joker ne compte pas.",
                    ),
                    "after_deal": (
                        "After the deal each player draws a tile, and the highest number starts; a joker does not count.",
                        "Après la distribution, chacun pioche une plaque, et le plus grand nombre commence ; un joker ne compte pas.",
                    ),
                },
            ),
            choice("start_tie", {"redraw": ("Players who tie draw again.", "En cas d'égalité, on pioche de nouveau.")}),
            choice(
                "start_tile_returns",
                {
                    True: (
                        "The tiles drawn for that go back and are mixed with the others.",
                        "Les plaques ainsi piochées sont remises et mélangées aux autres.",
                    ),
                    False: (
                        "The players keep the tiles drawn for that.",
                        "Les joueurs gardent les plaques ainsi piochées.",
                    ),
                },
            ),
            (
                "rack_size",
                lambda rules: (
                    f"Each player has {_tiles(rules.rack_size)[0]}; the others lie face down and are the pool.",
                    f"Chacun reçoit {_tiles(rules.rack_size)[1]} ; les autres, face cachée, forment la pioche.",
                ),
            ),
        ),
    ),
    (
        ("Melds", "Les combinaisons"),
        (
            always(
                "A run is three or more consecutive numbers of one colour; a group is three or more tiles of one number, each of a different colour.",
                "Une suite compte trois nombres consécutifs ou plus d'une même couleur ; un groupe compte trois plaques ou plus d'un même nombre, chacune d'une couleur différente.",
            ),
            choice(
                "one_follows_ten",
                {
                    False: (
                        "A 1 lies before the 2 only, never after the highest number.",
                        "Le 1 précède le 2, et ne suit jamais le plus grand nombre.",
                    ),
                    True: (
                        "A 1 lies before the 2, and may also end a run after the 10.",
                        "Le 1 précède le 2, et peut aussi finir une suite après le 10.",
                    ),
                },
            ),
            ("max_jokers_per_set", _most_jokers),
            choice(
                "adjacent_jokers",
                {
                    True: (
                        "Two jokers may lie side by side in a run.",
                        "Deux jokers peuvent se suivre dans une suite.",
                    ),
                    False: (
                        "Two jokers may not lie side by side in a run.",
                        "Deux jokers ne peuvent pas se suivre dans une suite.",
                    ),
                },
            ),
            choice(
                "joker_positional",
                {
                    True: (
                        "In a run a joker stands for the tile of its place.",
                        "Dans une suite, un joker remplace la plaque dont il occupe la place.",
                    ),
                    False: (
                        "A joker at one end of a run may count as one at the other end, as suits the player who moves.",
                        "Un joker au bout d'une suite peut compter comme à l'autre bout, au gré du joueur qui joue.",
                    ),
                },
            ),
        ),
    ),
    (
        ("The opening", "Le démarrage"),
        (
            ("opening_points", _opening),
            choice(
                "joker_in_opening",
                {
                    "value": (
                        "A joker in the opening counts as the tile that it stands for.",
                        "Un joker du démarrage compte comme la plaque qu'il remplace.",
                    ),
                    "zero": ("A joker in the opening counts 0.", "Un joker du démarrage compte 0."),
                    "forbidden": ("The opening may not have a joker.", "Le démarrage ne peut pas contenir de joker."),
                },
            ),
            choice(
                "opening_turn_table",
                {
                    "forbidden": (
                        "In that turn the melds that lie on the table stay as they are.",
                        "Pendant ce tour, les combinaisons de la table restent comme elles sont.",
                    ),
                    "after_opening": (
                        "Once the opening is laid, that same turn may go on with the melds of the table.",
                        "Une fois le démarrage posé, ce même tour peut continuer avec les combinaisons de la table.",
                    ),
                },
            ),
            choice(
                "joker_before_opening",
                {
                    False: (
                        "A player who had not opened before the turn may not take a joker from the table.",
                        "Qui n'avait pas démarré avant ce tour ne peut pas prendre de joker sur la table.",
                    ),
                    True: (
                        "In the turn of the opening a joker may be taken from the table after it.",
                        "Au tour du démarrage, on peut ensuite prendre un joker sur la table.",
                    ),
                },
            ),
        ),
    ),
    (
        ("A turn", "Un tour"),
        (
            always(
                "After the opening a player lays at least one tile of the rack, and may rearrange the whole table for it; at the end of the turn every tile of the table lies in a run or group, and none of them has gone to a rack. Who lays nothing draws a tile from the pool, and the turn is over.",
                "Après son démarrage, on pose au moins une plaque de son chevalet, et on peut réarranger toute la table pour cela ; à la fin du tour, chaque plaque de la table est dans une suite ou un groupe, et aucune n'est passée sur un chevalet. Qui ne pose rien pioche une plaque, et le tour est fini.",
            ),
            choice(
                "voluntary_draw",
                {
                    True: (
                        "A player who could play may draw instead.",
                        "On peut piocher même si l'on pourrait jouer.",
                    ),
                    False: (
                        "A player who has opened and can play may not draw.",
                        "Qui a démarré et peut jouer ne peut pas piocher.",
                    ),
                },
            ),
            choice(
                "play_after_draw",
                {
                    False: ("A tile that is drawn is played in a later turn.", "La plaque piochée se joue plus tard."),
                    True: (
                        "After drawing, a player may still play in the same turn.",
                        "Après avoir pioché, on peut encore jouer pendant le même tour.",
                    ),
                },
            ),
            choice(
                "pass_on_empty",
                {
                    "free": (
                        "When the pool is empty, a player may pass.",
                        "Quand la pioche est vide, on peut passer.",
                    ),
                    "only_if_stuck": (
                        "When the pool is empty, only a player who can lay no tile may pass.",
                        "Quand la pioche est vide, seul peut passer celui qui ne peut poser aucune plaque.",
                    ),
                },
            ),
        ),
    ),
    (
        ("Jokers on the table", "Les jokers de la table"),
        (
            choice(
                "joker_sets",
                {
                    "identity_kept": (
                        "A meld with a joker may be extended and split, while the joker stands for the same tile in the same sort of meld; else it is taken, and needs a replacement.",
                        "Une combinaison à joker peut être complétée et divisée tant que le joker y remplace la même plaque dans une combinaison de la même sorte ; sinon il est pris, et doit être remplacé.",
                    ),
                    "free": (
                        "Melds with a joker are rearranged like others: a joker may be freed by moving the other tiles, without a replacement.",
                        "Les combinaisons à joker se réarrangent comme les autres : on libère un joker en déplaçant les autres plaques, sans le remplacer.",
                    ),
                    "frozen": (
                        "The tiles of a meld with a joker stay together until the joker is replaced.",
                        "Les plaques d'une combinaison à joker restent ensemble tant que le joker n'est pas remplacé.",
                    ),
                },
            ),
            choice(
                "joker_replacement_from",
                {
                    "any": (
                        "The tile that replaces a joker comes from the rack or from the table.",
                        "La plaque qui remplace un joker vient du chevalet ou de la table.",
                    ),
                    "rack": (
                        "The tile that replaces a joker comes from the rack.",
                        "La plaque qui remplace un joker vient du chevalet.",
                    ),
                },
            ),
            choice(
                "joker_group3",
                {
                    "either": (
                        "In a group of two tiles and a joker, either missing colour replaces it.",
                        "Dans un groupe de deux plaques et un joker, l'une ou l'autre couleur manquante le remplace.",
                    ),
                    "both": (
                        "In a group of two tiles and a joker, only both missing colours together replace it.",
                        "Dans un groupe de deux plaques et un joker, il faut les deux couleurs manquantes pour le remplacer.",
                    ),
                },
            ),
            choice(
                "joker_reuse",
                {
                    "any": (
                        "A joker that was taken is played in the same turn, in any meld.",
                        "Un joker pris est rejoué pendant le même tour, dans n'importe quelle combinaison.",
                    ),
                    "new": (
                        "A joker that was taken is played in the same turn, in a new meld.",
                        "Un joker pris est rejoué pendant le même tour, dans une nouvelle combinaison.",
                    ),
                    "new_rack": (
                        "A joker that was taken is played in the same turn, in a new meld with at least two tiles of the rack.",
                        "Un joker pris est rejoué pendant le même tour, dans une nouvelle combinaison qui compte au moins deux plaques du chevalet.",
                    ),
                },
            ),
        ),
    ),
)
