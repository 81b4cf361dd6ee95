import type { PublicationReport } from "../../reports/schema.ts";
import {
  formatMeasured,
  formatNumber,
  formatPeriod,
  formatShare,
  formatShortDay,
  localDay,
} from "../german-format.ts";
import { campaignLabels, channelLabels, deviceLabels, referrerLabel, trafficClassLabels } from "../labels.ts";
import { writeEngagement } from "./engagement.ts";
import { writeEmptyNote, writePartHeading, writeSectionHeading } from "./headings.ts";
import { writeInteractions } from "./interactions.ts";
import { type Paper, startPage } from "./paper.ts";
import { countOf } from "./report-words.ts";
import { drawStackedBar } from "./stacked-bar.ts";
import { drawTable } from "./table.ts";
import { partColours } from "./theme.ts";
import { dayBarsMax, groupSeries } from "./view-bars.ts";

type Performance = PublicationReport["performance"];

/** Everything that the newsroom measured itself, section by section; sections without entries say so in a sentence. */
export function writeMeasuredPart(paper: Paper, report: PublicationReport): void {
  const { performance } = report;
  startPage(paper);
  writePartHeading(paper, {
    kicker: "Gemessen",
    title: "Eigene Messung im Newsroom",
    note: `Alle Zahlen dieses Teils hat der Newsroom selbst gemessen, ${formatPeriod(performance.window.from, performance.window.to)}.`,
  });
  writeTrafficClasses(paper, performance);
  writeChannels(paper, performance);
  writeDevices(paper, performance);
  writeEngagement(paper, performance);
  writeInteractions(paper, performance);
  writeReferrers(paper, performance);
  writeAiOperators(paper, performance);
  writeCampaigns(paper, performance);
  if (report.releases !== undefined) {
    writeReleases(paper, report.releases, performance.window.timezone);
  }
  writeSeries(paper, performance);
}

function writeTrafficClasses(paper: Paper, performance: Performance): void {
  const total = performance.trafficClasses.reduce((sum, entry) => sum + entry.requests, 0);
  writeSectionHeading(paper, {
    title: "Wer hat zugegriffen?",
    aside: `${countOf(total, "Seitenabruf", "Seitenabrufe")} insgesamt`,
    companyHeight: 130,
  });
  const colourOf = (index: number) => partColours[index % partColours.length] ?? partColours[0];
  drawStackedBar(
    paper,
    performance.trafficClasses.map((entry, index) => ({ value: entry.requests, colour: colourOf(index) })),
  );
  drawTable(
    paper,
    [
      { head: "Art des Zugriffs", share: 5 },
      { head: "Abrufe", share: 2, align: "right" },
      { head: "Besucher", share: 2, align: "right" },
      { head: "Anteil", share: 2, align: "right" },
    ],
    performance.trafficClasses.map((entry, index) => ({
      cells: [
        { text: trafficClassLabels[entry.class], swatch: colourOf(index) },
        formatNumber(entry.requests),
        entry.visitors === null ? "–" : formatNumber(entry.visitors),
        formatShare(entry.share),
      ],
    })),
  );
}

function writeChannels(paper: Paper, performance: Performance): void {
  const channels = performance.channels.toSorted((one, other) => other.views - one.views);
  writeSectionHeading(paper, { title: "Kanäle", note: "Wege, auf denen Menschen zur Meldung kamen." });
  if (channels.length === 0) {
    writeEmptyNote(paper, "Im Zeitraum wurden keine Aufrufe gemessen, die sich Kanälen zuordnen lassen.");
    return;
  }
  const highest = Math.max(1, ...channels.map((entry) => entry.views));
  drawTable(
    paper,
    [
      { head: "Kanal", share: 4 },
      { head: "", share: 6 },
      { head: "Aufrufe", share: 2, align: "right" },
      { head: "Besucher", share: 2, align: "right" },
    ],
    channels.map((entry) => ({
      cells: [
        channelLabels[entry.channel],
        { bar: entry.views / highest },
        formatNumber(entry.views),
        formatNumber(entry.visitors),
      ],
    })),
  );
}

function writeDevices(paper: Paper, performance: Performance): void {
  const total = performance.devices.reduce((sum, entry) => sum + entry.views, 0);
  writeSectionHeading(paper, { title: "Geräte", companyHeight: 90 });
  if (total === 0) {
    writeEmptyNote(paper, "Im Zeitraum wurden keine Geräte erfasst.");
    return;
  }
  const parts = performance.devices.map((entry, index) => ({
    ...entry,
    colour: partColours[index % partColours.length] ?? partColours[0],
  }));
  drawStackedBar(
    paper,
    parts.map((entry) => ({ value: entry.views, colour: entry.colour })),
  );
  drawTable(
    paper,
    [
      { head: "Gerät", share: 5 },
      { head: "Aufrufe", share: 2, align: "right" },
      { head: "Anteil", share: 2, align: "right" },
    ],
    parts.map((entry) => ({
      cells: [
        { text: deviceLabels[entry.type], swatch: entry.colour },
        formatNumber(entry.views),
        formatShare(entry.views / total),
      ],
    })),
  );
}

function writeReferrers(paper: Paper, performance: Performance): void {
  const { referrers } = performance;
  writeSectionHeading(paper, {
    title: "Top-Referrer",
    note: "Seiten und Dienste, von denen Menschen kamen.",
  });
  if (referrers.length === 0) {
    writeEmptyNote(paper, "Im Zeitraum kamen keine Aufrufe von anderen Seiten.");
    return;
  }
  drawTable(
    paper,
    [
      { head: "Quelle", share: 7 },
      { head: "Kanal", share: 4 },
      { head: "Aufrufe", share: 2, align: "right" },
      { head: "Besucher", share: 2, align: "right" },
    ],
    referrers.map((entry) => ({
      cells: [
        withDomain(referrerLabel(entry), entry.domain),
        channelLabels[entry.channel],
        formatNumber(entry.views),
        formatNumber(entry.visitors),
      ],
    })),
  );
}

function withDomain(label: string, domain: string | null): string {
  return domain === null || label.startsWith(domain) ? label : `${label} (${domain})`;
}

function writeAiOperators(paper: Paper, performance: Performance): void {
  const { aiOperators } = performance;
  writeSectionHeading(paper, {
    title: "KI-Dienste",
    note: "Crawls lesen die Meldung vorab ein; Abrufe durch Assistenten geschehen auf die Frage eines Menschen hin.",
  });
  if (aiOperators.length === 0) {
    writeEmptyNote(paper, "Im Zeitraum wurden keine Zugriffe bekannter KI-Dienste gemessen.");
    return;
  }
  drawTable(
    paper,
    [
      { head: "Betreiber", share: 5 },
      { head: "Crawls", share: 2, align: "right" },
      { head: "Abrufe durch Assistenten", share: 3, align: "right" },
      { head: "Vermittelte Besuche", share: 3, align: "right" },
    ],
    aiOperators.map((entry) => ({
      cells: [
        entry.operator,
        formatNumber(entry.crawls),
        formatNumber(entry.assistantFetches),
        formatNumber(entry.referredVisits),
      ],
    })),
  );
}

function writeCampaigns(paper: Paper, performance: Performance): void {
  const { campaigns } = performance;
  writeSectionHeading(paper, { title: "Kampagnen", note: "Aufrufe über Links mit UTM-Angaben." });
  if (campaigns.length === 0) {
    writeEmptyNote(paper, "Im Zeitraum wurden keine Aufrufe mit Kampagnenangaben gemessen.");
    return;
  }
  drawTable(
    paper,
    [
      { head: "Kampagne", share: 5 },
      { head: "Quelle", share: 4 },
      { head: "Medium", share: 3 },
      { head: "Aufrufe", share: 2, align: "right" },
    ],
    campaigns.map((entry) => ({
      cells: [...campaignLabels(entry), formatNumber(entry.views)],
    })),
  );
}

function writeReleases(
  paper: Paper,
  releases: NonNullable<PublicationReport["releases"]>,
  timeZone: string,
): void {
  writeSectionHeading(paper, {
    title: "Pressemitteilungen",
    aside: countOf(releases.length, "Pressemitteilung", "Pressemitteilungen"),
  });
  if (releases.length === 0) {
    writeEmptyNote(paper, "Im Zeitraum gehört keine Pressemitteilung zu diesem Bericht.");
    return;
  }
  const isMixed = new Set(releases.map(({ levels }) => levels?.join())).size > 1;
  drawTable(
    paper,
    [
      { head: isMixed ? "Titel, Kunde und Messstufe" : "Titel und Kunde", share: 18 },
      { head: "Veröffentlicht", share: 4, align: "right" },
      { head: "Aufrufe", share: 3, align: "right" },
      { head: "Besucher", share: 3, align: "right" },
      { head: "Besuche", share: 3, align: "right" },
      { head: "Interaktionen", share: 3.8, align: "right" },
    ],
    releases.map((entry) => ({
      cells: [
        { text: entry.release.title, detail: releaseDetail(entry, isMixed) },
        entry.release.publishedAt === null
          ? "–"
          : formatShortDay(localDay(entry.release.publishedAt, timeZone)),
        formatNumber(entry.views),
        formatNumber(entry.uniqueVisitors),
        formatNumber(entry.visits),
        formatMeasured(entry.interactions),
      ],
    })),
  );
}

function releaseDetail(
  { release, levels = [] }: NonNullable<PublicationReport["releases"]>[number],
  isMixed: boolean,
): string {
  return isMixed && levels.length > 0
    ? `${release.client.name} · Messstufe ${levels.join(" und ")}`
    : release.client.name;
}

function writeSeries(paper: Paper, performance: Performance): void {
  const unit = performance.series.length > dayBarsMax ? "week" : "day";
  writeSectionHeading(paper, { title: unit === "day" ? "Tageswerte" : "Wochenwerte" });
  drawTable(
    paper,
    [
      { head: unit === "day" ? "Tag" : "Woche", share: 5 },
      { head: "Aufrufe", share: 2, align: "right" },
      { head: "Besucher", share: 2, align: "right" },
      { head: "Besuche", share: 2, align: "right" },
      { head: "Interaktionen", share: 2.4, align: "right" },
      { head: "Bot-Abrufe", share: 2.2, align: "right" },
    ],
    groupSeries(performance.series, unit).map((entry) => ({
      cells: [
        entry.from === entry.to
          ? formatShortDay(entry.from)
          : `${formatShortDay(entry.from)} – ${formatShortDay(entry.to)}`,
        formatNumber(entry.views),
        formatNumber(entry.uniqueVisitors),
        formatNumber(entry.visits),
        formatMeasured(entry.interactions),
        formatNumber(entry.bots),
      ],
    })),
  );
}
