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

/**
 * Mails under way in each lane, half of them of one agency: a server that takes half a second for each still gets 16 a second of those to
 * many. Press mailings can wait: with eight of theirs the calls of a busy agency's neighbours took a third longer.
 */
const lanesMax: Readonly<Record<MailLane, number>> = { sign_in: 4, personal: 8, many: 8, mailing: 6 };
/** Pause before a mail that waits for its lane's pace asks again. */
const paceMs = 25;
/** Of MAILS_PER_SECOND: press mailings leave the rest to mails that subscribers asked for. */
const mailingShare = 0.8;
/** Of MAILS_PER_SECOND to one domain: large providers take what comes faster for spam. */
const domainShare = 0.25;
/** Before a mail asks again whose domain has had its share; apart, so that they do not all come at once. */
const domainPauseMs = { least: 2_000, most: 10_000 };

/** Mails in a second that press mailings send to one domain. */
export const domainPace = (mailsPerSecond: number): number => Math.ceil(mailsPerSecond * domainShare);

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
    takeTurn: hasPace(lane) ? (signal: AbortSignal) => waitForTurn(deps, lane, signal) : async () => {},
    pauseMsFor: lane === "mailing" ? (address: string) => pauseMsFor(deps, address) : async () => 0,
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

const hasPace = (lane: MailLane): boolean => lane === "many" || lane === "mailing";

/**
 * Both count the same mails, so that a mailing is admitted only while there is room beside the others. A service that stops gives back
 * who still waits: the stop took its whole time else, and each lost an attempt that had not begun.
 */
async function waitForTurn(
  { limiter, mailsPerSecond }: MailLoopDeps,
  lane: MailLane,
  signal: AbortSignal,
): Promise<void> {
  const limit = lane === "mailing" ? Math.ceil(mailsPerSecond * mailingShare) : mailsPerSecond;
  while (!(await limiter.check("subscriber_mails:all", limit, 1_000)).isAdmitted) {
    signal.throwIfAborted();
    await sleep(paceMs);
  }
}

async function pauseMsFor({ limiter, mailsPerSecond }: MailLoopDeps, address: string): Promise<number> {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const { isAdmitted } = await limiter.check(`mailing_domain:${domain}`, domainPace(mailsPerSecond), 1_000);
  const { least, most } = domainPauseMs;
  return isAdmitted ? 0 : least + Math.random() * (most - least);
}
