import { ServiceError } from "../../errors.ts";
import { checkOf, fieldErrorsOf } from "../../floor/http/field-errors.ts";
import type { FieldProblem } from "../../floor/web/refuse-fields.ts";
import type { PersonaRow } from "./persona-sql.ts";
import { Persona, type PersonaFile } from "./schema.ts";

/** What is wrong with a persona, by field. */
export function personaProblems(persona: Persona): FieldProblem[] {
  if (checkOf(Persona).Check(persona)) return [];
  return Object.entries(fieldErrorsOf(Persona, persona).fieldErrors).map(([field, [english = ""]]) => ({
    field,
    german: "Das ist zu lang, zu viel oder unvollständig. Bitte prüfen Sie die Angaben.",
    english,
  }));
}

/**
 * Throws `version_conflict` with what the other version says, for each field that is another in ours; not where none is, which is a double
 * click.
 */
export function refuseOtherPersona(current: PersonaRow, ours: Persona): void {
  const fields = (Object.keys(ours) as (keyof Persona)[]).filter(
    (field) => JSON.stringify(current[field]) !== JSON.stringify(ours[field]),
  );
  if (fields.length === 0) return;
  const fieldErrors = Object.fromEntries(
    fields.map((field) => [field, [`Inzwischen gespeichert: ${shown(current[field])}`]]),
  );
  throw new ServiceError(
    "version_conflict",
    `Somebody else has just written version ${current.version} of the persona. Read it, and write again what you still want.`,
    { details: { formErrors: [], fieldErrors }, facts: { currentVersion: current.version } },
  );
}

function shown(value: Persona[keyof Persona] | undefined): string {
  if (value === undefined || value.length === 0) return "nichts";
  if (typeof value === "string") return `„${value}“`;
  return value.map((entry) => `„${typeof entry === "string" ? entry : entryName(entry)}“`).join(", ");
}

function entryName(entry: Persona["targetGroups"][number] | Persona["tabooWords"][number]): string {
  return "name" in entry ? entry.name : entry.term;
}

/** A persona with what a file left out. */
export function completePersona(file: Omit<PersonaFile, "contacts">): Persona {
  return {
    language: file.language ?? "de",
    addressForm: file.addressForm ?? "sie",
    tone: file.tone ?? [],
    styleNotes: file.styleNotes ?? "",
    targetGroups: file.targetGroups ?? [],
    keyMessages: file.keyMessages ?? [],
    tabooWords: (file.tabooWords ?? []).map(({ term, reason = null, alternative = null }) => ({
      term,
      reason,
      alternative,
    })),
    boilerplate: file.boilerplate ?? "",
  };
}
