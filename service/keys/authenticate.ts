import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import { type Authenticate, hourlyLimitDefault } from "../http/caller.ts";
import { withinDeadline } from "../http/within-deadline.ts";
import type { Log } from "../log.ts";
import { hashKey, isWellFormedKey } from "./key-format.ts";
import { findKeyOwner, type KeyOwner, touchKey } from "./sql.ts";

/** A revoked key is refused everywhere within this time; a guessed one costs one look-up in it. */
const rememberedMs = 10_000;
/** Owners and failed guesses kept in memory; the oldest goes first. About 300 bytes each. */
const rememberedKeysMax = 10_000;
const touchedEveryMs = 60_000;

type Remembered = { owner: KeyOwner | null; untilMs: number; touchedAtMs: number };

/** Returns the function that finds the caller of a request by its key, in `X-API-Key` or as a bearer credential. */
export function createAuthenticate(sql: Sql, log: Log): Authenticate {
  const remembered = new Map<string, Remembered>();
  const looking = new Map<string, Promise<Remembered>>();

  return async (headers) => {
    const key = readKey(headers);
    if (key === null || !isWellFormedKey(key)) throw unauthorized();
    const hash = hashKey(key);
    const name = hash.toString("base64");
    let entry = remembered.get(name);
    if (entry === undefined || entry.untilMs <= Date.now()) entry = await lookUp(name, hash, entry);
    const owner = entry.owner;
    if (owner === null || !owner.isUsable) throw unauthorized();
    noteUse(entry, owner);
    const { agencyId, keyId, plan } = owner;
    return { agencyId, keyId, key, plan, hourlyLimit: owner.hourlyLimit ?? hourlyLimitDefault };
  };

  /** Requests that ask for the same key at once share one look-up. */
  function lookUp(name: string, hash: Uint8Array, stale: Remembered | undefined): Promise<Remembered> {
    const running = looking.get(name);
    if (running !== undefined) return running;
    // A query that a dying server leaves unsettled must not stand here for ever: all who ask later would wait for it.
    const started = withinDeadline(findKeyOwner(sql, hash))
      .then((owner) => {
        const entry = { owner, untilMs: Date.now() + rememberedMs, touchedAtMs: stale?.touchedAtMs ?? 0 };
        remembered.delete(name);
        remembered.set(name, entry);
        const oldest = remembered.size > rememberedKeysMax ? remembered.keys().next().value : undefined;
        if (oldest !== undefined) remembered.delete(oldest);
        return entry;
      })
      .finally(() => looking.delete(name));
    looking.set(name, started);
    return started;
  }

  /** Off the request's path: the answer does not wait for the note. */
  function noteUse(entry: Remembered, owner: KeyOwner): void {
    if (Date.now() - entry.touchedAtMs < touchedEveryMs) return;
    entry.touchedAtMs = Date.now();
    touchKey(sql, owner.agencyId, owner.keyId).catch((error: unknown) =>
      log.warn("key_use_not_noted", { error }),
    );
  }
}

/** The key of a request; null when there is none, or two that differ. */
function readKey(headers: Headers): string | null {
  const plain = headers.get("x-api-key");
  const authorization = headers.get("authorization");
  if (authorization === null) return plain;
  const bearer = /^bearer +([^ ]+)$/i.exec(authorization)?.[1] ?? null;
  if (bearer === null) return null;
  return plain === null || plain === bearer ? bearer : null;
}

function unauthorized(): ServiceError {
  return new ServiceError("unauthorized", "The request has no valid API key.");
}
