import type { TableFacts } from "./facts-shape.ts";

const whileAgency = "as long as the agency";

export const mediaContactFacts: readonly TableFacts[] = [
  {
    table: "media_contact",
    holds:
      "People of the media: name, medium, topics, legal ground, source; mail address, telephone and notes encrypted; when they were informed, written to, and when mails came back.",
    personal: "name, medium, mail address, telephone, notes",
    why: "To send releases to those for whom they matter, and to prove on which ground.",
    basis: "legitimate interest (f)",
    kept: "until it is removed; else 6 to 36 months (the agency's choice) after the last mail or look, and a month, after an objection too",
    export: {
      german: "Kontakte der Medien. Adressen, Telefonnummern und Notizen stehen lesbar in media-contacts.csv",
      without: [
        "address_key",
        "email_encrypted",
        "phone_encrypted",
        "notes_encrypted",
        "sort_key",
        "search_text",
      ],
    },
  },
  {
    table: "media_contact_objection",
    holds:
      "Objections to press mails: a keyed hash of the address, the day; for some months after which mailing.",
    personal: "keyed hash of a mail address, and the last mailing that went there",
    why: "So that no import brings an address back.",
    basis: "legal duty (c)",
    kept: whileAgency,
    export: {
      german: "Widersprüche gegen Aussände, ohne die Prüfsummen der Adressen",
      without: ["address_key"],
    },
  },
  {
    table: "media_contact_list",
    holds: "Lists of contacts, by hand or by condition.",
    personal: "none",
    why: "To choose whom a release goes to.",
    basis: "–",
    kept: "until it is removed",
    export: { german: "Verteilerlisten" },
  },
  {
    table: "media_contact_list_member",
    holds: "Which contacts a list by hand has.",
    personal: "that a contact is in a list",
    why: "To choose whom a release goes to.",
    basis: "legitimate interest (f)",
    kept: "as long as list and contact",
    export: { german: "Kontakte der Verteilerlisten" },
  },
  {
    table: "media_contact_setting",
    holds: "How long an agency keeps contacts, and where its notice on data protection is.",
    personal: "none",
    why: "So that contacts end in their time and mails name the notice.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Einstellungen des Verteilers" },
  },
];
