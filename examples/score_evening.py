"""Keep the score of an evening at a real table: type in the hands that were left.

$ python examples/score_evening.py
        Ada  Blaise  Carl
Deal 1    0     -15  -100
Deal 2   -9       0   -20
Total    -9     -15  -120
"""

from rami import rummy
from rami.match import Match, score_sheet

NAMES = ("Ada", "Blaise", "Carl")
rules = rummy.PRESETS["rami-51"]
results = [
    rummy.score(["", "KD 5H", "AS 2S *"], winner=0, melded=[True, True, False], rules=rules),
    rummy.score(["9C", "", "QH QD"], winner=1, melded=[True, True, True], rules=rules),
]
match = Match(game=rummy.GAME, rules=rules, players=len(NAMES), results=results)
print(score_sheet(match, names=NAMES))
