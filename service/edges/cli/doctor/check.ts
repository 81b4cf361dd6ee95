import { withinDeadline } from "../../../floor/concurrency/within-deadline.ts";
import type { Database } from "../../../floor/db/open.ts";

/** What the doctor says of one part; `message` says what to do where it is not well. */
export type Check = { name: string; ok: boolean; message: string };

/** The database; why it can't be opened; or null where no embedded one is there yet. */
export type OpenedDatabase = Database | { error: unknown } | null;

/** What a part answers in this time is what its users will have to wait for, at the least. */
export const checkTimeoutMs = 8_000;

export function well(name: string, message: string): Check {
  return { name, ok: true, message };
}

export function unwell(name: string, message: string): Check {
  return { name, ok: false, message };
}

/** Settles as `work` does, or rejects after `checkTimeoutMs`. */
export function withinCheckTime<T>(work: Promise<T>): Promise<T> {
  return withinDeadline(work, checkTimeoutMs);
}

/** One line that holds no credentials: messages of drivers may repeat a URL. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [line = ""] = message.split("\n", 1);
  return line.replace(/(?<=:\/\/)[^\s/@]+@/g, "").replace(/[.]?$/, "");
}

/**
 * The hosts of a URL that was checked before, each with its port if it has one: those of a database or Sentinel may be several. That of a
 * Unix socket is its folder.
 */
export function hostsOf(url: string): string[] {
  const [, authority = ""] = /^[a-z+]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  return authority
    .slice(authority.lastIndexOf("@") + 1)
    .replaceAll(/%2f/gi, "/")
    .split(",");
}
