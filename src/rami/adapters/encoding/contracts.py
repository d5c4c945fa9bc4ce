"""The contract game as numbers."""

from collections.abc import Iterable
from operator import attrgetter

from rami import contracts
from rami.adapters.encoding.fields import Field, by_seat, counts, counts_by_seat, number, phase


def fields(rules: contracts.Rules, players: int) -> tuple[Field, ...]:
    """Return the fields of an observation."""
    deck = rules.deck
    kinds, names = sorted(set(deck.cards)), [contract.id for contract in deck.contracts]
    faces = sorted({face for token in deck.trophy_tokens for face in token}, key=str)
    all_cards = len(deck.cards)

    def ids(row: Iterable[contracts.Contract]) -> list[str]:
        return [contract.id for contract in row]

    return (
        counts("hand", kinds, deck.copies),
        counts("value_market", kinds, deck.copies),
        counts("discards", kinds, deck.copies),
        counts("bonus_pile", kinds, deck.copies),
        counts("contract_market", names, 1, pieces=ids),
        counts_by_seat("zones", players, names, 1, pieces=ids),
        counts("trophies", faces, len(deck.trophy_tokens)),
        counts_by_seat("known", players, kinds, deck.copies),
        by_seat("hand_sizes", players, all_cards),
        by_seat("bonus_sizes", players, all_cards),
        by_seat("jokers", players, max(1, deck.jokers_per_player)),
        phase(list(contracts.Phase)),
        number("value_pile", all_cards, attrgetter("value_pile_size")),
        number("contract_pile", len(names), attrgetter("contract_pile_size")),
        number(
            "last_turn",
            deck.max_players - 1,
            lambda view: -1 if view.last_turn is None else max(0, view.last_turn - view.turn),
            -1,
        ),
    )
