import { LRUCache } from "lru-cache";
import { ServiceError } from "../../errors.ts";
import { createJoinedCalls } from "../../floor/concurrency/join-calls.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type Authenticate, hourlyLimitDefault } from "../../floor/http/caller.ts";
import type { Log } from "../../log.ts";
import { hashKey, isWellFormedKey } from "./key-format.ts";
import { findKeyOwners, type KeyOwner, touchKeys } from "./sql.ts";

/** A revoked key is refused everywhere within this time; a guessed one costs one look-up in it. */
const rememberedMs = 10_000;
/** Owners and failed guesses kept in memory; the one not used for longest goes first. About 300 bytes each. */
const rememberedKeysMax = 20_000;
const touchedEveryMs = 60_000;
/** Keys of a statement: look-ups of requests that run at the same time are joined, and so are notes of use. */
const batchMax = 500;
const callsMax = 10_000;
const lookUpDeadlineMs = 3_000;
const touchDeadlineMs = 30_000;

type Remembered = { owner: KeyOwner | null; untilMs: number; touchedAtMs: number };

/**
 * Returns the function that finds the caller of a request by its key, in `X-API-Key` or as a bearer credential. It counts by a clock that
 * nobody sets: by one that was put back an hour a revoked key worked for an hour.
 */
export function createAuthenticate(
  sql: Sql,
  log: Log,
  nowMs: () => number = () => performance.now(),
): Authenticate {
  const remembered = new LRUCache<string, Remembered>({ max: rememberedKeysMax });
  const looking = new Map<string, Promise<Remembered>>();
  const owners = createJoinedCalls<string, KeyOwner | null>({
    run: async (hashes) =>
      await findKeyOwners(
        sql,
        hashes.map((hash) => Buffer.from(hash, "base64")),
      ),
    batchMax,
    batchesMax: 2,
    callsMax,
    deadlineMs: lookUpDeadlineMs,
  });
  const touches = createJoinedCalls<KeyOwner, true>({
    run: async (keys) => {
      await touchKeys(sql, keys);
      return keys.map(() => true);
    },
    batchMax,
    batchesMax: 1,
    callsMax,
    deadlineMs: touchDeadlineMs,
  });

  return async (headers) => {
    const key = readKey(headers);
    if (typeof key !== "string") throw unauthorized(key.hint);
    const hash = hashKey(key).toString("base64");
    let entry = remembered.get(hash);
    if (entry === undefined || entry.untilMs <= nowMs()) {
      // Checked only here, because a key that is in the cache was well formed.
      if (!isWellFormedKey(key)) throw unauthorized(malformedHint);
      entry = await lookUp(hash, entry);
    }
    const owner = entry.owner;
    if (owner === null || !owner.isUsable) throw unauthorized();
    noteUse(entry, owner);
    const { agencyId, keyId, plan } = owner;
    return { agencyId, keyId, key, plan, hourlyLimit: owner.hourlyLimit ?? hourlyLimitDefault };
  };

  /** Requests that ask for the same key at once share one look-up. */
  function lookUp(hash: string, stale: Remembered | undefined): Promise<Remembered> {
    const running = looking.get(hash);
    if (running !== undefined) return running;
    const started = owners
      .call(hash)
      .then((owner) => {
        const touchedAtMs = stale?.touchedAtMs ?? Number.NEGATIVE_INFINITY;
        const entry = { owner, untilMs: nowMs() + rememberedMs, touchedAtMs };
        remembered.set(hash, entry);
        return entry;
      })
      .finally(() => looking.delete(hash));
    looking.set(hash, started);
    return started;
  }

  /** Off the request's path: the answer does not wait for the note. */
  function noteUse(entry: Remembered, owner: KeyOwner): void {
    if (nowMs() - entry.touchedAtMs < touchedEveryMs) return;
    entry.touchedAtMs = nowMs();
    touches.call(owner).catch((error: unknown) => log.warn("key_use_not_noted", { error }));
  }
}

/** The key of a request, or why there is none. */
function readKey(headers: Headers): string | { hint: string } {
  const plain = headers.get("x-api-key");
  const authorization = headers.get("authorization");
  if (authorization === null) return plain ?? { hint: missingHint };
  const bearer = /^bearer +([^ ]+)$/i.exec(authorization)?.[1] ?? null;
  if (bearer === null) return { hint: "Authorization: must be the word Bearer, a space and one API key." };
  return plain === null || plain === bearer
    ? bearer
    : { hint: "X-API-Key and Authorization: must carry the same key, or only one of them may be sent." };
}

const missingHint = "X-API-Key or Authorization: one of them must carry the agency's API key.";
/** Said of the checksum alone, which anybody can compute: it tells nothing about which keys there are. */
const malformedHint =
  "API key: must be svc_key_ and 38 characters as it was shown; this one is mistyped or cut off.";

function unauthorized(hint?: string): ServiceError {
  return new ServiceError(
    "unauthorized",
    "The request has no valid API key.",
    hint === undefined ? {} : { hint },
  );
}
