import canonicalize from "canonicalize";
import type { PublicationReport } from "../reports/schema.ts";

/** The snapshot itself as RFC 8785 canonical JSON in UTF-8: the same report always gives the same bytes. */
export function renderJson(report: PublicationReport): Uint8Array {
  const text = canonicalize(report);
  if (text === undefined) {
    throw new TypeError("A report must be an object; got a value that JSON can't hold.");
  }
  return new TextEncoder().encode(text);
}
