"""The editions by name, the matches whose deals have rules of their own, and the rules in words."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from attrs import evolve, fields

from rami.cards.melds import LONGEST
from rami.presets import Presets
from rami.rummy.rules import MIN_PLAYERS, MOST_ROUNDS, TEXTS, Rules
from rami.sentences import Phrase
from rami.sentences.rules import Choice, Paragraph, Topics, When, paragraphs

_TWO_PACKS = Rules(
    packs=2,
    jokers=4,
    cards_dealt=(13,),
    ace="high_or_low",
    melds_per_turn=None,
    final_discard="required",
    restock="shuffle_keep_top",
    take_discard="opened",
    joker_reuse="any",
    scoring="losers",
    match_end="lowest_at",
    ace_points=11,
)
"""The common fields of the editions with an opening."""

_CONTRACTS = evolve(
    _TWO_PACKS,
    final_discard="optional",
    take_discard="free",
    shortest_run=4,
    group_suits="any",
    opening_melds=(2, 0),
)
"""The common fields of the editions in which each deal has a contract."""

PRESETS: Final = Rules.named(
    {
        "horesca": Rules(),
        "bicycle": Rules(
            layoff_needs_own_meld=False,
            melds_per_turn=None,
            next_dealer="winner_of_two",
            rummy_multiplier=2,
            scoring="both",
        ),
        "rami-51": evolve(
            _TWO_PACKS,
            cards_dealt=(13,) * 4,
            take_discard="to_lay",
            take_from_round=2,
            take_with_one_card=False,
            opening_points=51,
            opening_pure_run=True,
            max_jokers_per_meld=1,
            joker_reuse="new_meld",
            unmelded_points=100,
            match_points=1000,
        ),
        "kalooki-40": evolve(
            _TWO_PACKS,
            jokers=2,
            cards_dealt=(13,) * 4,
            ace="high",
            opening_points=40,
            joker_points=15,
            match_points=151,
            match_end="eliminate",
        ),
        "scala-40": evolve(
            _TWO_PACKS,
            cards_dealt=(13,) * 5,
            longest_run=14,
            take_discard="to_lay",
            opening_points=40,
            rummy_needs_opening=False,
            out_from_round=2,
            max_jokers_per_meld=1,
            joker_points=25,
            match_points=101,
            match_end="eliminate",
        ),
        "romme-40": evolve(
            _TWO_PACKS,
            jokers=6,
            cards_dealt=(13, 13, 13, 11, 11),
            opening_points=40,
            rummy_multiplier=2,
            rummy_needs_opening=False,
            take_discard="free",
            joker_reuse="hand",
            scoring="winner",
            match_end="reach",
        ),
        "rummy-500": Rules(
            cards_dealt=(13, 7, 7),
            ace="high_or_low",
            layoff_needs_own_meld=False,
            melds_per_turn=None,
            restock="end",
            discard_view="all",
            take_depth="any",
            replace_joker=False,
            scoring="melded",
            ace_points=15,
            match_points=500,
        ),
        "contract-rummy": evolve(
            _CONTRACTS,
            jokers=1,
            cards_dealt=(10, 10, 10),
            min_players=3,
            layoff_same_turn=False,
            ace_points=15,
            joker_points=15,
            match_deals=7,
        ),
        "continental": evolve(
            _CONTRACTS,
            jokers=6,
            cards_dealt=(7, 7, 7),
            ace="wrap",
            final_discard="required",
            rummy_bonus=10,
            buying=3,
            joker_place="apart",
            ace_points=20,
            joker_points=50,
            match_deals=7,
        ),
    }
)
"""The editions by name. A preset never changes its meaning: a correction gets a new name."""

_SEVEN_CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
"""The groups and the runs of each deal."""


def _each_deal(name: str, contracts: Iterable[tuple[int, int]], cards: Iterable[int]) -> tuple[Rules, ...]:
    """Return the rules of each deal: those of an edition, with its contract and the cards that are dealt for it."""
    rules = PRESETS[name]
    seated = len(rules.cards_dealt)
    return tuple(
        evolve(rules, opening_melds=contract, cards_dealt=(size,) * seated)
        for contract, size in zip(contracts, cards, strict=True)
    )


MATCHES: Final = Presets(
    {
        "contract-rummy": _each_deal("contract-rummy", _SEVEN_CONTRACTS, (10, 10, 10, 10, 12, 12, 12)),
        "continental": _each_deal("continental", _SEVEN_CONTRACTS, range(7, 14)),
    }
)
"""The rules of each deal of a match, by the name of the edition, where they differ: for `rami.match.Match.rules`."""


# ---------------------------------------------------------------------------------------------------- rules in words


def told(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the rules in words, for `rami.prose`.

    Args:
        rules: The rules.
    """
    return paragraphs(TEXTS, rules, _TOPICS, rounds=MOST_ROUNDS)


def _chosen(fields: str, key: Callable[[Rules], str | None], named: str | None = None) -> Choice[Rules]:
    """Return a sentence whose key a function gives, None where nothing is said; it may name a field."""

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
    """Yield the sizes of the hands, equal ones of neighbouring numbers of players once."""
    sized = zip(rules.player_counts, rules.cards_dealt[rules.min_players - MIN_PLAYERS :], strict=True)
    for size, row in groupby(sized, key=lambda pair: pair[1]):
        players = tuple(number for number, _ in row)
        yield TEXTS.phrase(
            "rules.cards.hand", size=size, n=len(players), low=players[0], high=players[-1], players=players
        )


def _listed(parts: tuple[Phrase, ...]) -> Phrase:
    return TEXTS.phrase("rules.first.brief", parts=parts)


def asked_melds(rules: Rules) -> tuple[Phrase, ...]:
    """Return the groups and the runs that a contract asks for."""
    asked = zip(("group", "run"), rules.opening_melds, strict=False)  # there may be none
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
    return "first.opening_points-high" if rules.ace == "high" else "first.opening_points"


def _rummy_bonus(rules: Rules) -> str | None:
    if not rules.rummy_bonus:
        return None
    return "score.rummy_bonus-losers" if rules.scoring == "losers" else "score.rummy_bonus"


def _going_out(rules: Rules) -> str:
    """Return what going out does: it wins the deal, but where the highest score does."""
    return f"score.{'ending' if rules.scoring == 'melded' else 'final_discard'}-{rules.final_discard}"


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
    return TEXTS.phrase(f"rules.match.match_end-{rules.match_end}", points=points)


_EDITIONS = {rules: name for name, rules in PRESETS.items()} | {
    rules: name for name, deals in MATCHES.items() for rules in deals
}


def _missing(rules: Rules) -> Phrase | None:
    """Return what an edition leaves out of its printed rules."""
    key = f"rules.missing.{_EDITIONS.get(rules)}"
    return TEXTS.phrase(key) if TEXTS.has(key) else None


_TOPICS: Topics[Rules] = {
    "aim": [_chosen("scoring", lambda rules: f"aim.aim-{'melded' if rules.scoring == 'melded' else 'else'}")],
    "cards": [
        Choice("packs jokers", _pack),
        Choice("cards_dealt min_players", _hands, _brief_hands, TEXTS.phrase("rules.cards.hands-by-deal")),
        "upcard",
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
        _chosen("take_discard", lambda rules: "turn.taken" if rules.take_discard != "to_lay" else None),
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
        _chosen("opening_points ace", _opening_points, "opening_points"),
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
        _chosen("final_discard scoring", _going_out),
        When("out_from_round", "", lambda rules: rules.out_from_round > 1),
        "scoring",
        "cards",
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
