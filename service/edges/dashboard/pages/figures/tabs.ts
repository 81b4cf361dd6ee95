import { html } from "../../../../floor/web/html.ts";
import type { PageContent } from "../../definition.ts";
import { campaignsPath, figuresPath, portfoliosPath, releasesPath } from "./paths.ts";
import type { ChosenPeriod } from "./period.ts";

const tabs = [
  { label: "Kunden", path: figuresPath },
  { label: "Meldungen", path: releasesPath },
  { label: "Kampagnen", path: campaignsPath },
  { label: "Portfolios", path: portfoliosPath },
] as const;

/** The tabs go on with the period. */
export function framed(path: string, { query }: ChosenPeriod, content: PageContent): PageContent {
  const main = html`<nav class="tabs" aria-label="Zahlen"><ul>${tabs.map(
    (tab) =>
      html`<li><a href="${`${tab.path}?${query}`}"${tab.path === path && html` aria-current="page"`}>${tab.label}</a></li>`,
  )}</ul></nav>
${content.main}`;
  return { ...content, main };
}
