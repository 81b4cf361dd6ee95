import type {
  ClippingState,
  MatchType,
  MediaType,
  Tone,
} from "../../../../features/insights/clippings/schema.ts";
import type { Unreadable } from "../../../../features/insights/pages/schema.ts";

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

/** Why a page was not read. It says nothing about the article. */
export const unreadableTexts: Readonly<Record<Unreadable, string>> = {
  switched_off: "Nicht gelesen: Das Lesen von Seiten ist ausgeschaltet.",
  medium_off: "Nicht gelesen: Dieses Medium soll nicht gelesen werden.",
  robots: "Nicht lesbar: Das Medium erlaubt Maschinen diese Seite nicht (robots.txt).",
  reserved: "Nicht lesbar: Das Medium behält sich Text und Data Mining vor.",
  unsafe: "Nicht lesbar: Die Adresse ist nicht öffentlich.",
  not_found: "Nicht lesbar: Die Seite gibt es nicht (mehr).",
  refused: "Nicht lesbar: Das Medium verlangt eine Anmeldung oder lehnt ab.",
  server_error: "Nicht lesbar: Beim Medium ist ein Fehler aufgetreten.",
  unreachable: "Nicht lesbar: Der Server ist nicht erreichbar.",
  timeout: "Nicht lesbar: Die Seite braucht zu lange.",
  too_large: "Nicht lesbar: Die Seite ist größer als 3 MB.",
  redirects: "Nicht lesbar: Die Seite leitet zu oft weiter.",
  encoded: "Nicht lesbar: Die Seite kommt verpackt.",
  not_html: "Nicht lesbar: Unter der Adresse steht keine Webseite.",
  no_data: "Nicht lesbar: Die Seite nennt keine Überschrift.",
};
