"""Time, penalties, the end, the score and the match of Rummikub in words."""

from rami.pictures.model import Words, numbered
from rami.rummikub.rules import Rules
from rami.text.pairs import Topics, always, choice


def _tiles(number: int) -> Words:
    return numbered(number, ("tile", "plaque"), ("tiles", "plaques"))


def _seconds(rules: Rules) -> Words:
    if rules.turn_seconds is None:
        return "A turn has no time limit.", "La durée d'un tour n'est pas limitée."
    english, french = numbered(rules.turn_seconds, ("second", "seconde"), ("seconds", "secondes"))
    return f"A turn has at most {english}.", f"Un tour dure au plus {french}."


def _timeout(rules: Rules) -> Words:
    if rules.timeout == "rollback":
        return (
            "When the time runs out, every tile goes back to where it was at the start of the turn.",
            "Quand le temps est écoulé, chaque plaque retourne où elle était au début du tour.",
        )
    return (
        "When the time runs out, complete melds stay on the table, and the player takes back the loose tiles of the rack.",
        "Quand le temps est écoulé, les combinaisons complètes restent sur la table, et le joueur reprend les plaques isolées de son chevalet.",
    )


def _penalty(rules: Rules) -> Words:
    if not rules.penalty_tiles:
        return "An overrun costs no penalty.", "Un dépassement ne coûte pas de pénalité."
    english, french = _tiles(rules.penalty_tiles)
    return (
        f"The player then draws {english} as a penalty.",
        f"Le joueur pioche alors {french} de pénalité.",
    )


def _illegal_penalty(rules: Rules) -> Words:
    if not rules.illegal_penalty_tiles:
        return "Such a penalty is no tile at all.", "Cette pénalité est nulle."
    english, french = _tiles(rules.illegal_penalty_tiles)
    return (
        f"The penalty for an illegal arrangement is {english}.",
        f"La pénalité d'un arrangement incorrect : {french}.",
    )


SCORE: Topics[Rules] = (
    (
        ("Time and penalties", "Temps et pénalités"),
        (
            ("turn_seconds", _seconds),
            ("timeout turn_seconds", lambda rules: _timeout(rules) if rules.turn_seconds else ("", "")),
            (
                "loose_table_tiles turn_seconds timeout",
                lambda rules: (
                    _LOOSE[rules.loose_table_tiles]
                    if rules.turn_seconds and rules.timeout == "keep_legal"
                    else ("", "")
                ),
            ),
            ("penalty_tiles turn_seconds", lambda rules: _penalty(rules) if rules.turn_seconds else ("", "")),
            choice(
                "illegal_move",
                {
                    "reject": (
                        "An illegal arrangement is put back without a penalty, and the player goes on.",
                        "Un arrangement incorrect est défait sans pénalité, et le joueur continue.",
                    ),
                    "penalty": (
                        "An illegal arrangement is treated like an overrun.",
                        "Un arrangement incorrect est traité comme un dépassement.",
                    ),
                },
            ),
            (
                "illegal_penalty_tiles illegal_move",
                lambda rules: _illegal_penalty(rules) if rules.illegal_move == "penalty" else ("", ""),
            ),
            choice(
                "penalty_short",
                {
                    "take_available": (
                        "If the pool is too small for a penalty, the player draws what is left.",
                        "Si la pioche ne suffit pas à une pénalité, on pioche ce qui reste.",
                    )
                },
            ),
        ),
    ),
    (
        ("The end and the score", "La fin et les points"),
        (
            always(
                "The deal ends when a player lays the last tile, or when the pool is empty and all players pass in turn. The winner scores what the others have left on their racks: each tile its number. In a blocked deal the player with the lowest rack wins, and the others count what they have more than that.",
                "La manche finit quand un joueur pose sa dernière plaque, ou quand la pioche est vide et que tous passent à tour de rôle. Le gagnant marque ce que les autres ont encore sur leur chevalet : chaque plaque vaut son nombre. Dans une manche bloquée, le chevalet le plus faible gagne, et les autres comptent ce qu'ils ont de plus.",
            ),
            choice(
                "losers_negative",
                {
                    True: ("The losers lose as many points.", "Les perdants perdent autant de points."),
                    False: ("The losers lose nothing.", "Les perdants ne perdent rien."),
                },
            ),
            (
                "joker_rack",
                lambda rules: (
                    f"A joker left on a rack counts {rules.joker_rack}.",
                    f"Un joker resté sur un chevalet compte {rules.joker_rack}.",
                ),
            ),
            choice(
                "blocked_tie",
                {
                    "split": (
                        "Players who tie for the lowest rack of a blocked deal share the points.",
                        "À égalité pour le chevalet le plus faible d'une manche bloquée, on partage les points.",
                    ),
                    "no_winner": (
                        "A tie for the lowest rack of a blocked deal has no winner.",
                        "À égalité pour le chevalet le plus faible d'une manche bloquée, personne ne gagne.",
                    ),
                    "fewest_tiles": (
                        "Of those who tie for the lowest rack of a blocked deal, the one with the fewest tiles wins.",
                        "À égalité pour le chevalet le plus faible d'une manche bloquée, celui qui a le moins de plaques gagne.",
                    ),
                },
            ),
        ),
    ),
    (
        ("A match", "La partie"),
        (
            choice(
                "next_starter",
                {
                    "redraw": (
                        "For each deal the players draw anew for the start.",
                        "À chaque manche, on pioche de nouveau pour savoir qui commence.",
                    ),
                    "rotate": (
                        "The next player on the left starts the next deal.",
                        "Le joueur suivant, à gauche, commence la manche suivante.",
                    ),
                    "winner": (
                        "The winner starts the next deal.",
                        "Le gagnant commence la manche suivante.",
                    ),
                },
            ),
            choice(
                "match_winner",
                {
                    "total": (
                        "The highest total of all deals wins the match.",
                        "Le total le plus élevé de toutes les manches gagne la partie.",
                    ),
                    "games_then_total": (
                        "The player who has won the most deals wins the match; the higher total decides a tie.",
                        "Qui a gagné le plus de manches gagne la partie ; à égalité, le total le plus élevé décide.",
                    ),
                },
            ),
            choice(
                "match_end",
                {
                    "reach": (
                        "Where the players agree on a number of points, whoever reaches it ends the match.",
                        "Si l'on convient d'un nombre de points, celui qui l'atteint met fin à la partie.",
                    ),
                    "lowest_at": (
                        "Where the players agree on a number of points, whoever has lost as many ends the match.",
                        "Si l'on convient d'un nombre de points, celui qui en a perdu autant met fin à la partie.",
                    ),
                    "eliminate": (
                        "Where the players agree on a number of points, whoever has lost as many is out, and the last one left wins.",
                        "Si l'on convient d'un nombre de points, celui qui en a perdu autant est éliminé, et le dernier en jeu gagne.",
                    ),
                },
            ),
        ),
    ),
)
"""The topics, in their order."""

_LOOSE: dict[str, Words] = {
    "pool": (
        "Loose tiles of the table go to the pool.",
        "Les plaques isolées qui étaient sur la table vont à la pioche.",
    ),
    "rack": (
        "The player also takes loose tiles that lay on the table.",
        "Le joueur prend aussi les plaques isolées qui étaient sur la table.",
    ),
    "restore": (
        "If a tile of the table is loose, the whole table goes back to what it was.",
        "Si une plaque de la table est isolée, toute la table redevient ce qu'elle était.",
    ),
    "return": (
        "Loose tiles of the table go back to the melds that they came from, or else the whole table goes back.",
        "Les plaques isolées de la table retournent dans leur combinaison ; si elle ne les prend plus, toute la table redevient ce qu'elle était.",
    ),
}
