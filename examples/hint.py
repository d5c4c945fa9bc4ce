"""Say what a good player would do with a hand.

$ python examples/hint.py
Take 8H from the discard pile.
Lay 9H=9D=*.
Lay 4S-5S-6S.
Add 8H to 5H-6H-7H.
Discard KD and go out.
"""

from rami import rummy

scala = rummy.PRESETS["scala-40"]
view = rummy.set_up("4S 5S 6S 9H 9D * KD", "5H-6H-7H", discard="8H", rules=scala, phase=rummy.Phase.DRAW)
for step in rummy.explain(view, rummy.best_turn(view)):
    print(step)
