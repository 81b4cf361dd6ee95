/**
 * The parts of a report between the agency's comment and its method, in the order in which a client reads them. A template
 * shows them whole or not at all: a figure that is left out alone would make the others say something else.
 */
export const reportSections = [
  "figures",
  "goals",
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

type Presented = {
  presentation?: { sections?: readonly ReportSection[] };
  goals?: unknown;
  mailings?: unknown;
};

/** The sections that a report shows, in their order. */
export function shownSections({ presentation }: Presented): readonly ReportSection[] {
  return presentation?.sections ?? reportSections;
}

/**
 * What its client's template left out of a report. Goals and press mailings are left out only where there are any: reports of before
 * know of none.
 */
export function leftOutSections(report: Presented): ReportSection[] {
  const shown = shownSections(report);
  const isIn = (section: ReportSection) =>
    (section !== "goals" || report.goals !== undefined) &&
    (section !== "mailings" || report.mailings !== undefined);
  return reportSections.filter((section) => isIn(section) && !shown.includes(section));
}

/** The sections that there were before templates noted which ones they chose from. */
const firstOffered: readonly string[] = reportSections.filter(
  (section) => section !== "goals" && section !== "mailings",
);

/**
 * The sections of a stored template, as somebody has chosen them, and those that there were not yet to choose from. They stay out: what a
 * client gets each month does not change because the program did.
 */
export function sectionsOfTemplate({ sections, offered }: StoredTemplate): Template {
  const known = offered ?? firstOffered;
  const chosen = sections.filter(isSection);
  const isNew = (section: ReportSection) => !known.includes(section) && !chosen.includes(section);
  return { sections: chosen, added: reportSections.filter(isNew) };
}

export type Template = { sections: ReportSection[]; added: ReportSection[] };
export type StoredTemplate = { sections: readonly string[]; offered: readonly string[] | null };
