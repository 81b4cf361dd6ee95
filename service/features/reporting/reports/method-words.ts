import { formatCount } from "../../../floor/web/format.ts";
import { agentsPerAddressMax, interactionsPerViewMax, usesOfTargetMax } from "../../measurement/bounds.ts";
import type { Presentation } from "./schema.ts";

/** The sentences of a report's methodology. */
export type MethodWords = {
  rules(facts: { timezone: string; isSum: boolean }): string[];
  limits: readonly string[];
  engagementAtL2: string;
  noEngagement: string;
  noClicksAtL0: string;
  levelChanged(levels: string): string;
  levelsDiffer(groups: string): string;
  quote(title: string): string;
  andMore(rest: number): string;
  leftOut(releases: number): string;
};

const german: MethodWords = {
  rules: ({ timezone, isSum }) => [
    "Ein Aufruf ist der Abruf einer Newsroom-Seite durch einen Menschen. Abrufe durch Maschinen werden erkannt und getrennt ausgewiesen.",
    "Vorabrufe des Browsers zählen nicht als Aufruf. Was ein Browser als Bild, Rahmen oder über ein Skript lädt, ist weder Aufruf noch Klick eines Menschen.",
    `Ein Besuch endet nach 30 Minuten ohne Aktivität und um Mitternacht (Zeitzone ${timezone}). Er wird je Meldung gezählt.`,
    "Besucher werden je Tag unterschieden. Die Zahl für einen längeren Zeitraum ist die Summe der Tageswerte.",
    `Je Meldung, Tag und Internetadresse zählen höchstens ${agentsPerAddressMax} verschiedene Browser als Menschen, weitere als vermutete Bots. Ein Klick desselben Besuchers auf dasselbe Ziel zählt je Tag höchstens ${usesOfTargetMax} Mal; ein Aufruf bringt höchstens ${interactionsPerViewMax} Interaktionen. Was darüber liegt, wird getrennt als wiederholt gezählt.`,
    ...(isSum
      ? [
          "Alle Zahlen sind Summen über die Meldungen des Berichts; wer zwei Meldungen liest, zählt in beiden.",
        ]
      : []),
    "Gemessen wird ohne Cookies und ohne Dritte. IP-Adressen und Browserkennungen werden nicht gespeichert.",
    "Tage sind Kalendertage in der Zeitzone der Agentur.",
  ],
  limits: [
    "Wer die Herkunft seines Besuchs unterdrückt, erscheint unter „Direkt“.",
    "Aufrufe aus Zwischenspeichern, die den Newsroom nicht erreichen, fehlen.",
    "Maschinen, die sich als Mensch ausgeben, werden nicht in jedem Fall erkannt.",
  ],
  engagementAtL2:
    "Lesedauer und Scrolltiefe liegen nur für Aufrufe der Messstufe L2 vor, deren Browser sie übermittelt hat.",
  noEngagement: "Lesedauer und Scrolltiefe werden auf dieser Messstufe nicht erhoben.",
  noClicksAtL0: "Klicks und Downloads werden auf Messstufe L0 nicht erhoben.",
  levelChanged: (levels) => `Die Messstufe des Newsrooms hat im Zeitraum gewechselt: ${levels}.`,
  levelsDiffer: (groups) => `Die Meldungen wurden auf verschiedenen Messstufen gemessen. ${groups}.`,
  quote: (title) => `„${title}“`,
  andMore: (rest) => ` und ${formatCount(rest)} weitere`,
  leftOut: (releases) =>
    `Berücksichtigt sind die neuesten Meldungen; ${formatCount(releases)} ältere ${releases === 1 ? "ist" : "sind"} nicht enthalten.`,
};

const english: MethodWords = {
  rules: ({ timezone, isSum }) => [
    "A view is the request of a newsroom page by a person. Requests by machines are recognised and shown apart.",
    "Prefetches of the browser are no views. What a browser loads as a picture, a frame or by a script is neither a person's view nor click.",
    `A visit ends after 30 minutes without activity and at midnight (time zone ${timezone}). It is counted per release.`,
    "Visitors are told apart within a day. The figure of a longer period is the sum of its days.",
    `Per release, day and internet address at most ${agentsPerAddressMax} different browsers count as people, further ones as suspected bots. One visitor's click on one target counts at most ${usesOfTargetMax} times a day; one view brings at most ${interactionsPerViewMax} interactions. What lies above is counted apart as repeated.`,
    ...(isSum
      ? ["All figures are sums over the releases of the report; whoever reads two releases counts in both."]
      : []),
    "There are no cookies and no third parties. Internet addresses and browser names are not stored.",
    "Days are calendar days in the agency's time zone.",
  ],
  limits: [
    "Whoever hides where a visit comes from appears under “Direct”.",
    "Views from caches that never reach the newsroom are missing.",
    "Machines that pose as people are not recognised in every case.",
  ],
  engagementAtL2: "Engaged time and scroll depth exist only for views at level L2 whose browsers sent them.",
  noEngagement: "Engaged time and scroll depth are not measured at this level.",
  noClicksAtL0: "Clicks and downloads are not measured at level L0.",
  levelChanged: (levels) => `The newsroom's level changed in the period: ${levels}.`,
  levelsDiffer: (groups) => `The releases were measured at different levels. ${groups}.`,
  quote: (title) => `“${title}”`,
  andMore: (rest) => ` and ${rest.toLocaleString("en-GB")} more`,
  leftOut: (releases) =>
    `The newest releases are included; ${releases.toLocaleString("en-GB")} older ${releases === 1 ? "one is" : "ones are"} not.`,
};

export const methodWords: Record<Presentation["language"], MethodWords> = { de: german, en: english };
