"""Every reason why a move can be illegal: its code, its rule, and its sentence in English and French."""

from rami.errors import ViolationCode


class Code(ViolationCode):
    """The kinds of violation in Gin."""

    GAME_OVER = (
        "game_over",
        "G17",
        "The deal is over: no move is possible.",
        "La donne est terminée : aucun coup n'est possible.",
    )
    NOT_YOUR_TURN = (
        "not_your_turn",
        "G6",
        "It is not your turn: player {0:seat} is to move.",
        "Ce n'est pas votre tour : c'est au joueur {0:seat} de jouer.",
    )
    UPCARD_OFFERED = (
        "upcard_offered",
        "G5",
        "The first upcard is offered: take it, or pass.",
        "La première carte retournée est proposée : prenez-la ou passez.",
    )
    UPCARD_REFUSED = (
        "upcard_refused",
        "G5",
        "Both players have refused the upcard: draw from the stock.",
        "Les deux joueurs ont refusé la carte retournée : piochez au talon.",
    )
    NO_PASS = (
        "no_pass",
        "G6",
        "A player may pass only while the first upcard is offered.",
        "On ne peut passer que lorsque la première carte retournée est proposée.",
    )
    DRAW_FIRST = (
        "draw_first",
        "G6",
        "A turn begins with a card from the stock or from the discard pile: take one first.",
        "Un tour commence par une carte du talon ou de la défausse : prenez-en d'abord une.",
    )
    ALREADY_DRAWN = (
        "already_drawn",
        "G6",
        "You have taken a card this turn: discard one, or knock.",
        "Vous avez déjà pris une carte pendant ce tour : défaussez-en une, ou frappez.",
    )
    NOT_IN_HAND = (
        "not_in_hand",
        "G6",
        "{pieces:This card is/These cards are} not in your hand: {pieces}.",
        "{pieces:Cette carte n'est/Ces cartes ne sont} pas dans votre main : {pieces}.",
    )
    JUST_TAKEN = (
        "just_taken",
        "G7",
        "The card just taken from the discard pile may not be discarded in the same turn: {pieces}.",
        "La carte qu'on vient de prendre de la défausse ne peut pas y retourner au même tour : {pieces}.",
    )
    TOO_MUCH_DEADWOOD = (
        "too_much_deadwood",
        "G9",
        "This leaves deadwood of {0}; to knock, {1} is the most.",
        "Il resterait {0} en cartes isolées ; pour frapper, {1} est le maximum.",
    )
    ACE_PLACE = (
        "ace_place",
        "G3",
        "An ace may not lie there in a run: {pieces}.",
        "L'as ne peut pas se trouver là dans une séquence : {pieces}.",
    )
    NO_BIG_GIN = (
        "no_big_gin",
        "G14",
        "In these rules a card has to be discarded to knock: there is no big gin.",
        "Dans ces règles, on doit défausser une carte pour frapper : il n'y a pas de grand gin.",
    )
    NOT_BIG_GIN = (
        "not_big_gin",
        "G14",
        "Big gin needs all eleven cards in melds; left over: {pieces}.",
        "Le grand gin demande que les onze cartes soient combinées ; il reste : {pieces}.",
    )
    NO_KNOCK = (
        "no_knock",
        "G12",
        "Cards are laid off only after the other player has knocked.",
        "On ne complète les combinaisons qu'après que l'adversaire a frappé.",
    )
    LAY_OFF = (
        "lay_off",
        "G12",
        "The other player has knocked: add cards to those melds, or say that you are done.",
        "L'adversaire a frappé : complétez ses combinaisons, ou annoncez que vous avez fini.",
    )
    NO_SUCH_MELD = (
        "no_such_meld",
        "G12",
        "This is none of the knocker's melds.",
        "Cette combinaison n'est pas parmi celles qui sont étalées.",
    )
    DOES_NOT_FIT = (
        "does_not_fit",
        "G12",
        "This card does not fit there: {pieces}.",
        "Cette carte ne va pas là : {pieces}.",
    )
