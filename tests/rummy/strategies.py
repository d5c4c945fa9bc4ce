"""Rules, deals and positions at random."""

from contextlib import suppress
from random import Random

from attrs import evolve
from hypothesis import strategies as st

from rami import Deal, RulesError
from rami.cards import SUIT_INDEX
from rami.dealing import shuffled
from rami.rummy import GAME, Rules, State, apply, from_deal, legal_moves
from tests.promises.playing import odd_rules

ROUNDS = 500  # after which a deal ends
seeds = st.integers(0, 2**32)


@st.composite
def rules(draw: st.DrawFn, hand: int = 6) -> Rules:
    """Draw rules with many changed fields, for two or three players with hands of at most `hand` cards."""
    chosen = Rules(packs=draw(st.sampled_from([1, 2])), jokers=draw(st.sampled_from([0, 4, 8])), melds_per_turn=None)
    for _ in range(3):
        chosen = odd_rules(GAME, chosen, 2 * draw(seeds) + 1)
    sizes = (draw(st.integers(3, hand)), draw(st.integers(1, hand)))
    chosen = evolve(chosen, cards_dealt=sizes, min_players=2, opening_melds=())
    melds = draw(st.sampled_from([(), (), (1, 0), (0, 1), (1, 1), (2, 0)]))
    with suppress(RulesError):  # more cards than a hand has
        return evolve(chosen, opening_melds=melds, melds_per_turn=None if melds else chosen.melds_per_turn)
    return chosen


@st.composite
def starts(draw: st.DrawFn, hand: int = 6) -> State:
    """Draw dealt hands of few suits or few ranks. The deal has few rounds left."""
    chosen = draw(rules(hand))
    players, seed = draw(st.sampled_from([2, 3])), draw(seeds)
    first = draw(st.sampled_from([0, 12, 24]))
    suits, ranks = draw(st.sampled_from([(4, 13), (1, 13), (2, 7), (4, 3)]))
    order = shuffled(chosen.pieces, seed)
    wanted = [
        card for card in order if card.is_joker or (SUIT_INDEX[card] < suits and (card.rank + first) % 13 < ranks)
    ]
    rest = [card for card in order if card not in wanted]
    dealt = from_deal(players, chosen, Deal((*wanted, *rest), starter=draw(st.integers(0, players - 1)), seed=seed))
    return evolve(dealt, turn=draw(st.sampled_from([ROUNDS - 40, 0, ROUNDS - 3])) * players)


def played(state: State, random: Random, moves: int) -> State:
    """The position after some random moves, laying preferred to discarding."""
    for _ in range(moves):
        if state.is_over:
            break
        legal = list(legal_moves(state))
        laying = [move for move in legal if str(move).split()[0] in ("take", "meld", "add", "replace")]
        state = apply(state, random.choice(laying if laying and random.random() < 0.7 else legal))
    return state


@st.composite
def positions(draw: st.DrawFn, hand: int = 6, moves: int = 40) -> State:
    """Positions that play can reach."""
    return played(draw(starts(hand)), Random(draw(seeds)), draw(st.integers(0, moves)))
