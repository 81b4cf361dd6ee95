import type { TableFacts } from "./facts-shape.ts";

export const mailingFacts: readonly TableFacts[] = [
  {
    table: "mail_sender",
    holds: "From which address of its own a client writes to media, and the key that signs (encrypted).",
    personal: "a mail address, where it names a person",
    why: "To send press mailings as the client.",
    basis: "contract (b)",
    kept: "until it is removed, or as long as the client",
    export: {
      german: "Absender Ihrer Kunden ohne die Schlüssel",
      without: ["private_key_encrypted", "next_private_key_encrypted"],
    },
  },
  {
    table: "mailing",
    holds:
      "Press mailings: text, lists, contacts chosen by name, files, time, and who confirmed that they inform.",
    personal:
      "a pseudonym of a person of the agency, its address for replies, ids of contacts chosen by name, what the text says of people",
    why: "To send them, and to show later what was sent.",
    basis: "contract (b)",
    kept: "drafts until they are deleted, else as long as the agency; the address for replies and the ids of contacts as long after the mailing as a contact that nobody writes to (6 to 36 months)",
    export: { german: "Aussände mit Text, Listen, einzeln gewählten Kontakten und Zeitpunkt" },
  },
];
