import { readToday } from "../../../service/features/today/read-today.ts";
import type { Sql } from "../../../service/floor/db/open.ts";

/** Reads what needs a person of an agency today. */
export function todayReader(service: { sql: Sql }) {
  return (agencyId: number, input: { clientIds?: readonly number[] | null; canMail?: boolean } = {}) =>
    readToday(service.sql, agencyId, {
      clientIds: null,
      timeZone: "Europe/Berlin",
      canMail: true,
      ...input,
    });
}
