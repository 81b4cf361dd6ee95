import type { Presentation } from "./schema.ts";

/**
 * The parts of a report between the agency's comment and its method, in the order in which a client reads them. A template
 * shows them whole or not at all: a figure that is left out alone would make the others say something else.
 */
export const reportSections = [
  "figures",
  "releases",
  "coverage",
  "audience",
  "ai",
  "results",
  "mailings",
  "tables",
] as const;
export type ReportSection = (typeof reportSections)[number];

/** Not every name that is stored: a later release of the program may know of more. */
export function isSection(name: string): name is ReportSection {
  return reportSections.some((each) => each === name);
}

type Presented = { presentation?: Pick<Presentation, "sections">; mailings?: unknown };

/** The sections that a report shows, in their order. */
export function shownSections({ presentation }: Presented): readonly ReportSection[] {
  return presentation?.sections ?? reportSections;
}

/** What its client's template left out of a report. Templates of before knew no press mailings: a report without them has left out none. */
export function leftOutSections(report: Presented): ReportSection[] {
  const shown = shownSections(report);
  const had = reportSections.filter((section) => section !== "mailings" || report.mailings !== undefined);
  return had.filter((section) => !shown.includes(section));
}
