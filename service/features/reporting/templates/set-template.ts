import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { lockClient } from "../../clients/sql.ts";
import { unknownClient } from "../../clients/unknown-client.ts";
import { isSection, reportSections, sectionsOfTemplate, type Template } from "../reports/sections.ts";
import { findTemplate, upsertTemplate } from "./sql.ts";

/** The sections that reports on a client show, in their order, and those that came after the choice; all of them where nobody chose any. */
export async function readTemplate(sql: Queryable, agencyId: number, clientId: number): Promise<Template> {
  const stored = await findTemplate(sql, agencyId, clientId);
  return stored === null ? { sections: [...reportSections], added: [] } : sectionsOfTemplate(stored);
}

/**
 * Sets which sections later reports on a client show, and in which order. Throws `not_found`, `validation_error` for none, an unknown one,
 * or one twice, and `version_conflict` where somebody has chosen others since `seenStamp`, which is `stampOf` the sections.
 */
export async function setTemplate(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; sections: readonly string[]; seenStamp?: string | undefined },
  actor: AuditActor,
): Promise<void> {
  const { clientId, sections, seenStamp } = input;
  const isRight =
    sections.length > 0 && sections.every(isSection) && new Set(sections).size === sections.length;
  if (!isRight) {
    refuseFields({
      field: "sections",
      german: "Bitte zeigen Sie mindestens einen Abschnitt, jeden höchstens einmal.",
      english: `sections: one or more of ${reportSections.join(", ")}, each once.`,
    });
  }
  await sql.begin(async (transaction) => {
    if (!(await lockClient(transaction, agencyId, clientId))) throw unknownClient();
    const { sections: before } = await readTemplate(transaction, agencyId, clientId);
    // A double click.
    if (stampOf({ sections: before }) !== stampOf({ sections }))
      refuseChangedSince({ sections: before }, { wanted: {}, seenStamp });
    await upsertTemplate(transaction, agencyId, { clientId, sections, offered: reportSections });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "client.report_template_changed",
      subject: { type: "client", id: String(clientId) },
      details: { before, after: [...sections] },
    });
  });
}
