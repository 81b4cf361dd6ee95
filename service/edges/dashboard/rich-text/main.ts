import { mountEditor } from "./mount.ts";

/** What runs on the pages of the editor; `build/bundle-rich-text.ts` makes one file of it. */
const root = document.querySelector<HTMLElement>("[data-editor]");
const area = root?.closest("form")?.querySelector<HTMLTextAreaElement>("textarea[name=bodyMarkdown]");
if (root && area) {
  const { library, agency } = root.dataset;
  mountEditor(
    area,
    library === undefined || agency === undefined ? null : { path: library, agencyId: agency },
  );
}
