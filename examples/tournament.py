"""Compare the players of the library over many deals, on all processors of this machine.

$ python examples/tournament.py
20 deals in 6 seatings each; ± is half of the 95 % interval
player                    wins       points a deal
best_player       84.6 % ± 6.1        31.63 ± 1.58
quick_player      15.4 % ± 6.1        23.88 ± 1.60
random_player      0.0 % ± 0.0        11.87 ± 1.30
best_player over quick_player: 7.75 ± 1.39
best_player over random_player: 19.77 ± 1.88
quick_player over random_player: 12.02 ± 1.40
"""

from concurrent.futures import ProcessPoolExecutor

from rami import contracts
from rami.players import best_player, quick_player, random_player
from rami.simulate import compare

PLAYERS = (best_player, quick_player, random_player)


def main() -> None:
    with ProcessPoolExecutor() as executor:
        print(compare(contracts.GAME, PLAYERS, deals=20, seed=1, executor=executor))


if __name__ == "__main__":
    main()
