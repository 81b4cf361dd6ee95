import type { Node } from "prosemirror-model";
import type { OpenedText } from "./open-text.ts";

/** Behind the last key, in milliseconds: it is part of the wait for the preview. Only the block that was changed is written anew. */
const quietMs = 40;

/** Keeps the text area at what stands in the editor; the form hears of it as of any typing. */
export function createWriter(area: HTMLTextAreaElement) {
  let opened: OpenedText | null = null;
  let unwritten: Node | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (unwritten === null || opened === null) return;
    const markdown = opened.save(unwritten);
    unwritten = null;
    if (markdown === area.value) return;
    area.value = markdown;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // Whoever reads the form gets the newest text, also within the wait: sending it, preview, the question at leaving.
  area.form?.addEventListener("formdata", (event) => {
    if (unwritten === null || opened === null) return;
    event.formData.set(area.name, opened.save(unwritten));
  });
  addEventListener("pagehide", flush);
  return {
    flush,
    open: (text: OpenedText) => {
      opened = text;
    },
    close: () => {
      opened = null;
    },
    later: (doc: Node) => {
      // While Markdown is shown the editor holds the text from before: a late answer about a picture wrote it over what was typed since.
      if (opened === null) return;
      unwritten = doc;
      clearTimeout(timer);
      timer = setTimeout(flush, quietMs);
    },
  };
}
