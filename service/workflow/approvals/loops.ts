import type { Sql } from "../../db/open.ts";
import type { Log } from "../../log.ts";
import type { Loop } from "../../loops/start-loops.ts";
import { createTurns } from "../../queues/take-turns.ts";
import { publicationQueue } from "../drafts/sql.ts";
import { publishScheduled } from "../releases/publish-scheduled.ts";
import { expireApprovals } from "./expire-approvals.ts";
import { approvalQueue } from "./sql.ts";

export type WorkflowLoopDeps = { sql: Sql; log: Log; publicUrl: string };

/** What the PR workflow does by itself. */
export function workflowLoops(deps: WorkflowLoopDeps): Loop[] {
  const { sql } = deps;
  const publications = createTurns(sql, publicationQueue);
  const expiries = createTurns(sql, approvalQueue);
  return [
    {
      name: "scheduled-publication",
      schedule: "*/5 * * * * *",
      run: (signal) => publishScheduled({ ...deps, turns: publications }, signal),
    },
    {
      name: "approval-expiry",
      schedule: "23 * * * * *",
      run: (signal) => expireApprovals(sql, expiries, signal),
    },
  ];
}
