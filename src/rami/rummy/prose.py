"""The rules of card Rami in words, a sentence for every field."""

from collections.abc import Iterator

from rami.rummy.cards import TEXTS
from rami.rummy.limits import MIN_PLAYERS
from rami.rummy.rules import Rules
from rami.text import Phrase
from rami.text.rules import Choice, Paragraph, Topics, paragraphs


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(TEXTS, rules, _TOPICS)


def _pack(rules: Rules) -> Phrase:
    form = "jokers" if rules.jokers else "no-jokers"
    return TEXTS.phrase(f"rules.cards.packs-{form}", packs=rules.packs, jokers=rules.jokers)


def _hands(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.cards.hands", hands=tuple(_hand_sizes(rules)))


def _hand_sizes(rules: Rules) -> Iterator[Phrase]:
    """Yield the sizes of the hands, equal ones of neighbouring numbers of players once."""
    numbers: list[int] = []
    sizes = rules.cards_dealt[rules.min_players - MIN_PLAYERS :]
    for players, (size, next_size) in enumerate(zip(sizes, (*sizes[1:], None), strict=True), rules.min_players):
        numbers.append(players)
        if size != next_size:
            low, high = numbers[0], numbers[-1]
            yield TEXTS.phrase(
                "rules.cards.hand", size=size, n=len(numbers), low=low, high=high, players=tuple(numbers)
            )
            numbers.clear()


def _max_jokers(rules: Rules) -> Phrase | None:
    if not rules.jokers:
        return None
    most = rules.max_jokers_per_meld
    form = "else" if most else str(most).lower()
    return TEXTS.phrase(f"rules.melds.max_jokers_per_meld-{form}", max_jokers_per_meld=most)


def _from_round(rules: Rules) -> Phrase | None:
    if rules.take_from_round == 1:
        return None
    return TEXTS.phrase("rules.turn.take_from_round", take_from_round=rules.take_from_round)


def _opening_melds(rules: Rules) -> Phrase:
    if not rules.opening_melds:
        return TEXTS.phrase("rules.first.opening_melds-any")
    asked = zip(("group", "run"), rules.opening_melds, strict=True)
    melds = tuple(TEXTS.phrase(f"nouns.{noun}", n=number) for noun, number in asked if number)
    return TEXTS.phrase("rules.first.opening_melds-else", melds=melds)


def _replace_joker(rules: Rules) -> Phrase | None:
    return TEXTS.phrase(f"rules.jokers.replace_joker-{str(rules.replace_joker).lower()}") if rules.jokers else None


def _joker_reuse(rules: Rules) -> Phrase | None:
    if not (rules.jokers and rules.replace_joker):
        return None
    return TEXTS.phrase(f"rules.jokers.joker_reuse-{rules.joker_reuse}")


def _max_restocks(rules: Rules) -> Phrase | None:
    if rules.restock == "end":
        return None
    form = "none" if rules.max_restocks is None else "else"
    return TEXTS.phrase(f"rules.stock.max_restocks-{form}", max_restocks=rules.max_restocks)


def _joker_points(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.score.joker_points", joker_points=rules.joker_points) if rules.jokers else None


def _match_points(rules: Rules) -> Phrase:
    points = TEXTS.phrase("rules.match.agreed-points")
    if rules.match_points is not None:
        points = TEXTS.phrase("nouns.point", n=rules.match_points)
    return TEXTS.phrase(f"rules.match.match_end-{rules.match_end}", points=points)


_TOPICS: Topics[Rules] = {
    "aim": ["aim"],
    "cards": [Choice("packs jokers", _pack), Choice("cards_dealt min_players", _hands), "starter_extra"],
    "melds": ["shortest_run", "ace", "group_suits", Choice("max_jokers_per_meld jokers", _max_jokers)],
    "turn": [
        "turn",
        "take_discard",
        "take_depth",
        Choice("take_from_round", _from_round),
        "take_with_one_card",
        "discard_taken",
        "melds_per_turn",
        "rearrange",
        "layoff_needs_own_meld",
        "layoff_same_turn",
    ],
    "first": [Choice("opening_melds", _opening_melds), "opening_points", "opening_pure_run"],
    "jokers": [
        Choice("replace_joker jokers", _replace_joker),
        Choice("joker_reuse replace_joker jokers", _joker_reuse),
    ],
    "stock": ["restock", Choice("max_restocks restock", _max_restocks), "discard_view"],
    "score": [
        "final_discard",
        "scoring",
        "card_points",
        "ace_points",
        Choice("joker_points jokers", _joker_points),
        "rummy_multiplier",
        "blocked_hand",
        "max_rounds",
    ],
    "match": ["next_dealer", "match_deals", Choice("match_points match_end", _match_points), "match_tie"],
}
