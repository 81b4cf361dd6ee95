import { newsroomSettings, settingNames } from "../../clients/newsroom-settings.ts";
import type { TableFacts } from "./facts-shape.ts";

const whileAgency = "as long as the agency";
const operator = "Belongs to the operator of the service, not to the agency.";

export const tenantFacts: readonly TableFacts[] = [
  {
    table: "agency",
    holds: "An agency with its plan, limits and time zone.",
    personal: "none, unless the agency is named after a person",
    why: "To keep the data of agencies apart.",
    basis: "contract (b)",
    kept: "until the agency is deleted; 30 days of grace by default",
    export: { german: "Ihre Agentur: Name, Tarif, Zeitzone", without: ["reference_pepper"] },
  },
  {
    table: "agency_branding",
    holds: "An agency's colours, the name and address of its mails, its names for conversions.",
    personal: "none, unless the sender is a person",
    why: "So that reports and mails look like the agency's.",
    basis: "contract (b)",
    kept: whileAgency,
    export: { german: "Aussehen Ihrer Berichte und Absender Ihrer Mails" },
  },
  {
    table: "report_picture",
    holds: "An agency's logo, and pictures of releases as their reports show them.",
    personal: "none, unless a picture shows a person",
    why: "So that a report looks the same for good.",
    basis: "contract (b)",
    kept: whileAgency,
    export: { german: "Logo und Bilder der Berichte", rowsAtOnce: 4 },
  },
  {
    table: "api_key",
    holds: "API keys: name, first characters, hash, last use.",
    personal: "none, unless a key is named after a person",
    why: "To know which agency calls.",
    basis: "contract (b)",
    kept: whileAgency,
    export: { german: "API-Schlüssel ohne die Schlüssel selbst", without: ["key_hash"] },
  },
  {
    table: "refused_call",
    holds: "The agency's latest 1,000 refused calls: time, key, route, code, hint; nothing that was sent.",
    personal: "none",
    why: "So that its developers see what was wrong.",
    basis: "–",
    kept: "7 days",
    export: { german: "zuletzt abgelehnte Aufrufe der Schnittstellen" },
  },
  {
    table: "client",
    holds: "Clients of an agency.",
    personal: "none, unless a client is a person",
    why: "To publish and to report for them.",
    basis: "contract (b)",
    kept: whileAgency,
    export: { german: "Ihre Kunden" },
  },
  {
    table: "client_persona",
    holds: "How a client wants to be written about, in versions.",
    personal: "none",
    why: "So that texts sound like the client.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Sprachprofile Ihrer Kunden in allen Fassungen", rowsAtOnce: 20 },
  },
  {
    table: "client_contact",
    holds:
      "Contacts of a client: name, role, mail address, whether they approve, whether they agreed to mails about publications.",
    personal: "name, role, mail address",
    why: "To ask them for their approval, and to tell those who agreed that a release is online.",
    basis: "legitimate interest (f)",
    kept: whileAgency,
    export: { german: "Ansprechpersonen Ihrer Kunden" },
  },
  {
    table: "newsroom",
    holds: "A client's newsroom with its imprint, privacy text and press contact.",
    personal: `${personalSettings()} of the press contact, all published`,
    why: "The law asks for an imprint, and journalists for a contact.",
    basis: "legal duty (c)",
    kept: whileAgency,
    export: { german: "Einstellungen der Newsrooms", rowsAtOnce: 20 },
  },
  {
    table: "audit",
    holds: "Who did what: key, contact, person or operator, action, subject, moment.",
    personal: "id of the person who acted",
    why: "To prove approvals and to find misuse.",
    basis: "legitimate interest (f)",
    kept: "until the agency deletes its reporting data, or is deleted",
    export: { german: "Protokoll: wer wann was getan hat" },
  },
  {
    table: "operator_log",
    holds: "Deletions that took place, with counts.",
    personal: "none",
    why: "To prove that data were deleted.",
    basis: "–",
    kept: "for good",
    export: { leftOut: operator },
  },
  {
    table: "agency_work",
    holds: "When the queues of an agency have to be looked at.",
    personal: "none",
    why: "So that agencies take turns.",
    basis: "–",
    kept: "minutes",
    export: { leftOut: "Says nothing about the agency; it is made anew at any time." },
  },
  {
    table: "migration",
    holds: "Versions of the database's schema.",
    personal: "none",
    why: "To bring a database up to date once.",
    basis: "–",
    kept: "for good",
    export: { leftOut: operator },
  },
  {
    table: "backfill",
    holds: "How far rows from before a migration are filled: key of the last one, counts, the last error.",
    personal: "none",
    why: "To go on where it was stopped.",
    basis: "–",
    kept: "for good",
    export: { leftOut: operator },
  },
];

function personalSettings(): string {
  const words = settingNames.flatMap((name) => newsroomSettings[name].personal ?? []);
  return new Intl.ListFormat("en-GB").format(words);
}
