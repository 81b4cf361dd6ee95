import { dimensions } from "../../../service/features/measurement/dimensions.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { insertConversions } from "../../features/reporting/data/support.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import type { LoudAgency } from "./loud-activities.ts";

/** Values of each dimension and day: half of what one release may have. */
const valuesPerDay = 100;
const conversions = 60_000;
const drafts = 60;
/** As long as a text may be. */
const draftCharacters = 100_000;

/** Puts an agency in whose reports, lists and data export are as heavy as they get. */
export async function fillLoudAgency(sql: Sql, hourlyLimit: number): Promise<Omit<LoudAgency, "url">> {
  const { agencyId, key } = await createTestAgency(sql, { hourlyLimit });
  const { pressReleaseId, clientId, path } = await createTestRelease(sql, agencyId);
  await sql`
    insert into hit_source (agency_id, id, source, domain, channel)
    select ${agencyId}, n, 'Quelle ' || n, 'quelle-' || n || '.example', 1
    from generate_series(1, ${valuesPerDay}::integer) as n
  `;
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms, scroll_25, scroll_50,
      scroll_75, scroll_100
    )
    select ${agencyId}, ${pressReleaseId}, current_date - n, 0, 100, 50, 50, 10, 10, 1000, 1, 1, 1, 1
    from generate_series(0, 364) as n
  `;
  const open = [dimensions.source, dimensions.campaign, dimensions.target, dimensions.target + 1];
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    select ${agencyId}, ${pressReleaseId}, current_date - n, dimension, value_id, 3, 2, 2
    from
      generate_series(0, 364) as n,
      unnest(${open}::smallint[]) as dimension,
      generate_series(1, ${valuesPerDay}::integer) as value_id
  `;
  await insertConversions(sql, agencyId, { releaseId: pressReleaseId, count: conversions, prefix: "loud" });
  await sql`
    with added as (
      insert into draft (agency_id, id, client_id)
      select ${agencyId}, gen_random_uuid(), ${clientId}
      from generate_series(1, ${drafts}::integer)
      returning agency_id, id
    )
    insert into draft_version (agency_id, draft_id, version, title, body_markdown, language, keywords, content_hash)
    select agency_id, id, 1, 'Lang', repeat('ü', ${draftCharacters}), 'de', '{}', sha256('x')
    from added
  `;
  await sql`analyze`;
  return { agencyId, key, pressReleaseId, path };
}
