import { ServiceError } from "../../errors.ts";
import { inTransaction } from "../../floor/db/in-transaction.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { refuseChangedSince, stampOf } from "../../floor/web/seen-stamp.ts";
import { lockAgency } from "../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { checkClientLimit } from "./check-limits.ts";
import { deleteInvitations } from "./invitation-sql.ts";
import { keepWayBack } from "./keep-way-back.ts";
import { countMembers, deleteMember, findMember, updateMember } from "./membership-sql.ts";
import { listPasskeys } from "./passkey-sql.ts";
import type { Member, Role } from "./rights.ts";
import { endSessionsFor } from "./session-sql.ts";

/**
 * Gives a person of the agency another role or other clients; without `clientIds` those stay, and an owner sees all. It holds from the
 * person's next request on; `changeTeamMember` does the rest. Returns the clients.
 * Throws `not_found`, `last_owner`, `validation_error` for clients that are not the agency's and for the last owner with a passkey where a
 * provider is required, and `version_conflict` where somebody has changed the part since `seenStamp` (`memberStamp`).
 */
export async function changeMember(
  sql: Queryable,
  agencyId: number,
  input: {
    personId: string;
    role: Role;
    clientIds?: readonly number[] | null;
    seenStamp?: string | undefined;
  },
  actor: AuditActor,
): Promise<{ email: string; clientIds: readonly number[] | null }> {
  const { personId, role } = input;
  return await inTransaction(sql, async (transaction) => {
    const before = await heldMember(transaction, agencyId, personId);
    refuseChangedSince(seenOf(before), { wanted: {}, seenStamp: input.seenStamp });
    const kept = role === "owner" ? null : before.clientIds;
    const clientIds = input.clientIds === undefined ? kept : input.clientIds;
    await checkClientLimit(transaction, agencyId, { role, clientIds });
    if (role !== "owner") await keepAnOwner(transaction, agencyId, before);
    await updateMember(transaction, agencyId, { personId, role, clientIds });
    if (before.role === "owner" && role !== "owner") await keepPasskeyOwner(transaction, agencyId, personId);
    // An owner may have kept a link made for a colleague, or have opened it.
    if (before.role === "owner" && role !== "owner") await deleteInvitations(transaction, agencyId, null);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "person.role_changed",
      subject: { type: "person", id: personId },
      details: {
        before: { role: before.role, clientIds: before.clientIds },
        after: { role, clientIds: clientIds === null ? null : [...clientIds] },
      },
    });
    return { email: before.email, clientIds };
  });
}

/** Of what an owner decides of somebody, for `changeMember`. */
export const memberStamp = (member: Member): string => stampOf(seenOf(member));

const seenOf = ({ role, clientIds }: Member): Pick<Member, "role" | "clientIds"> => ({ role, clientIds });

/**
 * Ends a person's part in the agency. Its sessions see nothing of the agency from their next request on, whatever comes later.
 * `removeTeamMember` does the rest. Throws `not_found`, `last_owner`, and `validation_error` as `changeMember` does.
 */
export async function removeMember(
  sql: Queryable,
  agencyId: number,
  personId: string,
  actor: AuditActor,
): Promise<{ email: string }> {
  return await inTransaction(sql, async (transaction) => {
    const before = await heldMember(transaction, agencyId, personId);
    await keepAnOwner(transaction, agencyId, before);
    await deleteMember(transaction, agencyId, personId);
    if (before.role === "owner") await keepPasskeyOwner(transaction, agencyId, personId);
    await endSessionsFor(transaction, agencyId, personId);
    await deleteInvitations(transaction, agencyId, before.role === "owner" ? null : personId);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "person.removed",
      subject: { type: "person", id: personId },
      details: { role: before.role },
    });
    return { email: before.email };
  });
}

async function heldMember(
  transaction: Queryable,
  agencyId: number,
  personId: string,
): Promise<{ email: string; role: Role; clientIds: number[] | null }> {
  const isKnown = await lockAgency(transaction, agencyId);
  const member = isKnown ? await findMember(transaction, agencyId, personId) : null;
  if (member === null) throw new ServiceError("not_found", "The agency has no such person.");
  return member;
}

async function keepAnOwner(
  transaction: Queryable,
  agencyId: number,
  before: Pick<Member, "role">,
): Promise<void> {
  if (before.role !== "owner") return;
  const { owners } = await countMembers(transaction, agencyId);
  if (owners > 1) return;
  throw new ServiceError(
    "last_owner",
    "An agency keeps at least one owner. Make somebody else an owner first.",
  );
}

/** Who has no passkey was no way back: an agency that has lost its own by other ways still gets rid of an owner. */
async function keepPasskeyOwner(transaction: Queryable, agencyId: number, personId: string): Promise<void> {
  if ((await listPasskeys(transaction, personId)).length === 0) return;
  await keepWayBack(transaction, [agencyId], {
    german:
      "Bitten Sie zuerst einen anderen Inhaber, einen Passkey anzulegen. Kann er sich nur über den Anbieter anmelden, entfernen Sie vorher die Partner-Anmeldung: Dann meldet er sich mit einem Link an.",
    english: "First another owner makes a passkey; remove the provider so that a link lets them in for it.",
  });
}
