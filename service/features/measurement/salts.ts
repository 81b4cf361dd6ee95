import { randomBytes } from "node:crypto";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import { utcDay } from "./local-day.ts";
import { findDaySalt, takeDaySalt } from "./sql.ts";
import { visitorSaltBytes } from "./visitor.ts";

export type Salts = {
  /**
   * The salt of the current UTC day, the same on every replica. From memory but for the first call of a day.
   * Rejects as the database does when the day's salt has not been read yet and the database is away.
   */
  current(): Promise<Uint8Array>;
  /** The salt of today if it is in memory, else null. */
  known(): Uint8Array | null;
  /**
   * The salts that a page view which is still open may carry: today's, and yesterday's for two hours after 00:00 UTC.
   * Rejects as `current` does.
   */
  ofOpenViews(): Promise<DaySalt[]>;
};

type DaySalt = { day: string; salt: Uint8Array };

/** Within this time before midnight the next salt is read ahead, in milliseconds: an outage at 00:00 then costs nothing. */
const aheadMs = 600_000;
/** For so long after midnight a beacon of a page that was opened before still counts, in milliseconds. */
const openViewsMs = 7_200_000;
const dayMs = 86_400_000;

/**
 * Salts of the visitor pseudonyms: new at 00:00 UTC, shared by all replicas through the database, never older in memory but for views that
 * are still open.
 */
export function createSalts(sql: Sql, options: { now?: () => Date } = {}): Salts {
  const now = options.now ?? (() => new Date());
  const cached = new Map<string, Promise<Uint8Array>>();
  let yesterdays: { day: string; salt: Promise<Uint8Array | null> } | null = null;
  let latest: { salt: Uint8Array; fromMs: number; untilMs: number } | null = null;

  function saltOf(day: string): Promise<Uint8Array> {
    const known = cached.get(day);
    if (known !== undefined) return known;
    // A dying server may never answer this query, and without a deadline every page of the day would wait for it.
    const taken = withinDeadline(takeDaySalt(sql, day, randomBytes(visitorSaltBytes)));
    cached.set(day, taken);
    const fromMs = Date.parse(day);
    taken.then(
      // From `untilMs` on `current` is called instead, which reads the salt of the next day ahead of midnight.
      (salt) => (latest = { salt, fromMs, untilMs: fromMs + dayMs - aheadMs }),
      () => cached.delete(day),
    );
    return taken;
  }

  /** The salt of an earlier day. The answer is remembered, so a salt that was deleted is looked up only once. */
  function oldSalt(day: string): Promise<Uint8Array | null> {
    if (yesterdays?.day === day) return yesterdays.salt;
    const salt = withinDeadline(findDaySalt(sql, day));
    yesterdays = { day, salt };
    salt.catch(() => (yesterdays = null));
    return salt;
  }

  async function ofOpenViews(): Promise<DaySalt[]> {
    const moment = now();
    const today = { day: utcDay(moment), salt: await saltOf(utcDay(moment)) };
    if (moment.getTime() % dayMs >= openViewsMs) {
      yesterdays = null;
      return [today];
    }
    const day = utcDay(new Date(moment.getTime() - dayMs));
    const salt = await oldSalt(day);
    return salt === null ? [today] : [today, { day, salt }];
  }

  return {
    ofOpenViews,
    current() {
      const moment = now();
      const today = utcDay(moment);
      const soon = utcDay(new Date(moment.getTime() + aheadMs));
      for (const day of cached.keys()) if (day !== today && day !== soon) cached.delete(day);
      // A failure to read ahead is no failure yet: the call after midnight tries again.
      if (soon !== today) saltOf(soon).catch(() => {});
      return saltOf(today);
    },
    known() {
      const nowMs = now().getTime();
      return latest !== null && nowMs >= latest.fromMs && nowMs < latest.untilMs ? latest.salt : null;
    },
  };
}
