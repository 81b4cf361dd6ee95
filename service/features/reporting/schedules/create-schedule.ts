import { v7 as uuidv7 } from "uuid";
import { fieldReason, ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { clockPattern } from "../../../floor/web/field-rules.ts";
import { type ExportFormat, exportFormats } from "../exports/file-name.ts";
import { distinctRecipients, recipientsProblem } from "../mails/send-report.ts";
import { normalizeScopeId } from "../reports/scope.ts";
import { findScope } from "../reports/scope-sql.ts";
import { businessDayMax, type NewSchedule, onDayMax } from "./schema.ts";
import { insertSchedule } from "./sql.ts";

/** As it is asked for; formats may be repeated, and are checked. */
export type ScheduleInput = Omit<NewSchedule, "formats"> & { formats: readonly string[]; id?: string };

/**
 * Adds a schedule for a scope of the agency. Throws `scope_not_found`, and `invalid_parameters` for a day that its rhythm has not and
 * for no format or an unknown one.
 */
export async function createSchedule(
  sql: Queryable,
  agencyId: number,
  input: ScheduleInput,
): Promise<{ id: string; nextRunAt: Date }> {
  if (input.isBusinessDay === true && input.rhythm === "weekly")
    throw refusal(
      "onDay",
      "Business days are counted in a month: take a monthly schedule.",
      "Werktage werden im Monat gezählt. Bitte wählen Sie einen monatlichen Zeitplan.",
    );
  const dayMax = input.isBusinessDay === true ? businessDayMax : onDayMax[input.rhythm];
  if (input.onDay < 1 || input.onDay > dayMax)
    throw refusal("onDay", `A ${input.rhythm} schedule runs on day 1 to ${dayMax}.`);
  if (input.period != null && (input.period === "week") !== (input.rhythm === "weekly"))
    throw refusal(
      "period",
      "A weekly schedule is over a week, a monthly one over a longer period.",
      "Zur Vorwoche gehört ein Wochentag, zu einem längeren Zeitraum ein Tag des Monats.",
    );
  if (!clockPattern.test(input.atTime)) throw refusal("atTime", "A time is written as 08:30.");
  const formats = readFormats(input.formats);
  const recipients = distinctRecipients(input.recipients);
  const problem = recipients.length === 0 ? null : recipientsProblem(recipients);
  if (problem !== null) throw refusal("recipients", problem.english, problem.german);
  const scopeId = normalizeScopeId(input.scopeType, input.scopeId);
  if (scopeId === null || (await findScope(sql, agencyId, { type: input.scopeType, id: scopeId })) === null) {
    throw new ServiceError(
      "scope_not_found",
      `Agency ${agencyId} has no ${input.scopeType} ${input.scopeId}.`,
    );
  }
  const { id = uuidv7() } = input;
  return { id, ...(await insertSchedule(sql, agencyId, { ...input, scopeId, formats, recipients, id })) };
}

/** Each format once, in the order in which files are named everywhere. */
function readFormats(names: readonly string[]): ExportFormat[] {
  const formats = exportFormats.filter((format) => names.includes(format));
  if (formats.length > 0 && names.every((name) => formats.some((format) => format === name))) return formats;
  throw refusal("formats", `Choose at least one of: ${exportFormats.join(", ")}.`);
}

/** `german` is shown beside the field of a form. */
export function refusal(field: string, sentence: string, german: string = sentence): ServiceError {
  return new ServiceError("invalid_parameters", sentence, fieldReason(field, german));
}
