"""The rules of Gin in words, a sentence for every field."""

from rami.gin.rules import HAND, MOST_TURNS, Rules
from rami.pictures.model import CARD_WORDS, Words, numbered
from rami.text.rules import Paragraph, Topics, always, choice, paragraphs


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """What rules say, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(rules, _TOPICS)


def _points(number: int) -> Words:
    return numbered(number, ("point", "point"), ("points", "points"))


def _limit(rules: Rules) -> Words:
    if not rules.knock_limit:
        return "Only a hand without deadwood may knock.", "On ne peut frapper que sans carte isolée."
    english, french = _points(rules.knock_limit)
    return (
        f"The hand may have at most {english} of deadwood then.",
        f"Il peut rester au plus {french} en cartes isolées.",
    )


def _ace(rules: Rules) -> Words:
    if not rules.knock_by_upcard:
        return "", ""
    if rules.ace_upcard_gin_only:
        return "An ace as the first upcard asks for gin.", "Si cette carte est un as, il faut faire gin."
    return "An ace as the first upcard makes that limit 1.", "Si cette carte est un as, cette limite est 1."


def _big_gin(rules: Rules) -> Words:
    if rules.big_gin_bonus is None:
        return "There is no big gin: a card is always discarded.", "Il n'y a pas de grand gin : on défausse toujours."
    english, french = _points(rules.big_gin_bonus)
    return (
        f"Eleven cards in melds, none discarded, are big gin, with a bonus of {english} instead.",
        f"Onze cartes combinées, sans défausse, font un grand gin, avec une prime de {french} à la place.",
    )


def _shutout(rules: Rules) -> Words:
    if rules.shutout == "double":
        return (
            "If the opponent has no point at all, the whole total of the winner is doubled.",
            "Si l'adversaire n'a aucun point, le total du gagnant est doublé.",
        )
    english, french = _points(rules.shutout)
    return (
        f"If the opponent has no point at all, the winner scores {english} more.",
        f"Si l'adversaire n'a aucun point, le gagnant marque encore {french}.",
    )


_TOPICS: Topics[Rules] = (
    (
        ("The aim", "Le but"),
        (
            always(
                "For two players, with one pack of 52 cards. Make melds of your hand, and knock when few points are left outside them.",
                "À deux joueurs, avec un jeu de 52 cartes. Il faut combiner les cartes de sa main, et frapper quand il reste peu de points en dehors.",
            ),
        ),
    ),
    (
        ("Melds", "Les combinaisons"),
        (
            always(
                "A run is three or more cards of a suit in order, the ace below the 2 only; a group is three or four cards of a rank. A card is in one meld at most. The others are deadwood: an ace counts 1, court cards 10, the rest what they show.",
                "Une séquence compte trois cartes ou plus d'une couleur qui se suivent, l'as avant le 2 seulement ; un brelan ou un carré compte trois ou quatre cartes d'un rang. Une carte est dans une combinaison au plus. Les autres sont isolées : un as compte 1, une figure 10, les autres leur nombre.",
            ),
        ),
    ),
    (
        ("A turn", "Un tour"),
        (
            always(
                f"Each player has {HAND} cards. The next card is laid open and begins the discard pile; the others are the stock.",
                f"Chacun reçoit {HAND} cartes. La carte suivante, retournée, commence la défausse ; les autres forment le talon.",
            ),
            choice(
                "offer_upcard",
                {
                    True: (
                        "That card is first offered to the player who starts, then to the dealer; if both refuse it, the first player draws from the stock.",
                        "Cette carte est d'abord proposée au joueur qui commence, puis au donneur ; si les deux la refusent, le premier pioche au talon.",
                    ),
                    False: (
                        "The player who starts takes that card, or draws from the stock.",
                        "Le joueur qui commence prend cette carte, ou pioche au talon.",
                    ),
                },
            ),
            always(
                "In a turn a player takes the top card of the stock or of the discard pile, and discards a card: not the one just taken from the discard pile.",
                "À son tour, on prend la carte du dessus du talon ou de la défausse, et on défausse une carte : pas celle qu'on vient de prendre à la défausse.",
            ),
        ),
    ),
    (
        ("Knocking", "Frapper"),
        (
            always(
                "Instead of a plain discard a player may knock: the hand is laid open, in melds and deadwood.",
                "Au lieu de simplement défausser, on peut frapper : la main est étalée, combinaisons et cartes isolées.",
            ),
            ("knock_limit", _limit),
            choice(
                "knock_by_upcard",
                {
                    False: (
                        "The first upcard does not change that.",
                        "La première carte retournée n'y change rien.",
                    ),
                    True: (
                        "Nor may it have more than the first upcard counts.",
                        "Ni plus que ce que compte la première carte retournée.",
                    ),
                },
            ),
            ("ace_upcard_gin_only knock_by_upcard", _ace),
            choice(
                "layoff",
                {
                    True: (
                        "The opponent may then add cards to the knocker's melds, but not on gin, and lays open the best melds of the rest.",
                        "L'adversaire peut alors compléter ces combinaisons, sauf en cas de gin, et étale les meilleures combinaisons du reste.",
                    ),
                    False: (
                        "The opponent adds nothing to the knocker's melds, and lays open their own best melds.",
                        "L'adversaire ne complète pas ces combinaisons, et étale les siennes, les meilleures.",
                    ),
                },
            ),
        ),
    ),
    (
        ("The score", "Les points"),
        (
            always(
                "If the knocker has less deadwood, the knocker scores the difference. No deadwood at all is gin: the knocker scores all deadwood of the opponent, and a bonus.",
                "Si celui qui a frappé a moins en cartes isolées, il marque la différence. N'en avoir aucune, c'est gin : il marque celles de l'adversaire, et une prime.",
            ),
            (
                "gin_bonus",
                lambda rules: (
                    f"The bonus for gin is {_points(rules.gin_bonus)[0]}.",
                    f"La prime du gin est de {_points(rules.gin_bonus)[1]}.",
                ),
            ),
            ("big_gin_bonus", _big_gin),
            choice(
                "undercut_on_tie",
                {
                    True: (
                        "If the opponent has as little deadwood or less, that is an undercut.",
                        "Si l'adversaire en a autant ou moins, il contre.",
                    ),
                    False: (
                        "If the opponent has less deadwood, that is an undercut; with as much, the knocker wins, and scores 0.",
                        "Si l'adversaire en a moins, il contre ; à égalité, celui qui a frappé gagne, et marque 0.",
                    ),
                },
            ),
            (
                "undercut_bonus",
                lambda rules: (
                    f"An undercut gives the opponent the difference and {_points(rules.undercut_bonus)[0]}.",
                    f"Qui contre marque la différence et {_points(rules.undercut_bonus)[1]}.",
                ),
            ),
            (
                "dead_stock",
                lambda rules: (
                    f"Once the stock is down to {numbered(rules.dead_stock, *CARD_WORDS)[0]}, or after {MOST_TURNS} turns, a discard without a knock ends the deal, and nobody scores.",
                    f"Quand il reste {numbered(rules.dead_stock, *CARD_WORDS)[1]} au talon, ou après {MOST_TURNS} tours, une défausse sans frapper finit la donne, et personne ne marque.",
                ),
            ),
        ),
    ),
    (
        ("A match", "La partie"),
        (
            (
                "match_points",
                lambda rules: (
                    f"A match ends when a player has {_points(rules.match_points)[0]}.",
                    f"La partie se joue en {_points(rules.match_points)[1]}.",
                ),
            ),
            (
                "game_bonus",
                lambda rules: (
                    f"Its winner scores {_points(rules.game_bonus)[0]} for that.",
                    f"Son gagnant marque pour cela {_points(rules.game_bonus)[1]}.",
                ),
            ),
            (
                "box_bonus",
                lambda rules: (
                    f"Each deal that a player won scores {_points(rules.box_bonus)[0]} at the end.",
                    f"Chaque donne gagnée rapporte à la fin {_points(rules.box_bonus)[1]}.",
                ),
            ),
            ("shutout", _shutout),
        ),
    ),
)
