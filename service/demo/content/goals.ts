import type { GoalFields } from "../../features/reporting/goals/sql.ts";

/** What is agreed with a client; days are counted from today. */
export type DemoGoal = Omit<GoalFields, "clientId" | "scope" | "from" | "to"> & {
  clientSlug: string;
  fromInDays: number;
  toInDays: number;
};

/** For a client, in days of which three weeks are over: some of it is reached. */
export const goalOfClient: DemoGoal = {
  clientSlug: "heliora-waermetechnik",
  fromInDays: -21,
  toInDays: 8,
  objective: "Eigentümer von Altbauten wissen, dass eine Wärmepumpe auch ohne Dämmung lohnt",
  audience: "Lokaljournalisten und Fachmedien für Energie und Bauen",
  measures: [
    { kind: "views", target: 500 },
    { kind: "visitors", target: 1_000 },
    { kind: "contact_clicks", target: 5 },
    { kind: "clippings", target: 8 },
  ],
};

/** For the text that appears tomorrow. */
export const goalBefore: DemoGoal = {
  clientSlug: "linnea-lastenraeder",
  fromInDays: 1,
  toInDays: 30,
  objective: "Leipzig kennt die neue Werkstatt",
  audience: "Lokalmedien in Leipzig und Fachmedien für Fahrräder",
  measures: [
    { kind: "views", target: 300 },
    { kind: "clippings", of: "full_text", target: 3 },
  ],
};
