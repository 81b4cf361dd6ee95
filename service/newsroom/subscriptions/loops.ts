import type { Loop } from "../../loops/start-loops.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { createTurns } from "../../work/take-turns.ts";
import { fanOutChunk, fanOutQueue } from "./fan-out-sql.ts";
import { removeOldSubscriptions } from "./retention-sql.ts";
import { createMailSender, type SubscriberMailDeps } from "./send-mails.ts";

export type SubscriptionLoopDeps = Omit<SubscriberMailDeps, "mailer"> & { mailer: Mailer | null };

/** Name of the loop that sends; wake it when somebody waits for a confirmation. */
export const subscriberMailLoopName = "subscriber-mail";

/** What subscriptions do by themselves. Without a mailer nothing is sent, and requests and proofs still end in their time. */
export function subscriptionLoops(deps: SubscriptionLoopDeps): Loop[] {
  const retention: Loop = {
    name: "subscription-retention",
    schedule: "53 22 * * * *",
    run: () => removeOldSubscriptions(deps.sql),
  };
  if (deps.mailer === null) return [retention];
  const sender = createMailSender({ ...deps, mailer: deps.mailer });
  const fanOuts = createTurns(deps.sql, fanOutQueue);
  return [
    retention,
    {
      name: "release-mails",
      schedule: "*/2 * * * * *",
      run: async () => (await fanOuts.take((agencyId) => fanOutChunk(deps.sql, agencyId))) !== null,
    },
    {
      name: subscriberMailLoopName,
      schedule: "*/2 * * * * *",
      onWake: sender.wake,
      run: async (signal) => {
        await sender.run(signal);
        return false;
      },
    },
  ];
}
