import type { JSONValue } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";

export type Batch = { importId: string; method: string; rows: ReturnType<Queryable["json"]> };
export type Superseded = {
  count: number;
  /** What people have entered about the rows of an earlier file. Handed on, because a look for each row would take the wrong index in a new table. */
  entered: readonly JSONValue[];
  /** Ids of what was replaced and of what takes its place. */
  successors: readonly { from: string; to: string }[];
};

/** The two statements of a batch; each answers with the number of its rows. */
export type BatchWriter = {
  /** Marks what an earlier file said of the same things. */
  supersede: (sql: Queryable, agencyId: number, batch: Batch) => Promise<Superseded>;
  /** Adds the rows; how many were not there. */
  store: (sql: Queryable, agencyId: number, batch: Batch & Superseded) => Promise<number>;
};

/** Of an earlier file, and replaced by nobody yet. Rows of this file that mean the same thing replace each other in place. */
export function isReplaced(sql: Queryable, { importId }: Batch) {
  return sql`old.superseded_by is null and old.import_id <> ${importId}`;
}

export function countNew(rows: readonly { isNew: boolean }[]): number {
  return rows.filter(({ isNew }) => isNew).length;
}

/** A moment without an offset is the agency's own time. `column` is ours. */
export function momentOf(sql: Queryable, column: string) {
  const name = sql(`given.${column}`);
  return sql`case
    when ${name} ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then ${name}::timestamptz
    else ${name}::timestamp at time zone agency.time_zone
  end`;
}
