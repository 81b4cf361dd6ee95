import { type Html, html } from "../../../../floor/web/html.ts";
import { approvalPath, embargoPath, managePath, textPath, versionsPath } from "./paths.ts";

/** The pages of one text. */
export function draftTabs(draftId: string, currentPath: string): Html {
  const tabs = [
    { label: "Text", path: textPath(draftId) },
    { label: "Freigabe", path: approvalPath(draftId) },
    { label: "Fassungen", path: versionsPath(draftId) },
    { label: "Vorab zeigen", path: embargoPath(draftId) },
    { label: "Verwalten", path: managePath(draftId) },
  ];
  return html`<nav class="tabs" aria-label="Meldung"><ul>${tabs.map(
    ({ label, path }) =>
      html`<li><a href="${path}"${path === currentPath && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`;
}
