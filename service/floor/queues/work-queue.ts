import type { Queryable } from "../db/open.ts";

/** A queue whose agencies take turns. Its rows stay in the table of the feature that owns it. */
export type WorkQueue = {
  /** Names the queue in `agency_work`. */
  name: string;
  /** A select of `agency_id` and `due_at` of all that has to be looked at, now or later; what is leased by the end of its lease. */
  waiting: (sql: Queryable) => ReturnType<Queryable>;
};
