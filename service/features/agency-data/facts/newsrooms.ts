import type { TableFacts } from "./facts-shape.ts";
import { movedAtOnce } from "./workflow.ts";

const whileAgency = "as long as the agency";

export const newsroomFacts: readonly TableFacts[] = [
  {
    table: "newsroom_subscription",
    holds: "Subscriptions by mail: address (encrypted and as a hash), topic, confirmation, end.",
    personal: "mail address",
    why: "To send releases to those who asked for them.",
    basis: "consent (a)",
    kept: "the address until the subscription ends; the rest as docs/operations.md says",
    export: {
      german: "Abonnements Ihrer Newsrooms ohne die Adressen",
      without: ["address_hash", "address_encrypted"],
    },
  },
  {
    table: "newsroom_mail",
    holds: "Mails to subscribers by an older release, on their way into `mail`.",
    personal: "that a subscriber got a mail",
    why: "To lose none in an upgrade.",
    basis: "consent (a)",
    kept: movedAtOnce,
    export: { leftOut: movedAtOnce },
  },
  {
    table: "newsroom_fan_out",
    holds: "How far the mails of a release are written, and how many they are.",
    personal: "none",
    why: "To go on after a break, and to show the number.",
    basis: "–",
    kept: whileAgency,
    export: { leftOut: "Says how far a queue is, and nothing about anybody." },
  },
  {
    table: "newsroom_domain",
    holds: "Own domains of newsrooms and how they were proven.",
    personal: "none",
    why: "To show a newsroom at its own domain.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Eigene Domains Ihrer Newsrooms", without: ["token"] },
  },
  {
    table: "embargo_link",
    holds: "Links to releases under embargo: for whom, password as a hash, how often opened.",
    personal: "the name of who got it",
    why: "To show a release before it appears to those who may see it.",
    basis: "legitimate interest (f)",
    kept: whileAgency,
    export: { german: "Vorab-Links ohne ihre Schlüssel", without: ["token_hash", "password_hash"] },
  },
  {
    table: "public_address",
    holds: "Words of newsrooms, hosts and hashes of links, and which agency has each.",
    personal: "none",
    why: "To find the agency whose page or link a visitor opens.",
    basis: "–",
    kept: whileAgency,
    export: { leftOut: "Says again what the newsrooms, domains and links say that are exported." },
  },
  {
    table: "address_word",
    holds: "Earlier addresses of newsrooms and releases.",
    personal: "none",
    why: "So that old links lead on.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Frühere Adressen" },
  },
];
