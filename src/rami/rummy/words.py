"""Sentences about the rules, moves and turns of card rummy."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import groupby, takewhile

from attrs import evolve, fields

from rami.cards import Card
from rami.cards.legal_melds import RANK_POINTS
from rami.cards.melds import LONGEST
from rami.errors import IllegalMove, RulesError, TooLarge
from rami.explaining import MoveEvent, TurnStep, moves_of, step, then
from rami.messages import Phrase
from rami.presets import nearest
from rami.referee import Motion
from rami.rummy.advice import discard_reason
from rami.rummy.moves import Buy, Discard, DrawStock, LayMeld, LayOff, Move, Pass, ReplaceJoker, TakeDiscard, parse_move
from rami.rummy.position import Phase, State, View, observe
from rami.rummy.presets import PRESETS
from rami.rummy.referee import apply, check, motions
from rami.rummy.rules import MIN_PLAYERS, MOST_ROUNDS, TEXTS, Rules
from rami.rummy.setup import guessed
from rami.sentences.rules import Choice, Paragraph, Topics, When, paragraphs
from rami.shapes import instance, typed

# ------------------------------------------------------------------------------------------------------------ the rules


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the paragraphs that describe the rules, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(TEXTS, rules, _TOPICS, rounds=MOST_ROUNDS)


def _chosen(fields: str, key: Callable[[Rules], str | None], named: str | None = None) -> Choice[Rules]:
    def phrase(rules: Rules) -> Phrase | None:
        if (chosen := key(rules)) is None:
            return None
        values = {} if named is None else {named: getattr(rules, named)}
        return TEXTS.phrase(f"rules.{chosen}", **values)

    return Choice(fields, phrase)


def _pack(rules: Rules) -> Phrase:
    form = "jokers" if rules.jokers else "no-jokers"
    return TEXTS.phrase(f"rules.cards.packs-{form}", packs=rules.packs, jokers=rules.jokers)


def _hands(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.cards.hands", hands=tuple(_hand_sizes(rules)))


def _brief_hands(rules: Rules) -> Phrase:
    sizes = set(rules.cards_dealt[rules.min_players - MIN_PLAYERS :])
    return TEXTS.phrase("nouns.card", n=sizes.pop()) if len(sizes) == 1 else _listed(tuple(_hand_sizes(rules)))


def _hand_sizes(rules: Rules) -> Iterator[Phrase]:
    sized = zip(rules.player_counts, rules.cards_dealt[rules.min_players - MIN_PLAYERS :], strict=True)
    for size, row in groupby(sized, key=lambda pair: pair[1]):
        players = tuple(number for number, _ in row)
        yield TEXTS.phrase(
            "rules.cards.hand", size=size, n=len(players), low=players[0], high=players[-1], players=players
        )


def _listed(parts: tuple[Phrase, ...]) -> Phrase:
    return TEXTS.phrase("rules.first.brief", parts=parts)


def asked_melds(rules: Rules) -> tuple[Phrase, ...]:
    """Return a phrase for the groups and runs of a contract."""
    # `opening_melds` may be empty, so `strict` must be False.
    asked = zip(("group", "run"), rules.opening_melds, strict=False)
    return tuple(TEXTS.phrase(f"nouns.{noun}", n=number) for noun, number in asked if number)


def _opening_melds(rules: Rules) -> Phrase | None:
    if rules.opening_melds:
        return TEXTS.phrase("rules.first.opening_melds-else", melds=asked_melds(rules))
    is_free = not (rules.opening_points or rules.opening_pure_run)
    return TEXTS.phrase("rules.first.opening_melds-any") if is_free else None


def _own_meld(rules: Rules) -> str:
    return f"turn.own_meld-{'opening' if rules.has_opening else str(rules.layoff_needs_own_meld).lower()}"


def _has_jokers(rules: Rules) -> bool:
    return rules.jokers > 0


def _reuses_jokers(rules: Rules) -> bool:
    return _has_jokers(rules) and rules.replace_joker


def _longest(rules: Rules) -> str | None:
    if rules.shortest_run == rules.longest_run:
        return None
    return "melds.longest" if rules.longest_run == LONGEST else "melds.longest-ace"


def _free_rummy(rules: Rules) -> str | None:
    if rules.rummy_needs_opening:
        return None
    form = "points" if rules.opening_points and not rules.opening_pure_run else "conditions"
    return f"first.rummy_needs_opening-{form}"


def _opening_points(rules: Rules) -> str | None:
    if not rules.opening_points:
        return None
    form = ("-high" if rules.ace == "high" else "") + ("" if rules.rank_points == RANK_POINTS else "-ranks")
    return f"first.opening_points{form}"


def _rank_points(rules: Rules) -> Phrase:
    if rules.rank_points == RANK_POINTS:
        return TEXTS.phrase("rules.score.ranks-usual")
    return TEXTS.phrase("rules.score.ranks", parts=tuple(_points_of_ranks(rules.rank_points)))


def _points_of_ranks(points: tuple[int, ...]) -> Iterator[Phrase]:
    """Yield phrases for the points of the ranks.

    A phrase is about a row of ranks that have equal points, or that have their numbers as points.
    """
    names = {rank: TEXTS.phrase(f"rules.score.rank.{name}") for rank, name in enumerate(("jack", "queen", "king"), 11)}
    left = list(enumerate(points, 2))
    while left:
        equal = len(list(takewhile(lambda each: each[1] == left[0][1], left)))
        numbers = len(list(takewhile(lambda each: each[1] == each[0] <= 10, left)))
        size = max(equal, numbers)
        (low, first), (high, _) = left[0], left[size - 1]
        key = "ranks-number" if numbers > equal else "rank-points"
        ends = {"low": names.get(low, low), "high": names.get(high, high)}
        yield TEXTS.phrase(f"rules.score.{key}", n=size, points=first, **ends)
        del left[:size]


def _rummy_bonus(rules: Rules) -> str | None:
    if not rules.rummy_bonus:
        return None
    return "score.rummy_bonus-losers" if rules.scoring == "losers" else "score.rummy_bonus"


def _going_out(rules: Rules) -> Phrase:
    form = "ending" if rules.scoring == "melded" else "final_discard"
    return TEXTS.phrase(f"rules.score.{form}-{rules.final_discard}")


def _brief_discard(rules: Rules) -> Phrase:
    return TEXTS.phrase(f"rules.score.discard-{rules.final_discard}")


def _deals(rules: Rules) -> str | None:
    if rules.match_deals is None:
        return None
    return "match.deals-contracts" if rules.opening_melds else "match.deals-fixed"


def _has_limit(rules: Rules) -> bool:
    return rules.match_points is not None or rules.match_deals is None


def _match_end(rules: Rules) -> Phrase:
    if not _has_limit(rules):
        return TEXTS.phrase(f"rules.match.match_end-{'least' if rules.scoring == 'losers' else 'deals'}")
    if rules.match_points is None:
        return TEXTS.phrase(f"rules.match.open-{rules.match_end}")
    points = TEXTS.phrase("nouns.point", n=rules.match_points)
    both = "-both" if rules.match_end == "lowest_at" and rules.scoring != "losers" else ""
    limit = {"match_points": rules.match_points} if both else {"points": points}
    return TEXTS.phrase(f"rules.match.match_end-{rules.match_end}{both}", **limit)


_MISSING = {
    "rami-51": "opening_points opening_pure_run rummy_needs_opening",
    "kalooki-40": "group_suits replace_joker rummy_multiplier",
    "scala-40": "opening_points longest_run",
    "romme-40": "jokers opening_points",
    "rummy-500": "packs jokers take_depth take_discard",
    "contract-rummy": "buying shortest_run",
    "continental": "longest_run replace_joker buying",
}
"""The fields that must be unchanged for the sentence about unsupported rules, by edition."""


def _missing(rules: Rules) -> Phrase | None:
    """Return a sentence about published rules that the library does not support."""
    name, changed = nearest(rules, PRESETS)
    if name not in _MISSING or not changed.keys().isdisjoint(_MISSING[name].split()):
        return None
    return TEXTS.phrase(f"rules.missing.{name}")


_TOPICS: Topics[Rules] = {
    "aim": [_chosen("scoring", lambda rules: f"aim.aim-{'melded' if rules.scoring == 'melded' else 'else'}")],
    "cards": [
        Choice("packs jokers", _pack),
        Choice("cards_dealt min_players", _hands, _brief_hands, TEXTS.phrase("rules.cards.hands-by-deal")),
        "starter_extra_card",
        "starter",
        _chosen("cards_dealt", lambda rules: "cards.clockwise" if rules.max_players > 2 else None),
    ],
    "melds": [
        "shortest_run",
        "ace",
        _chosen("longest_run shortest_run", _longest),
        "group_suits",
        When("max_jokers_per_meld", "jokers", _has_jokers),
        When("joker_place", "jokers", lambda rules: rules.joker_place != "any" and _has_jokers(rules)),
    ],
    "turn": [
        "turn",
        "take_discard",
        When("take_depth", "", lambda rules: rules.take_depth != "top"),
        When("take_from_round", "", lambda rules: rules.take_from_round > 1),
        When("take_with_one_card", "", lambda rules: not rules.take_with_one_card),
        _chosen("buying", lambda rules: "turn.buying" if rules.buying else None, "buying"),
        When("discard_taken", "take_discard", lambda rules: rules.take_discard != "to_lay"),
        When("melds_per_turn", "opening_melds", lambda rules: not rules.opening_melds),
        "rearrange",
        _chosen("layoff_needs_own_meld opening_melds opening_points opening_pure_run", _own_meld),
        When(
            "layoff_same_turn",
            "layoff_needs_own_meld",
            lambda rules: rules.layoff_needs_own_meld or not rules.layoff_same_turn,
        ),
    ],
    "first": [
        Choice(
            "opening_melds opening_points opening_pure_run",
            _opening_melds,
            lambda rules: _listed(asked_melds(rules)) if rules.opening_melds else None,
            TEXTS.phrase("rules.first.opening_melds-by-deal"),
        ),
        _chosen("opening_points ace rank_points", _opening_points, "opening_points"),
        _chosen(
            "opening_points jokers",
            lambda rules: "first.opening_joker" if rules.opening_points and rules.jokers else None,
        ),
        When("opening_pure_run", "", lambda rules: rules.opening_pure_run),
        _chosen("rummy_needs_opening opening_points opening_pure_run", _free_rummy, "opening_points"),
    ],
    "jokers": [
        When("replace_joker", "jokers", _has_jokers),
        _chosen(
            "group_suits replace_joker jokers",
            lambda rules: f"jokers.group_joker-{rules.group_suits}" if _reuses_jokers(rules) else None,
        ),
        When("joker_reuse", "replace_joker jokers", _reuses_jokers),
    ],
    "stock": [
        "restock",
        _chosen("restock", lambda rules: "stock.short-pile" if rules.restock != "end" else None),
        "discard_view",
    ],
    "score": [
        Choice("final_discard scoring", _going_out, _brief_discard, TEXTS.phrase("rules.score.discard-by-deal")),
        When("out_from_round", "", lambda rules: rules.out_from_round > 1),
        "scoring",
        Choice("rank_points", _rank_points),
        _chosen(
            "ace_points scoring",
            lambda rules: "score.ace-melded" if rules.scoring == "melded" and rules.ace_points != 1 else "score.ace",
            "ace_points",
        ),
        When("joker_points", "jokers", _has_jokers),
        When("unmelded_points", "", lambda rules: rules.unmelded_points is not None),
        When("rummy_multiplier", "scoring", lambda rules: rules.rummy_multiplier != 1 and rules.scoring != "melded"),
        _chosen("rummy_bonus scoring", _rummy_bonus, "rummy_bonus"),
        _chosen("scoring", lambda rules: "score.blocked-melded" if rules.scoring == "melded" else "score.blocked"),
        "round-limit",
    ],
    "match": [
        "next_dealer",
        _chosen("match_deals opening_melds", _deals, "match_deals"),
        Choice("match_points match_end match_deals scoring", _match_end),
        _chosen(
            "match_end match_points match_deals",
            lambda rules: "match.last-tie" if _has_limit(rules) and rules.match_end == "eliminate" else None,
        ),
    ],
    "missing": [Choice(" ".join(each.name for each in fields(Rules)), _missing)],
}


# ---------------------------------------------------------------------------------------------- moves as seats see them


@typed
def event(state: State, move: Move, player: int | None) -> MoveEvent[Move]:
    """Return an event that shows a move to a player or a spectator.

    The event has the motions of cards and a sentence.

    The places are `"hand"`, `"stock"`, `"discard pile"` and `"table"`. The description depends only on the views of
    this seat before and after the move.

    Args:
        state: The position before the move.
        move: A legal move.
        player: The seat of the observer, 0-based, or None for a spectator.

    Returns:
        The move as seen by the observer. Only the player who draws a card from the stock sees it.

    Raises:
        IllegalMove: If the rules forbid the move.
        RulesError: If the seat does not exist.

    Examples:
        >>> from rami.rummy import DrawStock, new_game
        >>> state = new_game(2, seed=1)
        >>> print(event(state, DrawStock(), 1), event(state, DrawStock(), 0))
        Player 2 draws 6C. Player 2 draws a card.
    """
    return _event(observe(state, player), move, observe(apply(state, move), player))


def _event(before: View, move: Move, after: View) -> MoveEvent[Move]:
    seat, seen = before.current_player, motions(before, move, after)
    restock = _say("restock") if after.restocks != before.restocks else None
    out = None if after.hand_sizes[seat] else _say("out")
    words = then(restock, _done(before, move, seen), out)
    return MoveEvent(seat=seat, player=before.player, move=move, motions=seen, words=words)


def _say(key: str, **values: object) -> Phrase:
    return TEXTS.phrase(f"events.{key}", **values)


def _done(before: View, move: Move, seen: tuple[Motion, ...]) -> Phrase:
    top = before.discard_pile[-1:]
    match move:
        case DrawStock():
            drawn = seen[-1].pieces
            return _say("draw-known", card=drawn[0]) if drawn else _say("draw")
        case Pass():
            return _say("pass", card=top[0])
        case Buy():
            return _say("buy", card=top[0])
        case TakeDiscard(count):
            return _say("take", cards=before.discard_pile[-count:])
        case Discard(card):
            return _say("discard", card=card)
        case LayMeld(meld):
            return _say("meld", meld=meld)
        case LayOff(card, meld):
            return _say("add", card=card, meld=meld)
        case _:  # ReplaceJoker
            return _say("replace", card=move.card, meld=move.meld)


# ------------------------------------------------------------------------------------------------------ turns explained


def explain(view: View, turn: Move | str | Iterable[Move | str]) -> tuple[TurnStep[Move], ...]:
    """Return the steps of a turn, each with a sentence and a picture.

    A discard of `best_turn` has a reason if a single rule decides it. Such a rule keeps a card of a meld, a card for
    the first melds, a card that the next player may want, or a card that others could lay off.

    Args:
        view: The view of the player who moves.
        turn: A move or several moves, such as the result of `best_turn`. Moves may be given as text.

    Returns:
        A step for each move.

    Raises:
        IllegalMove: If the rules forbid a move.
        RulesError: If a move follows a draw from the stock, since its card is unknown.
        NotationError: If a text cannot be read.
        WrongType: If `view` is not a `View`, or `turn` does not consist of moves.

    Examples:
        >>> from rami.rummy import best_turn, set_up
        >>> view = set_up("6S 8H 8D 8C KD", "3S-4S-5S")
        >>> for step in explain(view, best_turn(view)):
        ...     print(step)
        Lay 8H=8D=8C.
        Add 6S to 3S-4S-5S.
        Discard KD and go out.
    """
    instance("view", view, View)
    return tuple(_steps(view, moves_of(turn, parse_move)))


def _steps(view: View, moves: Iterable[Move]) -> Iterator[TurnStep[Move]]:
    last: Move | None = None
    for move in moves:
        if isinstance(last, DrawStock | Buy):
            raise RulesError(f"cannot explain {move} after {last}, because the drawn card is hidden")
        if last is not None:
            view = _view_after(view, last)
        if problems := check(view, move):
            raise IllegalMove(problems)
        words, cards = _said(view, move)
        yield step(view, move, words, cards)
        last = move


def _said(view: View, move: Move) -> tuple[Phrase, tuple[Card, ...]]:
    match move:
        case DrawStock():
            return TEXTS.phrase("steps.draw"), ()
        case TakeDiscard(count):
            cards = view.discard_pile[-count:]
            return TEXTS.phrase("steps.take", cards=cards), cards
        case Pass():
            key = "steps.decline" if view.phase is Phase.BUY else "steps.leave"
            return TEXTS.phrase(key, card=view.discard_pile[-1]), view.discard_pile[-1:]
        case Buy():
            return TEXTS.phrase("steps.buy", card=view.discard_pile[-1]), view.discard_pile[-1:]
        case LayMeld(meld):
            return TEXTS.phrase("steps.lay", meld=meld), meld.cards
        case LayOff(card, meld):
            key = "steps.add-front" if move.front else "steps.add"
            return TEXTS.phrase(key, card=card, meld=meld), (card, *meld.cards)
        case ReplaceJoker(card, meld):
            return TEXTS.phrase("steps.replace", card=card, meld=meld), (card, *meld.cards)
        case _:  # Discard
            return _discarding(view, move.card), (move.card,)


def _discarding(view: View, card: Card) -> Phrase:
    """Return the sentence for a discard.

    The sentence has a reason if a single rule of `best_turn` decides the discard.
    """
    if not view.hand[1:]:
        return TEXTS.phrase("steps.discard-last", card=card)
    with suppress(TooLarge):
        if reason := discard_reason(view, card):
            return TEXTS.phrase(f"steps.discard-{reason[0]}", card=card, other=reason[1])
    return TEXTS.phrase("steps.discard", card=card)


def _view_after(view: View, move: Move) -> View:
    after = observe(apply(guessed(view, seed=0), move), view.player)
    count = move.count if isinstance(move, TakeDiscard) else 0
    return evolve(after, discard_pile=view.discard_pile[: len(view.discard_pile) - count])
