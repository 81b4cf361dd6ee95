import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { createWarner, type Log } from "../../../log.ts";
import type { ResolveTxt } from "./look-up.ts";
import { checkSender } from "./senders.ts";
import { listSendersToAsk } from "./sql.ts";

/** A key that was taken out of DNS signs for an hour at most, and then no mail fails DMARC by it. */
const pauseMinutes = 55;
/** Senders of one run, and of them at once: a name server that is away takes 8 s for each group. */
const sendersMax = 200;
const atOnceMax = 10;

/** The loop that asks DNS anew for what senders need there. */
export function senderLoop({ sql, log, resolve }: { sql: Sql; log: Log; resolve?: ResolveTxt }): Loop {
  const warn = createWarner(log);
  return {
    name: "mail-senders",
    schedule: "11 */5 * * * *",
    async run(signal) {
      const due = await listSendersToAsk(sql, { minutes: pauseMinutes, limit: sendersMax });
      for (let first = 0; first < due.length && !signal.aborted; first += atOnceMax)
        await Promise.all(
          due.slice(first, first + atOnceMax).map(async ({ agencyId, clientId }) => {
            // One that was removed meanwhile, for instance, is no other's concern.
            await checkSender(sql, agencyId, clientId, resolve).catch((error: unknown) =>
              warn("mail_sender_not_checked", { agencyId, clientId, error }),
            );
          }),
        );
      return due.length === sendersMax;
    },
  };
}
