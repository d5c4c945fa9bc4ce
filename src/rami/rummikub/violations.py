"""Every reason why a move can be illegal: its code, its rule, and its sentence in English and French."""

from rami.errors import ViolationCode


class Code(ViolationCode):
    """The kinds of violation in Rummikub."""

    GAME_OVER = (
        "game_over",
        "000.21",
        "The deal is over: no move is possible.",
        "La manche est terminée : aucun coup n'est possible.",
    )
    NOT_YOUR_TURN = (
        "not_your_turn",
        "000.3",
        "It is not your turn: player {0:seat} is to move.",
        "Ce n'est pas votre tour : c'est au joueur {0:seat} de jouer.",
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
        "The pool still has {0} {0:tile/tiles}: a player who lays none draws one.",
        "Il reste {0} {0:plaque/plaques} dans la pioche : le joueur qui n'en pose aucune doit piocher.",
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
        "These rules set no time limit, so no turn can run out of time.",
        "Ces règles ne limitent pas le temps : un tour ne peut pas durer trop longtemps.",
    )
    NO_PENALTY = (
        "no_penalty",
        "A22",
        "These rules refuse an illegal arrangement; they set no penalty for it.",
        "Ces règles refusent un arrangement incorrect, sans pénalité.",
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
        "{pieces:A tile that was on the table is/Tiles that were on the table are} missing from it: {pieces}.",
        "{pieces:Une plaque de la table n'y est plus/Des plaques de la table n'y sont plus} : {pieces}.",
    )
    JOKER_KEPT = (
        "joker_kept",
        "000.17",
        "A joker that is taken from the table has to be played in the same turn: {pieces}.",
        "Un joker pris sur la table doit être rejoué pendant le même tour : {pieces}.",
    )
    NOT_IN_RACK = (
        "not_in_rack",
        "A18",
        "{pieces:A tile laid/Tiles laid} came neither from the table nor from your rack: {pieces}.",
        "{pieces:Une plaque ne vient/Des plaques ne viennent} ni de la table ni de votre chevalet : {pieces}.",
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
        "Un groupe compte chaque couleur une seule fois : {pieces}.",
    )
    NOT_CONSECUTIVE = (
        "not_consecutive",
        "000.6",
        "The numbers of a run follow one another, and each is there once: {pieces}.",
        "Les nombres d'une suite se suivent, et chacun n'y est qu'une fois : {pieces}.",
    )
    NOT_A_MELD = (
        "not_a_meld",
        "000.5",
        "These tiles are neither a group nor a run: {pieces}.",
        "Ces plaques ne forment ni un groupe ni une suite : {pieces}.",
    )
    NO_SUCH_TILE = (
        "no_such_tile",
        "A9",
        "This meld goes beyond the tiles of the set: {pieces}.",
        "Cette combinaison dépasse les plaques du jeu : {pieces}.",
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
        "{0:No meld may hold a joker/A meld may hold 1 joker at most/A meld may hold {0} jokers at most}: {pieces}.",
        "{0:Aucun joker n'est permis/Un seul joker est permis/{0} jokers sont permis} par combinaison : {pieces}.",
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
        "The opening laid from the rack is worth {0} {0:point/points}, but {1} {1:is/are} needed.",
        "Votre combinaison de démarrage vaut {0} {0:point/points}, il en faut {1}.",
    )
    OPENING_CHANGES_TABLE = (
        "opening_changes_table",
        "A5",
        "The turn of the opening may not change the melds on the table: {pieces}.",
        "Le tour de la combinaison de démarrage ne peut pas modifier les combinaisons de la table : {pieces}.",
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
        "A joker was taken, and no tile that it stood for replaces it: {pieces}.",
        "Un joker a été pris, et aucune plaque qu'il représentait ne le remplace : {pieces}.",
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
        "To take the joker of a group, both missing colours have to be laid: {pieces}.",
        "Pour prendre le joker de plaques du même nombre, il faut poser les deux couleurs manquantes : {pieces}.",
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
