"""The rules of the contract game in words, a sentence for every field."""

from rami.contracts.cards import LOOKS
from rami.contracts.deck import MIN_PLAYERS, Deck
from rami.contracts.rules import Rules
from rami.pictures.model import CARD_WORDS, Words, numbered
from rami.text.pairs import Topics, always, choice, enumerated, paragraphs
from rami.text.rules import Paragraph


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """What rules say, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(rules, _TOPICS)


def _cards(number: int) -> Words:
    return numbered(number, *CARD_WORDS)


def _points(number: int) -> Words:
    return numbered(number, ("point", "point"), ("points", "points")) if number else ("nothing", "zéro")


def _deck(rules: Rules) -> Words:
    deck = rules.deck
    english, french = enumerated([LOOKS[color][:2] for color in deck.colors])
    lowest, highest = deck.contracts[0].points, deck.contracts[0].points
    for contract in deck.contracts:
        lowest, highest = min(lowest, contract.points), max(highest, contract.points)
    return (
        f"There are {len(deck.cards)} value cards: the values {deck.min_value} to {deck.max_value}, {deck.copies} of each in {english}; and {len(deck.contracts)} contracts of {lowest} to {highest} points.",
        f"Il y a {len(deck.cards)} cartes Valeur : les valeurs de {deck.min_value} à {deck.max_value}, {deck.copies} de chaque en {french} ; et {len(deck.contracts)} contrats de {lowest} à {highest} points.",
    )


def _markets(rules: Rules) -> Words:
    deck = rules.deck
    jokers = numbered(deck.jokers_per_player, ("joker token", "jeton Joker"), ("joker tokens", "jetons Joker"))
    return (
        f"The market shows {deck.contract_market_size} contracts and {deck.value_market_size} value cards. Each player has {jokers[0]}.",
        f"Le marché montre {deck.contract_market_size} contrats et {deck.value_market_size} cartes Valeur. Chacun a {jokers[1]}.",
    )


def _hand(deck: Deck) -> Words:
    return (
        f"A turn ends with {deck.min_hand} to {deck.max_hand} cards in the hand: a player with fewer draws, and one with more discards.",
        f"Un tour finit avec {deck.min_hand} à {deck.max_hand} cartes en main : qui en a moins pioche, qui en a plus défausse.",
    )


def _end(deck: Deck) -> Words:
    rows = list(enumerate(deck.end_triggers, MIN_PLAYERS))
    english = ", ".join(f"{contracts} with {players} players" for players, contracts in rows)
    french = ", ".join(f"{contracts} à {players}" for players, contracts in rows)
    return (
        f"The end comes when a player has filled enough contracts: {english}.",
        f"La fin vient quand un joueur a rempli assez de contrats : {french}.",
    )


def _trophies(deck: Deck) -> Words:
    return (
        f"A trophy is worth {_points(deck.trophy_points)[0]}; it goes to the player who has the most of its colour, or of its number of cards, on the contracts that were filled; on a tie, to nobody.",
        f"Un trophée vaut {_points(deck.trophy_points)[1]} ; il va à qui a le plus de sa couleur, ou de son nombre de cartes, sur les contrats remplis ; à égalité, à personne.",
    )


def _tiebreak(rules: Rules) -> Words:
    names = [_TIES[each] for each in rules.tiebreak[:-1]]
    if not names:
        return "Players who tie share the victory.", "À égalité de points, la victoire est partagée."
    return (
        f"A tie is decided by {', then '.join(name[0] for name in names)}; else the victory is shared.",
        f"À égalité de points, {', puis '.join(name[1] for name in names)} décide ; sinon la victoire est partagée.",
    )


_TIES: dict[str, Words] = {
    "trophies": ("the most trophies", "le plus de trophées"),
    "bonus": ("the most bonus cards", "le plus de cartes bonus"),
}

_TOPICS: Topics[Rules] = (
    (
        ("The aim", "Le but"),
        (
            always(
                "Score the most points, by filling contracts with value cards.",
                "Marquer le plus de points, en remplissant des contrats avec des cartes Valeur.",
            ),
            ("deck", _deck),
            ("deck", _markets),
            (
                "cards_dealt",
                lambda rules: (
                    f"Each player is dealt {_cards(rules.cards_dealt)[0]}.",
                    f"Chacun reçoit {_cards(rules.cards_dealt)[1]}.",
                ),
            ),
            choice(
                "first_player",
                {
                    "seat_0": (
                        "The youngest player starts; where no ages are known, the first.",
                        "Le plus jeune commence ; si l'on ne connaît pas les âges, le premier.",
                    )
                },
            ),
        ),
    ),
    (
        ("First step: take", "Première étape : prendre"),
        (
            (
                "min_take",
                lambda rules: (
                    f"Take {rules.min_take} to 3 value cards of the market that have the same value or the same colour.",
                    f"Prendre de {rules.min_take} à 3 cartes Valeur du marché de même valeur ou de même couleur.",
                ),
            ),
            choice(
                "take_all",
                {
                    False: (
                        "One need not take all that go together.",
                        "On n'est pas obligé de prendre toutes celles qui vont ensemble.",
                    ),
                    True: (
                        "A player who takes cards takes all that go together, up to 3.",
                        "Qui en prend les prend toutes, jusqu'à 3.",
                    ),
                },
            ),
        ),
    ),
    (
        ("Second step: fill contracts", "Deuxième étape : remplir des contrats"),
        (
            always(
                "A contract of the market asks for cards of equal value, or for runs of consecutive values; colours do not count. Who has all that it asks for may fill it. Of the cards used, those of its bonus colour are kept, and count a point each at the end. A joker token replaces one card, once.",
                "Un contrat du marché demande des cartes de même valeur, ou des suites de valeurs consécutives ; les couleurs ne comptent pas. Qui a tout ce qu'il demande peut le remplir. Des cartes utilisées, on garde celles de sa couleur bonus, qui comptent un point chacune à la fin. Un jeton Joker remplace une carte, une fois.",
            ),
            choice(
                "card_serves",
                {
                    "one_requirement": (
                        "A card serves one requirement only.",
                        "Une carte ne sert qu'à une exigence.",
                    )
                },
            ),
            choice(
                "run_wrap",
                {
                    False: (
                        "A run ends with the highest value.",
                        "Une suite s'arrête à la plus grande valeur.",
                    ),
                    True: (
                        "In a run the lowest value may follow the highest.",
                        "Dans une suite, la plus petite valeur peut suivre la plus grande.",
                    ),
                },
            ),
            choice(
                "contract_limit",
                {
                    "none": (
                        "A player may fill more contracts than the end asks for.",
                        "On peut remplir plus de contrats que la fin n'en demande.",
                    ),
                    "end_trigger": (
                        "A player fills no more contracts than the end asks for.",
                        "On ne remplit pas plus de contrats que la fin n'en demande.",
                    ),
                },
            ),
        ),
    ),
    (
        ("Third step: refill", "Troisième étape : compléter"),
        (
            ("deck", lambda rules: _hand(rules.deck)),
            choice(
                "refill_order",
                {
                    "contracts_values_hand": (
                        "The contracts of the market are filled up first, then its value cards, then the hand.",
                        "On complète d'abord les contrats du marché, puis ses cartes Valeur, puis la main.",
                    )
                },
            ),
            choice(
                "value_exhausted",
                {
                    "reshuffle": (
                        "When the value pile is empty, the discards are shuffled into a new one.",
                        "Quand la pioche de cartes Valeur est vide, on mélange la défausse pour en faire une nouvelle.",
                    ),
                    "short": (
                        "When the value pile is empty, market and hands stay short.",
                        "Quand la pioche de cartes Valeur est vide, le marché et les mains restent incomplets.",
                    ),
                },
            ),
            choice(
                "flush_market",
                {
                    False: (
                        "Contracts that nobody fills stay in the market.",
                        "Les contrats que personne ne remplit restent au marché.",
                    ),
                    True: (
                        "After a whole round in which nobody filled a contract, the market has new ones.",
                        "Après un tour de table sans contrat rempli, le marché en reçoit de nouveaux.",
                    ),
                },
            ),
        ),
    ),
    (
        ("The end", "La fin"),
        (
            ("deck", lambda rules: _end(rules.deck)),
            choice(
                "final_round",
                {
                    "equal_turns": (
                        "Then the round is finished, so that all have equally many turns.",
                        "On finit alors le tour de table, pour que tous aient joué autant de fois.",
                    ),
                    "one_more_each": (
                        "Then each of the others has one more turn.",
                        "Chacun des autres joue alors encore une fois.",
                    ),
                },
            ),
            choice(
                "contracts_exhausted",
                {
                    "finish_round": (
                        "If no contract is left, the round is finished and the game ends.",
                        "S'il ne reste aucun contrat, on finit le tour de table et la partie s'arrête.",
                    )
                },
            ),
            (
                "max_rounds",
                lambda rules: (
                    f"At the latest the game ends after {_rounds(rules.max_rounds, 0)}.",
                    f"La partie s'arrête au plus tard après {_rounds(rules.max_rounds, 1)}.",
                ),
            ),
        ),
    ),
    (
        ("The score", "Les points"),
        (
            ("deck", lambda rules: _trophies(rules.deck)),
            (
                "joker_points",
                lambda rules: (
                    f"A joker token that was not used scores {_points(rules.joker_points)[0]}.",
                    f"Un jeton Joker non utilisé rapporte {_points(rules.joker_points)[1]}.",
                ),
            ),
            (
                "hand_card_points",
                lambda rules: (
                    f"A card left in the hand scores {_points(rules.hand_card_points)[0]}.",
                    f"Une carte restée en main rapporte {_points(rules.hand_card_points)[1]}.",
                ),
            ),
            ("tiebreak", _tiebreak),
        ),
    ),
)


def _rounds(number: int, language: int) -> str:
    return numbered(number, ("round", "tour de table"), ("rounds", "tours de table"))[language]
