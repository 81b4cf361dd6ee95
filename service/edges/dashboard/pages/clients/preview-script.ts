import type { Script } from "../../script.ts";

/**
 * Shows the newsroom beside the form of its settings and follows what is typed. The page stands in a frame where no script runs.
 * The dashboard's policy lets no inline style through, so the page's own style is handed to the frame as a style sheet object.
 */
export const previewScript: Script = {
  name: "newsroom-preview",
  source: `const waitMs = 400;
const box = document.querySelector("[data-preview]");
const form = box?.querySelector("form");
if (form && form.querySelector("[data-preview-button]")) {
  const aside = document.createElement("aside");
  aside.className = "preview";
  aside.setAttribute("aria-label", "Vorschau");
  const heading = document.createElement("h2");
  heading.textContent = "Vorschau";
  const frame = document.createElement("iframe");
  frame.title = "Vorschau des Newsrooms";
  frame.setAttribute("sandbox", "allow-same-origin");
  aside.append(heading, frame);
  box.append(aside);
  let styles = "";
  let scrolled = 0;
  frame.addEventListener("load", () => {
    const sheet = new frame.contentWindow.CSSStyleSheet();
    sheet.replaceSync(styles);
    frame.contentDocument.adoptedStyleSheets = [sheet];
    frame.contentWindow.scrollTo(0, scrolled);
  });
  let running = null;
  const refresh = async () => {
    running?.abort();
    running = new AbortController();
    try {
      const answer = await fetch(box.dataset.preview, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { accept: "application/json" },
        signal: running.signal,
      });
      if (!answer.ok) return;
      const shown = await answer.json();
      styles = shown.styles;
      scrolled = frame.contentWindow?.scrollY ?? 0;
      frame.srcdoc = shown.page;
      document.getElementById("farbhinweis").textContent = shown.note;
    } catch {
      // The preview stays as it is; the next change in the form asks for it again.
    }
  };
  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, waitMs);
  });
  refresh();
}
`,
};
