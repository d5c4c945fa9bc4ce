"""Every reason why a move can be illegal: its code, its rule, and its sentence in English and French."""

from rami.errors import ViolationCode


class Code(ViolationCode):
    """The kinds of violation in card Rami."""

    GAME_OVER = (
        "game_over",
        "004.9",
        "The deal is over: no move is possible.",
        "La donne est terminée : aucun coup n'est possible.",
    )
    NOT_YOUR_TURN = (
        "not_your_turn",
        "004.5",
        "It is not your turn: player {0:seat} is to move.",
        "Ce n'est pas votre tour : c'est au joueur {0:seat} de jouer.",
    )
    DRAW_FIRST = (
        "draw_first",
        "004.6",
        "A turn begins with a card from the stock or from the discard pile: take one first.",
        "Un tour commence par une carte du talon ou de la défausse : prenez-en d'abord une.",
    )
    ALREADY_DRAWN = (
        "already_drawn",
        "004.6",
        "You have taken a card this turn: lay cards, or discard one.",
        "Vous avez déjà pris une carte pendant ce tour : posez des cartes ou défaussez-en une.",
    )
    NO_DISCARD = (
        "no_discard",
        "004.8",
        "The discard pile is empty: draw from the stock.",
        "La défausse est vide : piochez au talon.",
    )
    TAKE_TOO_EARLY = (
        "take_too_early",
        "004.6",
        "Nobody may take from the discard pile before round {0}.",
        "On ne peut rien prendre de la défausse avant le tour {0}.",
    )
    TAKE_WITH_ONE_CARD = (
        "take_with_one_card",
        "004.6",
        "A player with one card left has to draw from the stock.",
        "Le joueur qui n'a plus qu'une carte doit piocher au talon.",
    )
    NOT_IN_HAND = (
        "not_in_hand",
        "004.6",
        "These cards are not in your hand, or not so often: {pieces}.",
        "Ces cartes ne sont pas dans votre main, ou pas en si grand nombre : {pieces}.",
    )
    MELD_LIMIT = (
        "meld_limit",
        "C3",
        "New melds that may be laid in a turn: {0}.",
        "Nouvelles combinaisons qu'on peut poser par tour : {0}.",
    )
    ACE_PLACE = (
        "ace_place",
        "C1",
        "An ace may not lie there in a run: {pieces}.",
        "L'as ne peut pas se trouver là dans une séquence : {pieces}.",
    )
    TOO_MANY_JOKERS = (
        "too_many_jokers",
        "004.4",
        "A meld may hold at most {0} {0:joker/jokers}: {pieces}.",
        "Une combinaison compte au plus {0} {0:joker/jokers} : {pieces}.",
    )
    OPENING_TOO_LOW = (
        "opening_too_low",
        "004.6",
        "The first melds of a player need {0} {0:point/points}; with these at most {1} can be reached.",
        "La première pose demande {0} {0:point/points} ; avec celle-ci, on en atteint au plus {1}.",
    )
    OPENING_NEEDS_RUN = (
        "opening_needs_run",
        "004.6",
        "The first melds of a player need a run without a joker.",
        "La première pose demande une séquence sans joker.",
    )
    MELD_FIRST = (
        "meld_first",
        "004.6",
        "Who has not laid a meld may not add to melds or take a joker.",
        "Il faut avoir posé une combinaison pour en compléter une ou prendre un joker.",
    )
    MELD_IN_EARLIER_TURN = (
        "meld_in_earlier_turn",
        "C2",
        "In the turn of the first own meld nothing may be added to melds, and no joker taken.",
        "Au tour de sa première combinaison, on ne complète rien et on ne prend pas de joker.",
    )
    NO_SUCH_MELD = (
        "no_such_meld",
        "004.7",
        "This meld is not on the table.",
        "Cette combinaison n'est pas sur la table.",
    )
    DOES_NOT_FIT = (
        "does_not_fit",
        "004.4",
        "This card does not fit there: {pieces}.",
        "Cette carte ne va pas là : {pieces}.",
    )
    JOKER_STAYS = (
        "joker_stays",
        "004.7",
        "In these rules a joker on the table stays there.",
        "Dans ces règles, un joker posé reste sur la table.",
    )
    NOT_THE_JOKER = (
        "not_the_joker",
        "004.7",
        "No joker in this meld stands for this card: {pieces}.",
        "Dans cette combinaison, aucun joker ne remplace cette carte : {pieces}.",
    )
    JUST_TAKEN = (
        "just_taken",
        "C5",
        "The card just taken from the discard pile may not be discarded in the same turn: {pieces}.",
        "La carte qu'on vient de prendre de la défausse ne peut pas y retourner au même tour : {pieces}.",
    )
    TAKEN_NOT_LAID = (
        "taken_not_laid",
        "004.6",
        "A card taken from the discard pile has to be laid in the same turn: {pieces}.",
        "Une carte prise de la défausse doit être posée au même tour : {pieces}.",
    )
    JOKER_NOT_LAID = (
        "joker_not_laid",
        "004.7",
        "A joker taken from the table has to be laid in a new meld in the same turn.",
        "Un joker pris sur la table doit être posé dans une nouvelle combinaison au même tour.",
    )
    LAST_CARD = (
        "last_card",
        "C4",
        "The last card has to be discarded: it may not be laid.",
        "La dernière carte doit être défaussée : on ne peut pas la poser.",
    )
    NO_END = (
        "no_end",
        "C5",
        "This would leave only the card just taken, which may not be discarded: {pieces}.",
        "Il ne resterait que la carte qu'on vient de prendre, et qu'on ne peut pas défausser : {pieces}.",
    )
