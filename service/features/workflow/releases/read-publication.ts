import type { Queryable } from "../../../floor/db/open.ts";
import { type ClientContact, listClientContactRows } from "../../clients/persona-sql.ts";
import { isPicture } from "../../media/media-types.ts";
import { listShownAssets, type ShownAsset } from "../../media/shown-asset-sql.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { countReaders, type Readers } from "../../newsroom/subscriptions/readers-sql.ts";
import type { WholeDraft } from "../drafts/read-draft.ts";
import { findPublicationAddress } from "./publication-address-sql.ts";
import { type PublicationFacts, readPublicationFacts } from "./publication-facts.ts";

/** A picture that can't appear as it is. */
type IncompletePicture = { id: string; fileName: string; lacksAlt: boolean; lacksCredit: boolean };

export type Publication = PublicationFacts & {
  newsroomName: string;
  url: string;
  /** The leading picture; null where the service draws a card. */
  picture: ShownAsset | null;
  incomplete: IncompletePicture[];
  /** Pictures and files that were removed from the library since. */
  gone: number;
  readers: Readers;
  /** Contacts who hear by mail that the release is online. */
  told: ClientContact[];
};

/** All that a person wants to see between the click and the world. */
export async function readPublication(
  sql: Queryable,
  agencyId: number,
  { draft, publicUrl }: { draft: WholeDraft; publicUrl: string },
): Promise<Publication> {
  const { clientId, content } = draft;
  const { imageAssetId, assetIds, topics } = content;
  const wanted = [...new Set([...(imageAssetId === null ? [] : [imageAssetId]), ...assetIds])];
  const [facts, assets, readers, contacts, address] = await Promise.all([
    readPublicationFacts(sql, agencyId, clientId),
    listShownAssets(sql, agencyId, { clientId, assetIds: wanted }),
    countReaders(sql, agencyId, { clientId, topics }),
    listClientContactRows(sql, agencyId, clientId),
    findPublicationAddress(sql, agencyId, draft),
  ]);
  return {
    ...facts,
    newsroomName: address.newsroomName,
    url: releaseUrl(publicUrl, address, address.slug),
    picture: assets.find(({ id }) => id === imageAssetId) ?? null,
    incomplete: assets.filter(isPicture).flatMap(lackOf),
    gone: wanted.length - assets.length,
    readers,
    told: draft.isCorrection
      ? []
      : contacts.filter(({ wantsOnlineMail, email }) => wantsOnlineMail && email !== null),
  };
}

function lackOf({ id, fileName, alt, credit }: ShownAsset): IncompletePicture[] {
  const lack = { lacksAlt: alt === null, lacksCredit: credit === null };
  return lack.lacksAlt || lack.lacksCredit ? [{ id, fileName, ...lack }] : [];
}
