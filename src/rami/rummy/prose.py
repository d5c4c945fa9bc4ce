"""The rules of card Rami in words, a sentence for every field."""

from collections.abc import Iterator

from rami.rummy.cards import TEXTS
from rami.rummy.limits import MIN_PLAYERS
from rami.rummy.rules import Rules
from rami.text import Phrase
from rami.text.rules import Choice, Paragraph, Topics, When, paragraphs


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(TEXTS, rules, _TOPICS)


def _aim(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.aim.aim-melded" if rules.scoring == "melded" else "rules.aim.aim-else")


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


def _has_jokers(rules: Rules) -> bool:
    return bool(rules.jokers)


def _has_late_takes(rules: Rules) -> bool:
    return rules.take_from_round > 1


def _has_free_melds(rules: Rules) -> bool:
    return not rules.opening_melds or rules.melds_per_turn is not None


def _opening_melds(rules: Rules) -> Phrase | None:
    if rules.opening_melds:
        asked = zip(("group", "run"), rules.opening_melds, strict=True)
        melds = tuple(TEXTS.phrase(f"nouns.{noun}", n=number) for noun, number in asked if number)
        return TEXTS.phrase("rules.first.opening_melds-else", melds=melds)
    is_free = not (rules.opening_points or rules.opening_pure_run)
    return TEXTS.phrase("rules.first.opening_melds-any") if is_free else None


def _has_opening_points(rules: Rules) -> bool:
    return rules.opening_points > 0


def _has_pure_run(rules: Rules) -> bool:
    return rules.opening_pure_run


def _has_reused_jokers(rules: Rules) -> bool:
    return bool(rules.jokers and rules.replace_joker)


def _has_restocks(rules: Rules) -> bool:
    return rules.restock != "end"


def _has_limit(rules: Rules) -> bool:
    return rules.match_points is not None or rules.match_deals is None


def _going_out(rules: Rules) -> Phrase:
    """Return what going out does: it wins the deal, but where the highest score does."""
    key = "ending" if rules.scoring == "melded" else "final_discard"
    return TEXTS.phrase(f"rules.score.{key}-{rules.final_discard}")


def _blocked(rules: Rules) -> Phrase:
    form = "melded" if rules.scoring == "melded" else rules.blocked_hand
    return TEXTS.phrase(f"rules.score.blocked_hand-{form}")


def _match_points(rules: Rules) -> Phrase:
    if not _has_limit(rules):
        return TEXTS.phrase("rules.match.match_end-deals")
    points = TEXTS.phrase("rules.match.agreed-points")
    if rules.match_points is not None:
        points = TEXTS.phrase("nouns.point", n=rules.match_points)
    return TEXTS.phrase(f"rules.match.match_end-{rules.match_end}", points=points)


_TOPICS: Topics[Rules] = {
    "aim": [Choice("scoring", _aim)],
    "cards": [Choice("packs jokers", _pack), Choice("cards_dealt min_players", _hands), "starter_extra"],
    "melds": ["shortest_run", "ace", "group_suits", When("max_jokers_per_meld", "jokers", _has_jokers)],
    "turn": [
        "turn",
        "take_discard",
        "take_depth",
        When("take_from_round", "", _has_late_takes),
        "take_with_one_card",
        "discard_taken",
        When("melds_per_turn", "opening_melds", _has_free_melds),
        "rearrange",
        "layoff_needs_own_meld",
        "layoff_same_turn",
    ],
    "first": [
        Choice("opening_melds opening_points opening_pure_run", _opening_melds),
        When("opening_points", "", _has_opening_points),
        When("opening_pure_run", "", _has_pure_run),
    ],
    "jokers": [
        When("replace_joker", "jokers", _has_jokers),
        When("joker_reuse", "replace_joker jokers", _has_reused_jokers),
    ],
    "stock": ["restock", When("max_restocks", "restock", _has_restocks), "discard_view"],
    "score": [
        Choice("final_discard scoring", _going_out),
        "scoring",
        "card_points",
        "ace_points",
        When("joker_points", "jokers", _has_jokers),
        "rummy_multiplier",
        Choice("blocked_hand scoring", _blocked),
        "max_rounds",
    ],
    "match": [
        "next_dealer",
        "match_deals",
        Choice("match_points match_end match_deals", _match_points),
        When("match_tie", "match_points match_deals", _has_limit),
    ],
}
