"""Keep the score of an evening at a real table, from the cards left in the hands.

$ python examples/score_evening.py
        Ada  Blaise  Carl
Deal 1    0     -15  -100
Deal 2   -9       0   -20
Total    -9     -15  -120
Blaise starts the next deal.
"""

from rami import rummy
from rami.match import Match

NAMES = ("Ada", "Blaise", "Carl")
RULES = rummy.PRESETS["rami-51"]

match = Match(rummy.GAME, RULES, len(NAMES), starters=[2])
for left, winner, melded in (
    (["", "KD 5H", "AS 2S *"], 0, [True, True, False]),
    (["9C", "", "QH QD"], 1, [True, True, True]),
):
    match = match.add(rummy.score(left, winner=winner, melded=melded, rules=RULES))
print(match.sheet(NAMES))
assert match.starter is not None  # In these rules, the starters take turns.
print(f"{NAMES[match.starter]} starts the next deal.")
