import type { Queryable } from "../../../floor/db/open.ts";
import { isStored } from "../../insights/import/stored-sql.ts";
import type { TableFacts } from "./facts-shape.ts";
import { importUploadFacts } from "./import-uploads.ts";
import { movedAtOnce } from "./workflow.ts";

const kept = "until the agency deletes its reporting data, or is deleted";

/** Rows of a file that is being stored do not count yet. `t` is the table in the statement of the export. */
const storedRows = (sql: Queryable, agencyId: number) => isStored(sql, agencyId, "t");

type Plain = Pick<TableFacts, "table" | "holds" | "why" | "export"> & { kept?: string };

/** Tables without personal data. */
function plain(facts: Plain): TableFacts {
  return { personal: "none", basis: "–", kept, ...facts };
}

export const reportingFacts: readonly TableFacts[] = [
  plain({
    table: "campaign",
    holds: "Campaigns.",
    why: "To report on releases together.",
    export: { german: "Kampagnen" },
  }),
  plain({
    table: "campaign_release",
    holds: "Releases of campaigns.",
    why: "To report on releases together.",
    export: { german: "welche Pressemitteilung zu welcher Kampagne gehört" },
  }),
  plain({
    table: "portfolio",
    holds: "Portfolios.",
    why: "To report on clients together.",
    export: { german: "Portfolios" },
  }),
  plain({
    table: "portfolio_client",
    holds: "Clients of portfolios.",
    why: "To report on clients together.",
    export: { german: "welcher Kunde zu welchem Portfolio gehört" },
  }),
  plain({
    table: "portfolio_campaign",
    holds: "Campaigns of portfolios.",
    why: "To report on clients together.",
    export: { german: "welche Kampagne zu welchem Portfolio gehört" },
  }),
  plain({
    table: "client_report_template",
    holds: "Which sections the reports on a client show, in their order.",
    why: "A client reads what was agreed on.",
    kept: "as long as the agency",
    export: { german: "Vorlagen der Berichte" },
  }),
  plain({
    table: "publication_report",
    holds: "Frozen reports with their proof.",
    why: "A report never changes.",
    export: { german: "Berichte, wie sie ausgestellt wurden", rowsAtOnce: 4 },
  }),
  {
    table: "goal",
    holds: "Goals of clients: what is to be reached, by when, and the proof that it was fixed before.",
    personal: "id of the person who fixed it",
    why: "To hold results against what was agreed before.",
    basis: "contract (b)",
    kept: "until it is dropped; a fixed one until the agency deletes its reporting data, or is deleted",
    export: { german: "Ziele mit ihren Prüfsummen" },
  },
  plain({
    table: "report_chain",
    holds: "The end of the chain of reports.",
    why: "To prove that no report is missing.",
    export: { german: "das Ende der Berichtskette" },
  }),
  plain({
    table: "time_stamp",
    holds:
      "Hashes of reports, goals, approvals and published texts, with the answers of time stamping authorities.",
    why: "To prove from outside that they existed then.",
    kept: "as long as the agency; those of reports and goals until its reporting data are deleted",
    export: {
      german: "Zeitstempel fremder Stellen; token ist der Stempel (RFC 3161, DER in Hex)",
      without: ["due_at", "lease_token"],
      rowsAtOnce: 50,
    },
  }),
  plain({
    table: "report_signing_key",
    holds: "Public keys that reports were signed with.",
    why: "To check the signatures of all reports.",
    kept: "for good",
    export: { leftOut: "Belongs to the service; everybody reads it at /.well-known/pr-service-keys.json." },
  }),
  plain({
    table: "report_anchor",
    holds: "One signed hash over the reports of before the signed chain.",
    why: "To prove that none of them was changed.",
    export: { german: "der unterschriebene Nachweis älterer Berichte" },
  }),
  {
    table: "report_mail",
    holds: "Mails with reports by an older release, on their way into `mail`.",
    personal: "mail address of the recipient and of the sender",
    why: "To lose none in an upgrade.",
    basis: "legitimate interest (f)",
    kept: movedAtOnce,
    export: { leftOut: movedAtOnce },
  },
  plain({
    table: "report_link",
    holds: "Hashes of the links to reports and of their passwords, and when they were opened.",
    why: "To open a report to whoever has its link.",
    export: {
      german: "Links zu Berichten ohne ihre Adressen und Passwörter",
      without: ["token_hash", "password_cost", "password_salt", "password_hash"],
    },
  }),
  {
    table: "report_schedule",
    holds: "Reports that are made by themselves.",
    personal: "mail addresses of those who get the report",
    why: "To make them on time, and to send them.",
    basis: "legitimate interest (f)",
    kept: "until the schedule or the agency's reporting data is deleted; an address until its person leaves the team, or its contact is removed or has another",
    export: { german: "geplante Berichte" },
  },
  {
    table: "report_draft",
    holds: "Reports that wait to be looked through.",
    personal: "mail addresses of those who get the report, and of who issues it",
    why: "To comment on a month before its report is issued and sent.",
    basis: "legitimate interest (f)",
    kept: "30 days after it was issued, else until it is thrown away; an address until its person leaves the team, or its contact is removed or has another",
    export: { german: "Entwürfe von Berichten", without: ["lease_token"] },
  },
  plain({
    table: "export_job",
    holds: "Orders of report files.",
    why: "To make each file once.",
    export: { german: "Exporte von Berichten", without: ["lease_token", "artifact_id"] },
  }),
  plain({
    table: "export_chunk",
    holds: "Files of reports, in pieces.",
    why: "To download them.",
    kept: "30 days",
    export: { leftOut: "A file is made of its report, which is in the export." },
  }),
  plain({
    table: "export_file_left",
    holds: "Names of report files that an outside store has not removed yet.",
    why: "To remove them once it can be reached.",
    kept: "until the file is removed",
    export: { leftOut: "It names what is deleted." },
  }),
  {
    table: "conversion",
    holds: "Conversions that the agency reported, with a keyed hash of its own reference.",
    personal: "a reference as a keyed hash, which nobody can read",
    why: "To show what releases led to.",
    basis: "legitimate interest (f)",
    kept,
    export: { german: "gemeldete Conversions", without: ["reference_hash"] },
  },
  {
    table: "media_mention",
    holds:
      "Articles of media on a client: medium, headline, address, author, and how the agency judges them.",
    personal:
      "authors and what a headline says of people, all published; which person of the agency judged it",
    why: "To show the response to a release and to a client.",
    basis: "legitimate interest (f)",
    kept,
    export: { german: "Clippings", without: ["item_hash", "superseded_by"], only: storedRows },
  },
  plain({
    table: "mention_evidence",
    holds: "How much of a release stands in an article: numbers and hashes, nothing of its text.",
    why: "To show what media took over, and that it can be counted again.",
    export: { german: "Vergleiche von Clippings mit Meldungen", without: ["lease_token"] },
  }),
  plain({
    table: "clipping_address",
    holds: "Addresses of articles that people hand over, with what the page says of itself.",
    why: "To make clippings of them.",
    kept: "30 days",
    export: { german: "übergebene Adressen von Beiträgen", without: ["lease_token"] },
  }),
  plain({
    table: "unread_medium",
    holds: "Media whose pages are not read.",
    why: "Not to read them.",
    kept: "as long as the agency",
    export: { german: "Medien, deren Seiten nicht gelesen werden" },
  }),
  plain({
    table: "search_visibility",
    holds: "Figures of search engines by query.",
    why: "To show how a release is found.",
    export: { german: "Sichtbarkeit in Suchmaschinen", without: ["superseded_by"], only: storedRows },
  }),
  plain({
    table: "ai_visibility_run",
    holds: "Samples of answers of AI assistants.",
    why: "To show whether they name a client.",
    export: {
      german: "Sichtbarkeit in KI-Antworten",
      rowsAtOnce: 50,
      without: ["superseded_by"],
      only: storedRows,
    },
  }),
  plain({
    table: "insight_import",
    holds: "Files of figures, clippings and contacts of the media that were imported: kind, name, rows.",
    why: "To know where a figure or a contact is from.",
    kept: "until the agency deletes its reporting data, those of contacts until the agency is deleted",
    export: {
      german: "Importe von Zahlen, Clippings und Kontakten",
      without: ["file_hash", "state", "lease_until"],
      only: (sql) => sql`t.state in ('replacing', 'stored')`,
    },
  }),
  ...importUploadFacts,
  plain({
    table: "import_mapping",
    holds: "Which column of a kind of file is which.",
    why: "So that the next file of the kind is read at once.",
    kept: "as long as the agency",
    export: { german: "gemerkte Spaltenzuordnungen", without: ["heading_hash"] },
  }),
  plain({
    table: "provider_connection",
    holds: "Feeds of media monitors, and news sitemaps of media.",
    why: "To read them.",
    export: {
      german: "angebundene Medienbeobachtung ohne Zugangsdaten",
      without: ["url", "etag", "lease_token", "parts"],
    },
  }),
  plain({
    table: "webhook",
    holds: "Endpoints that are told of events, with an encrypted secret.",
    why: "To tell them.",
    export: {
      german: "Webhooks ohne ihre Geheimnisse",
      without: ["secret_encrypted", "old_secret_encrypted", "endpoint_hash"],
    },
  }),
  {
    table: "webhook_message",
    holds: "Events as they are sent.",
    personal: "name of the contact who decided on a text",
    why: "To send the same bytes at each attempt.",
    basis: "contract (b)",
    kept: "until their deliveries end",
    export: { leftOut: "Each tells of something that is in the export." },
  },
  plain({
    table: "webhook_queue",
    holds: "Messages that wait for an attempt.",
    why: "To try again.",
    kept: "hours",
    export: { leftOut: "Empty but for some hours." },
  }),
  plain({
    table: "webhook_replay",
    holds: "Orders to send events once more.",
    why: "To go on with them after a fault, and to show how far they are.",
    kept: "a bounded number of days",
    export: { leftOut: "What they led to stands among the attempts." },
  }),
  plain({
    table: "webhook_attempt",
    holds: "Attempts to deliver an event, with the answer's status and its first kilobyte.",
    why: "To find faults of an endpoint.",
    kept: "a bounded number of days",
    export: { german: "Zustellversuche der Webhooks" },
  }),
];
