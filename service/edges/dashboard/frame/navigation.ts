import type { Action } from "../../../features/people/rights.ts";

export type NavigationEntry = { label: string; path: string; action: Action };

/** The sections, in the order of a day's work. */
export const sections: readonly NavigationEntry[] = [
  { label: "Heute", path: "/app", action: "today.read" },
  { label: "Meldungen", path: "/app/meldungen", action: "drafts.read" },
  { label: "Kunden", path: "/app/kunden", action: "clients.read" },
  { label: "Verteiler", path: "/app/verteiler", action: "distribution.read" },
  { label: "Aussand", path: "/app/aussand", action: "mailings.read" },
  { label: "Zahlen", path: "/app/zahlen", action: "figures.read" },
  { label: "Berichte", path: "/app/berichte", action: "reports.read" },
  { label: "Clippings", path: "/app/clippings", action: "clippings.read" },
  { label: "Einstellungen", path: "/app/einstellungen", action: "settings.read" },
];

type SettingsEntry = NavigationEntry & { text: string };

const ofAgency: readonly SettingsEntry[] = [
  {
    label: "Agentur",
    path: "/app/einstellungen/agentur",
    action: "agency.write",
    text: "Name, Zeitzone und Aussehen der Berichte",
  },
  {
    label: "Team",
    path: "/app/einstellungen/team",
    action: "team.read",
    text: "Wer hier arbeitet, und mit welchen Rechten",
  },
  {
    label: "Guthaben",
    path: "/app/einstellungen/guthaben",
    action: "credits.read",
    text: "Credits und Buchungen",
  },
  {
    label: "Partner-Anmeldung",
    path: "/app/einstellungen/anmeldung",
    action: "partners.read",
    text: "Anmelden mit dem Konto der Firma oder über ein Portal",
  },
  {
    label: "Protokoll",
    path: "/app/einstellungen/protokoll",
    action: "audit.read",
    text: "Wer was wann getan hat",
  },
  {
    label: "Daten",
    path: "/app/einstellungen/daten",
    action: "data.read",
    text: "Alles mitnehmen oder löschen",
  },
];

const connections: readonly SettingsEntry[] = [
  {
    label: "API-Schlüssel",
    path: "/app/einstellungen/schluessel",
    action: "keys.read",
    text: "Zugänge für Programme und KI-Assistenten",
  },
  {
    label: "Webhooks",
    path: "/app/einstellungen/webhooks",
    action: "webhooks.read",
    text: "Nachrichten an Ihre Systeme, sobald etwas geschieht",
  },
  {
    label: "Agenten",
    path: "/app/einstellungen/agenten",
    action: "agents.read",
    text: "KI-Assistenten verbinden",
  },
  {
    label: "Anfragen",
    path: "/app/einstellungen/anfragen",
    action: "refusals.read",
    text: "Abgelehnte Aufrufe der letzten Tage",
  },
];

/** The pages within the settings; `text` says what each is for. */
export const settingsGroups = [
  { label: "Agentur", pages: ofAgency },
  { label: "Verbindungen", pages: connections },
] as const;
export const settingsPages: readonly SettingsEntry[] = [...ofAgency, ...connections];

/** Whether a path lies at or below that of an entry. */
export function isWithin(path: string, entryPath: string): boolean {
  if (entryPath === "/app") return path === "/app";
  return path === entryPath || path.startsWith(`${entryPath}/`);
}
