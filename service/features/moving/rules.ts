import type { CountedMove, MoveFault } from "./schema.ts";

/** What ended a dry run: the texts that it had read by then are a part of the file, and nobody is told which. */
const faultsOfCheck: readonly MoveFault[] = [
  "no_texts",
  "too_many_texts",
  "forbidden_xml",
  "columns_missing",
  "not_readable",
  "feed_failed",
  "file_gone",
];

/** Another move of the same file brings the rest of one with too many pictures: it knows what is here, and counts anew. */
const endsOfMove: readonly MoveFault[] = [...faultsOfCheck, "too_many_pictures"];

/**
 * What a start makes of a move; null where it makes nothing. One that broke off before its first text goes on with its dry run, which may
 * not have ended: a dry run that had goes to its end at once.
 */
export function startOf({
  state,
  fault,
  taken,
}: Pick<CountedMove, "state" | "fault" | "taken">): "running" | "checking" | null {
  if (state === "checked" || state === "stopped") return "running";
  if (state !== "failed" || (fault !== null && endsOfMove.includes(fault))) return null;
  return fault === "too_many_attempts" && taken === 0 ? "checking" : "running";
}

/** The word that a part of an address stands for, with its letters beyond ASCII; as it is where it stands for none. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
