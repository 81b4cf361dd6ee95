import type { Queryable } from "../../../floor/db/open.ts";
import { findPictures } from "../../agencies/settings/sql.ts";
import type { PublicationReport } from "./schema.ts";

/** The files of the pictures that a report names, by their SHA-256. */
export async function readReportPictures(
  sql: Queryable,
  agencyId: number,
  report: Pick<PublicationReport, "presentation">,
): Promise<Record<string, Uint8Array>> {
  const pictures = await findPictures(sql, agencyId, pictureHashes(report));
  return Object.fromEntries(pictures.map(({ sha256, bytes }) => [sha256, bytes]));
}

/** The hashes of a report's pictures. */
export function pictureHashes({ presentation }: Pick<PublicationReport, "presentation">): string[] {
  const { logo, clientLogo, picture, releasePictures = [] } = presentation ?? {};
  return [logo, clientLogo, picture, ...releasePictures].flatMap((each) =>
    each === undefined ? [] : [each.sha256],
  );
}
