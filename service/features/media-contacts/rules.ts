import {
  emailProblem,
  isCalendarDay,
  lineProblem,
  oneOfProblem,
  phoneProblem,
  textProblem,
} from "../../floor/web/field-rules.ts";
import { readMailAddress } from "../../floor/web/mail-address.ts";
import type { FieldProblem } from "../../floor/web/refuse-fields.ts";
import { bases, type ContactFields, charactersMax, contactClientsMax, topicsMax } from "./schema.ts";

/** What is wrong with a contact, by field. `today` is the day of the agency's calendar. */
export function contactProblems(fields: ContactFields, today: string): FieldProblem[] {
  const line = (name: "title" | "firstName" | "lastName" | "role" | "basisReason") => {
    const value = fields[name];
    return value === null ? null : lineProblem(name, value, { min: 1, max: charactersMax[name] });
  };
  const { phone, notes, clientIds, basisOn } = fields;
  const found = [
    emailProblem("email", fields.email),
    ...(["title", "firstName", "lastName", "role", "basisReason"] as const).map(line),
    lineProblem("medium", fields.medium, { min: 1, max: charactersMax.medium }),
    lineProblem("source", fields.source, { min: 1, max: charactersMax.source }),
    phone === null ? null : phoneProblem("phone", phone),
    notes === null ? null : textProblem("notes", notes, { min: 1, max: charactersMax.notes }),
    wordsProblem("topics", fields.topics),
    wordsProblem("regions", fields.regions),
    /^[a-z]{2}$/.test(fields.language) ? null : languageProblem,
    countryCodes.includes(fields.country) ? null : countryProblem,
    oneOfProblem("basis", fields.basis, bases),
    basisProblem(fields),
    basisOn === null || (isCalendarDay(basisOn) && basisOn <= today) ? null : dayProblem,
    clientIds === null || (clientIds.length >= 1 && clientIds.length <= contactClientsMax)
      ? null
      : clientsProblem,
  ];
  return found.filter((problem) => problem !== null);
}

/** What a legal ground lacks: nobody is written to without one that somebody could check. */
export function basisProblem(
  fields: Pick<ContactFields, "basis" | "basisReason" | "basisOn" | "topics">,
): FieldProblem | null {
  const { basis, basisReason, basisOn, topics } = fields;
  if (basis === "legitimate_interest" && basisReason === null && topics.length === 0)
    return {
      field: "basisReason",
      german:
        "Bitte sagen Sie, warum Ihre Themen für den Kontakt wichtig sind, oder nennen Sie seine Themen.",
      english: "say why releases matter to the contact, or name its topics.",
    };
  if (basis === "consent" && basisReason === null)
    return {
      field: "basisReason",
      german: "Bitte sagen Sie, wie der Kontakt eingewilligt hat.",
      english: "say how the contact agreed.",
    };
  return basis === "consent" && basisOn === null
    ? {
        field: "basisOn",
        german: "Bitte nennen Sie den Tag der Einwilligung.",
        english: "say when the contact agreed.",
      }
    : null;
}

/** The address as it is stored: one spelling for each. */
export function normalised(fields: ContactFields): ContactFields {
  return {
    ...fields,
    email: readMailAddress(fields.email) ?? fields.email,
    topics: [...new Set(fields.topics)],
    regions: [...new Set(fields.regions)],
    clientIds: fields.clientIds === null ? null : [...new Set(fields.clientIds)],
  };
}

const regionNames = new Intl.DisplayNames("de", { type: "region", fallback: "none" });

/** Codes of no country: groups, and those kept for private use. */
const noCountries = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];
/** Codes that have ended, which the platform calls by their successor's name: "Frankreich" was stored as FX, for which there is no rule. */
const formerCodes = "AN BU CS DD DY FX HV NH RH SU TP UK VD YD YU ZR".split(" ");
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Countries by their codes of two letters (ISO 3166-1), as far as the platform knows them. */
export const countryCodes: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => regionNames.of(code) !== undefined && ![...noCountries, ...formerCodes].includes(code));

/** "Deutschland" for `DE`; the code itself for one that the platform does not know. */
export function countryName(code: string): string {
  return regionNames.of(code) ?? code;
}

const codesByName = new Map(
  ["de", "en"].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    return countryCodes.map((code) => [names.of(code)?.toLowerCase() ?? code, code] as const);
  }),
);

/** The code of a country that is written as code or name, German or English; null for what is none. */
export function countryCode(text: string): string | null {
  const code = text.toUpperCase();
  return countryCodes.includes(code) ? code : (codesByName.get(text.toLowerCase()) ?? null);
}

/** How a contact is called: its name, else its role or medium. */
export function contactName(
  contact: Pick<ContactFields, "title" | "firstName" | "lastName" | "role" | "medium">,
): string {
  const { title, firstName, lastName, role, medium } = contact;
  const name = [title, firstName, lastName].filter((part) => part !== null).join(" ");
  return lastName === null && firstName === null ? (role ?? medium) : name;
}

function wordsProblem(field: "topics" | "regions", words: readonly string[]): FieldProblem | null {
  const wrong = words.map((word) => lineProblem(field, word, { min: 1, max: charactersMax.topic }));
  if (words.length <= topicsMax) return wrong.find((problem) => problem !== null) ?? null;
  return {
    field,
    german: `Höchstens ${topicsMax} sind möglich.`,
    english: `at most ${topicsMax} are possible.`,
  };
}

const languageProblem: FieldProblem = {
  field: "language",
  german: "Bitte geben Sie ein Kürzel wie „de“ oder „en“ ein.",
  english: "expected a tag such as de or en.",
};
const countryProblem: FieldProblem = {
  field: "country",
  german: "Bitte geben Sie das Kürzel eines Landes ein, zum Beispiel DE, AT oder CH.",
  english: "expected a country such as DE, AT or CH.",
};
const dayProblem: FieldProblem = {
  field: "basisOn",
  german: "Bitte geben Sie einen Tag ein, der nicht in der Zukunft liegt.",
  english: "expected a day that is not in the future.",
};
const clientsProblem: FieldProblem = {
  field: "clientIds",
  german: `Bitte wählen Sie 1 bis ${contactClientsMax} Kunden, oder alle.`,
  english: `choose 1 to ${contactClientsMax} clients, or all.`,
};
