import type { Script } from "../../script.ts";

/**
 * Shows the text as readers will get it, and what the checks say of it, a moment after the last key. One question at a time, and
 * nothing is asked for an unchanged text. The page in the frame keeps its head and its policy: only its body is exchanged, so that it
 * neither flickers nor scrolls. Asks once more before a page with unsaved text is left.
 */
export const editorScript: Script = {
  name: "editor",
  source: `// Twice as long as the last preview took, so that a long text is not drawn between two keys.
const quietMinMs = 120;
const quietMaxMs = 600;
let quietMs = quietMinMs;
const root = document.querySelector("[data-editor]");
// A text that is locked has the page without the form.
if (root !== null) {
  const form = root.closest("form");
  const frame = document.querySelector("iframe[data-preview]");
  const state = document.querySelector("[data-preview-state]");
  // After a refusal the form holds what nobody has saved and no preview shows.
  let shown = "saved" in root.dataset ? typedText() : "";
  const framed = shown;
  let timer = 0;
  let isAsking = false;

  function typedText() {
    const fields = new FormData(form);
    fields.delete("idempotencyKey");
    return new URLSearchParams(fields).toString();
  }

  async function ask(path, body) {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await fetch(path, { method: "POST", headers, body, redirect: "error" });
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    // Without its head, whose style this page's policy would refuse and report.
    return new DOMParser().parseFromString(text.slice(Math.max(0, text.indexOf("<body"))), "text/html");
  }

  async function refresh() {
    const text = typedText();
    if (isAsking || text === shown) return;
    isAsking = true;
    const start = performance.now();
    try {
      const [page, review] = await Promise.all([ask(root.dataset.preview, text), ask(root.dataset.review, text)]);
      shown = text;
      const view = frame.contentDocument;
      view.body.replaceWith(view.importNode(page.body, true));
      for (const part of review.querySelectorAll("[data-part]")) {
        const old = document.querySelector('[data-part="' + CSS.escape(part.dataset.part) + '"]');
        if (old !== null && old.innerHTML !== part.innerHTML) old.replaceWith(document.importNode(part, true));
      }
      state.textContent = "";
      quietMs = Math.min(quietMaxMs, Math.max(quietMinMs, 2 * (performance.now() - start)));
    } catch {
      state.textContent = "Die Vorschau ist gerade nicht zu haben. Ihr Text steht weiter hier; speichern Sie ihn.";
      shown = text;
    }
    isAsking = false;
    later();
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(refresh, quietMs);
  }

  // Links in the preview lead away from it, and most pages refuse to be shown in a frame.
  const stay = () => frame.contentDocument?.addEventListener("click", (event) => event.preventDefault());
  frame.addEventListener("load", () => {
    // It begins with the stored text, whatever was put there while it was on its way.
    shown = framed;
    stay();
    later();
  });
  stay();
  later();
  form.addEventListener("input", later);

  // A title is one line of as many rows as it needs; an input would cut it off.
  for (const input of form.querySelectorAll(".editor-main input:is([name=title],[name=subtitle])")) {
    const line = document.createElement("textarea");
    for (const { name, value } of input.attributes) if (name !== "type" && name !== "value") line.setAttribute(name, value);
    line.rows = 1;
    line.dataset.growing = "";
    line.value = input.value;
    const grow = () => {
      line.style.height = "auto";
      line.style.height = line.scrollHeight + line.offsetHeight - line.clientHeight + "px";
    };
    line.addEventListener("input", () => {
      if (/[\\r\\n]/.test(line.value)) line.value = line.value.replace(/\\s*[\\r\\n]+\\s*/g, " ");
      grow();
    });
    addEventListener("resize", grow);
    line.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit();
    });
    input.replaceWith(line);
    grow();
  }
}
`,
};
