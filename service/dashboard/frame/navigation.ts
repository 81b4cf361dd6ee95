import type { Action } from "../../people/rights.ts";

export type NavigationEntry = { label: string; path: string; action: Action };

/** The sections, in the order of a day's work. */
export const sections: readonly NavigationEntry[] = [
  { label: "Heute", path: "/app", action: "today.read" },
  { label: "Meldungen", path: "/app/meldungen", action: "drafts.read" },
  { label: "Kunden", path: "/app/kunden", action: "clients.read" },
  { label: "Zahlen", path: "/app/zahlen", action: "figures.read" },
  { label: "Berichte", path: "/app/berichte", action: "reports.read" },
  { label: "Clippings", path: "/app/clippings", action: "clippings.read" },
  { label: "Einstellungen", path: "/app/einstellungen", action: "settings.read" },
];

/** The pages within the settings. */
export const settingsPages: readonly NavigationEntry[] = [
  { label: "Agentur", path: "/app/einstellungen/agentur", action: "agency.write" },
  { label: "Team", path: "/app/einstellungen/team", action: "team.read" },
  { label: "API-Schlüssel", path: "/app/einstellungen/schluessel", action: "keys.read" },
  { label: "Webhooks", path: "/app/einstellungen/webhooks", action: "webhooks.read" },
  { label: "Agenten", path: "/app/einstellungen/agenten", action: "agents.read" },
  { label: "Anfragen", path: "/app/einstellungen/anfragen", action: "refusals.read" },
  { label: "Partner-Anmeldung", path: "/app/einstellungen/anmeldung", action: "partners.read" },
  { label: "Guthaben", path: "/app/einstellungen/guthaben", action: "credits.read" },
  { label: "Daten", path: "/app/einstellungen/daten", action: "data.read" },
  { label: "Protokoll", path: "/app/einstellungen/protokoll", action: "audit.read" },
];

/** Whether a path lies at or below that of an entry. */
export function isWithin(path: string, entryPath: string): boolean {
  if (entryPath === "/app") return path === "/app";
  return path === entryPath || path.startsWith(`${entryPath}/`);
}
