import { createHash } from "node:crypto";
import { ServiceError } from "../../errors.ts";

type SeenValue = string | number | boolean | null | readonly (string | number)[];
/** What a form was filled with, by its fields. */
export type SeenValues = Readonly<Record<string, SeenValue>>;

/** Equal for equal values: what a form sends back to say which ones it was filled with. */
export function stampOf(values: SeenValues): string {
  const entries = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex");
}

/**
 * Throws `version_conflict` where the values are others than those that were seen, with what stands there now beside each field that is
 * wanted to be something else. Without a stamp nothing was seen.
 */
export function refuseChangedSince(
  current: SeenValues,
  { wanted, seenStamp }: { wanted: Partial<SeenValues>; seenStamp: string | undefined },
): void {
  if (seenStamp === undefined || seenStamp === stampOf(current)) return;
  const others = Object.entries(current).filter(
    ([field, value]) =>
      wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(value),
  );
  const fieldErrors = Object.fromEntries(
    others.map(([field, value]) => [field, [`Inzwischen gespeichert: ${shown(value)}`]]),
  );
  throw new ServiceError(
    "version_conflict",
    "Somebody else has just changed this. Look at it, and change again what you still want to.",
    { details: { formErrors: [], fieldErrors } },
  );
}

function shown(value: SeenValue): string {
  if (typeof value === "boolean") return value ? "an" : "aus";
  const text = [value ?? []].flat().join(", ");
  return text === "" ? "nichts" : `„${text}“`;
}
