import type { Sql } from "../../db/open.ts";
import type { Log } from "../../log.ts";
import type { Loop } from "../../loops/start-loops.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { createTurns } from "../../work/take-turns.ts";
import { publicationQueue } from "../drafts/sql.ts";
import { publishScheduled } from "../releases/publish-scheduled.ts";
import { expireApprovals } from "./expire-approvals.ts";
import { sendNextMail } from "./mail/send-mails.ts";
import { mailQueue } from "./mail/sql.ts";
import { approvalQueue } from "./sql.ts";

export type WorkflowLoopDeps = { sql: Sql; log: Log; publicUrl: string; mailer: Mailer | null };

/** What the PR workflow does by itself. Without a mailer the mails wait, and the operator hands over links. */
export function workflowLoops(deps: WorkflowLoopDeps): Loop[] {
  const { sql, mailer } = deps;
  const publications = createTurns(sql, publicationQueue);
  const expiries = createTurns(sql, approvalQueue);
  const mails = createTurns(sql, mailQueue);
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
    ...(mailer === null
      ? []
      : [
          {
            name: "approval-mail",
            schedule: "*/2 * * * * *",
            run: () => sendNextMail({ ...deps, mailer, turns: mails }),
          },
        ]),
  ];
}
