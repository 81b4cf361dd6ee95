import type { Sql } from "../../../floor/db/open.ts";
import type { AgencySettings } from "../../agencies/settings/schema.ts";
import { showAgency, updateAgency } from "../../agencies/settings/update-agency.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { moveDatedClippings } from "../../insights/clippings/dated-sql.ts";
import { moveSchedules } from "./sql.ts";

/**
 * Changes an agency's settings as `updateAgency` does. Another time zone takes along what stands at a day of the former one: clippings
 * would count in another month, and schedules that have run would run once more on the same day.
 */
export async function changeAgency(
  sql: Sql,
  agencyId: number,
  input: Parameters<typeof updateAgency>[2],
): Promise<AgencySettings> {
  return await sql.begin(async (transaction) => {
    await lockAgency(transaction, agencyId);
    const { timeZone: former } = await showAgency(transaction, agencyId);
    const settings = await updateAgency(transaction, agencyId, input);
    const { timeZone } = settings;
    if (timeZone !== former) {
      await moveDatedClippings(transaction, agencyId, { timeZone });
      await moveSchedules(transaction, agencyId, { former, timeZone });
    }
    return settings;
  });
}
