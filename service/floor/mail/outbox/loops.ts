import { setTimeout as sleep } from "node:timers/promises";
import { createWarner, type Log } from "../../../log.ts";
import type { Sql } from "../../db/open.ts";
import type { Limiter } from "../../limits/sliding-window.ts";
import type { Loop } from "../../loops/start-loops.ts";
import { leasedLoop } from "../../queues/loops.ts";
import type { Mailer } from "../mailer.ts";
import { drainLoops } from "./drain-old-tables.ts";
import { type ClaimedMail, type MailLane, type MailWriter, mailLanes } from "./mail-kind.ts";
import { sendMail } from "./send-mail.ts";
import { mailQueues, removeOldMails } from "./sql.ts";

export type MailLoopDeps = {
  sql: Sql;
  log: Log;
  limiter: Limiter;
  mailer: Mailer | null;
  /** Of mails to many, of all processes together: mail servers refuse who sends faster. */
  mailsPerSecond: number;
};

/** Mails under way in each lane: a server that takes half a second for each still gets 16 a second of those to many. */
const lanesMax: Readonly<Record<MailLane, number>> = { sign_in: 4, personal: 8, many: 8 };
/** Pause before a mail that waits for its lane's pace asks again. */
const paceMs = 25;

/** Name of the loop that sends a lane; wake it when somebody waits for the mail, or leave it to its next tick. */
export const mailLoopName = (lane: MailLane): string => `mail-${lane.replace("_", "-")}`;

/** The loops that send what is in the outbox and forget it in its time. Without a mail server the mails wait for one. */
export function mailLoops(deps: MailLoopDeps, writers: readonly MailWriter[]): Loop[] {
  const { sql, mailer } = deps;
  const retention: Loop = {
    name: "mail-retention",
    schedule: "53 22 * * * *",
    run: () =>
      removeOldMails(
        sql,
        writers.map(({ kind }) => kind),
      ),
  };
  const always = [retention, ...drainLoops(sql)];
  if (mailer === null) return always;
  return [...always, ...mailLanes.map((lane) => laneLoop({ ...deps, mailer }, lane, writers))];
}

function laneLoop(
  deps: MailLoopDeps & { mailer: Mailer },
  lane: MailLane,
  writers: readonly MailWriter[],
): Loop {
  const { sql, log, mailer } = deps;
  const sending = {
    sql,
    mailer,
    lane,
    warn: createWarner(log),
    writers: new Map(writers.map((writer) => [writer.kind.name, writer])),
    takeTurn: lane === "many" ? () => waitForTurn(deps) : async () => {},
  };
  return leasedLoop<ClaimedMail>({
    sql,
    table: mailQueues[lane],
    name: mailLoopName(lane),
    schedule: "*/2 * * * * *",
    lanesMax: lanesMax[lane],
    work: (mail, signal) => sendMail(sending, mail, signal),
  });
}

async function waitForTurn({ limiter, mailsPerSecond }: MailLoopDeps): Promise<void> {
  while (!(await limiter.check("subscriber_mails:all", mailsPerSecond, 1_000)).isAdmitted)
    await sleep(paceMs);
}
