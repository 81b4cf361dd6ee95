import type { TableFacts } from "./facts-shape.ts";

const whileAgency = "as long as the agency";
/** The loops of `mail/outbox/drain-old-tables.ts` move them. */
export const movedAtOnce = "Moved into `mail` within minutes.";

export const workflowFacts: readonly TableFacts[] = [
  {
    table: "release",
    holds: "Press releases as readers have them, archived ones too.",
    personal: "what the text says of people, all published",
    why: "To publish them.",
    basis: "contract (b)",
    kept: whileAgency,
    export: { german: "Pressemitteilungen, wie sie erschienen sind", rowsAtOnce: 20 },
  },
  {
    table: "draft",
    holds: "Drafts: their state, version and schedule.",
    personal: "none",
    why: "To bring a text to its publication.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Entwürfe mit ihrem Stand", without: ["request_hash"] },
  },
  {
    table: "draft_version",
    holds: "Every version of every text, with who wrote it.",
    personal: "what the text says of people; id of the author",
    why: "To show what was approved and what was changed.",
    basis: "contract (b)",
    kept: whileAgency,
    export: { german: "alle Fassungen der Texte", rowsAtOnce: 20 },
  },
  {
    table: "approval",
    holds: "Approval requests with who asked, the contact's name, decision and comment.",
    personal: "name and comment of the contact; id of the person who asked",
    why: "To prove that a human approved a text.",
    basis: "legitimate interest (f)",
    kept: whileAgency,
    export: { german: "Freigaben mit Entscheidung und Kommentar", without: ["request_hash"] },
  },
  {
    table: "approval_approver",
    holds: "Who was asked in a round of several people, with name, decision and comment.",
    personal: "name and comment of the contact",
    why: "To prove that each of them approved a text.",
    basis: "legitimate interest (f)",
    kept: whileAgency,
    export: { german: "Freigaben durch mehrere: wer gefragt war und entschied" },
  },
  {
    table: "approval_comment",
    holds: "Comments of contacts on passages of a text, and who of the agency dealt with them.",
    personal: "comment of the contact; id of the person who dealt with it",
    why: "To show what a client wants changed and what became of it.",
    basis: "legitimate interest (f)",
    kept: whileAgency,
    export: { german: "Anmerkungen der Kunden zu Texten" },
  },
  {
    table: "client_approval_rule",
    holds:
      "Which contacts have to approve each text of a client, and whether the agency may record approvals.",
    personal: "ids of contacts",
    why: "To ask everybody whose approval a client wants.",
    basis: "contract (b)",
    kept: whileAgency,
    export: { german: "Regeln der Kunden für Freigaben" },
  },
  {
    table: "approval_link",
    holds: "Hashes of the links to approvals.",
    personal: "none",
    why: "To know an approval by its link.",
    basis: "–",
    kept: whileAgency,
    export: { leftOut: "A hash of a credential, of no use to anybody else." },
  },
  {
    table: "mail",
    holds:
      "Mails that wait and what became of them, without links: to sign in, of approvals, to subscribers, and with reports, of these with recipient and message.",
    personal:
      "mail address of the recipient of a report or a link to sign in, and of the sender of a report; that a subscriber got a mail",
    why: "To send each mail once, however long the mail server was away.",
    basis: "legitimate interest (f)",
    kept: "a day after a mail to sign in, 30 days after one to subscribers, others as long as the agency",
    export: { german: "Versand der Mails", without: ["lease_token"] },
  },
  {
    table: "approval_mail",
    holds: "Mails of approvals by an older release, on their way into `mail`.",
    personal: "none",
    why: "To lose none in an upgrade.",
    basis: "–",
    kept: movedAtOnce,
    export: { leftOut: movedAtOnce },
  },
  {
    table: "credit_entry",
    holds: "The ledger of credits.",
    personal: "none",
    why: "To account for publications.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Credits: alle Buchungen" },
  },
  {
    table: "credit_reservation",
    holds: "Credits held for scheduled publications.",
    personal: "none",
    why: "So that nobody else spends them.",
    basis: "–",
    kept: "until the publication",
    export: { german: "Credits: was für geplante Veröffentlichungen reserviert ist" },
  },
];
