import type { Queryable, Sql } from "../../floor/db/open.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { type ApprovalRule, findApprovalRule, upsertApprovalRule } from "./approval-rule-sql.ts";
import { listClientContactRows } from "./persona-sql.ts";
import { lockClient } from "./sql.ts";
import { unknownClient } from "./unknown-client.ts";

/** More than these never answer all for one text. */
export const ruleContactsMax = 5;

/** The rule of a client; the one that holds where nobody made any. */
export async function readApprovalRule(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<ApprovalRule> {
  return (
    (await findApprovalRule(sql, agencyId, clientId)) ?? {
      contactIds: [],
      isInOrder: true,
      allowsRecorded: false,
    }
  );
}

/** Of a rule, for `setApprovalRule`. */
export const ruleStamp = ({ contactIds, isInOrder, allowsRecorded }: ApprovalRule): string =>
  stampOf({ contactIds, isInOrder, allowsRecorded });

/**
 * Sets whose approval each text of a client needs from now on. Throws `not_found`, `validation_error` for people who may not approve, and
 * `version_conflict` where somebody has set another rule since `seenStamp` (`ruleStamp`).
 */
export async function setApprovalRule(
  sql: Sql,
  agencyId: number,
  { clientId, seenStamp, ...rule }: ApprovalRule & { clientId: number; seenStamp?: string | undefined },
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await lockClient(transaction, agencyId, clientId))) throw unknownClient();
    const { contactIds, isInOrder, allowsRecorded } = await readApprovalRule(transaction, agencyId, clientId);
    refuseChangedSince({ contactIds, isInOrder, allowsRecorded }, { wanted: {}, seenStamp });
    const contacts = await listClientContactRows(transaction, agencyId, clientId);
    const isOne = (id: string) =>
      contacts.some((contact) => contact.id === id && contact.canApprove && contact.email !== null);
    const isRight =
      rule.contactIds.length <= ruleContactsMax &&
      new Set(rule.contactIds).size === rule.contactIds.length &&
      rule.contactIds.every(isOne);
    if (!isRight) {
      refuseFields({
        field: "contactIds",
        german: `Bitte wählen Sie höchstens ${ruleContactsMax} Kontakte, jeden einmal, die freigeben dürfen und eine E-Mail-Adresse haben.`,
        english: `contactIds: at most ${ruleContactsMax} different contacts with canApprove and a mail address.`,
      });
    }
    await upsertApprovalRule(transaction, agencyId, { clientId, ...rule });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "client.approval_rule_changed",
      subject: { type: "client", id: String(clientId) },
      details: { ...rule },
    });
  });
}
