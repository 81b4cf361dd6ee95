import type { Script } from "../script.ts";

/** Looks again while an import is under way; not while somebody is about to end it, whose question would close. */
export const progressScript: Script = {
  name: "progress",
  source: `const look = () => {
  if (document.querySelector("details[open]") === null) location.reload();
  else setTimeout(look, 2000);
};
if (document.querySelector("[data-running]") !== null) setTimeout(look, 2000);
`,
};
