"""Every reason why a move can be illegal: its code, its rule, and its sentence in English and French."""

from rami.errors import ViolationCode


class Code(ViolationCode):
    """The kinds of violation in card Rami.

    A rule that source 004 does not have is named by the field of `Rules` that asks for it.
    """

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
        "004.6",
        "The discard pile is empty: draw from the stock.",
        "La défausse est vide : piochez au talon.",
    )
    TAKE_TOO_EARLY = (
        "take_too_early",
        "take_from_round",
        "Nobody may take from the discard pile before round {0}.",
        "On ne peut rien prendre dans la défausse avant le tour de table {0}.",
    )
    TAKE_WITH_ONE_CARD = (
        "take_with_one_card",
        "take_with_one_card",
        "A player with one card left has to draw from the stock.",
        "Le joueur à qui il ne reste qu'une carte doit piocher au talon.",
    )
    TAKE_TOP_ONLY = (
        "take_top_only",
        "take_depth",
        "Only the top card of the discard pile may be taken.",
        "On ne prend que la carte du dessus de la défausse.",
    )
    TAKE_TOO_MANY = (
        "take_too_many",
        "take_depth",
        "You cannot take {0} {0:card/cards} of the discard pile: at most {1}.",
        "On ne peut pas prendre {0} {0:carte/cartes} de la défausse : {1} au plus.",
    )
    NOT_IN_HAND = (
        "not_in_hand",
        "004.6",
        "You do not have {pieces:this card/these cards} in your hand: {pieces}.",
        "Vous n'avez pas {pieces:cette carte/ces cartes} en main : {pieces}.",
    )
    MELD_LIMIT = (
        "meld_limit",
        "C3",
        "At most {0} {0:meld/melds} may be laid in a turn.",
        "On pose au plus {0} {0:combinaison/combinaisons} par tour.",
    )
    ACE_PLACE = (
        "ace_place",
        "C1",
        "An ace may not lie there in a run: {pieces}.",
        "L'as ne peut pas se trouver là dans une séquence : {pieces}.",
    )
    RUN_TOO_SHORT = (
        "run_too_short",
        "shortest_run",
        "A run has at least {0} {0:card/cards}: {pieces}.",
        "Une séquence compte au moins {0} {0:carte/cartes} : {pieces}.",
    )
    GROUP_SUITS = (
        "group_suits",
        "C8",
        "A group has each suit once: {pieces}.",
        "Un brelan ou un carré compte chaque couleur une seule fois : {pieces}.",
    )
    TOO_MANY_JOKERS = (
        "too_many_jokers",
        "max_jokers_per_meld",
        "A meld may hold {0:no joker/at most one joker/at most {0} jokers}: {pieces}.",
        "Une combinaison {0:n'a pas de joker/a au plus un joker/a au plus {0} jokers} : {pieces}.",
    )
    OPENING_TOO_LOW = (
        "opening_too_low",
        "opening_points",
        "Your first melds need {0} {0:point/points}; with these at most {1} can be reached.",
        "La première pose demande {0} {0:point/points} ; avec celle-ci, on en atteint au plus {1}.",
    )
    OPENING_NEEDS_RUN = (
        "opening_needs_run",
        "opening_pure_run",
        "One of your first melds has to be a run without a joker.",
        "La première pose doit comprendre une séquence sans joker.",
    )
    OPENING_MELDS = (
        "opening_melds",
        "opening_melds",
        "You have to lay {0} {0:group/groups} and {1} {1:run/runs} in one turn, and no other melds in this deal.",
        "On pose {0} {0:groupe/groupes} et {1} {1:séquence/séquences} en un tour, et rien d'autre pendant la donne.",
    )
    MELD_FIRST = (
        "meld_first",
        "004.6",
        "You may not add to melds or take a joker before your own first melds are laid.",
        "Il faut avoir fait sa première pose pour compléter une combinaison ou prendre un joker.",
    )
    MELD_IN_EARLIER_TURN = (
        "meld_in_earlier_turn",
        "C2",
        "In the turn of your first meld you may not add to melds or take a joker.",
        "Au tour de sa première combinaison, on ne complète rien et on ne prend pas de joker.",
    )
    NO_SUCH_MELD = (
        "no_such_meld",
        "004.6",
        "This meld is not on the table.",
        "Cette combinaison n'est pas sur la table.",
    )
    DOES_NOT_FIT = (
        "does_not_fit",
        "004.4",
        "This card cannot be added to this meld: {pieces}.",
        "Cette carte ne peut pas compléter cette combinaison : {pieces}.",
    )
    JOKER_STAYS = (
        "joker_stays",
        "replace_joker",
        "By these rules a joker on the table stays there.",
        "Dans ces règles, un joker posé reste sur la table.",
    )
    NOT_THE_JOKER = (
        "not_the_joker",
        "replace_joker",
        "No joker in this meld stands for this card: {pieces}.",
        "Dans cette combinaison, aucun joker ne remplace cette carte : {pieces}.",
    )
    JUST_TAKEN = (
        "just_taken",
        "C5",
        "A card taken from the discard pile may not be discarded in the same turn: {pieces}.",
        "Une carte prise dans la défausse ne peut pas y retourner au même tour : {pieces}.",
    )
    TAKEN_NOT_LAID = (
        "taken_not_laid",
        "take_discard",
        "A card taken from the discard pile has to be laid in the same turn: {pieces}.",
        "Une carte prise dans la défausse doit être posée au même tour : {pieces}.",
    )
    JOKER_NOT_LAID = (
        "joker_not_laid",
        "joker_reuse",
        "A joker taken from the table has to be laid in the same turn.",
        "Un joker pris sur la table doit être posé au même tour.",
    )
    JOKER_NEEDS_NEW_MELD = (
        "joker_needs_new_meld",
        "joker_reuse",
        "A joker taken from the table has to be laid in a new meld in the same turn.",
        "Un joker pris sur la table doit être posé au même tour dans une nouvelle combinaison.",
    )
    LAST_CARD = (
        "last_card",
        "C4",
        "You have to keep a card to discard: the last one may not be laid.",
        "Il faut garder une carte à défausser : la dernière ne peut pas être posée.",
    )
    NO_END = (
        "no_end",
        "C5",
        "This would leave only the card just taken, which may not be discarded: {pieces}.",
        "Il ne resterait que la carte qu'on vient de prendre, et qu'on ne peut pas défausser : {pieces}.",
    )
