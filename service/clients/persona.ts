import type { Persona, PersonaFile } from "./schema.ts";

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
