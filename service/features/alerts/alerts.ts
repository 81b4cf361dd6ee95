import { ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import type { ClaimedMail, MailKind, MailWriter } from "../../floor/mail/outbox/mail-kind.ts";
import { enqueueMails } from "../../floor/mail/outbox/sql.ts";
import { oneLine, renderMail } from "../../floor/mail/render-mail.ts";
import { turnsLoop } from "../../floor/queues/loops.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { isGoalReached } from "../reporting/goals/read-goals.ts";
import { drawRunningGoal } from "../reporting/goals/running-sql.ts";
import { type AlertKind, firstViews, newsDays } from "./kinds.ts";
import { alertQueue, beginLook, insertAlerts, takeMailTurns } from "./look-sql.ts";
import { type AlertEntry, findAlertMail, upsertWishes } from "./sql.ts";

/** About a person; its details are ids of alerts. What is a day old is seen on Heute. */
const alertMail: MailKind = {
  name: "alert",
  lane: "personal",
  attemptsMax: 13,
  secondsMax: 24 * 3600,
  keptDays: 7,
  isBundled: true,
};

/** The loop that looks at one agency after the other. */
export function alertLoop(sql: Sql): Loop {
  return turnsLoop({
    sql,
    queue: alertQueue,
    name: "alerts",
    schedule: "11 * * * * *",
    step: (agencyId) => lookForAlerts(sql, agencyId),
  });
}

/** Looks at an agency for what people want to be told of, and puts the mails of it into the outbox; null when that was done just now. */
export async function lookForAlerts(sql: Sql, agencyId: number): Promise<true | null> {
  return await sql.begin(async (transaction) => {
    const look = await beginLook(transaction, agencyId);
    if (look === null) return null;
    const reachedGoalId = await findReachedGoal(transaction, agencyId);
    const alerts = await insertAlerts(transaction, agencyId, { ...look, reachedGoalId });
    if (look.isFirst || alerts.length === 0) return true;
    const wishes = await takeMailTurns(transaction, agencyId, { alerts, at: look.at });
    const mails = wishes.flatMap(({ personId, kinds: wanted, clientIds, mailAt }) => {
      const ids = alerts
        .filter(({ kind }) => wanted.includes(kind))
        .filter(({ clientId }) => clientIds === null || (clientId !== null && clientIds.includes(clientId)))
        .map(({ id }) => id);
      const [first] = ids;
      return first === undefined ? [] : [{ aboutId: personId, once: first, details: ids, dueAt: mailAt }];
    });
    if (mails.length > 0) await enqueueMails(transaction, agencyId, { kind: alertMail, mails });
    return true;
  });
}

/** A running goal whose figures have reached it. One a look: its figures are those of a whole report. */
async function findReachedGoal(transaction: Queryable, agencyId: number): Promise<string | null> {
  const goal = await drawRunningGoal(transaction, agencyId, { endedDays: newsDays });
  return goal !== null && (await isGoalReached(transaction, agencyId, goal)) ? goal.id : null;
}

/** Chooses the alerts that a person gets by mail. Throws `not_found` for somebody who has no part in the agency. */
export async function chooseAlertMails(
  sql: Sql,
  agencyId: number,
  { personId, kinds }: { personId: string; kinds: readonly AlertKind[] },
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await upsertWishes(transaction, agencyId, { personId, kinds })))
      throw new ServiceError("not_found", "The agency has no such person.");
    await insertAudit(transaction, agencyId, {
      actor,
      action: "person.alerts_chosen",
      subject: { type: "person", id: personId },
      details: { kinds: [...kinds] },
    });
  });
}

/** How the mail comes into being that tells a person what happened in the last hour. */
export function alertMailWriter({ sql, publicUrl }: { sql: Sql; publicUrl: string }): MailWriter {
  return {
    kind: alertMail,
    async prepare({ agencyId, aboutId, details }: ClaimedMail) {
      const ids = Array.isArray(details) ? details.filter((id) => typeof id === "string") : [];
      const facts = await findAlertMail(sql, agencyId, { personId: aboutId, ids });
      if (facts === null) return null;
      const { email, personName, agencyName, alerts } = facts;
      const [first] = alerts;
      const subject =
        alerts.length === 1 && first !== undefined
          ? `${sentenceOf(first.kind)}: ${oneLine(first.title)}`
          : `${alerts.length} Neuigkeiten`;
      return renderMail({
        to: { name: personName ?? email, address: email },
        senderName: agencyName,
        subject,
        parts: [
          { kind: "heading", text: alerts.length === 1 ? "Neuigkeit" : `${alerts.length} Neuigkeiten` },
          ...alerts.map((alert) => ({
            kind: "entry" as const,
            title: oneLine(alert.title),
            facts: [sentenceOf(alert.kind), ...(alert.clientName === null ? [] : [alert.clientName])].join(
              " · ",
            ),
            text: null,
            url: `${publicUrl}${alertPath(alert)}`,
          })),
          {
            kind: "note",
            text: `Höchstens eine solche E-Mail in der Stunde. Welche Sie bekommen, wählen Sie unter „Mein Konto“: ${publicUrl}/app/konto`,
          },
        ],
      });
    },
  };
}

const sentences: Readonly<Record<AlertKind, string>> = {
  first_clipping: "Das erste Clipping ist da",
  first_views: `Die ersten ${firstViews} Aufrufe`,
  feed_broken: "Ein Feed lässt sich nicht lesen",
  approval_overdue: "Eine Freigabe ist überfällig",
  new_mentions: "Neue Treffer",
  goal_reached: "Ein Ziel ist erreicht",
  goal_ended: "Der Zeitraum eines Ziels ist zu Ende",
};

export function sentenceOf(kind: AlertKind): string {
  return sentences[kind];
}

/** Where an alert leads in the dashboard. */
export function alertPath({ kind, subject }: Pick<AlertEntry, "kind" | "subject">): string {
  if (kind === "feed_broken") return "/app/clippings/feeds";
  if (kind === "goal_reached" || kind === "goal_ended") {
    const [clientId, goalId] = subject.split(":");
    return `/app/kunden/${clientId}/ziele/${goalId}`;
  }
  if (kind === "new_mentions") return `/app/clippings/gefunden?stand=found&kunde=${subject.split(":")[0]}`;
  return kind === "approval_overdue"
    ? `/app/meldungen/${subject}/freigabe`
    : `/app/zahlen/meldung/${subject}`;
}
