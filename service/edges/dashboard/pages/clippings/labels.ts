import type {
  ClippingState,
  MatchType,
  MediaType,
  Tone,
} from "../../../../features/insights/clippings/schema.ts";

export const mediaTypeLabels: Readonly<Record<MediaType, string>> = {
  online: "Online",
  social: "Soziale Medien",
  print: "Print",
  radio: "Radio",
  television: "Fernsehen",
  podcast: "Podcast",
};
export const matchTypeLabels: Readonly<Record<MatchType, string>> = {
  full_text: "Volltext",
  excerpt: "Auszug",
  mention: "Nennung",
  link: "Link",
  none: "Kein Bezug erkannt",
};
export const toneLabels: Readonly<Record<Tone, string>> = {
  positive: "Positiv",
  neutral: "Neutral",
  mixed: "Gemischt",
  negative: "Negativ",
};
export const stateLabels: Readonly<Record<ClippingState, string>> = {
  found: "Neu",
  confirmed: "Bestätigt",
  rejected: "Verworfen",
};
