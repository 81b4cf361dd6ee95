import { ServiceError } from "../../errors.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { cancelMails } from "../../floor/mail/outbox/about-mails-sql.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { mailingMail } from "./mail-kinds.ts";
import type { Mailing, StopReason } from "./schema.ts";
import { findReleaseOf, lockMailing, setStatus } from "./sql.ts";

export type Acting = { actor: AuditActor };

export async function lockedDraft(transaction: Queryable, agencyId: number, id: string): Promise<Mailing> {
  const mailing = await lockMailing(transaction, agencyId, id);
  if (mailing === null) throw noMailing();
  if (mailing.status !== "draft")
    throw notPossible(
      "Dieser Aussand ist schon unterwegs und lässt sich nicht mehr ändern.",
      "The mailing is under way already and can't be changed.",
    );
  return mailing;
}

export async function publishedRelease(
  sql: Queryable,
  agencyId: number,
  { clientId, releaseId }: { clientId: number; releaseId: number },
): Promise<{ title: string }> {
  const release = await findReleaseOf(sql, agencyId, { clientId, releaseId });
  if (release === null)
    throw refusal("release_not_found", {
      german: "Diese Meldung ist nicht veröffentlicht, oder sie gehört zu einem anderen Kunden.",
      english: "The client has no such published release.",
    });
  return release;
}

/** What was not sent yet is not sent; mails under way are. One that stops by itself has a reason. */
export async function haltMailing(
  transaction: Queryable,
  agencyId: number,
  input: { id: string; status: "draft" | "stopped"; stopReason?: StopReason; actor: AuditActor },
): Promise<void> {
  const { id, status, stopReason, actor } = input;
  const reason = stopReason === undefined ? {} : { stopReason };
  await setStatus(transaction, agencyId, { id, status, ...reason });
  await cancelMails(transaction, agencyId, { aboutId: id, kinds: [mailingMail], leavesUnderWay: true });
  const details = stopReason === undefined ? {} : { reason: stopReason };
  await noteMailing(transaction, agencyId, { id, action: "mailing.stopped", actor, details });
}

export async function noteMailing(
  transaction: Queryable,
  agencyId: number,
  input: {
    id: string;
    action: string;
    actor: AuditActor;
    details?: Parameters<typeof insertAudit>[2]["details"];
  },
): Promise<void> {
  const { id, action, actor, details = {} } = input;
  await insertAudit(transaction, agencyId, { actor, action, subject: { type: "mailing", id }, details });
}

export function noMailing(): ServiceError {
  return new ServiceError("not_found", "There is no such mailing.");
}

export function notPossible(german: string, english: string): ServiceError {
  return refusal("release_status_conflict", { german, english });
}
