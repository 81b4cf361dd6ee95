import { createHash } from "node:crypto";
import { fieldReason, ServiceError } from "../../errors.ts";

type SeenValue = string | number | boolean | null | readonly (string | number)[];
/** What a form was filled with, by its fields. */
export type SeenValues = Readonly<Record<string, SeenValue>>;

/** Equal for equal values: what a form sends back to say which ones it was filled with. */
export function stampOf(values: SeenValues): string {
  const entries = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

/**
 * Throws `version_conflict` where the values are no longer those that were seen, by their stamp. The refusal says beside each field what is
 * stored there now, unless `wanted` has the same; but nothing beside the `untold` ones, of which the page itself says it by name. Refuses
 * nothing without a stamp, nor where all is stored as wanted, which is a double click.
 */
export function refuseChangedSince(
  current: SeenValues,
  input: { wanted: Partial<SeenValues>; seenStamp: string | undefined; untold?: readonly string[] },
): void {
  const { wanted, seenStamp, untold = [] } = input;
  const others = Object.entries(current).filter(
    ([field, value]) => JSON.stringify(wanted[field]) !== JSON.stringify(value),
  );
  if (seenStamp === undefined || seenStamp === stampOf(current) || others.length === 0) return;
  const told = others.filter(([field]) => wanted[field] !== undefined && !untold.includes(field));
  const fieldErrors = Object.fromEntries(
    told.map(([field, value]) => [field, [`Inzwischen gespeichert: ${shown(value)}`]]),
  );
  throw new ServiceError(
    "version_conflict",
    "Somebody else has just changed this. Look at it, and change again what you still want to.",
    { details: { formErrors: [], fieldErrors }, facts: { seenStamp: stampOf(current) } },
  );
}

/** Throws `version_conflict` where somebody has changed an address word since it was seen. */
export function refuseOtherSlug(current: string, seen: string): void {
  if (current === seen) return;
  throw new ServiceError(
    "version_conflict",
    `Somebody else has just changed the address to ${current}. Look at it, and change it again if you still want to.`,
    fieldReason("slug", `Das Ende der Adresse wurde eben an anderer Stelle in „${current}“ geändert.`),
  );
}

function shown(value: SeenValue): string {
  if (typeof value === "boolean") return value ? "an" : "aus";
  const text = [value ?? []].flat().join(", ");
  return text === "" ? "nichts" : `„${text}“`;
}
