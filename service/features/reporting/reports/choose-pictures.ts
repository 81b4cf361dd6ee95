import type { Queryable } from "../../../floor/db/open.ts";
import { type ReportPicture, reportPictureLimits } from "../../agencies/settings/schema.ts";
import type { WantedPictures } from "../../media/print-pictures-sql.ts";
import { findReleasePictures } from "./presentation-sql.ts";
import { type Presentation, type ReportFigures, shownReleasesMax } from "./schema.ts";

/** A picture as a report shows it: small enough for a page, with what says what it shows. */
type PrintedPicture = ReportPicture & { assetId: string; alt: string; credit: string | null };

/** Returns those of the agency's pictures that are there, ready for print, in any order. */
export type ReadPictures = (
  sql: Queryable,
  agencyId: number,
  wanted: WantedPictures,
) => Promise<PrintedPicture[]>;

/** Twelve of them and a logo leave a PDF well below what mail servers take. */
const smallLimits = { ...reportPictureLimits, bytesMax: 150_000 };

export type ChosenPictures = {
  files: ReportPicture[];
  presentation: Pick<Presentation, "clientLogo" | "picture" | "releasePictures">;
};

/** The pictures of a report: its client's logo, the release with most views that has a picture, and what was published. */
export async function choosePictures(
  sql: Queryable,
  agencyId: number,
  input: {
    figures: Pick<ReportFigures, "performance" | "release" | "releases">;
    clientLogoAssetId: string | null;
    readPictures: ReadPictures | undefined;
  },
): Promise<ChosenPictures> {
  const { figures, clientLogoAssetId, readPictures } = input;
  if (readPictures === undefined) return { files: [], presentation: {} };
  const { release, releases = [], performance } = figures;
  const { window } = performance;
  const viewsOf = new Map(releases.map((each) => [each.release.id, each.views]));
  if (release !== undefined) viewsOf.set(release.id, performance.views);
  const releaseIds = [...viewsOf.keys()];
  const found = (await findReleasePictures(sql, agencyId, { releaseIds, window })).toSorted(
    (one, other) => (viewsOf.get(other.releaseId) ?? 0) - (viewsOf.get(one.releaseId) ?? 0),
  );
  const best = found.slice(0, 1).map(({ assetId }) => assetId);
  const rows = release !== undefined ? [] : found.filter(({ isNew }) => isNew).slice(0, shownReleasesMax);
  const small = [
    ...rows.map(({ assetId }) => assetId),
    ...(clientLogoAssetId === null ? [] : [clientLogoAssetId]),
  ];
  const read = async (assetIds: string[], size: Omit<WantedPictures, "assetIds">) =>
    assetIds.length === 0
      ? []
      : await readPictures(sql, agencyId, { assetIds: [...new Set(assetIds)], ...size });
  const [picture] = await read(best, { copySize: 800, limits: reportPictureLimits });
  const smallOnes = await read(small, { copySize: 400, limits: smallLimits });
  const clientLogo = smallOnes.find(({ assetId }) => assetId === clientLogoAssetId);
  const releasePictures = rows.flatMap(({ releaseId, assetId }) =>
    smallOnes.filter((each) => each.assetId === assetId).map((each) => ({ releaseId, ...shownFacts(each) })),
  );
  return {
    files: [...(picture === undefined ? [] : [picture]), ...smallOnes],
    presentation: {
      ...(clientLogo === undefined ? {} : { clientLogo: sizeOf(clientLogo) }),
      ...(picture === undefined ? {} : { picture: shownFacts(picture) }),
      ...(releasePictures.length === 0 ? {} : { releasePictures }),
    },
  };
}

function sizeOf({ sha256, width, height }: ReportPicture) {
  return { sha256, width, height };
}

function shownFacts(picture: PrintedPicture): NonNullable<Presentation["picture"]> {
  const { alt, credit } = picture;
  return { ...sizeOf(picture), alt, ...(credit === null ? {} : { credit }) };
}
