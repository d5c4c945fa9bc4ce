"""The rules of card Rami in words, a sentence for every field."""

from rami.pictures.model import CARD_WORDS, Words, numbered
from rami.rummy.limits import MIN_PLAYERS
from rami.rummy.rules import Rules
from rami.rummy.score_prose import SCORE
from rami.text.pairs import Topics, always, choice, enumerated, paragraphs, span
from rami.text.rules import Paragraph

_GROUPS: tuple[Words, Words] = ("group", "groupe"), ("groups", "groupes")
_RUNS: tuple[Words, Words] = ("run", "séquence"), ("runs", "séquences")


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """What rules say, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(rules, (*_TOPICS, *SCORE))


def _cards(number: int) -> Words:
    return numbered(number, *CARD_WORDS)


def _points(number: int) -> Words:
    return numbered(number, ("point", "point"), ("points", "points"))


def _pack(rules: Rules) -> Words:
    packs = numbered(rules.packs, ("pack", "jeu"), ("packs", "jeux"))
    if not rules.jokers:
        return f"{packs[0]} of 52 cards, without jokers.", f"{packs[1]} de 52 cartes, sans joker."
    jokers = numbered(rules.jokers, ("joker", "joker"), ("jokers", "jokers"))
    return (
        f"{packs[0]} of 52 cards, and {jokers[0]}; a joker stands for any card.",
        f"{packs[1]} de 52 cartes, et {jokers[1]} ; un joker remplace n'importe quelle carte.",
    )


def _hands(rules: Rules) -> Words:
    """The sizes of the hands, those of neighbouring numbers of players that are equal said once."""
    spans: list[tuple[int, int, int]] = []
    for players, size in enumerate(rules.cards_dealt, MIN_PLAYERS):
        if players < rules.min_players:
            continue
        if spans and spans[-1][2] == size:
            spans[-1] = (spans[-1][0], players, size)
        else:
            spans.append((players, players, size))
    english, french = enumerated(
        [
            (f"{_cards(size)[0]} with {span(low, high)[0]} players", f"{_cards(size)[1]} à {_seats(low, high)}")
            for low, high, size in spans
        ]
    )
    return f"Each player is dealt {english}.", f"Chacun reçoit {french}."


def _seats(low: int, high: int) -> str:
    """Numbers of players in French: "2, 3 ou 4 joueurs"."""
    *others, last = map(str, range(low, high + 1))
    return f"{', '.join(others)} ou {last} joueurs" if others else f"{last} joueurs"


def _melds_per_turn(rules: Rules) -> Words:
    if rules.melds_per_turn is None:
        return (
            "A turn may lay any number of new melds.",
            "On pose autant de nouvelles combinaisons qu'on veut par tour.",
        )
    english, french = numbered(
        rules.melds_per_turn, ("new meld", "nouvelle combinaison"), ("new melds", "nouvelles combinaisons")
    )
    return f"A turn may lay at most {english}.", f"On pose au plus {french} par tour."


def _from_round(rules: Rules) -> Words:
    if rules.take_from_round == 1:
        return "", ""
    return (
        f"Nobody may take a discard before round {rules.take_from_round}.",
        f"Personne ne prend de défausse avant le tour de table {rules.take_from_round}.",
    )


def _prescribed(rules: Rules) -> Words:
    if not rules.opening_melds:
        return "A player may begin with any melds.", "On peut commencer par n'importe quelles combinaisons."
    asked = zip(rules.opening_melds, (_GROUPS, _RUNS), strict=True)
    english, french = enumerated([numbered(number, *words) for number, words in asked if number])
    return (
        f"A player lays {english} in one turn, and no other melds in the deal; afterwards cards are only added.",
        f"On pose {french} en un tour, et rien d'autre pendant la donne ; ensuite on ne fait que compléter.",
    )


def _opening(rules: Rules) -> Words:
    if not rules.opening_points:
        return (
            "A player's first melds may be worth any number of points.",
            "La première pose d'un joueur ne demande pas de points.",
        )
    return (
        f"The first melds of a player, laid in one turn, need {_points(rules.opening_points)[0]} in all: court cards count 10, an ace 1 before the two and 11 elsewhere, a joker as the card that it stands for.",
        f"La première pose d'un joueur demande {_points(rules.opening_points)[1]} en tout : une figure compte 10, un as 1 devant le deux et 11 ailleurs, un joker comme la carte qu'il remplace.",
    )


def _most_jokers(rules: Rules) -> Words:
    if not rules.jokers:
        return "", ""
    if rules.max_jokers_per_meld is None:
        return (
            "A meld may have any number of jokers beside one other card.",
            "Une combinaison peut avoir autant de jokers qu'on veut, avec au moins une autre carte.",
        )
    if not rules.max_jokers_per_meld:
        return "No meld may have a joker.", "Aucune combinaison ne peut avoir de joker."
    english, french = numbered(rules.max_jokers_per_meld, ("joker", "joker"), ("jokers", "jokers"))
    return f"A meld has at most {english}.", f"Une combinaison a au plus {french}."


_TOPICS: Topics[Rules] = (
    (
        ("The aim", "Le but"),
        (
            always(
                "Be the first to be rid of all cards, by laying melds on the table, adding to melds that lie there, and discarding.",
                "Être le premier à se débarrasser de ses cartes, en posant des combinaisons, en complétant celles de la table et en défaussant.",
            ),
        ),
    ),
    (
        ("The cards", "Les cartes"),
        (
            ("packs jokers", _pack),
            ("cards_dealt min_players", _hands),
            choice(
                "starter_extra",
                {
                    False: (
                        "The next card is laid open and begins the discard pile; the others are the stock.",
                        "La carte suivante, retournée, commence la défausse ; les autres forment le talon.",
                    ),
                    True: (
                        "The player who starts has one card more, and begins by laying and discarding, without drawing; the other cards are the stock.",
                        "Le joueur qui commence reçoit une carte de plus, et commence par poser et défausser, sans piocher ; les autres cartes forment le talon.",
                    ),
                },
            ),
        ),
    ),
    (
        ("Melds", "Les combinaisons"),
        (
            (
                "shortest_run",
                lambda rules: (
                    f"A run is {rules.shortest_run} or more cards of one suit in order; a group is three or more cards of one rank.",
                    f"Une séquence compte {rules.shortest_run} cartes ou plus d'une couleur qui se suivent ; un brelan ou un carré compte trois cartes d'un rang ou plus.",
                ),
            ),
            choice(
                "ace",
                {
                    "low": (
                        "In a run an ace lies before the two only.",
                        "Dans une séquence, l'as précède seulement le deux.",
                    ),
                    "high_or_low": (
                        "In a run an ace lies before the two or after the king.",
                        "Dans une séquence, l'as précède le deux ou suit le roi.",
                    ),
                    "wrap": (
                        "A run may go on from the king to the ace and to the two.",
                        "Une séquence peut continuer du roi à l'as puis au deux.",
                    ),
                },
            ),
            choice(
                "group_suits",
                {
                    "different": (
                        "The cards of a group have different suits.",
                        "Les cartes d'un brelan ou d'un carré sont de couleurs différentes.",
                    ),
                    "any": (
                        "A group may have a suit more than once, and so more than four cards.",
                        "Un groupe peut compter une couleur plusieurs fois, et donc plus de quatre cartes.",
                    ),
                },
            ),
            ("max_jokers_per_meld jokers", _most_jokers),
        ),
    ),
    (
        ("A turn", "Un tour"),
        (
            always(
                "Take a card, lay and add what you like, and discard a card, which ends the turn.",
                "On prend une carte, on pose et on complète ce qu'on veut, et on défausse une carte, ce qui finit le tour.",
            ),
            choice(
                "take_discard",
                {
                    "free": (
                        "The card is the top one of the stock or of the discard pile.",
                        "C'est la carte du dessus du talon ou de la défausse.",
                    ),
                    "to_lay": (
                        "The card is the top one of the stock; that of the discard pile may be taken only to be laid in the same turn.",
                        "C'est la carte du dessus du talon ; celle de la défausse ne se prend que pour être posée pendant ce tour.",
                    ),
                    "opened": (
                        "The card is the top one of the stock or of the discard pile; a player who has not laid the first melds in an earlier turn takes a discard only to lay it in the same turn.",
                        "C'est la carte du dessus du talon ou de la défausse ; qui n'a pas fait sa première pose à un tour précédent ne prend la défausse que pour la poser pendant ce tour.",
                    ),
                },
            ),
            choice(
                "take_depth",
                {
                    "top": (
                        "No card below the top one may be taken.",
                        "On ne prend aucune carte plus bas dans la défausse.",
                    ),
                    "any": (
                        "A card from deeper in the discard pile may be taken with all above it, up to a hand of 26, but only to be laid in the same turn.",
                        "On peut prendre une carte plus bas dans la défausse avec toutes celles du dessus, jusqu'à 26 cartes en main, mais seulement pour la poser pendant ce tour.",
                    ),
                },
            ),
            ("take_from_round", _from_round),
            choice(
                "take_with_one_card",
                {
                    True: (
                        "A player with one card may take a discard, too.",
                        "On peut prendre une défausse même avec une seule carte.",
                    ),
                    False: (
                        "A player with one card may not take a discard.",
                        "Avec une seule carte, on ne peut pas prendre de défausse.",
                    ),
                },
            ),
            choice(
                "discard_taken",
                {
                    "forbidden": (
                        "A card just taken from the discard pile may not be discarded in the same turn.",
                        "Une carte prise à la défausse n'y retourne pas au même tour.",
                    ),
                    "allowed": (
                        "A card just taken from the discard pile may be discarded again.",
                        "Une carte prise à la défausse peut y retourner.",
                    ),
                },
            ),
            ("melds_per_turn", _melds_per_turn),
            always(
                "Melds that lie on the table are added to, never rearranged.",
                "Les combinaisons posées se complètent, sans jamais être réarrangées.",
            ),
            choice(
                "layoff_needs_own_meld",
                {
                    True: (
                        "Only a player who has laid melds of their own may add to melds.",
                        "Il faut avoir fait sa première pose pour compléter une combinaison.",
                    ),
                    False: (
                        "Even a player who has laid no meld may add to melds.",
                        "On peut compléter une combinaison sans rien avoir posé soi-même.",
                    ),
                },
            ),
            choice(
                "layoff_same_turn",
                {
                    True: (
                        "That may be done in the turn of the first meld, too.",
                        "Cela se peut dès le tour de sa première pose.",
                    ),
                    False: (
                        "In the turn of the first meld nothing is added.",
                        "Au tour de sa première pose, on ne complète rien.",
                    ),
                },
            ),
        ),
    ),
    (
        ("The first melds", "La première pose"),
        (
            ("opening_melds", _prescribed),
            ("opening_points", _opening),
            choice(
                "opening_pure_run",
                {
                    False: (
                        "It does not matter whether there is a run among them.",
                        "Elle ne doit pas forcément comprendre une séquence.",
                    ),
                    True: (
                        "One of them must be a run without a joker.",
                        "Elle doit comprendre une séquence sans joker.",
                    ),
                },
            ),
        ),
    ),
    (
        ("Jokers on the table", "Les jokers de la table"),
        (
            ("replace_joker jokers", lambda rules: _REPLACED[rules.replace_joker] if rules.jokers else ("", "")),
            (
                "joker_reuse replace_joker jokers",
                lambda rules: _REUSED[rules.joker_reuse] if rules.jokers and rules.replace_joker else ("", ""),
            ),
        ),
    ),
)

_REPLACED: dict[bool, Words] = {
    True: (
        "A player who may add to melds may put the card that a joker stands for in its place, and take the joker.",
        "Qui peut compléter une combinaison peut mettre à la place d'un joker la carte qu'il remplace, et le prendre.",
    ),
    False: ("A joker on the table stays there.", "Un joker posé reste sur la table."),
}

_REUSED: dict[str, Words] = {
    "new_meld": (
        "A joker that was taken is laid in the same turn, in a new meld.",
        "Un joker pris est posé pendant le même tour, dans une nouvelle combinaison.",
    ),
    "any": (
        "A joker that was taken is laid in the same turn, in any meld.",
        "Un joker pris est posé pendant le même tour, dans n'importe quelle combinaison.",
    ),
    "hand": (
        "A joker that was taken may stay in the hand.",
        "Un joker pris peut rester en main.",
    ),
}
