"""The stock, the end, the score and the match of card Rami in words."""

from rami.pictures.model import Words, numbered
from rami.rummy.rules import Rules
from rami.text.pairs import Topics, choice, times


def _points(number: int) -> Words:
    return numbered(number, ("point", "point"), ("points", "points"))


def _restocks(rules: Rules) -> Words:
    if rules.restock == "end":
        return "", ""
    if rules.max_restocks is None:
        return (
            "That may be done as often as there are cards for it.",
            "Cela se répète tant qu'il y a des cartes.",
        )
    english, french = numbered(rules.max_restocks, ("time", "fois"), ("times", "fois"))
    return (
        f"That is done at most {english} in a deal; then an exhausted stock blocks it.",
        f"Cela se fait au plus {french} par donne ; ensuite un talon épuisé la bloque.",
    )


def _multiplier(rules: Rules) -> Words:
    if rules.rummy_multiplier == 1:
        return (
            "Going out with the whole hand in one turn earns nothing extra.",
            "Poser toute sa main d'un seul coup ne rapporte pas plus.",
        )
    return (
        f"Going out with the whole hand in one turn, nothing laid before, counts {times(rules.rummy_multiplier)[0]}.",
        f"Poser toute sa main d'un seul coup, sans rien avoir posé avant, compte {times(rules.rummy_multiplier)[1]}.",
    )


def _deals(rules: Rules) -> Words:
    if rules.match_deals is None:
        return (
            "The number of deals is not fixed.",
            "Le nombre de donnes n'est pas fixé.",
        )
    english, french = numbered(rules.match_deals, ("deal", "donne"), ("deals", "donnes"))
    return f"A match has {english}.", f"Une partie compte {french}."


def _match_points(rules: Rules) -> Words:
    points = ("an agreed number of points", "un nombre de points convenu")
    if rules.match_points is not None:
        points = _points(rules.match_points)
    english, french = points
    told: dict[str, Words] = {
        "reach": (
            f"A player who reaches {english} ends the match.",
            f"Qui atteint {french} met fin à la partie.",
        ),
        "lowest_at": (
            f"A player who has lost {english} ends the match, and whoever has lost the least wins.",
            f"Qui a perdu {french} met fin à la partie, et qui a perdu le moins gagne.",
        ),
        "eliminate": (
            f"A player who has lost {english} is out, and the last one left wins the match.",
            f"Qui a perdu {french} est éliminé, et le dernier en jeu gagne la partie.",
        ),
    }
    return told[rules.match_end]


SCORE: Topics[Rules] = (
    (
        ("The stock", "Le talon"),
        (
            choice(
                "restock",
                {
                    "flip": (
                        "When the stock is exhausted, the whole discard pile is turned over, unshuffled, and is the new stock.",
                        "Quand le talon est épuisé, on retourne toute la défausse, sans mélanger, comme nouveau talon.",
                    ),
                    "shuffle_keep_top": (
                        "When the stock is exhausted, the discard pile without its top card is shuffled and is the new stock.",
                        "Quand le talon est épuisé, la défausse sans sa carte du dessus est mélangée et devient le talon.",
                    ),
                    "flip_keep_top": (
                        "When the stock is exhausted, the discard pile without its top card is turned over, unshuffled, and is the new stock.",
                        "Quand le talon est épuisé, la défausse sans sa carte du dessus est retournée, sans mélanger, et devient le talon.",
                    ),
                    "flip_new_upcard": (
                        "When the stock is exhausted, the discard pile is turned over, its first card begins the new discard pile, and the rest is the new stock.",
                        "Quand le talon est épuisé, on retourne la défausse, sa première carte commence la nouvelle défausse, et le reste devient le talon.",
                    ),
                    "end": (
                        "When the stock is exhausted, the deal is blocked.",
                        "Quand le talon est épuisé, la donne est bloquée.",
                    ),
                },
            ),
            ("max_restocks restock", _restocks),
            choice(
                "discard_view",
                {
                    "top": (
                        "Only the top card of the discard pile may be seen.",
                        "On ne voit que la carte du dessus de la défausse.",
                    ),
                    "all": (
                        "The whole discard pile may be seen.",
                        "Toute la défausse est visible.",
                    ),
                },
            ),
        ),
    ),
    (
        ("The end and the score", "La fin et les points"),
        (
            choice(
                "final_discard",
                {
                    "optional": (
                        "A player who lays or discards the last card wins the deal at once.",
                        "Qui a posé ou défaussé sa dernière carte gagne aussitôt la donne.",
                    ),
                    "required": (
                        "A player who discards the last card wins the deal; the last card may not be laid.",
                        "Qui défausse sa dernière carte gagne la donne ; la dernière carte ne se pose pas.",
                    ),
                },
            ),
            choice(
                "scoring",
                {
                    "winner": (
                        "The winner scores what the others have left in their hands; they lose nothing.",
                        "Le gagnant marque ce que les autres ont en main ; eux ne perdent rien.",
                    ),
                    "losers": (
                        "The others lose what they have left in their hands; the winner scores 0.",
                        "Les autres perdent ce qu'ils ont en main ; le gagnant marque 0.",
                    ),
                    "melded": (
                        "Each player scores what their own cards on the table count, less those left in the hand; an ace before a two counts 1.",
                        "Chacun marque ce que comptent ses cartes posées, moins celles qui lui restent ; un as devant un deux compte 1.",
                    ),
                    "both": (
                        "The winner scores what the others have left in their hands, and they lose it.",
                        "Le gagnant marque ce que les autres ont en main, et ils le perdent.",
                    ),
                },
            ),
            choice(
                "card_points",
                {
                    "court_10": (
                        "Court cards left in a hand count 10, the others their number.",
                        "En main, une figure compte 10, les autres cartes leur nombre.",
                    ),
                    "rank": (
                        "A jack left in a hand counts 11, a queen 12, a king 13, the others their number.",
                        "En main, un valet compte 11, une dame 12, un roi 13, les autres cartes leur nombre.",
                    ),
                    "five_ten": (
                        "Cards left in a hand count 5 up to the nine, and 10 from the ten on.",
                        "En main, les cartes comptent 5 jusqu'au neuf, et 10 à partir du dix.",
                    ),
                },
            ),
            (
                "ace_points",
                lambda rules: (
                    f"An ace left in a hand counts {rules.ace_points}.",
                    f"En main, un as compte {rules.ace_points}.",
                ),
            ),
            (
                "joker_points jokers",
                lambda rules: (
                    (
                        f"A joker left in a hand counts {rules.joker_points}.",
                        f"En main, un joker compte {rules.joker_points}.",
                    )
                    if rules.jokers
                    else ("", "")
                ),
            ),
            ("rummy_multiplier", _multiplier),
            choice(
                "blocked_hand",
                {
                    "void": (
                        "A deal that is blocked scores nothing.",
                        "Une donne bloquée ne rapporte rien.",
                    ),
                    "lowest_wins": (
                        "Of a deal that is blocked the lowest hand is the winner, and the differences to it count.",
                        "Dans une donne bloquée, la main la plus faible gagne, et les différences avec elle comptent.",
                    ),
                },
            ),
            (
                "max_rounds",
                lambda rules: (
                    f"After {numbered(rules.max_rounds, *_ROUNDS)[0]} a deal counts as blocked.",
                    f"Après {numbered(rules.max_rounds, *_ROUNDS)[1]}, une donne compte comme bloquée.",
                ),
            ),
        ),
    ),
    (
        ("A match", "La partie"),
        (
            choice(
                "next_dealer",
                {
                    "rotate": (
                        "The player on the left of the dealer starts, and deals next.",
                        "Le joueur à gauche du donneur commence, et donne ensuite.",
                    ),
                    "winner_of_two": (
                        "The player on the left of the dealer starts, and deals next; where two play, the winner deals next.",
                        "Le joueur à gauche du donneur commence, et donne ensuite ; à deux, c'est le gagnant qui donne.",
                    ),
                },
            ),
            ("match_deals", _deals),
            ("match_points match_end", _match_points),
            choice(
                "match_tie",
                {
                    "highest_total": (
                        "If several pass the limit at once, the highest total wins.",
                        "Si plusieurs passent la limite en même temps, le total le plus élevé gagne.",
                    )
                },
            ),
        ),
    ),
)
"""The topics, in their order."""

_ROUNDS: tuple[Words, Words] = ("round", "tour de table"), ("rounds", "tours de table")
