import type { ReportSection } from "../../reports/sections.ts";
import {
  channelLabels,
  confidenceLabels,
  deviceLabels,
  interactionLabels,
  levelLabels,
  matchTypeLabels,
  mediaTypeLabels,
  originLabels,
  reportKindLabels,
  toneLabels,
  trafficClassLabels,
} from "../labels.ts";

/** The words for the closed lists of the measurement. */
export const germanLabels = {
  reportKinds: reportKindLabels,
  trafficClasses: trafficClassLabels,
  channels: channelLabels,
  interactions: interactionLabels,
  devices: deviceLabels,
  levels: levelLabels,
  origins: originLabels,
  confidences: confidenceLabels,
  mediaTypes: mediaTypeLabels,
  matchTypes: matchTypeLabels,
  tones: toneLabels,
  /** Kinds that agencies often count; an agency's own label goes first. */
  conversionKinds: {
    lead: "Anfragen",
    signup: "Registrierungen",
    purchase: "Käufe",
    demo_booked: "Gebuchte Vorführungen",
    newsletter: "Newsletter-Anmeldungen",
    download: "Downloads",
    contact: "Kontaktaufnahmen",
  } as Record<string, string>,
  sections: {
    figures: "Die wichtigsten Zahlen",
    goals: "Ziel und Ergebnis",
    releases: "Was veröffentlicht wurde",
    coverage: "Medienresonanz",
    audience: "Wer kam, und woher",
    ai: "KI-Dienste und KI-Antworten",
    results: "Ergebnisse",
    mailings: "Aussand an Redaktionen",
    tables: "Einzelwerte",
  } as Record<ReportSection, string>,
  withoutSource: "Ohne Herkunftsangabe",
  otherSources: "Weitere Quellen",
  otherTargets: "Weitere Ziele",
  otherCampaigns: "Weitere Kampagnen",
};

export type Labels = typeof germanLabels;
