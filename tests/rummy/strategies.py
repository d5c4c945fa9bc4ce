"""Rules, deals and positions, drawn bottom-up."""

from random import Random
from typing import Literal

from attrs import evolve
from hypothesis import strategies as st

from rami import Deal
from rami.dealing import shuffled
from rami.rummy import PRESETS, Rules, State, apply, from_deal, legal_moves, new_game
from rami.rummy.cards import SUIT_INDEX

ROUNDS = 500  # after which a deal ends
seeds = st.integers(0, 2**32)
presets = st.sampled_from(sorted(PRESETS))


@st.composite
def rules(draw: st.DrawFn, hand: int = 6) -> Rules:
    """Rules with every switch drawn, for two or three players with hands of at most so many cards."""
    openings = st.sampled_from([(0, False), (0, False), (12, False), (0, True), (20, True)])
    points, pure = draw(openings)
    prescribed = draw(st.sampled_from([(), (), (), (1, 0), (0, 1), (1, 1), (2, 0)]))
    shortest = draw(st.sampled_from([3, 3, 3, 4, 5]))
    first = draw(st.integers(3, hand))
    second = draw(st.integers(1, hand))
    if prescribed and 3 * prescribed[0] + shortest * prescribed[1] > min(first, second) + 1:
        prescribed = ()
    jokers = draw(st.sampled_from([0, 4, 8]))
    replaced = draw(st.sampled_from([True, True, False]))
    reused: Literal["new_meld", "any", "hand"] = draw(st.sampled_from(["new_meld", "any", "hand"]))
    ace: Literal["low", "high", "high_or_low", "wrap"] = draw(
        st.sampled_from(["low", "high", "high_or_low", "high_or_low", "wrap"])
    )
    scorings: list[Literal["winner", "losers", "both", "melded"]] = ["winner", "losers", "both"]
    if not jokers or not replaced:
        scorings.append("melded")
    view: Literal["top", "all"] = draw(st.sampled_from(["top", "all"]))
    pure = pure and prescribed not in {(1, 0), (2, 0)}
    scoring = draw(st.sampled_from(scorings))
    melded = scoring == "melded"
    depth: Literal["top", "any"] = draw(st.sampled_from(["top", "any"])) if view == "all" else "top"
    ends: dict[str, list[Literal["reach", "lowest_at", "eliminate"]]] = {
        "winner": ["reach"],
        "losers": ["lowest_at", "eliminate"],
    }
    buying = 0 if depth == "any" else draw(st.sampled_from([0, 0, 1, 2]))
    return Rules(
        packs=draw(st.sampled_from([1, 2])),
        jokers=jokers,
        cards_dealt=(first, second),
        ace=ace,
        longest_run=draw(st.sampled_from([13, 14])) if ace == "high_or_low" else 13,
        layoff_same_turn=draw(st.booleans()),
        layoff_needs_own_meld=bool(points or prescribed) or pure or draw(st.booleans()),
        melds_per_turn=None if prescribed else draw(st.sampled_from([1, None, 2])),
        final_discard=draw(st.sampled_from(["optional", "required"])),
        restock=draw(st.sampled_from(["flip", "shuffle_keep_top", "end"])),
        next_dealer=draw(st.sampled_from(["rotate", "winner_of_two"])),
        rummy_multiplier=1 if melded else draw(st.sampled_from([1, 2])),
        rummy_bonus=0 if melded else draw(st.sampled_from([0, 0, 10])),
        rummy_needs_opening=prescribed != () or not (points or pure) or draw(st.booleans()),
        out_from_round=draw(st.sampled_from([1, 1, 1, 2])),
        unmelded_points=None if melded else draw(st.sampled_from([None, None, 100])),
        match_end=draw(st.sampled_from(ends.get(scoring, ["reach", "lowest_at"]))),
        buying=buying,
        take_discard=draw(st.sampled_from(["free", "to_lay", "opened"])),
        take_from_round=draw(st.sampled_from([1, 2])),
        take_with_one_card=draw(st.booleans()),
        opening_points=points,
        opening_pure_run=pure,
        opening_melds=prescribed,
        shortest_run=shortest,
        group_suits=draw(st.sampled_from(["different", "different", "any"])),
        max_jokers_per_meld=draw(st.sampled_from([None, 1, 2])),
        joker_place=draw(st.sampled_from(["any", "any", "apart"])),
        replace_joker=replaced,
        joker_reuse=reused,
        discard_view=view,
        take_depth=depth,
        scoring=scoring,
        ace_points=draw(st.sampled_from([1, 11])),
    )


@st.composite
def starts(draw: st.DrawFn, hand: int = 6) -> State:
    """Hands just dealt in which the cards go well together, few suits or few ranks; the deal has few rounds left."""
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


@st.composite
def preset_games(draw: st.DrawFn) -> State:
    """The first position of any edition."""
    name = draw(presets)
    players = draw(st.integers(PRESETS[name].min_players, PRESETS[name].max_players))
    return new_game(players, PRESETS[name], seed=draw(seeds))
