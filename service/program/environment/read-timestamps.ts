import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { StampSettings } from "../../features/stamps/stamp-loops.ts";

/** One and some for its days of maintenance; each may take its whole deadline within one lease. */
const authoritiesMax = 5;
const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

type Named = { urls: string[]; caFile: string | null; policies: string[]; credentials: string | null };

/** Reads who stamps and who is trusted. With TIMESTAMP_CA_FILE alone stamps of before are still checked. */
export function readTimestamps(
  { urls, caFile, policies, credentials }: Named,
  problems: string[],
): StampSettings | null {
  if (urls.length > authoritiesMax)
    problems.push(`TIMESTAMP_URLS may name at most ${authoritiesMax} authorities.`);
  if (urls.some((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)))
    problems.push("TIMESTAMP_URLS has to be a list of URLs that begin with https://.");
  if (urls.length > 0 && caFile === null)
    problems.push("TIMESTAMP_URLS needs TIMESTAMP_CA_FILE, which says whose stamps to trust.");
  if (policies.some((policy) => !/^\d+(\.\d+)+$/.test(policy)))
    problems.push("TIMESTAMP_POLICIES has to be a list of object identifiers like 1.3.6.1.4.1.13762.3.");
  const known = readCredentials(credentials ?? "", problems);
  if (caFile === null) return null;
  const authorities = urls.map((url) => ({
    url,
    authorization: (URL.canParse(url) ? known.get(new URL(url).host) : undefined) ?? null,
  }));
  return { authorities, trust: { roots: readRoots(caFile, problems), policies } };
}

/** A line for each authority that asks who calls: `tsa.example.org user:password`. */
function readCredentials(text: string, problems: string[]): Map<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const pairs = lines.map((line) => /^(\S+)\s+(\S+:.*)$/.exec(line.trim()));
  // Never with a value: it is a password.
  if (pairs.includes(null))
    problems.push("TIMESTAMP_CREDENTIALS has to have lines like tsa.example.org user:password.");
  return new Map(
    pairs.map((pair) => [pair?.[1] ?? "", `Basic ${Buffer.from(pair?.[2] ?? "").toString("base64")}`]),
  );
}

function readRoots(path: string, problems: string[]): X509Certificate[] {
  try {
    const found = readFileSync(path, "utf8").match(certificatePattern) ?? [];
    if (found.length === 0) throw new Error("no certificate in it");
    return found.map((pem) => new X509Certificate(pem));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : "unreadable";
    problems.push(`TIMESTAMP_CA_FILE: ${path} has to be a PEM file with certificates (${reason}).`);
    return [];
  }
}
