"""Why a position cannot exist, for documents from elsewhere."""

from collections.abc import Iterator, Sequence

from rami.contracts.cards import Card
from rami.contracts.deck import MIN_PLAYERS, MOST_TAKEN
from rami.contracts.requirements import Contract
from rami.contracts.rules import MOST_ROUNDS
from rami.contracts.state import Phase, State, View
from rami.counting import miscount, size_flaws
from rami.known import known_flaws, known_hands
from rami.pieces import row_text
from rami.shapes import typed


@typed
def flaws(position: State | View) -> tuple[str, ...]:
    """Return why a position cannot exist; for one that was not made by the functions of the game.

    Every card and every contract of the deck is there exactly as often as the deck has it, hands and markets keep their
    limits, and the seats and counters fit together. It may not be reachable by legal moves.

    Args:
        position: A position or a view; its fields may hold anything of the right types.

    Returns:
        A sentence for each flaw; () if there is none.

    Examples:
        >>> from attrs import evolve
        >>> from rami.contracts import new_game
        >>> state = new_game(2, seed=1)
        >>> flaws(state), flaws(evolve(state, jokers=(1, 2)))
        ((), ('jokers is (1, 2), and each player gets 1',))
    """
    return tuple(_flaws(position))


def _flaws(position: State | View) -> Iterator[str]:
    rules, players = position.rules, position.players
    if players not in range(MIN_PLAYERS, rules.deck.max_players + 1):
        yield f"there are {players} players, not {MIN_PLAYERS} to {rules.deck.max_players}"
        return
    if unknown := list(known_flaws(position.known, position.seen_hands, position.hand_sizes)):
        yield from unknown
        return
    yield from _counter_flaws(position)
    yield from _limit_flaws(position)
    if isinstance(position, View):
        yield from _view_flaws(position)
    else:
        yield from _state_flaws(position)


def _counter_flaws(position: State | View) -> Iterator[str]:
    deck, last = position.rules.deck, position.players * MOST_ROUNDS
    if position.turn not in range(last + 1):
        yield f"turn is {position.turn}, and the rules end a game after {last}"
    if position.last_turn is not None and position.last_turn not in range(last + position.players):
        yield f"last_turn is {position.last_turn}, and the rules end a game after {last}"
    if any(tokens not in range(deck.jokers_per_player + 1) for tokens in position.jokers):
        yield f"jokers is {position.jokers}, and each player gets {deck.jokers_per_player}"
    faces = len(position.trophies) == len(deck.trophy_tokens)
    if not faces or any(face not in token for face, token in zip(position.trophies, deck.trophy_tokens, strict=True)):
        yield "trophies does not show a face of each trophy token, in their order"


def _limit_flaws(position: State | View) -> Iterator[str]:
    """003.8, 003.9, 003.14: the limits of hands, markets and bonus piles."""
    deck = position.rules.deck
    for seat, size in enumerate(position.hand_sizes):
        filling = seat == position.current_player and position.phase is Phase.FILL
        most = deck.max_hand + (MOST_TAKEN if filling else 0)
        if size not in range(most + 1):
            yield f"the hand of seat {seat} has {size} cards, and {most} is the most"
    for name, count, most in (
        ("value_market", len(position.value_market), deck.value_market_size),
        ("contract_market", len(position.contract_market), deck.contract_market_size),
    ):
        if count > most:
            yield f"{name} has {count} cards, and {most} is the most"
    for seat, (size, zone) in enumerate(zip(position.bonus_sizes, position.zones, strict=True)):
        most = sum(contract.size for contract in zone)
        if size not in range(most + 1):
            yield f"the bonus pile of seat {seat} has {size} cards; {most} went into its contracts"


def _state_flaws(state: State) -> Iterator[str]:
    for seat, pile in enumerate(state.bonus_piles):
        yield from _bonus_flaws(state, seat, pile)
    in_hands = [card for row in (*state.hands, *state.bonus_piles) for card in row]
    yield from _card_flaws(state, [*in_hands, *state.value_pile, *state.value_market, *state.discards], 0)
    yield from _contract_flaws(state, state.contract_pile, 0)


def _view_flaws(view: View) -> Iterator[str]:
    yield from size_flaws(view.value_pile_size, view.contract_pile_size)
    own = (0, 0) if view.player is None else (view.hand_sizes[view.player], view.bonus_sizes[view.player])
    if (len(view.hand), len(view.bonus_pile)) != own:
        yield f"hand and bonus_pile have {len(view.hand)} and {len(view.bonus_pile)} cards, not {own[0]} and {own[1]}"
    if view.player is not None:
        yield from _bonus_flaws(view, view.player, view.bonus_pile)
    held = [card for hand in known_hands(view.known, view.seen_hands, view.hand_sizes) for card in hand]
    seen = [*held, *view.bonus_pile, *view.value_market, *view.discards]
    hidden = sum(view.hand_sizes) - len(held) + sum(view.bonus_sizes) - own[1] + view.value_pile_size
    yield from _card_flaws(view, seen, hidden)
    yield from _contract_flaws(view, (), view.contract_pile_size)


def _bonus_flaws(position: State | View, seat: int, pile: Sequence[Card]) -> Iterator[str]:
    """003.14: the cards have the bonus colours of the contracts."""
    colors = {contract.bonus for contract in position.zones[seat]}
    if foreign := [card for card in pile if card.color not in colors]:
        yield f"the bonus pile of seat {seat} has cards that are in no bonus colour: {row_text(foreign[:14])}"


def _card_flaws(position: State | View, seen: Sequence[Card], hidden: int) -> Iterator[str]:
    """Compare the cards that are seen, and the number of unseen ones, with the deck."""
    if problem := miscount(seen, position.rules.deck.cards, "the deck", hidden=hidden):
        yield problem


def _contract_flaws(position: State | View, pile: Sequence[Contract], hidden: int) -> Iterator[str]:
    """Check that every contract is one of the deck, and there once."""
    deck = position.rules.deck
    seen = [*pile, *position.contract_market, *(contract for zone in position.zones for contract in zone)]
    if foreign := [contract.id for contract in seen if deck.by_id.get(contract.id) != contract]:
        yield f"contracts that the deck has not: {', '.join(foreign[:14])}"
    elif len({contract.id for contract in seen}) < len(seen):
        yield "a contract is there twice"
    elif len(seen) + hidden != len(deck.contracts):
        yield f"there are {len(seen) + hidden} contracts, and the deck has {len(deck.contracts)}"
