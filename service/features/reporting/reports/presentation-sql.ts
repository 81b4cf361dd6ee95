import { integerArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import type { ReportWindow } from "../articles/schema.ts";
import type { ReportLanguage } from "./schema.ts";

export type PresentationRow = {
  colorPrimary: string | null;
  colorSecondary: string | null;
  conversionLabels: Record<string, string>;
  logo: { sha256: string; width: number; height: number } | null;
  /** The languages of the newsrooms that the report is about. */
  languages: ReportLanguage[];
  /** Of the one client that the report is about; null where there are several, or none. */
  client: { logoAssetId: string | null; sections: string[] | null; offered: string[] | null } | null;
  /** Where readers find the single release that the report is about; null where there is none. */
  shown: { clientSlug: string; ownHost: string | null; releaseSlug: string } | null;
};

/** What a report of these releases looks like now. */
export async function findPresentation(
  sql: Queryable,
  agencyId: number,
  { releaseIds, clientId = null }: { releaseIds: readonly number[]; clientId?: number | null },
): Promise<PresentationRow | null> {
  const single = releaseIds.length === 1 ? (releaseIds[0] ?? null) : null;
  const [row] = await sql<PresentationRow[]>`
    select
      branding.color_primary as "colorPrimary",
      branding.color_secondary as "colorSecondary",
      coalesce(branding.conversion_labels, '{}') as "conversionLabels",
      case
        when picture.sha256 is not null
        then json_build_object('sha256', picture.sha256, 'width', picture.width, 'height', picture.height)
      end as logo,
      array(
        select distinct newsroom.language
        from release
        join newsroom on newsroom.agency_id = release.agency_id and newsroom.client_id = release.client_id
        where release.agency_id = ${agencyId}
          and release.id = any(${integerArray(releaseIds)}::integer[])
      ) as languages,
      (
        select json_build_object(
          'logoAssetId', newsroom.logo_asset_id, 'sections', template.sections, 'offered', template.offered
        )
        from (
          select coalesce(${clientId}, min(client_id)) as client_id
          from release
          where agency_id = ${agencyId}
            and id = any(${integerArray(releaseIds)}::integer[])
          having ${clientId}::integer is not null or count(distinct client_id) = 1
        ) as subject
        join newsroom on newsroom.agency_id = ${agencyId} and newsroom.client_id = subject.client_id
        left join client_report_template as template
          on template.agency_id = ${agencyId} and template.client_id = subject.client_id
      ) as client,
      (
        select json_build_object(
          'clientSlug', c.slug,
          'ownHost', ${ownHostColumn(sql)},
          'releaseSlug', release.slug
        )
        from release
        join client as c on c.agency_id = release.agency_id and c.id = release.client_id
        where release.agency_id = ${agencyId}
          and release.id = ${single}
          and release.status = 'published'
      ) as shown
    from agency
    left join agency_branding as branding on branding.agency_id = agency.id
    left join report_picture as picture
      on picture.agency_id = agency.id and picture.sha256 = branding.logo_sha256
    where agency.id = ${agencyId}
  `;
  return row ?? null;
}

export type PicturedRelease = { releaseId: number; assetId: string; isNew: boolean };

/** Those of the releases that have a picture, newest first; `isNew` is what was published within the window, and was here within it. */
export async function findReleasePictures(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; window: Pick<ReportWindow, "from" | "to" | "timezone"> },
): Promise<PicturedRelease[]> {
  const { from, to, timezone } = input.window;
  return await sql<PicturedRelease[]>`
    select
      id as "releaseId",
      image_asset_id as "assetId",
      coalesce(
        (published_at at time zone ${timezone})::date between ${from} and ${to}
        and (greatest(published_at, moved_in_at) at time zone ${timezone})::date between ${from} and ${to},
        false
      ) as "isNew"
    from release
    where agency_id = ${agencyId}
      and id = any(${integerArray(input.releaseIds)}::integer[])
      and image_asset_id is not null
    order by published_at desc nulls last, id desc
    limit ${input.releaseIds.length}
  `;
}
