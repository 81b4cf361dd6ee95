import { anchorHashOf } from "./chain-hash.ts";
import { isRecord } from "./is-record.ts";
import { type CheckSignature, type ReportKeys, signatureCheckOf } from "./report-keys.ts";
import type { ChainHead } from "./types/openapi.ts";
import { checkReport, integrityOf, parsedReport, type ReportFault } from "./verify-report.ts";

/**
 * What is wrong with a chain beside its single reports. `first_missing`, `middle_missing`, `last_missing`: reports are not in the list.
 * `link_broken`: a report does not follow the one before it (swapped, inserted, or exchanged). `head_differs`: the kept head
 * is not of this chain. `head_unsigned`: the head's signature is by none of the keys.
 */
export type ReportChainReason =
  | ReportFault
  | "first_missing"
  | "middle_missing"
  | "last_missing"
  | "link_broken"
  | "agency_differs"
  | "head_differs"
  | "head_unsigned";

/** `at`: position in the list; its length for what is missing at the end. `number`: position in the chain, where known. */
export type ReportChainFault = { reason: ReportChainReason; at: number; number: number | null };

export type ReportChainCheck =
  | { isValid: true; reasons: []; checked: "content" | "content_and_signature" }
  | {
      isValid: false;
      reasons: ReportChainFault[];
      checked: "content" | "content_and_signature";
      /** Position in the list of the first report that does not fit. */
      brokenAt: number;
      /** What is wrong there. */
      reason: ReportChainReason;
    };

export type VerifyReportChainOptions = {
  /** The issuer's public keys, as `/.well-known/pr-service-keys.json` serves them. */
  keys?: ReportKeys;
  /** A head that was kept (`chainHead` of the data export, of `report.created`, of a PDF): without one, a cut end can't be seen. */
  head?: (Omit<ChainHead, "keyId"> & Partial<ChainHead>) | null;
};

/**
 * Checks that reports of one agency, each as `verifyReport` takes it, oldest first, are each unchanged and complete: the first has number 1, none is
 * missing between, and with `head` none is missing at the end. Reports from before version 2 are covered by the hash that the first
 * report of version 2 follows. After a deletion of the reporting data a new chain begins at number 1.
 *
 * @example
 * ```ts
 * const { data } = await client.data.exportReportingData();
 * const check = await verifyReportChain(data.reports, { keys, head: data.chainHead });
 * if (!check.isValid) console.error(`Report ${check.brokenAt}: ${check.reason}`);
 * ```
 */
export async function verifyReportChain(
  given: readonly unknown[],
  options: VerifyReportChainOptions = {},
): Promise<ReportChainCheck> {
  const { keys, head } = options;
  // Of a text that holds no report the check of that report says so.
  const reports = given.map((report) => parsedReport(report));
  const checkSignature = keys === undefined ? null : signatureCheckOf(keys);
  const faults: ReportChainFault[] = [];
  const firstSigned = reports.findIndex((report) => integrityOf(report).version === 2);
  const old = firstSigned === -1 ? reports : reports.slice(0, firstSigned);
  const agencyId = agencyIdOf(reports[0]);
  const hashes = new Map<number, unknown>();
  const needsWhole = checkSignature !== null || head !== undefined || firstSigned > 0;
  await checkOld({ given, old }, needsWhole, faults);
  if (old.length > 0) {
    const contentHashes = old.map((report) => integrityOf(report).contentHash ?? null);
    hashes.set(old.length, await anchorHashOf(agencyId, contentHashes).catch(() => null));
  }
  for (const [at, report] of reports.entries()) {
    const { number } = integrityOf(report);
    const position = typeof number === "number" ? number : null;
    if (agencyIdOf(report) !== agencyId) faults.push({ reason: "agency_differs", at, number: position });
    if (at < old.length) continue;
    const { reasons } = await checkReport(given[at], checkSignature);
    for (const reason of reasons) faults.push({ reason, at, number: position });
    const reason = misplaced(reports, at, hashes);
    if (reason !== null) faults.push({ reason, at, number: position });
    if (position !== null) hashes.set(position, integrityOf(report).chainHash);
  }
  if (head !== undefined) await checkHead(head, { hashes, reports, checkSignature, faults });
  else if (checkSignature !== null && firstSigned === -1 && reports.length > 0)
    faults.push({ reason: "unsigned", at: 0, number: null });
  return resultOf(faults, checkSignature);
}

/** Reports from before version 2: their content, and their links to each other. */
async function checkOld(
  { given, old }: { given: readonly unknown[]; old: readonly unknown[] },
  needsWhole: boolean,
  faults: ReportChainFault[],
): Promise<void> {
  for (const [at, report] of old.entries()) {
    const { reasons } = await checkReport(given[at], null);
    for (const reason of reasons) faults.push({ reason, at, number: null });
    const { previousHash } = integrityOf(report);
    if (at > 0 && previousHash !== integrityOf(old[at - 1]).contentHash)
      faults.push({ reason: "link_broken", at, number: null });
    if (at === 0 && needsWhole && previousHash !== null)
      faults.push({ reason: "first_missing", at, number: null });
  }
}

/** Why the report at `at` does not follow the one before it; null where it does. */
function misplaced(
  reports: readonly unknown[],
  at: number,
  hashes: ReadonlyMap<number, unknown>,
): ReportChainReason | null {
  const { number, previousChainHash } = integrityOf(reports[at]);
  if (typeof number !== "number") return "link_broken";
  const before = at === 0 ? null : integrityOf(reports[at - 1]);
  const expected = before === null ? 1 : typeof before.number === "number" ? before.number + 1 : at + 1;
  if (number > expected) return at === 0 ? "first_missing" : "middle_missing";
  const follows = expected === 1 ? null : hashes.get(expected - 1);
  return number === expected && previousChainHash === follows ? null : "link_broken";
}

async function checkHead(
  head: unknown,
  chain: {
    hashes: ReadonlyMap<number, unknown>;
    reports: readonly unknown[];
    checkSignature: CheckSignature | null;
    faults: ReportChainFault[];
  },
): Promise<void> {
  const { hashes, reports, checkSignature, faults } = chain;
  const at = reports.length;
  // Of an agency without reports there is no head.
  if (head === null && at === 0) return;
  const { number, chainHash, signature, keyId = null } = isRecord(head) ? head : {};
  const position = typeof number === "number" ? number : null;
  const fault = (reason: ReportChainReason) => faults.push({ reason, at, number: position });
  if (checkSignature !== null && (await checkSignature(keyId, chainHash, signature)) !== null)
    fault("head_unsigned");
  if (position !== null && position > lastOf(hashes)) fault("last_missing");
  else if (position === null || hashes.get(position) !== chainHash) fault("head_differs");
}

function lastOf(hashes: ReadonlyMap<number, unknown>): number {
  let last = 0;
  for (const number of hashes.keys()) last = Math.max(last, number);
  return last;
}

function agencyIdOf(report: unknown): unknown {
  return isRecord(report) && isRecord(report.agency) ? report.agency.id : undefined;
}

function resultOf(faults: ReportChainFault[], checkSignature: CheckSignature | null): ReportChainCheck {
  const checked = checkSignature === null ? "content" : "content_and_signature";
  const [first] = [...faults].sort((a, b) => a.at - b.at);
  if (first === undefined) return { isValid: true, reasons: [], checked };
  return { isValid: false, reasons: faults, checked, brokenAt: first.at, reason: first.reason };
}
