import { isRecord } from "./is-record.ts";
import { integrityOf } from "./verify-report.ts";

export type TimeStamp = {
  /** The SHA-256 that was stamped, in hex digits: the report's `chainHash`. */
  imprint: string;
  /** The token of the authority (RFC 3161), DER. */
  token: Uint8Array;
  stampedAt: string;
  authority: string;
  policy: string;
};

/**
 * The time stamp of a report out of `GET /data`; null where there is none yet. It is handed out, not checked: save `token` as a
 * file and run `openssl ts -verify -digest IMPRINT -in FILE -token_in -CAfile ROOTS`, where ROOTS are the authority's certificates.
 *
 * @example
 * ```ts
 * const stamp = timeStampOf(report, data);
 * if (stamp !== null) await writeFile("stamp.der", stamp.token);
 * ```
 */
export function timeStampOf(report: unknown, data: { timeStamps?: readonly unknown[] }): TimeStamp | null {
  const { chainHash } = integrityOf(report);
  const found = data.timeStamps?.find(
    (each) => isRecord(each) && each.imprint === chainHash && typeof each.token === "string",
  );
  if (!isRecord(found)) return null;
  const { imprint, token, stampedAt, authority, policy } = found;
  return {
    imprint: String(imprint),
    token: Uint8Array.from(atob(String(token)), (character) => character.charCodeAt(0)),
    stampedAt: String(stampedAt),
    authority: String(authority),
    policy: String(policy),
  };
}
