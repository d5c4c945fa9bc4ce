"""Random positions of Gin with melds, knocks and lay-offs."""

from attrs import evolve
from hypothesis import assume
from hypothesis import strategies as st

from rami import gin
from rami.gin import Knock, LayOff, Phase, Rules, State
from rami.gin.rules import PACK
from rami.rummy import Card, Table

SEEDS = st.integers(0, 2**32)
RULES = st.builds(
    Rules,
    knock_limit=st.sampled_from([0, 1, 5, 10, 10, 40]),
    knock_by_upcard=st.booleans(),
    ace_upcard_gin_only=st.booleans(),
    big_gin_bonus=st.sampled_from([None, 31]),
    undercut_on_tie=st.booleans(),
    discard_taken=st.booleans(),
    layoff_on_gin=st.booleans(),
)
MELDS = [
    *(Table.parse(f"{rank}S={rank}H={rank}D={rank}C")[0].cards for rank in ("A", "2", "5", "9", "J", "K")),
    *(tuple(card for card in PACK if card.suit == suit and first <= card.rank < first + 5)
      for suit in dict.fromkeys(card.suit for card in PACK) for first in (1, 3, 6, 9)),
]  # fmt: skip


@st.composite
def rich_hands(draw: st.DrawFn, *sizes: int) -> list[tuple[Card, ...]]:
    """Draw hands with parts of melds."""
    order = list(dict.fromkeys(card for part in draw(st.permutations(MELDS)) for card in part))
    order += [card for card in PACK if card not in order]
    hands: list[list[Card]] = [[] for _ in sizes]
    for card in order:
        open_hands = [index for index, size in enumerate(sizes) if len(hands[index]) < size]
        if not open_hands:
            break
        chosen = draw(st.sampled_from([*open_hands, *open_hands, None]))
        if chosen is not None:
            hands[chosen].append(card)
    return [tuple(sorted(hand)) for hand in hands]


@st.composite
def hands_with_melds(draw: st.DrawFn) -> list[tuple[Card, ...]]:
    """Draw eleven cards with three melds, and ten cards that often fit them."""
    parts = draw(st.permutations(MELDS))
    own: list[Card] = []
    others: list[Card] = []
    for part in parts:
        size = draw(st.sampled_from([3, 4]))
        if len(own) + size <= 10 and not {*part} & {*own, *others}:
            own += part[:size]
            others += part[size:]
    rest = draw(st.permutations([card for card in PACK if card not in own and card not in others]))
    missing = 11 - len(own)
    other = [*others, *rest[missing:]][:10]
    return [tuple(sorted([*own, *rest[:missing]])), tuple(sorted(other))]


@st.composite
def knocks_with_layoffs(draw: st.DrawFn) -> tuple[State, Knock]:
    """Draw positions with a knock after which a card can be laid off."""
    state = dealt(draw(RULES), draw(SEEDS), draw(hands_with_melds()))
    knocks = [move for move in gin.legal_moves(state) if isinstance(move, Knock)]
    assume(knocks)
    knock = draw(st.sampled_from(knocks))
    assume(any(isinstance(move, LayOff) for move in gin.legal_moves(gin.apply(state, knock))))
    return state, knock


def dealt(rules: Rules, seed: int, hands: list[tuple[Card, ...]]) -> State:
    """Return a position with eleven of these cards in seat 0 and ten in seat 1."""
    state = gin.new_game(2, rules, seed=seed)
    rest = list(state.stock + state.discard_pile + state.hands[0] + state.hands[1])
    rest = [card for card in rest if card not in hands[0] and card not in hands[1]]
    return evolve(
        state,
        current_player=0,
        turn=4,
        phase=Phase.PLAY,
        hands=tuple(hands),
        discard_pile=tuple(rest[:1]),
        stock=tuple(rest[1:]),
        upcard=rest[0],
    )
