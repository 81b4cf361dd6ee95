import { languageCode } from "../../../floor/strings/language-code.ts";
import { phoneCharactersMax, phoneProblem } from "../../../floor/web/field-rules.ts";
import { readMailAddress, storedMailAddressOctetsMax } from "../../../floor/web/mail-address.ts";
import { plainTelephone } from "../../../floor/web/telephone-address.ts";
import { basisProblem, countryCode } from "../../media-contacts/rules.ts";
import { type Basis, type ContactFields, charactersMax, topicsMax } from "../../media-contacts/schema.ts";
import { type Cells, namesCharactersMax, quoted } from "./cells.ts";
import type { Column } from "./columns.ts";

const column = (name: string, aliases: string, isOptional = true): Column => ({
  name,
  aliases: aliases.split(" "),
  isOptional,
});

/** Without an address, its source and a legal ground no contact is taken in. */
export const contactColumns: readonly Column[] = [
  column("email", "e_mail mail e_mail_adresse mailadresse email_adresse email_address e_mail_address", false),
  column("medium", "redaktion organisation organization org firma company publikation outlet", false),
  column("source", "quelle herkunft herkunft_der_adresse", false),
  column("basis", "rechtsgrundlage", false),
  column("basis_reason", "grund begründung relevanz einwilligung_wie"),
  column("basis_on", "tag eingewilligt_am einwilligung_am"),
  column("country", "land staat", false),
  column("editorial", "redaktionell redaktionelle_adresse"),
  column("address_as", "anrede salutation"),
  column("title", "titel akademischer_titel"),
  column("first_name", "vorname given_name firstname"),
  column("last_name", "nachname name familienname surname family_name lastname"),
  column("role", "funktion position ressort job_title"),
  column("phone", "telefon tel telefonnummer telephone mobil"),
  column("topics", "themen thema schlagworte kategorien categories"),
  column("regions", "regionen region"),
  column("language", "sprache"),
  column("notes", "notiz notizen bemerkung bemerkungen note"),
  column("clients", "kunden kunde client nur_für_diese_kunden"),
  column("lists", "listen liste verteiler list"),
  column(
    "objected",
    "widerspruch widersprochen widerspruch_am widersprochen_am opt_out optout abgemeldet abgemeldet_am",
  ),
];

const basisWords: Readonly<Record<string, Basis>> = {
  ...{ legitimate_interest: "legitimate_interest", berechtigtes_interesse: "legitimate_interest" },
  ...{ interesse: "legitimate_interest", consent: "consent", einwilligung: "consent" },
  ...{
    own_request: "own_request",
    wunsch: "own_request",
    eigener_wunsch: "own_request",
    anfrage: "own_request",
  },
};
const yesWords = {
  ja: "yes",
  j: "yes",
  yes: "yes",
  x: "yes",
  1: "yes",
  true: "yes",
  wahr: "yes",
  nein: "no",
  n: "no",
  no: "no",
  0: "no",
  false: "no",
  falsch: "no",
} as const;
/** A dash stands for nothing. */
const objectionWords = {
  ...yesWords,
  ...{ widerspruch: "yes", widersprochen: "yes", abgemeldet: "yes", opt_out: "yes", _: "no", "–": "no" },
} as const;
const addressWords = { frau: "ms", ms: "ms", mrs: "ms", herr: "mr", herrn: "mr", mr: "mr" } as const;

/** Reads a contact; what is wrong with it is in `cells.problems` then. */
export function readContact(cells: Cells): ContactFields {
  const contact = {
    clientIds: clientsOf(cells),
    email: mailOf(cells),
    addressAs: ifThere(cells, "address_as", () => cells.oneOf("address_as", addressWords)),
    title: lineOf(cells, "title", charactersMax.title),
    firstName: lineOf(cells, "first_name", charactersMax.firstName),
    lastName: lineOf(cells, "last_name", charactersMax.lastName),
    medium: cells.line("medium", charactersMax.medium),
    role: lineOf(cells, "role", charactersMax.role),
    phone: phoneOf(cells),
    topics: wordsOf(cells, "topics"),
    regions: wordsOf(cells, "regions"),
    language: languageOf(cells),
    country: countryOf(cells),
    isEditorial: ifThere(cells, "editorial", () => cells.oneOf("editorial", yesWords)) === "yes",
    basis: cells.oneOf("basis", basisWords) ?? "legitimate_interest",
    basisReason: lineOf(cells, "basis_reason", charactersMax.basisReason),
    basisOn: ifThere(cells, "basis_on", () => cells.pastDay("basis_on")),
    source: cells.line("source", charactersMax.source),
    notes: cells.optionalText("notes", charactersMax.notes) || null,
  };
  const lacking = basisProblem(contact);
  if (lacking !== null) cells.fail(lacking.field === "basisOn" ? "basis_on" : "basis_reason", "empty");
  return contact;
}

/** Whether the file says that the address has objected: by a yes, or by a day, however it is written. Nothing is guessed of other words. */
export function readObjection(cells: Cells): boolean {
  const text = cells.optionalText("objected", charactersMax.notes);
  if (/\d\D*\d/.test(text)) return true;
  return ifThere(cells, "objected", () => cells.oneOf("objected", objectionWords)) === "yes";
}

/** Null, for all clients, where a file says so or nothing. */
function clientsOf(cells: Cells): number[] | null {
  if (["", "alle"].includes(cells.optionalText("clients", namesCharactersMax).toLowerCase())) return null;
  return cells.known("clients", "clients");
}

/** Longer cells are refused by whoever reads them. */
function ifThere<T>(cells: Cells, name: string, read: () => T): T | null {
  return cells.isEmpty(name) ? null : read();
}

function lineOf(cells: Cells, name: string, max: number): string | null {
  return ifThere(cells, name, () => cells.line(name, max));
}

function mailOf(cells: Cells): string {
  const text = cells.line("email", storedMailAddressOctetsMax);
  const address = readMailAddress(text);
  if (address === null && text !== "") cells.fail("email", "no_mail_address", { text: quoted(text) });
  return address ?? "";
}

function phoneOf(cells: Cells): string | null {
  // Our own files, and people, keep a spreadsheet by an apostrophe from making a number of it.
  const typed = lineOf(cells, "phone", phoneCharactersMax + 1)?.replace(/^'(?=[+\d])/, "") ?? null;
  const text = typed === null ? null : plainTelephone(typed);
  if (text !== null && phoneProblem("phone", text) !== null)
    cells.fail("phone", "no_telephone", { text: quoted(text) });
  return text;
}

function countryOf(cells: Cells): string {
  const text = cells.line("country", 100);
  const code = countryCode(text);
  if (code === null && text !== "") cells.fail("country", "no_country", { text: quoted(text) });
  return code ?? "";
}

function languageOf(cells: Cells): string {
  const text = lineOf(cells, "language", 20) ?? "de";
  const code = languageCode(text);
  if (code === null) cells.fail("language", "no_language", { text: quoted(text) });
  return code ?? "";
}

/** Several in a cell, as spreadsheets and visiting cards write them. */
function wordsOf(cells: Cells, name: "topics" | "regions"): string[] {
  const text = cells.optionalText(name, topicsMax * (charactersMax.topic + 3));
  const words = text
    // Where parts are told apart by |, as in our own files, a comma belongs to its part.
    .split(text.includes("|") ? /[|\n\r]+/ : /[|;,\n\r]+/, topicsMax + 1)
    .map((word) => word.replace(/[\s\p{Cc}]+/gu, " ").trim());
  const found = [...new Set(words.filter((word) => word !== ""))];
  if (found.length > topicsMax || found.some((word) => [...word].length > charactersMax.topic))
    cells.fail(name, "too_many_characters", { max: charactersMax.topic });
  return found;
}
