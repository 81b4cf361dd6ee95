import type { Action } from "../../../../features/people/rights.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Visit } from "../../visit.ts";
import { clippingsPath, feedsPath, foundPath, importsPath, mediaPath } from "./paths.ts";

const tabs = [
  { label: "Eingetragen und importiert", href: clippingsPath, action: "clippings.read" },
  { label: "Gefunden", href: foundPath, action: "clippings.read" },
  { label: "Importe", href: importsPath, action: "clippings.import" },
  { label: "Feeds", href: feedsPath, action: "feeds.read" },
  { label: "Seiten lesen", href: mediaPath, action: "agency.write" },
] as const satisfies readonly { label: string; href: string; action: Action }[];

/** The pages of the section that the person may open, above each of them. What one list was asked, the other one is asked too. */
export function tabsHtml(
  visit: Visit,
  current: (typeof tabs)[number]["href"],
  query = new URLSearchParams(),
): Html {
  const shown = tabs.filter(({ action }) => visit.may(action));
  const asked = [...query].filter(([name, value]) => name !== "cursor" && name !== "stand" && value !== "");
  const withAsked = (href: string) =>
    asked.length > 0 && (href === clippingsPath || href === foundPath)
      ? `${href}?${new URLSearchParams(asked)}`
      : href;
  return html`<nav class="tabs" aria-label="Clippings"><ul>${shown.map(
    ({ label, href }) =>
      html`<li><a href="${withAsked(href)}"${href === current && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`;
}
