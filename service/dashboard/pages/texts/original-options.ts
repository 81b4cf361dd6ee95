import type { Sql } from "../../../db/open.ts";
import { listReleases } from "../../../workflow/releases/list-releases.ts";
import type { Option } from "../../forms/fields.ts";

/** The latest ones: a translation follows its original within weeks. */
const originalsMax = 100;

/** Published releases of a client, of which a text can be a translation; the chosen one too where it is none of the latest. */
export async function originalOptions(
  sql: Sql,
  agencyId: number,
  { clientId, chosen }: { clientId: number; chosen: string },
): Promise<Option[]> {
  const { releases } = await listReleases(sql, agencyId, {
    only: "releases",
    clientId,
    status: "published",
    limit: originalsMax,
  });
  const options = releases.flatMap(({ pressReleaseId, title, language }) =>
    pressReleaseId === null ? [] : [{ value: String(pressReleaseId), label: `${title} (${language})` }],
  );
  const isListed = chosen === "" || options.some(({ value }) => value === chosen);
  return isListed ? options : [{ value: chosen, label: `Meldung Nr. ${chosen}` }, ...options];
}
