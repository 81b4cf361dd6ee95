import type { matchTypes, ScopeType } from "../../../schema.ts";
import type { externalOrigins, mediaTypes, tones } from "../../insights/schema.ts";
import type {
  Channel,
  DeviceType,
  InteractionKind,
  MeasurementLevel,
  TrafficClass,
} from "../../measurement/vocabulary.ts";

/** The German words that a report uses for the closed lists of the measurement; one entry a code, checked by type. */

export const reportKindLabels: Record<ScopeType, string> = {
  article: "Wirkungsbericht zur Pressemitteilung",
  campaign: "Wirkungsbericht zur Kampagne",
  portfolio: "Wirkungsbericht zum Portfolio",
};

export const trafficClassLabels: Record<TrafficClass, string> = {
  human: "Menschen",
  search_engine: "Suchmaschinen",
  ai_crawler: "KI-Crawler",
  ai_assistant_fetch: "Abrufe durch KI-Assistenten",
  link_preview: "Link-Vorschauen",
  feed_reader: "Feed-Leser",
  monitoring: "Überwachungsdienste",
  other_bot: "Andere Bots",
  suspected_bot: "Vermutete Bots",
  internal: "Interne Zugriffe",
  unknown: "Nicht zuzuordnen",
};

export const channelLabels: Record<Channel, string> = {
  paid: "Bezahlte Medien",
  ai_assistant: "KI-Assistenten",
  search: "Suche",
  social: "Soziale Netzwerke",
  video: "Videoplattformen",
  wire: "Presseportale",
  media: "Medien",
  newsletter: "Newsletter",
  email: "E-Mail",
  referral: "Verweise",
  direct: "Direkt",
  other: "Sonstige",
};

export const interactionLabels: Record<InteractionKind, string> = {
  outbound_link: "Klicks auf Links",
  asset_download: "Downloads von Medienmaterial",
  pdf_download: "PDF-Downloads",
  image_view: "Bildansichten",
  media_play: "Wiedergaben",
  contact_click: "Klicks auf den Pressekontakt",
  share: "Teilen",
  copy_link: "Link kopiert",
  copy_text: "Text kopiert",
  subscribe: "Abonnements",
};

export const deviceLabels: Record<DeviceType, string> = {
  desktop: "Computer",
  mobile: "Smartphone",
  tablet: "Tablet",
  other: "Andere",
};

export const levelLabels: Record<MeasurementLevel, string> = {
  L0: "L0: Seitenaufrufe, gezählt auf dem Server, ohne Skript",
  L1: "L1: Seitenaufrufe sowie Klicks auf Links und Downloads, gezählt auf dem Server",
  L2: "L2: Seitenaufrufe, Klicks und Downloads sowie Lesedauer und Scrolltiefe",
};

export type ExternalOrigin = (typeof externalOrigins)[number];

export const originLabels: Record<ExternalOrigin, string> = {
  observed: "beobachtet",
  imported: "importiert",
  estimated: "geschätzt",
};

export const confidenceLabels: Record<"high" | "medium" | "low", string> = {
  high: "hoch",
  medium: "mittel",
  low: "gering",
};

export const mediaTypeLabels: Record<(typeof mediaTypes)[number], string> = {
  online: "Online",
  social: "Soziale Medien",
  print: "Print",
  radio: "Radio",
  television: "Fernsehen",
  podcast: "Podcast",
};

export const toneLabels: Record<(typeof tones)[number] | "not_judged", string> = {
  positive: "positiv",
  neutral: "neutral",
  mixed: "gemischt",
  negative: "negativ",
  not_judged: "nicht beurteilt",
};

export const matchTypeLabels: Record<(typeof matchTypes)[number], string> = {
  full_text: "Volltext",
  excerpt: "Auszug",
  mention: "Nennung",
  link: "Link",
  none: "kein Bezug",
};
