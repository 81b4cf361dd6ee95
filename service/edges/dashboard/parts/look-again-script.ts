import type { Script } from "../script.ts";

/**
 * Looks again while something on the page is under way, and then loads the page that tells how it ended. An open
 * question stays open: whether there is one is asked in the moment in which the page changes. A question that was
 * opened while a reload was on its way closed by itself.
 */
export const lookAgainScript: Script = {
  name: "look-again",
  source: `const waitMs = 2000;
const isRunning = (page) => page.querySelector("[data-running]") !== null;
const isAsked = () => document.querySelector("main details[open]") !== null;

async function look() {
  const answer = await fetch(location.href).catch(() => null);
  const isAway = answer === null || answer.status >= 500;
  // The address of a form that was refused is nothing to look at.
  if (!isAway && !answer.ok) return;
  const text = isAway ? "" : await answer.text().catch(() => "");
  if (text === "" || isAsked()) return setTimeout(look, waitMs);
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!isRunning(page)) return location.replace(location.pathname + location.search);
  show(page.querySelector("main"));
  setTimeout(look, waitMs);
}

function show(main) {
  const held = document.querySelector("main :focus");
  document.querySelector("main").replaceWith(main);
  if (held === null) return;
  [...main.querySelectorAll(held.tagName)].find((each) => each.outerHTML === held.outerHTML)?.focus({ preventScroll: true });
}

if (isRunning(document)) setTimeout(look, waitMs);
`,
};
