import { LRUCache } from "lru-cache";
import type { Sql } from "../../floor/db/open.ts";
import { cookieName, readCookie } from "../../floor/http/cookies.ts";
import { hashToken } from "../../floor/secret-links/random-token.ts";
import { isOpenSession } from "./session-sql.ts";

/** An ended session counts as signed in for this long. It is only about how a view is counted. */
const rememberedMs = 60_000;
const rememberedMax = 2_000;
/** Invented cookies must not keep the database busy: past this many at once a view counts as a reader's. */
const lookUpsAtOnceMax = 4;

/** Whether a request comes from somebody who is signed in to the dashboard. False at once where no cookie says so. */
export type IsSignedIn = (request: Request, isSecure: boolean) => false | Promise<boolean>;

export function createSignedInCheck(sql: Sql): IsSignedIn {
  const remembered = new LRUCache<string, { isOpen: boolean; untilMs: number }>({ max: rememberedMax });
  let running = 0;

  async function lookUp(tokenHash: Uint8Array): Promise<boolean> {
    const key = Buffer.from(tokenHash).toString("base64");
    const known = remembered.get(key);
    if (known !== undefined && known.untilMs > performance.now()) return known.isOpen;
    if (running >= lookUpsAtOnceMax) return false;
    running += 1;
    try {
      const isOpen = await isOpenSession(sql, tokenHash);
      remembered.set(key, { isOpen, untilMs: performance.now() + rememberedMs });
      return isOpen;
    } catch {
      // The database is away: a view is counted as a reader's, and the page is not kept waiting.
      return false;
    } finally {
      running -= 1;
    }
  }

  return ({ headers }, isSecure) => {
    if (!headers.has("cookie")) return false;
    const tokenHash = hashToken(readCookie(headers, cookieName("session", isSecure)) ?? "");
    return tokenHash === null ? false : lookUp(tokenHash);
  };
}
