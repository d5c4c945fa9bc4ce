"""Keep the score of an evening at a real table, from the cards left in the hands.

$ python examples/score_evening.py
        Ada  Blaise  Carl
Deal 1    0     -15  -100
Deal 2   -9       0   -20
Total    -9     -15  -120
<BLANKLINE>
Deal 1: Ada wins: somebody went out.
  Ada: 0
  Blaise: -15, cards left: KD 5H (15)
  Carl: -100, no first melds: 100
Deal 2: Blaise wins: somebody went out.
  Ada: -9, card left: 9C (9)
  Blaise: 0
  Carl: -20, cards left: QH QD (20)
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
