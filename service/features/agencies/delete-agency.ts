import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";

/**
 * Marks an agency for its removal. From then on its keys are refused, its newsrooms are not found and its queues rest; after
 * `graceDays` a loop removes everything that belongs to it. `name` has to be the agency's, letter by letter.
 * Throws `not_found`, `confirmation_required` for another name, and `validation_error` for one that is marked already.
 */
export async function deleteAgency(
  sql: Sql,
  agencyId: number,
  input: { name: string; graceDays: number; actor: AuditActor },
): Promise<{ agencyId: number; deleteAfter: string }> {
  return await sql.begin(async (transaction) => {
    const [agency] = await transaction<{ name: string; deleteAfter: Date | null }[]>`
      select name, delete_after as "deleteAfter"
      from agency
      where id = ${agencyId}
      for no key update
    `;
    if (agency === undefined) throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
    if (agency.name !== input.name) {
      throw new ServiceError(
        "confirmation_required",
        `Confirm with the agency's name: --confirm "${agency.name}".`,
      );
    }
    if (agency.deleteAfter !== null) {
      const after = agency.deleteAfter.toISOString();
      throw new ServiceError(
        "validation_error",
        `Agency ${agencyId} will be removed after ${after} already.`,
      );
    }
    const [marked] = await transaction<{ deleteAfter: Date }[]>`
      update agency
      set deletion_requested_at = now(), delete_after = now() + make_interval(days => ${input.graceDays})
      where id = ${agencyId}
      returning delete_after as "deleteAfter"
    `;
    if (marked === undefined) throw new Error("The agency that the transaction holds is not there.");
    const deleteAfter = marked.deleteAfter.toISOString();
    await insertAudit(transaction, agencyId, {
      actor: input.actor,
      action: "agency.deletion_requested",
      subject: { type: "agency", id: String(agencyId) },
      details: { deleteAfter },
    });
    return { agencyId, deleteAfter };
  });
}

/** Takes an agency back while its time of grace runs. Throws `not_found` for one that is not there, not marked, or too late. */
export async function restoreAgency(
  sql: Sql,
  agencyId: number,
  { actor }: { actor: AuditActor },
): Promise<{ agencyId: number }> {
  return await sql.begin(async (transaction) => {
    const rows = await transaction`
      update agency
      set deletion_requested_at = null, delete_after = null
      where id = ${agencyId}
        and delete_after > now()
      returning id
    `;
    if (rows.length === 0) {
      throw new ServiceError(
        "not_found",
        `No agency ${agencyId} waits for its removal. \`agency list\` shows all.`,
      );
    }
    await insertAudit(transaction, agencyId, {
      actor,
      action: "agency.restored",
      subject: { type: "agency", id: String(agencyId) },
    });
    return { agencyId };
  });
}
