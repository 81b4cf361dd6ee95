import type { AccentColors } from "../../../web/accent-color.ts";

/** What is shown in place of a colour that can't be read; nothing for one that can. */
export function accentNote(chosen: string | null, shown: AccentColors | null): string {
  if (chosen === null || shown === null) return "";
  const others = [
    ...(shown.light === chosen.toLowerCase() ? [] : [`auf hellen Seiten ${shown.light}`]),
    ...(shown.dark === chosen.toLowerCase() ? [] : [`auf dunklen Seiten ${shown.dark}`]),
  ];
  return others.length === 0
    ? ""
    : `Damit der Kontrast zum Lesen reicht, wird die Farbe angepasst: ${others.join(", ")}.`;
}
