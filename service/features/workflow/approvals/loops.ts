import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { turnsLoop } from "../../../floor/queues/loops.ts";
import { createTurns } from "../../../floor/queues/take-turns.ts";
import type { Log } from "../../../log.ts";
import { publicationQueue } from "../drafts/sql.ts";
import { publishScheduled } from "../releases/publish-scheduled.ts";
import { expireNextApproval } from "./expire-next-approval.ts";
import { approvalQueue } from "./sql.ts";

export type WorkflowLoopDeps = { sql: Sql; log: Log; publicUrl: string };

/** What the PR workflow does by itself. */
export function workflowLoops(deps: WorkflowLoopDeps): Loop[] {
  const { sql } = deps;
  const publications = createTurns(sql, publicationQueue);
  return [
    {
      name: "scheduled-publication",
      // Who publishes looks at a countdown of half a minute, whatever process took the click: one statement a second finds it due.
      schedule: "* * * * * *",
      run: (signal) => publishScheduled({ ...deps, turns: publications }, signal),
    },
    turnsLoop({
      sql,
      queue: approvalQueue,
      name: "approval-expiry",
      schedule: "23 * * * * *",
      step: (agencyId) => expireNextApproval(sql, agencyId),
    }),
  ];
}
