import { heatPumps, solarPark } from "./energy-topics.ts";
import { drones, oldTextiles, training } from "./everyday-topics.ts";
import type { Pair, Topic } from "./topic.ts";

/** In this order, by which the set draws them. */
export const topics: readonly Topic[] = [solarPark, training, oldTextiles, heatPumps, drones];

/** What companies of every branch say. */
export const commonFacts: readonly Pair[] = [
  [
    "Das Unternehmen wurde 1987 gegründet und gehört noch immer der Familie der Gründerin.",
    "Seit fast vierzig Jahren ist der Betrieb in derselben Hand.",
  ],
  [
    "Im abgelaufenen Geschäftsjahr stieg der Umsatz um neun Prozent auf 48 Millionen Euro.",
    "Zuletzt lief es gut: Knapp fünfzig Millionen nahm die Firma ein, fast ein Zehntel mehr als vorher.",
  ],
  [
    "Das Land unterstützt das Vorhaben mit einem Zuschuss, über dessen Höhe beide Seiten Stillschweigen vereinbart haben.",
    "Auch Steuergeld fließt; wie viel, verrät niemand.",
  ],
  [
    "Kritik von Anwohnern am Verkehr nimmt die Geschäftsführung ernst und lädt zu einem Gespräch im Rathaus ein.",
    "Nachbarn, die sich über Lastwagen ärgern, sollen demnächst angehört werden.",
  ],
  [
    "Eine unabhängige Prüferin wird die Ergebnisse nach einem Jahr veröffentlichen.",
    "Ob alles so kommt wie versprochen, kontrolliert in zwölf Monaten jemand von außen.",
  ],
  [
    "Weitere Standorte in Bayern und Brandenburg werden geprüft, entschieden ist darüber noch nichts.",
    "Gedacht wird auch an andere Bundesländer, festlegen mag man sich nicht.",
  ],
  [
    "Interessierte können sich die Anlage am Tag der offenen Tür im Herbst ansehen.",
    "Im Herbst öffnen sich die Tore für alle, die neugierig sind.",
  ],
  [
    "Der Betriebsrat hat dem Plan einstimmig zugestimmt, weil keine Stelle wegfällt.",
    "Die Vertretung der Belegschaft trägt das mit, denn entlassen wird niemand.",
  ],
];

/** What a medium writes of its own around a quotation or a link. */
export const ownSentences: readonly string[] = [
  "Seit Wochen wird in der Region über kaum etwas anderes geredet.",
  "Wir haben mit Befürwortern und mit Gegnern gesprochen.",
  "Ein Ortstermin bei Nieselregen zeigt, wie weit die Ansichten auseinandergehen.",
  "Manche hoffen auf Aufträge, andere fürchten um ihre Ruhe.",
  "Der Gemeinderat berät in der kommenden Woche hinter verschlossenen Türen.",
  "Fachleute mahnen zur Geduld und erinnern an frühere Versprechen.",
  "Am Stammtisch ist man sich einig, dass früher alles besser war.",
  "In der nächsten Ausgabe lesen Sie, was die Opposition dazu sagt.",
];
export const towns = [
  "Warburg",
  "Meiningen",
  "Eutin",
  "Kulmbach",
  "Prenzlau",
  "Simmern",
  "Aurich",
  "Zwiesel",
];
export const people = [
  "Hanna Reimers",
  "Cem Aksoy",
  "Birgit Löwe",
  "Jens Ohlsen",
  "Magda Nowotny",
  "Paul Escher",
];
export const months = ["Januar", "März", "Mai", "Juli", "September", "November"];
