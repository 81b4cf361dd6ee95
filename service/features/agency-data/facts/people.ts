import type { TableFacts } from "./facts-shape.ts";

const whilePerson = "until 30 days after the person left its last agency";
const ofPerson = "Belongs to a person, who may work for several agencies.";

export const peopleFacts: readonly TableFacts[] = [
  {
    table: "person",
    holds: "People who use the dashboard: mail address and name.",
    personal: "name and mail address",
    why: "To know who signs in, and to name who did what.",
    basis: "contract (b)",
    kept: whilePerson,
    export: { leftOut: ofPerson },
  },
  {
    table: "membership",
    holds: "Which person works for which agency, with a role and the clients it is limited to.",
    personal: "a pseudonym of a person",
    why: "To let people do what their role allows.",
    basis: "contract (b)",
    kept: "until the person is removed from the agency",
    export: { german: "Wer mit welcher Rolle für Sie arbeitet" },
  },
  {
    table: "person_session",
    holds: "Sessions of the dashboard: hash, browser and system by name, first and last use.",
    personal: "a pseudonym of a person, the name of a browser",
    why: "To keep people signed in, and to let them see and end where.",
    basis: "contract (b)",
    kept: "14 days after the last use, 90 days at most",
    export: { leftOut: ofPerson },
  },
  {
    table: "sign_in_link",
    holds: "Links that sign in once: hash and end.",
    personal: "a pseudonym of a person",
    why: "To sign in without a password.",
    basis: "contract (b)",
    kept: "15 minutes, or a day for one that an operator prints",
    export: { leftOut: ofPerson },
  },
  {
    table: "passkey",
    holds: "Public keys of passkeys with a name, and when they were used.",
    personal: "a pseudonym of a person",
    why: "To sign in with a device.",
    basis: "contract (b)",
    kept: "until the person removes it, or 30 days after it left its last agency",
    export: { leftOut: ofPerson },
  },
  {
    table: "partner",
    holds: "Other ways for an agency's people to sign in: issuer, public key, encrypted client secret.",
    personal: "none",
    why: "To sign in with an account of the agency or by a portal.",
    basis: "–",
    kept: "until it is removed",
    export: { german: "Partner-Anmeldungen ohne Geheimnisse", without: ["client_secret_encrypted"] },
  },
  {
    table: "used_once",
    holds: "Hashes of tokens that work once.",
    personal: "none",
    why: "So that nobody signs in twice with one token.",
    basis: "–",
    kept: "until the token has expired, 10 minutes at most",
    export: { leftOut: "Belongs to nobody." },
  },
];
