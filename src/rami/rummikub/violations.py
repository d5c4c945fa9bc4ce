"""Every reason why a move can be illegal: its code, its rule, and its sentence in English and French."""

from rami.errors import ViolationCode


class Code(ViolationCode):
    """The kinds of violation in Rummikub."""

    GAME_OVER = (
        "game_over",
        "000.21",
        "The deal is over: no move is possible.",
        "La partie est terminée : aucun coup n'est possible.",
    )
    NOT_YOUR_TURN = (
        "not_your_turn",
        "000.3",
        "It is not your turn: it is seat {0} that plays.",
        "Ce n'est pas votre tour : c'est à la place {0} de jouer.",
    )
    POOL_EMPTY = (
        "pool_empty",
        "000.23",
        "The pool is empty: no tile can be drawn.",
        "La pioche est vide : on ne peut pas piocher.",
    )
    POOL_NOT_EMPTY = (
        "pool_not_empty",
        "000.13",
        "The pool still has {0} tiles: a player who plays none draws one.",
        "La pioche contient encore {0} plaques : qui n'en pose aucune doit piocher.",
    )
    ALREADY_DRAWN = (
        "already_drawn",
        "A16",
        "You have drawn a tile this turn: play, or pass.",
        "Vous avez déjà pioché pendant ce tour : jouez ou passez.",
    )
    MUST_PLAY_BEFORE_DRAWING = (
        "must_play_before_drawing",
        "A15",
        "You can play a tile, so you may not draw.",
        "Vous pouvez poser une plaque : vous ne pouvez pas piocher.",
    )
    MUST_PLAY_BEFORE_PASSING = (
        "must_play_before_passing",
        "A23",
        "You can play a tile, so you may not pass.",
        "Vous pouvez poser une plaque : vous ne pouvez pas passer.",
    )
    NO_TIME_LIMIT = (
        "no_time_limit",
        "A19",
        "These rules have no time limit that could run out.",
        "Ces règles n'ont pas de temps limité qui puisse s'écouler.",
    )
    NOTHING_PLAYED = (
        "nothing_played",
        "A17",
        "A play lays at least one tile from the rack.",
        "Il faut poser au moins une plaque de son chevalet.",
    )
    TILE_LOST = (
        "tile_lost",
        "001.10",
        "Tiles that were on the table are missing from it: {pieces}.",
        "Des plaques qui étaient sur la table n'y sont plus : {pieces}.",
    )
    NOT_IN_RACK = (
        "not_in_rack",
        "A18",
        "These tiles are neither on the table nor in the rack: {pieces}.",
        "Ces plaques ne sont ni sur la table ni sur le chevalet : {pieces}.",
    )
    TOO_FEW_TILES = (
        "too_few_tiles",
        "000.5",
        "A meld has at least three tiles: {pieces}.",
        "Une combinaison compte au moins trois plaques : {pieces}.",
    )
    ONLY_JOKERS = (
        "only_jokers",
        "A8",
        "A meld needs a tile that is not a joker: {pieces}.",
        "Il faut dans une combinaison une plaque qui ne soit pas un joker : {pieces}.",
    )
    COLOR_TWICE = (
        "color_twice",
        "000.5",
        "A group has each colour once: {pieces}.",
        "Une série compte chaque couleur une seule fois : {pieces}.",
    )
    NOT_CONSECUTIVE = (
        "not_consecutive",
        "000.6",
        "The numbers of a run follow one another, and each is there once: {pieces}.",
        "Les nombres d'une séquence se suivent, et chacun n'y est qu'une fois : {pieces}.",
    )
    NOT_A_MELD = (
        "not_a_meld",
        "000.5",
        "These tiles are neither a group nor a run: {pieces}.",
        "Ces plaques ne font ni une série ni une séquence : {pieces}.",
    )
    NO_SUCH_TILE = (
        "no_such_tile",
        "A9",
        "A joker would stand for a tile that this set does not have: {pieces}.",
        "Un joker remplacerait une plaque qui n'existe pas dans ce jeu : {pieces}.",
    )
    ONE_AFTER_TEN = (
        "one_after_ten",
        "000.7",
        "In this edition a 1 comes before the 2 and never after the 10: {pieces}.",
        "Dans cette édition, le 1 précède le 2 et ne suit jamais le 10 : {pieces}.",
    )
    TOO_MANY_JOKERS = (
        "too_many_jokers",
        "A8",
        "A meld may hold at most {0} jokers: {pieces}.",
        "Une combinaison compte au plus {0} jokers : {pieces}.",
    )
    ADJACENT_JOKERS = (
        "adjacent_jokers",
        "A8",
        "Two jokers may not lie side by side: {pieces}.",
        "Deux jokers ne peuvent pas se suivre : {pieces}.",
    )
    OPENING_TOO_LOW = (
        "opening_too_low",
        "000.8",
        "The melds laid from the rack are worth {0} points; the opening needs {1}.",
        "Les combinaisons posées du chevalet valent {0} points ; il en faut {1} pour commencer.",
    )
    OPENING_CHANGES_TABLE = (
        "opening_changes_table",
        "A5",
        "The turn of the opening may not change the melds on the table: {pieces}.",
        "Au tour de la combinaison de démarrage, on ne modifie pas la table : {pieces}.",
    )
    OPENING_USES_JOKER = (
        "opening_uses_joker",
        "A6",
        "The opening may not use a joker.",
        "La combinaison de démarrage ne peut pas contenir de joker.",
    )
    JOKER_BEFORE_OPENING = (
        "joker_before_opening",
        "000.18",
        "A joker may not be taken from the table before the opening: {pieces}.",
        "On ne prend pas de joker sur la table avant la combinaison de démarrage : {pieces}.",
    )
    JOKER_NOT_REPLACED = (
        "joker_not_replaced",
        "000.15",
        "A joker was taken and the tile that it stands for was not put in its place: {pieces}.",
        "Un joker a été pris sans être remplacé par la plaque qu'il représente : {pieces}.",
    )
    JOKER_NOT_REPLACED_FROM_RACK = (
        "joker_not_replaced_from_rack",
        "A11",
        "A joker that is taken must be replaced by a tile from the rack: {pieces}.",
        "Un joker pris doit être remplacé par une plaque du chevalet : {pieces}.",
    )
    JOKER_NEEDS_BOTH = (
        "joker_needs_both",
        "A13",
        "To take a joker from a group, all its missing colours must be laid: {pieces}.",
        "Pour prendre le joker d'une série, il faut poser toutes les couleurs manquantes : {pieces}.",
    )
    JOKER_NOT_IN_NEW_MELD = (
        "joker_not_in_new_meld",
        "000.17",
        "A joker that is taken must be played in a new meld: {pieces}.",
        "Un joker pris doit être rejoué dans une nouvelle combinaison : {pieces}.",
    )
    JOKER_NEEDS_RACK_TILES = (
        "joker_needs_rack_tiles",
        "A10",
        "A joker that is taken must be played in a new meld with two tiles from the rack: {pieces}.",
        "Un joker pris doit être rejoué dans une nouvelle combinaison avec deux plaques du chevalet : {pieces}.",
    )
    JOKER_SET_FROZEN = (
        "joker_set_frozen",
        "A12",
        "A meld with a joker may only be added to until the joker is replaced: {pieces}.",
        "Tant que son joker n'est pas remplacé, une combinaison peut seulement être complétée : {pieces}.",
    )
