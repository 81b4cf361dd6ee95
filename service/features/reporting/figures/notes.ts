import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { isCalendarDay } from "../../../floor/web/field-rules.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import type { FiguresScope } from "../reports/scope-clients-sql.ts";
import { deleteNote, insertNote } from "./notes-sql.ts";
import { requireScope } from "./read-figures.ts";

/** Characters of a note: a line beside a chart. */
export const noteCharactersMax = 100;

/** Notes something beside the figures of a client or release. Throws `not_found` and `validation_error`. */
export async function addNote(
  sql: Sql,
  agencyId: number,
  input: { id: string; scope: FiguresScope; day: string; text: string; clientIds: readonly number[] | null },
  actor: AuditActor,
): Promise<void> {
  const { id, scope, day, text } = input;
  await requireScope(sql, agencyId, input);
  if (text.trim() === "" || [...text].length > noteCharactersMax)
    refuseFields({
      field: "text",
      german: `Bitte schreiben Sie 1 bis ${noteCharactersMax} Zeichen.`,
      english: `a note has 1 to ${noteCharactersMax} characters.`,
    });
  if (!isCalendarDay(day))
    refuseFields({
      field: "day",
      german: "Bitte wählen Sie einen Tag.",
      english: "this is no calendar day.",
    });
  await sql.begin(async (transaction) => {
    const clientId = await insertNote(transaction, agencyId, { id, scope, day, text });
    if (clientId === null) throw new ServiceError("not_found", "There is no such client or release.");
    await insertAudit(transaction, agencyId, {
      actor,
      action: "note.added",
      subject: { type: "client", id: String(clientId) },
      details: { noteId: id, day },
    });
  });
}

/** Removes a note of a scope. Throws `not_found`. */
export async function removeNote(
  sql: Sql,
  agencyId: number,
  input: { id: string; scope: FiguresScope; clientIds: readonly number[] | null },
  actor: AuditActor,
): Promise<void> {
  await requireScope(sql, agencyId, input);
  await sql.begin(async (transaction) => {
    const clientId = await deleteNote(transaction, agencyId, input);
    if (clientId === null) throw new ServiceError("not_found", "There is no such note.");
    await insertAudit(transaction, agencyId, {
      actor,
      action: "note.removed",
      subject: { type: "client", id: String(clientId) },
      details: { noteId: input.id },
    });
  });
}
