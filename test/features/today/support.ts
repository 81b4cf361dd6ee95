import { readToday } from "../../../service/features/today/read-today.ts";
import type { Sql } from "../../../service/floor/db/open.ts";

/** What stands on the page of today, of all clients and with a server for mails where nothing else is said. */
export function readTodayOf(
  sql: Sql,
  agencyId: number,
  input: { clientIds?: readonly number[] | null; canMail?: boolean } = {},
) {
  return readToday(sql, agencyId, {
    clientIds: null,
    timeZone: "Europe/Berlin",
    canMail: true,
    ...input,
  });
}
