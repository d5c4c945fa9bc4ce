"""Every reason why a move can be illegal: its code, its rule, and its sentence in English and French."""

from rami.errors import ViolationCode


class Code(ViolationCode):
    """The kinds of violation in the contract game."""

    GAME_OVER = (
        "game_over",
        "003.25",
        "The game is over: no move is possible.",
        "La partie est terminée : aucun coup n'est possible.",
    )
    NOT_YOUR_TURN = (
        "not_your_turn",
        "003.4",
        "It is not your turn: player {0:seat} is to move.",
        "Ce n'est pas votre tour : c'est au joueur {0:seat} de jouer.",
    )
    TAKE_FIRST = (
        "take_first",
        "003.6",
        "A turn begins with cards from the market: take first.",
        "Un tour commence par le marché de valeurs : prenez d'abord des cartes.",
    )
    ALREADY_TAKEN = (
        "already_taken",
        "003.6",
        "You have taken cards this turn: fill a contract, or end the turn.",
        "Vous avez déjà pris des cartes pendant ce tour : remplissez un contrat ou finissez le tour.",
    )
    NOT_IN_MARKET = (
        "not_in_market",
        "003.6",
        "The market does not have {pieces:this card/these cards}: {pieces}.",
        "Le marché n'a pas {pieces:cette carte/ces cartes} : {pieces}.",
    )
    TOO_MANY_TAKEN = (
        "too_many_taken",
        "003.6",
        "A turn takes at most {0} {0:card/cards} from the market, not {1}.",
        "On prend au plus {0} {0:carte/cartes} au marché, et non {1}.",
    )
    NOTHING_IN_COMMON = (
        "nothing_in_common",
        "003.6",
        "Cards that are taken together share their value or their colour: {pieces}.",
        "Les cartes prises ensemble ont le même chiffre ou la même couleur : {pieces}.",
    )
    TOO_FEW_TAKEN = (
        "too_few_taken",
        "B1",
        "From this market you have to take at least {0} {0:card/cards}, not {1}.",
        "Dans ce marché, il faut prendre au moins {0} {0:carte/cartes}, et non {1}.",
    )
    MUST_TAKE_ALL = (
        "must_take_all",
        "B2",
        "All cards of the market that share this value or colour have to be taken: {pieces} too.",
        "Il faut prendre toutes les cartes du marché qui ont ce chiffre ou cette couleur : {pieces} aussi.",
    )
    NO_SUCH_CONTRACT = (
        "no_such_contract",
        "003.7",
        "This contract is not in the market.",
        "Ce contrat n'est pas au marché.",
    )
    CONTRACT_LIMIT = (
        "contract_limit",
        "B12",
        "You have filled {0} {0:contract/contracts}, as many as a player may.",
        "Vous avez rempli {0} {0:contrat/contrats}, le nombre permis.",
    )
    REQUIREMENT_COUNT = (
        "requirement_count",
        "003.10",
        "All requirements have to be met, in their order: the contract has {0}, and cards are given for {1}.",
        "Toutes les exigences doivent être respectées, dans l'ordre : le contrat en a {0}, il y a des cartes pour {1}.",
    )
    NOT_EQUAL = (
        "not_equal",
        "003.11",
        "Requirement {0} asks for {1} {1:card/cards} of equal value: {pieces}.",
        "L'exigence {0} demande {1} {1:carte/cartes} de valeur identique : {pieces}.",
    )
    NOT_IMPOSED = (
        "not_imposed",
        "003.11",
        "Requirement {0} asks for {1} {1:card/cards} of the value {2}: {pieces}.",
        "L'exigence {0} demande {1} {1:carte/cartes} de valeur {2} : {pieces}.",
    )
    NOT_A_RUN = (
        "not_a_run",
        "003.11",
        "Requirement {0} asks for {1} {1:card/cards} of consecutive values, ascending, from {2} to {3}: {pieces}.",
        "L'exigence {0} demande {1} {1:carte/cartes} qui se suivent en ordre croissant, de {2} à {3} : {pieces}.",
    )
    CARD_NOT_IN_HAND = (
        "card_not_in_hand",
        "B4",
        "You do not have {pieces:this card/these cards} in your hand: {pieces}.",
        "Vous n'avez pas {pieces:cette carte/ces cartes} en main : {pieces}.",
    )
    NO_JOKER = (
        "no_joker",
        "003.15",
        "You have no joker token left.",
        "Vous n'avez plus de jeton Joker.",
    )
    ONE_JOKER = (
        "one_joker",
        "003.15",
        "The joker token replaces one card of a contract, not {0}.",
        "Le jeton Joker remplace une seule carte d'un contrat, et non {0}.",
    )
    WRONG_DISCARDS = (
        "wrong_discards",
        "003.9",
        "A turn leaves at most {0} {0:card/cards} in the hand: of {1} {1:card/cards} discard {2}, not {3}.",
        "On garde au plus {0} {0:carte/cartes} en main : sur {1} {1:carte/cartes}, défaussez-en {2}, et non {3}.",
    )
    DISCARD_NOT_IN_HAND = (
        "discard_not_in_hand",
        "003.9",
        "You do not have {pieces:this card/these cards} to discard: {pieces}.",
        "Vous n'avez pas {pieces:cette carte/ces cartes} à défausser : {pieces}.",
    )
