import { v7 as uuidv7 } from "uuid";
import { setApprovalRule } from "../../../service/features/clients/approval-rule.ts";
import { addClientContact } from "../../../service/features/clients/contacts.ts";
import { holdFiles, insertFiles } from "../../../service/features/media/store-files-sql.ts";
import { setTemplate } from "../../../service/features/reporting/templates/set-template.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { insertApprovalFile } from "../../../service/features/workflow/approvals/record-sql.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createRequested, type Workshop } from "../../support/workflow.ts";

const operator = { type: "operator", id: null } as const;

/** A round of two people, of whom the first wants a passage changed. */
export async function fillRound(sql: Sql, workshop: Workshop): Promise<void> {
  const { agencyId, clientId } = workshop;
  const add = async (name: string) => {
    const input = { clientId, name, email: `${name.toLowerCase()}@mueller.example`, canApprove: true };
    return (await addClientContact(sql, agencyId, input, operator)).id;
  };
  const contactIds = [await add("Fachfrau"), await add("Vorstand")];
  await setTemplate(sql, agencyId, { clientId, sections: ["figures"] }, { type: "operator", id: null });
  await setApprovalRule(
    sql,
    agencyId,
    { clientId, contactIds, isInOrder: true, allowsRecorded: false },
    operator,
  );
  const { token, approvalId } = await createRequested(sql, workshop);
  const passages = [{ passage: 2, quote: "120", comment: "Es sind 130." }];
  await decideApproval(sql, token, { status: "changes_requested", comment: null, passages });
  const fileId = uuidv7();
  await insertFiles(sql, agencyId, [fileId]);
  await holdFiles(sql, agencyId, [fileId]);
  const file = {
    fileId,
    fileName: "blatt.pdf",
    mediaType: "application/pdf",
    bytes: 9,
    sha256: "0".repeat(64),
  };
  const contact = { id: contactIds[0] ?? "", name: "Fachfrau" };
  await insertApprovalFile(sql, agencyId, { approvalId, contact, file });
}
