import { availableParallelism } from "node:os";
import { InvalidArgumentError } from "commander";
import { isCalendarDay } from "../../floor/web/field-rules.ts";
import { isReservedSlug, isWholeSlug } from "../../floor/web/slug.ts";
import { processesFor, processesMax } from "../../program/processes/plan-processes.ts";
import { integerMax, uuidPattern } from "../../schema.ts";

/** Argument parsers for commander; each refuses with a sentence that says what is expected. */

export function parseId(text: string): number {
  return parseWithin(text, 1, integerMax);
}

/** Ids with commas between them: `1,2`. */
export function parseIds(text: string): number[] {
  return text.split(",").map((part) => parseId(part.trim()));
}

export function parseUuid(text: string): string {
  if (!uuidPattern.test(text)) throw new InvalidArgumentError("Expected a UUID.");
  return text.toLowerCase();
}

/** UUIDs with commas between them. */
export function parseUuids(text: string): string[] {
  return text.split(",").map((part) => parseUuid(part.trim()));
}

/** Texts with commas between them. */
export function parseTexts(text: string): string[] {
  return text.split(",").map((part) => part.trim());
}

export function parsePort(text: string): number {
  return parseWithin(text, 0, 65_535);
}

/** A number of processes, or `auto`. */
export function parseProcesses(text: string): number {
  return text === "auto" ? processesFor(availableParallelism()) : parseWithin(text, 1, processesMax);
}

export function parseCount(text: string): number {
  return parseWithin(text, 0, 1_000_000);
}

export function parseName(text: string): string {
  const name = text.trim();
  if (name.length === 0 || [...name].length > 200)
    throw new InvalidArgumentError("Expected 1 to 200 characters.");
  return name;
}

export function parseSlug(text: string): string {
  if (!isWholeSlug(text)) {
    throw new InvalidArgumentError("Expected at most 80 characters of a-z, 0-9 and single hyphens.");
  }
  if (isReservedSlug(text)) throw new InvalidArgumentError("The service keeps this word for itself.");
  return text;
}

/**
 * With its zone: a day alone ended at 1 o'clock in Berlin, and a time without one was that of the server. Of a day of the calendar: a key
 * until 30 February worked until 2 March.
 */
export function parseInstant(text: string): Date {
  const instant = new Date(text);
  const isWhole = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  if (!isWhole || !isCalendarDay(text.slice(0, 10)) || Number.isNaN(instant.getTime())) {
    throw new InvalidArgumentError(
      "Expected an ISO 8601 date-time with its zone, for instance 2027-01-31T23:59:00+01:00.",
    );
  }
  return instant;
}

export function parseOneOf<T extends string>(allowed: readonly T[]): (text: string) => T {
  return (text) => {
    const found = allowed.find((each) => each === text);
    if (found === undefined) throw new InvalidArgumentError(`Expected one of: ${allowed.join(", ")}.`);
    return found;
  };
}

function parseWithin(text: string, minimum: number, maximum: number): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < minimum || value > maximum) {
    throw new InvalidArgumentError(`Expected a whole number from ${minimum} to ${maximum}.`);
  }
  return value;
}
