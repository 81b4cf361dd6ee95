import type { Action } from "../../../../features/people/rights.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Visit } from "../../visit.ts";

export const distributionPath = "/app/verteiler";
export const newContactPath = `${distributionPath}/neu`;
export const listsPath = `${distributionPath}/listen`;
export const contactImportPath = `${distributionPath}/import`;
export const rulesPath = `${distributionPath}/regeln`;
export const trail = [{ label: "Verteiler", href: distributionPath }];

export function contactPath(id: string): string {
  return `${distributionPath}/kontakt/${id}`;
}

const tabs = [
  { label: "Kontakte", href: distributionPath, action: "distribution.read" },
  { label: "Listen", href: listsPath, action: "distribution.read" },
  { label: "Import", href: contactImportPath, action: "distribution.import" },
  { label: "Regeln", href: rulesPath, action: "distribution.read" },
] as const satisfies readonly { label: string; href: string; action: Action }[];

/** The pages of the section that the person may open, above each of them. */
export function tabsHtml(visit: Visit, current: (typeof tabs)[number]["href"]): Html {
  return html`<nav class="tabs" aria-label="Verteiler"><ul>${tabs
    .filter(({ action }) => visit.may(action))
    .map(
      ({ label, href }) =>
        html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${label}</a></li>`,
    )}</ul></nav>`;
}
