import { type Html, html, raw } from "../../../../floor/web/html.ts";
import { renderLayout } from "../../../../floor/web/layout.ts";
import type { KeptStamp } from "../../../stamps/sql.ts";
import { stampBox } from "../../../stamps/stamp-box.ts";
import { wordingOf } from "../../exports/wording/wording.ts";
import { chainHashOfReport } from "../../reports/rules.ts";
import type { PublicationReport, ReportFigures } from "../../reports/schema.ts";
import { renderFirstLayout } from "./first-layout.ts";
import { reportStyles, secondLayoutStyles } from "./page-styles.ts";
import { type ReportBody, renderBody, renderFoot } from "./second-layout.ts";

/** A page with its own styles, whose hashes belong into its policy. */
export type StyledPage = { page: string; styles: string[] };

/** A report as a page: the same figures, words and order as its PDF. `path` is the page's own, without a slash at its end. */
export function renderReportPage(
  report: PublicationReport,
  { path, verifyUrl, stamp = null }: { path: string; verifyUrl: string; stamp?: KeptStamp | null },
): StyledPage {
  const words = wordingOf(report);
  const inner =
    report.presentation?.layout === 2
      ? html`${renderBody(report, { words, path })}${renderFoot(report, { words, path, verifyUrl })}`
      : renderFirstLayout(report, { words, path, verifyUrl });
  const box = stampBox(stamp, {
    hash: chainHashOfReport(report),
    href: `${path}/stempel.tsr`,
    language: words.language,
  });
  return pageOf(report, { title: report.scope.title, inner: html`${inner}${box}` });
}

/** What a report would look like, without what only a frozen one has. */
export function renderReportPreview(body: ReportBody): StyledPage {
  const words = wordingOf(body);
  return pageOf(body, { title: body.scope.title, inner: renderBody(body, { words, path: "" }) });
}

function pageOf(figures: ReportFigures, { title, inner }: { title: string; inner: Html }): StyledPage {
  const words = wordingOf(figures);
  const styles = [
    figures.presentation?.layout === 2 ? secondLayoutStyles : reportStyles,
    brandStyleOf(figures),
  ];
  const page = renderLayout({
    title,
    head: html`<meta name="robots" content="noindex, nofollow">
${styles.map((style, index) => html`${index > 0 && "\n"}<style>${raw(style)}</style>`)}`,
    main: html`<div class="frame report" lang="${words.language}">
${inner}
</div>`,
    note: words.texts.linkNote,
  });
  return { page, styles };
}

/** The agency's colours on light paper; in the dark they would be too dark to be read. */
function brandStyleOf({ presentation }: ReportFigures): string {
  const { colorPrimary, colorSecondary } = presentation ?? {};
  const rules = [
    ...(colorPrimary === undefined ? [] : [`--accent:${colorPrimary}`]),
    ...(colorSecondary === undefined ? [] : [`--part1:${colorSecondary}`]),
  ];
  // The shared style comes later in the page: only the longer selector goes before it.
  return `@media (prefers-color-scheme:light){html:root{${rules.join(";")}}}`;
}
