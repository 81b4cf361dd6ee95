import type { PublicationReport } from "../../reports/schema.ts";
import { formatChange, formatNumber } from "../german-format.ts";
import { colours } from "./theme.ts";

/** Names in a list before the rest is counted; all of them stand in the table of releases. */
const clientNamesMax = 4;

/** The client of the report, or the clients of its releases: `A, B, C, D und 12 weitere`. */
export function clientNames(report: PublicationReport): string {
  if (report.release !== undefined) {
    return report.release.client.name;
  }
  const names = [...new Set((report.releases ?? []).map((entry) => entry.release.client.name))];
  if (names.length === 0) {
    return "–";
  }
  // One name more takes no more room than the words about it.
  if (names.length <= clientNamesMax + 1) {
    return names.join(", ");
  }
  return `${names.slice(0, clientNamesMax).join(", ")} und ${formatNumber(names.length - clientNamesMax)} weitere`;
}

/** `1 Tag`, `1.234 Tage`. */
export function countOf(count: number, one: string, many: string): string {
  return `${formatNumber(count)}\u00a0${count === 1 ? one : many}`;
}

/** Null where they were not measured. */
export function interactionTotal(performance: PublicationReport["performance"]): number | null {
  return performance.interactions?.reduce((sum, entry) => sum + entry.count, 0) ?? null;
}

/** The levels of the measurement, lowest first: `L1`, `L0 und L2`; reports of before they were all kept name the lowest. */
export function levelNames({ level, levels = [level] }: PublicationReport["performance"]): string {
  return levels.length < 2 ? level : `${levels.slice(0, -1).join(", ")} und ${levels.at(-1)}`;
}

/** The change against the previous period of equal length: a short form for the figure, a sentence for the text. */
export function comparisonWords(comparison: PublicationReport["performance"]["comparison"]): {
  short: string;
  sentence: string;
  colour: string;
} {
  const { value, changePercent } = comparison.views;
  const before = countOf(value, "Aufruf", "Aufrufe");
  if (changePercent === null) {
    return {
      short: "ohne Vergleichswert",
      sentence: `Vergleich zum vorherigen gleich langen Zeitraum: keine Veränderung berechenbar (zuvor ${before}).`,
      colour: colours.muted,
    };
  }
  const change = formatChange(changePercent);
  return {
    short: `${change} (zuvor ${formatNumber(value)})`,
    sentence: `Vergleich zum vorherigen gleich langen Zeitraum: ${change} (zuvor ${before}).`,
    colour: change.startsWith("+") ? colours.rise : change.startsWith("±") ? colours.muted : colours.fall,
  };
}
