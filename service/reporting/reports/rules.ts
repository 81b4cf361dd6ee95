import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { agentsPerAddressMax, interactionsPerViewMax, usesOfTargetMax } from "../../measurement/bounds.ts";
import { listVersions } from "../../measurement/lists.ts";
import type { MeasurementLevel } from "../../measurement/vocabulary.ts";
import type { Performance, ReleaseFigures } from "../articles/schema.ts";
import type { SealedRow } from "../integrity/rules.ts";
import type { PublicationReport, ReportSummary } from "./schema.ts";

/** A report before it has its place in the chain. */
export type ReportContent = Omit<PublicationReport, "integrity">;

/**
 * The text that is hashed and kept: RFC 8785 of everything but `integrity`, and its SHA-256 in lower-case hex.
 * Throws TypeError for what JSON can't hold.
 */
export function freezeContent(content: ReportContent): { text: string; contentHash: string } {
  const text = canonicalize(content);
  if (text === undefined)
    throw new TypeError("A report must be an object; got a value that JSON can't hold.");
  return { text, contentHash: createHash("sha256").update(text, "utf8").digest("hex") };
}

/** The report as it is handed out: the frozen text with its hashes. Whoever reads it from the database checks it before. */
export function thawReport(stored: SealedRow): PublicationReport {
  const content: ReportContent = JSON.parse(stored.content);
  return { ...content, integrity: integrityOf(stored) };
}

function integrityOf(stored: SealedRow): PublicationReport["integrity"] {
  const { contentHash, previousHash, number, previousChainHash, chainHash, signature, keyId } = stored;
  const algorithm = "sha256" as const;
  if (chainHash === null || signature === null || keyId === null)
    return { algorithm, contentHash, previousHash };
  return { version: 2, algorithm, contentHash, number, previousChainHash, chainHash, signature, keyId };
}

/** What an answer says of a fresh report in place of the whole. */
export function summarizeReport(report: PublicationReport): ReportSummary {
  const { performance } = report;
  return {
    reportId: report.id,
    scopeType: report.scope.type,
    scopeId: report.scope.id,
    from: performance.window.from,
    to: performance.window.to,
    contentHash: report.integrity.contentHash,
    createdAt: report.createdAt,
    headline: {
      views: performance.views,
      uniqueVisitors: performance.uniqueVisitors.value,
      visits: performance.visits,
    },
  };
}

/** How the figures came about, in German, because it is printed in what the agency hands to its client. */
export function describeMethod(input: {
  performance: Performance;
  releases: readonly ReleaseFigures[];
  releasesLeftOut: number;
}): PublicationReport["methodology"] {
  const { performance, releases, releasesLeftOut } = input;
  const { level, levels = [level], window } = performance;
  return {
    level,
    rules: [
      "Ein Aufruf ist der Abruf einer Newsroom-Seite durch einen Menschen. Abrufe durch Maschinen werden erkannt und getrennt ausgewiesen.",
      "Vorabrufe des Browsers zählen nicht als Aufruf. Was ein Browser als Bild, Rahmen oder über ein Skript lädt, ist weder Aufruf noch Klick eines Menschen.",
      `Ein Besuch endet nach 30 Minuten ohne Aktivität und um Mitternacht (Zeitzone ${window.timezone}). Er wird je Meldung gezählt.`,
      "Besucher werden je Tag unterschieden. Die Zahl für einen längeren Zeitraum ist die Summe der Tageswerte.",
      `Je Meldung, Tag und Internetadresse zählen höchstens ${agentsPerAddressMax} verschiedene Browser als Menschen, weitere als vermutete Bots. Ein Klick desselben Besuchers auf dasselbe Ziel zählt je Tag höchstens ${usesOfTargetMax} Mal; ein Aufruf bringt höchstens ${interactionsPerViewMax} Interaktionen. Was darüber liegt, wird getrennt als wiederholt gezählt.`,
      ...(releases.length > 1
        ? [
            "Alle Zahlen sind Summen über die Meldungen des Berichts; wer zwei Meldungen liest, zählt in beiden.",
          ]
        : []),
      "Gemessen wird ohne Cookies und ohne Dritte. IP-Adressen und Browserkennungen werden nicht gespeichert.",
      "Tage sind Kalendertage in der Zeitzone der Agentur.",
    ],
    lists: listVersions(),
    limits: [
      "Wer die Herkunft seines Besuchs unterdrückt, erscheint unter „Direkt“.",
      "Aufrufe aus Zwischenspeichern, die den Newsroom nicht erreichen, fehlen.",
      "Maschinen, die sich als Mensch ausgeben, werden nicht in jedem Fall erkannt.",
      ...limitsOfLevels(levels),
      ...mixedLevels(levels, releases),
      ...(releasesLeftOut > 0
        ? [`Berücksichtigt sind die neuesten Meldungen; ${releasesLeftOut} ältere sind nicht enthalten.`]
        : []),
    ],
  };
}

function limitsOfLevels(levels: readonly MeasurementLevel[]): string[] {
  const engagement = levels.includes("L2")
    ? "Verweildauer und Lesetiefe liegen nur für Aufrufe der Messstufe L2 vor, deren Browser sie übermittelt hat."
    : "Verweildauer und Lesetiefe werden auf dieser Messstufe nicht erhoben.";
  return levels.includes("L0")
    ? [engagement, "Klicks und Downloads werden auf Messstufe L0 nicht erhoben."]
    : [engagement];
}

/** Titles named for each level; with more releases than these the table of releases says it. */
const namedReleasesMax = 10;

/** Which releases were measured at which level, where it was not one and the same throughout. */
function mixedLevels(levels: readonly MeasurementLevel[], releases: readonly ReleaseFigures[]): string[] {
  if (levels.length < 2) return [];
  if (releases.length < 2)
    return [`Die Messstufe des Newsrooms hat im Zeitraum gewechselt: ${levels.join(", ")}.`];
  const groups = levels.map((level) => {
    const own = releases.filter((entry) => entry.levels?.includes(level));
    const titles = own.slice(0, namedReleasesMax).map(({ release }) => `„${release.title}“`);
    const rest = own.length - titles.length;
    return `${level}: ${titles.join(", ")}${rest > 0 ? ` und ${rest} weitere` : ""}`;
  });
  return [`Die Meldungen wurden auf verschiedenen Messstufen gemessen. ${groups.join("; ")}.`];
}
