import type { Queryable } from "../../../floor/db/open.ts";
import { createExport } from "../exports/create-export.ts";
import type { FrozenExport } from "../exports/process-exports.ts";
import { scheduleOf } from "./created-by.ts";
import { findScheduleFiles } from "./sql.ts";

/**
 * Queues the other files of a schedule, made of the report that its first one froze, in the transaction that freezes it: so they are
 * of one report, and each is made once.
 */
export async function queueScheduledFiles(
  transaction: Queryable,
  agencyId: number,
  { reportId, createdBy, format }: FrozenExport,
): Promise<void> {
  const scheduleId = scheduleOf(createdBy);
  const files = scheduleId === null ? null : await findScheduleFiles(transaction, agencyId, scheduleId);
  const others = files?.formats.filter((each) => each !== format) ?? [];
  await Promise.all(
    others.map((other) =>
      createExport(transaction, agencyId, {
        request: { reportId, format: other },
        idempotencyKey: `schedule-file:${reportId}:${other}`,
        // Not the schedule itself: the end of its own file sends the mails.
        createdBy: `schedule-file:${scheduleId}`,
      }),
    ),
  );
}
