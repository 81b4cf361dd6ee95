import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { turnsLoop } from "../../../floor/queues/loops.ts";
import { fanOutChunk, fanOutQueue, type OnWritten } from "./fan-out-sql.ts";
import { removeOldSubscriptions } from "./retention-sql.ts";

/** What subscriptions do by themselves. Without a mailer nothing is written, and requests and proofs still end in their time. */
export function subscriptionLoops({
  sql,
  mailer,
  onWritten,
}: {
  sql: Sql;
  mailer: object | null;
  onWritten: OnWritten;
}): Loop[] {
  const retention: Loop = {
    name: "subscription-retention",
    schedule: "53 22 * * * *",
    run: () => removeOldSubscriptions(sql),
  };
  if (mailer === null) return [retention];
  return [
    retention,
    turnsLoop({
      sql,
      queue: fanOutQueue,
      name: "release-mails",
      schedule: "*/2 * * * * *",
      step: (agencyId) => fanOutChunk(sql, agencyId, onWritten),
    }),
  ];
}
