import { resolveTxt } from "node:dns/promises";
import { getDomain } from "tldts";
import { settleWithin } from "../../../floor/concurrency/within-deadline.ts";
import type { DmarcPolicy } from "./sql.ts";

/** A person waits for the answer at a form. */
const lookUpTimeoutMs = 8_000;
/** Names carry a handful of records. */
const recordsMax = 100;

export type ResolveTxt = (name: string) => Promise<string[][]>;

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** Where the public key of a selector stands (RFC 6376, 3.6.2.1). */
export const keyName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`;
export const keyRecord = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

/** Whether DNS has the key; null where it does not answer, which says nothing of the key. */
export async function hasKey(
  { selector, publicKey, domain }: { selector: string; publicKey: string; domain: string },
  resolve?: ResolveTxt,
): Promise<boolean | null> {
  const records = await textsAt(keyName(selector, domain), resolve);
  return joinedKeys(records)?.some((record) => keyOf(record)?.replace(/\s/g, "") === publicKey) ?? null;
}

/** What a domain asks of receivers, by its own record or that of the domain it belongs to (RFC 7489, 6.6.3); null as above. */
export async function dmarcOf(domain: string, resolve?: ResolveTxt): Promise<DmarcPolicy | null> {
  const names = new Set([domain, getDomain(domain) ?? domain]);
  const found = await Promise.all([...names].map((name) => textsAt(`_dmarc.${name}`, resolve)));
  const record = found.flat().find((each) => each !== null && /^v=DMARC1\b/i.test(each));
  if (typeof record !== "string") return found.includes(null) ? null : "missing";
  return keyOf(record)?.toLowerCase() === "none" ? "none" : "enforced";
}

/** Whether a domain says which servers send for it (RFC 7208); null as above. */
export async function hasSpf(domain: string, resolve?: ResolveTxt): Promise<boolean | null> {
  return (await textsAt(domain, resolve))?.some((record) => /^v=spf1\b/i.test(record)) ?? null;
}

/**
 * A key is longer than the 255 bytes of one string, and Bun 1.4.5 hands each string of a record out as a record of its own
 * (github.com/oven-sh/bun/issues/21370). What begins with no version goes on with the one before.
 */
function joinedKeys(strings: string[] | null): string[] | null {
  if (strings === null) return null;
  const records: string[] = [];
  for (const text of strings) {
    if (records.length === 0 || /^v=/i.test(text)) records.push(text);
    else records.push((records.pop() ?? "") + text);
  }
  return records;
}

/** Answers that say that there is no such record. All others say nothing: the name server may be away. */
const absentCodes = ["ENOTFOUND", "ENODATA"];

async function textsAt(name: string, resolve: ResolveTxt = resolveTxt): Promise<string[] | null> {
  try {
    const late = () => new Error("The name server has not answered in time.");
    const records = await settleWithin(resolve(name), { timeoutMs: lookUpTimeoutMs, late });
    return records.slice(0, recordsMax).map((parts) => parts.join("").trim());
  } catch (error) {
    const code = error instanceof Error ? (Reflect.get(error, "code") as unknown) : undefined;
    return typeof code === "string" && absentCodes.includes(code) ? [] : null;
  }
}

/** The value of `p`, the key or the policy, in `v=…; k=…; p=…`. */
function keyOf(record: string): string | undefined {
  return record
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith("p="))
    ?.slice(2);
}
