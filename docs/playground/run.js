// Puts a button beside each block of Python of a page, which runs it, and first the blocks above it that have not run.

import { SAYS, ask, lang, watch } from "./python.js";

const says = SAYS[lang];
const blocks = [...document.querySelectorAll(".md-typeset .language-python")].map((box) => ({
  box,
  code: box.querySelector("code").innerText,
  done: false,
}));

function show(block, text, wrong) {
  block.output ??= block.box.appendChild(
    Object.assign(document.createElement("pre"), { className: "rami-output", tabIndex: 0, role: "status" }),
  );
  block.output.textContent = text;
  block.output.classList.toggle("rami-wrong", Boolean(wrong));
}

async function run(number) {
  for (const block of blocks.slice(0, number + 1)) {
    if (block.done && block !== blocks[number]) continue;
    watch(({ part }) => block.done || show(block, `${says.python}: ${Math.round(100 * part)} %`));
    show(block, `${says.python} …`);
    try {
      const { out, error } = await ask({ python: block.code });
      block.done = true;
      show(block, out + (error ?? "") || "✓", error);
      if (error) return;
    } catch (error) {
      block.done = true;
      return show(block, error.message === "missing" ? says.missing : error.message, true);
    }
  }
}

blocks.forEach((block, number) => {
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "md-button rami-run",
    textContent: `▶ ${says.run}`,
  });
  button.addEventListener("click", () => run(number));
  block.box.append(button);
});
