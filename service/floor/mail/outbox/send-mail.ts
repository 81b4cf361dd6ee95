import type { createWarner } from "../../../log.ts";
import { pause } from "../../concurrency/pause.ts";
import { isDatabaseUnavailable } from "../../db/is-unavailable.ts";
import type { Sql } from "../../db/open.ts";
import { keepLease } from "../../queues/keep-lease.ts";
import { backOffMs } from "../../queues/leased-rows.ts";
import { MailError, type Mailer } from "../mailer.ts";
import type { ClaimedMail, MailKind, MailLane, MailWriter } from "./mail-kind.ts";
import { bundleMails, finishMail, mailQueues, putOffMail } from "./sql.ts";

/** First pause after a failure; each further one is twice as long, up to the longest. */
const backOff = { firstMs: 30_000, maxMs: 3_600_000 };
/** Before it is noted once more that a mail is sent, while the database is away. */
const noteAgainMs = 500;

type SendDeps = {
  sql: Sql;
  mailer: Mailer;
  /** Logs failures to send, a few at most while the mail server is away. */
  warn: ReturnType<typeof createWarner>;
  lane: MailLane;
  writers: ReadonlyMap<string, MailWriter>;
  /** Resolves when a mail of the lane may go; rejects when the service stops before. */
  takeTurn: (signal: AbortSignal) => Promise<void>;
  /** The pause before a mail may go to this address; 0 for at once. */
  pauseMsFor: (address: string) => Promise<number>;
};

type Outcome = { status: "sent" | "cancelled" } | { error: unknown } | { delayMs: number };

/** Sees a claimed mail to its end, or puts it off. What goes wrong with it is no other mail's concern. */
export async function sendMail(deps: SendDeps, mail: ClaimedMail, signal: AbortSignal): Promise<void> {
  const { sql, lane } = deps;
  const lease = keepLease(sql, mailQueues[lane], mail);
  try {
    const outcome = await attempt(deps, mail, signal).catch((error: unknown) => ({ error }));
    if ("error" in outcome) await noteFailure(deps, mail, { ...outcome, isStopping: signal.aborted });
    else if ("delayMs" in outcome) await putOffMail(sql, lane, mail, { ...outcome, error: null });
    else if (outcome.status === "cancelled") await finishMail(sql, lane, mail, { ...outcome, error: null });
    else {
      await noteSent(deps, mail, signal);
      await deps.writers.get(mail.kind)?.onSent?.(mail);
    }
  } finally {
    await lease.stop();
  }
}

async function attempt(deps: SendDeps, mail: ClaimedMail, signal: AbortSignal): Promise<Outcome> {
  const writer = deps.writers.get(mail.kind);
  // A newer version of the program enqueued this mail during an upgrade. Its processes know the kind and send it.
  if (writer === undefined) throw new Error(`There is no mail of the kind ${mail.kind}.`);
  const { secondsMax = Number.POSITIVE_INFINITY } = writer.kind;
  if (mail.ageSeconds > secondsMax) throw new MailError("TOO_LATE", { isFinal: true });
  await deps.takeTurn(signal);
  const details = mail.isBundled ? await bundleMails(deps.sql, mail) : mail.details;
  const prepared = await writer.prepare({ ...mail, details }, signal);
  if (prepared === null) return { status: "cancelled" };
  const delayMs = await deps.pauseMsFor(prepared.to.address);
  if (delayMs > 0) return { delayMs };
  // Who waits for a link to sign in is better served by two of them than by none.
  await deps.mailer.send(prepared, { isPatient: deps.lane !== "sign_in" });
  return { status: "sent" };
}

/**
 * The mail server has it: where a second without the database kept us from noting that, it went out again when the lease was over. So it
 * is tried for as long as the lease lasts; a service that stops tries once more at once.
 */
async function noteSent({ sql, lane }: SendDeps, mail: ClaimedMail, signal: AbortSignal): Promise<void> {
  const lastMs = performance.now() + mailQueues[lane].leaseMs;
  for (;;) {
    const isLast = signal.aborted || performance.now() >= lastMs;
    try {
      return await finishMail(sql, lane, mail, { status: "sent", error: null });
    } catch (error) {
      if (isLast || !isDatabaseUnavailable(error)) throw error;
      await pause(noteAgainMs, signal);
    }
  }
}

/** A recipient whom the server refuses is final at once; what else fails may go well another time, until the kind's time is over. */
async function noteFailure(
  { sql, warn, lane, writers }: SendDeps,
  mail: ClaimedMail,
  { error, isStopping }: { error: unknown; isStopping: boolean },
): Promise<void> {
  const { kind, attempts, ageSeconds } = mail;
  const isMailError = error instanceof MailError;
  if (isStopping && !isMailError) return await putOffMail(sql, lane, mail, { delayMs: 0, error: null });
  const writer = writers.get(kind);
  const {
    attemptsMax = Number.POSITIVE_INFINITY,
    secondsMax = Number.POSITIVE_INFINITY,
    pauseMaxMs: maxMs = backOff.maxMs,
  }: Partial<MailKind> = writer?.kind ?? {};
  const delayMs = backOffMs(attempts, { ...backOff, maxMs });
  const code = isMailError ? error.code : "PREPARATION";
  const isFinal =
    (isMailError && error.isFinal) || attempts >= attemptsMax || ageSeconds + delayMs / 1000 > secondsMax;
  if (isMailError) warn("mail_failed", { kind, mailId: mail.id, attempts, code, isFinal });
  else warn("mail_not_prepared", { kind, mailId: mail.id, attempts, isFinal, error });
  if (!isFinal) return await putOffMail(sql, lane, mail, { delayMs, error: code });
  const bounce = isMailError ? error.bounce : null;
  await finishMail(sql, lane, mail, {
    status: "failed",
    error: bounce === null ? code : `${code} ${bounce}`,
  });
  if (bounce !== null) await writer?.onBounce?.(mail, bounce);
}
