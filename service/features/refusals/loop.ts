import type { Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import { deleteOldRefusals } from "./sql.ts";

/** Removes refused calls after seven days. */
export function refusalRetentionLoop({ sql }: { sql: Sql }): Loop {
  return {
    name: "refusal-retention",
    schedule: "53 27 * * * *",
    run: () => deleteOldRefusals(sql),
  };
}
