import type { Queryable } from "../../../floor/db/open.ts";
import type { MailBrand } from "../../../floor/mail/render-mail.ts";

/** Name, colour and logo of an agency, as the mails in its name show them; null for an agency that is not there. */
export async function findBrand(sql: Queryable, agencyId: number): Promise<MailBrand | null> {
  const [row] = await sql<
    {
      name: string;
      color: string | null;
      bytes: Uint8Array | null;
      mediaType: string;
      width: number;
      height: number;
    }[]
  >`
    select
      agency.name,
      branding.color_primary as color,
      picture.bytes,
      picture.media_type as "mediaType",
      picture.width,
      picture.height
    from agency
    left join agency_branding as branding on branding.agency_id = agency.id
    left join report_picture as picture
      on picture.agency_id = agency.id and picture.sha256 = branding.logo_sha256
    where agency.id = ${agencyId}
  `;
  if (row === undefined) return null;
  const { name, color, bytes, ...size } = row;
  return { name, color, logo: bytes === null ? null : { bytes, ...size } };
}
