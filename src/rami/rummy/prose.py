"""The rules of card rummy in words, a sentence for every field."""

from collections.abc import Iterator

from attrs import fields

from rami.rummy.cards import TEXTS
from rami.rummy.melds import LONGEST
from rami.rummy.presets import MATCHES, PRESETS
from rami.rummy.rules import MIN_PLAYERS, MOST_ROUNDS, Rules
from rami.sentences import Phrase
from rami.sentences.rules import Choice, Paragraph, Topics, When, paragraphs


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(TEXTS, rules, _TOPICS, rounds=MOST_ROUNDS)


def _aim(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.aim.aim-melded" if rules.scoring == "melded" else "rules.aim.aim-else")


def _pack(rules: Rules) -> Phrase:
    form = "jokers" if rules.jokers else "no-jokers"
    return TEXTS.phrase(f"rules.cards.packs-{form}", packs=rules.packs, jokers=rules.jokers)


def _hands(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.cards.hands", hands=tuple(_hand_sizes(rules)))


def _brief_hands(rules: Rules) -> Phrase:
    sizes = set(rules.cards_dealt[rules.min_players - MIN_PLAYERS :])
    return TEXTS.phrase("nouns.card", n=sizes.pop()) if len(sizes) == 1 else _listed(tuple(_hand_sizes(rules)))


def _listed(parts: tuple[Phrase, ...]) -> Phrase:
    return TEXTS.phrase("rules.first.brief", parts=parts)


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


def _clockwise(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.cards.clockwise") if rules.max_players > 2 else None


def _has_jokers(rules: Rules) -> bool:
    return bool(rules.jokers)


def _longest(rules: Rules) -> Phrase | None:
    if rules.shortest_run == rules.longest_run:
        return None
    return TEXTS.phrase(f"rules.melds.{'longest' if rules.longest_run == LONGEST else 'longest-ace'}")


def _buying(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.turn.buying", buying=rules.buying) if rules.buying else None


def _has_joker_places(rules: Rules) -> bool:
    return rules.joker_place != "any" and rules.jokers > 0


def _free_rummy(rules: Rules) -> Phrase | None:
    if rules.rummy_needs_opening:
        return None
    form = "points" if rules.opening_points and not rules.opening_pure_run else "conditions"
    return TEXTS.phrase(f"rules.first.rummy_needs_opening-{form}", opening_points=rules.opening_points)


def _has_late_ends(rules: Rules) -> bool:
    return rules.out_from_round > 1


def _has_flat_score(rules: Rules) -> bool:
    return rules.unmelded_points is not None


def _rummy_bonus(rules: Rules) -> Phrase | None:
    form = "rummy_bonus-losers" if rules.scoring == "losers" else "rummy_bonus"
    return TEXTS.phrase(f"rules.score.{form}", rummy_bonus=rules.rummy_bonus) if rules.rummy_bonus else None


def _has_deep_takes(rules: Rules) -> bool:
    return rules.take_depth != "top"


def _has_forbidden_takes(rules: Rules) -> bool:
    return not rules.take_with_one_card


def _taken(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.turn.taken") if rules.take_discard != "to_lay" else None


def _has_first_turn(rules: Rules) -> bool:
    """Return whether the turn of the first meld is unlike others, or could be."""
    return rules.layoff_needs_own_meld or not rules.layoff_same_turn


def _own_meld(rules: Rules) -> Phrase:
    form = "opening" if rules.has_opening else str(rules.layoff_needs_own_meld).lower()
    return TEXTS.phrase(f"rules.turn.own_meld-{form}")


def _has_late_takes(rules: Rules) -> bool:
    return rules.take_from_round > 1


def _has_free_melds(rules: Rules) -> bool:
    return not rules.opening_melds or rules.melds_per_turn is not None


def _opening_melds(rules: Rules) -> Phrase | None:
    if rules.opening_melds:
        return TEXTS.phrase("rules.first.opening_melds-else", melds=_asked(rules))
    is_free = not (rules.opening_points or rules.opening_pure_run)
    return TEXTS.phrase("rules.first.opening_melds-any") if is_free else None


def _asked(rules: Rules) -> tuple[Phrase, ...]:
    """Return the groups and the runs that a contract asks for."""
    asked = zip(("group", "run"), rules.opening_melds, strict=True)
    return tuple(TEXTS.phrase(f"nouns.{noun}", n=number) for noun, number in asked if number)


def _brief_melds(rules: Rules) -> Phrase | None:
    return _listed(_asked(rules)) if rules.opening_melds else None


def _opening_points(rules: Rules) -> Phrase | None:
    form = "opening_points-high" if rules.ace == "high" else "opening_points"
    points = rules.opening_points
    return TEXTS.phrase(f"rules.first.{form}", opening_points=points) if points else None


def _opening_joker(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.first.opening_joker") if rules.opening_points and rules.jokers else None


def _has_pure_run(rules: Rules) -> bool:
    return rules.opening_pure_run


def _has_reused_jokers(rules: Rules) -> bool:
    return bool(rules.jokers and rules.replace_joker)


def _group_joker(rules: Rules) -> Phrase | None:
    return TEXTS.phrase(f"rules.jokers.group_joker-{rules.group_suits}") if _has_reused_jokers(rules) else None


def _short_pile(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.stock.short-pile") if rules.restock != "end" else None


def _has_limit(rules: Rules) -> bool:
    return rules.match_points is not None or rules.match_deals is None


def _going_out(rules: Rules) -> Phrase:
    """Return what going out does: it wins the deal, but where the highest score does."""
    key = "ending" if rules.scoring == "melded" else "final_discard"
    return TEXTS.phrase(f"rules.score.{key}-{rules.final_discard}")


def _ace(rules: Rules) -> Phrase:
    form = "ace-melded" if rules.scoring == "melded" and rules.ace_points != 1 else "ace"
    return TEXTS.phrase(f"rules.score.{form}", ace_points=rules.ace_points)


def _has_multiplier(rules: Rules) -> bool:
    return rules.rummy_multiplier != 1 and rules.scoring != "melded"


def _blocked(rules: Rules) -> Phrase:
    return TEXTS.phrase("rules.score.blocked-melded" if rules.scoring == "melded" else "rules.score.blocked")


def _deals(rules: Rules) -> Phrase | None:
    if rules.match_deals is None:
        return None
    form = "contracts" if rules.opening_melds else "fixed"
    return TEXTS.phrase(f"rules.match.deals-{form}", match_deals=rules.match_deals)


def _last_tie(rules: Rules) -> Phrase | None:
    return TEXTS.phrase("rules.match.last-tie") if _has_limit(rules) and rules.match_end == "eliminate" else None


def _match_end(rules: Rules) -> Phrase:
    if not _has_limit(rules):
        return TEXTS.phrase(f"rules.match.match_end-{'least' if rules.scoring == 'losers' else 'deals'}")
    if rules.match_points is None:
        return TEXTS.phrase(f"rules.match.open-{rules.match_end}")
    points = TEXTS.phrase("nouns.point", n=rules.match_points)
    return TEXTS.phrase(f"rules.match.match_end-{rules.match_end}", points=points)


_EDITIONS = {rules: name for name, rules in PRESETS.items()} | {
    rules: name for name, deals in MATCHES.items() for rules in deals
}


def _missing(rules: Rules) -> Phrase | None:
    """Return what an edition leaves out of its printed rules."""
    key = f"rules.missing.{_EDITIONS.get(rules)}"
    return TEXTS.phrase(key) if TEXTS.has(key) else None


_TOPICS: Topics[Rules] = {
    "aim": [Choice("scoring", _aim)],
    "cards": [
        Choice("packs jokers", _pack),
        Choice("cards_dealt min_players", _hands, _brief_hands, TEXTS.phrase("rules.cards.hands-by-deal")),
        "upcard",
        "starter",
        Choice("cards_dealt", _clockwise),
    ],
    "melds": [
        "shortest_run",
        "ace",
        Choice("longest_run shortest_run", _longest),
        "group_suits",
        When("max_jokers_per_meld", "jokers", _has_jokers),
        When("joker_place", "jokers", _has_joker_places),
    ],
    "turn": [
        "turn",
        "take_discard",
        When("take_depth", "", _has_deep_takes),
        When("take_from_round", "", _has_late_takes),
        When("take_with_one_card", "", _has_forbidden_takes),
        Choice("buying", _buying),
        Choice("take_discard", _taken),
        When("melds_per_turn", "opening_melds", _has_free_melds),
        "rearrange",
        Choice("layoff_needs_own_meld opening_melds opening_points opening_pure_run", _own_meld),
        When("layoff_same_turn", "layoff_needs_own_meld", _has_first_turn),
    ],
    "first": [
        Choice(
            "opening_melds opening_points opening_pure_run",
            _opening_melds,
            _brief_melds,
            TEXTS.phrase("rules.first.opening_melds-by-deal"),
        ),
        Choice("opening_points ace", _opening_points),
        Choice("opening_points jokers", _opening_joker),
        When("opening_pure_run", "", _has_pure_run),
        Choice("rummy_needs_opening opening_points opening_pure_run", _free_rummy),
    ],
    "jokers": [
        When("replace_joker", "jokers", _has_jokers),
        Choice("group_suits replace_joker jokers", _group_joker),
        When("joker_reuse", "replace_joker jokers", _has_reused_jokers),
    ],
    "stock": ["restock", Choice("restock", _short_pile), "discard_view"],
    "score": [
        Choice("final_discard scoring", _going_out),
        When("out_from_round", "", _has_late_ends),
        "scoring",
        "cards",
        Choice("ace_points scoring", _ace),
        When("joker_points", "jokers", _has_jokers),
        When("unmelded_points", "", _has_flat_score),
        When("rummy_multiplier", "scoring", _has_multiplier),
        Choice("rummy_bonus scoring", _rummy_bonus),
        Choice("scoring", _blocked),
        "round-limit",
    ],
    "match": [
        "next_dealer",
        Choice("match_deals opening_melds", _deals),
        Choice("match_points match_end match_deals scoring", _match_end),
        Choice("match_end match_points match_deals", _last_tie),
    ],
    "missing": [Choice(" ".join(each.name for each in fields(Rules)), _missing)],
}
