import { ServiceError } from "../../errors.ts";

/** How far from the server's time an event may have happened, in either direction. */
const occurredWithinMs = 30 * 24 * 3600 * 1000;
/** A double holds 15 significant decimal digits exactly; the 16th may already be drift. */
const significantDigits = 15;

/** The value of an event as a decimal: 0.1 is "0.1", and -0 is "0". */
export function decimalOf(value: number): string {
  return value === 0 ? "0" : String(Number(value.toPrecision(significantDigits)));
}

/** Throws `occurred_at_out_of_range` for an event more than 30 days from `now`; exactly 30 days is allowed. */
export function refuseDistantEvent(occurredAt: string, now: Date): void {
  if (Math.abs(Date.parse(occurredAt) - now.getTime()) <= occurredWithinMs) return;
  throw new ServiceError(
    "occurred_at_out_of_range",
    "occurredAt is more than 30 days from the server's time.",
  );
}
