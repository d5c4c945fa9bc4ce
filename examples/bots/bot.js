// The same bot in JavaScript, which needs nothing but Node.
const { createInterface } = require("node:readline");
const RANKS = { A: 1, J: 11, Q: 12, K: 13, "": 0 };
const ORDER = { meld: 400, knock: 300, add: 200, replace: 100, draw: 1 };

// Lay what can be laid, and discard the highest card; jokers last.
function weight(move) {
  const [verb, piece] = move.split(" ");
  if (verb !== "discard") return (ORDER[verb] ?? 0) + move.length;
  const rank = piece.slice(0, -1);
  return Number(RANKS[rank] ?? rank);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { moves } = JSON.parse(line);
  const better = (one, other) => (weight(other) > weight(one) ? other : one);
  console.log(JSON.stringify({ move: moves.length ? moves.reduce(better) : "" }));
});
