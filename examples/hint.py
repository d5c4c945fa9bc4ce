"""Print what a good player would do with a hand.

$ python examples/hint.py
Take 8H from the discard pile.
Lay 9H=9D=9C.
Add 8H to 5H-6H-7H.
Discard KD.
"""

from rami import rummy

view = rummy.set_up("4S 5S 9H 9D 9C KD", "5H-6H-7H", discard="8H", phase=rummy.Phase.DRAW)
for step in rummy.explain(view, rummy.best_turn(view)):
    print(step)
