// Shows where two editions differ: see tools/fences.py. Without this script the page lists all editions.

const made = (name, text, attributes = {}) => Object.assign(document.createElement(name), { textContent: text }, attributes);

const row = (...cells) => {
  const line = document.createElement("tr");
  line.append(...cells);
  return line;
};

for (const box of document.querySelectorAll(".rami-compare")) {
  const { names, rows, same } = JSON.parse(box.querySelector("script").textContent);
  const lists = [...box.querySelectorAll("select")];
  const shown = box.querySelector("div");

  const show = () => {
    const chosen = lists.map((list) => names.indexOf(list.value));
    const differing = rows.filter(({ words }) => words[chosen[0]] !== words[chosen[1]]);
    if (!differing.length) {
      shown.replaceChildren(made("p", same));
      return;
    }
    const table = document.createElement("table");
    const head = table.createTHead();
    head.append(row(...lists.map((list) => made("th", list.value, { scope: "col" }))));
    const body = table.createTBody();
    for (const { topic, fields, words } of differing) {
      const subject = made("th", `${topic} `, { colSpan: 2 });
      subject.append(made("code", fields));
      body.append(row(subject), row(...chosen.map((edition) => made("td", words[edition] || "–"))));
    }
    shown.replaceChildren(table);
  };

  for (const list of lists) list.addEventListener("change", show);
  show();
}
