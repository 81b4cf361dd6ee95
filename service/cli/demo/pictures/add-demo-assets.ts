import { addAsset, type MediaDeps } from "../../../media/add-asset.ts";
import type { DemoClient, DemoRelease } from "../content/demo-client.ts";
import { drawLogo } from "./draw-logo.ts";
import { drawScene } from "./draw-scene.ts";
import { makePaper } from "./make-paper.ts";

const actor = { type: "operator", id: null } as const;

type Owner = { agencyId: number; clientId: number; client: DemoClient };

/** Draws the logo of a client and stores it; returns its asset. */
export async function addLogo(media: MediaDeps, { agencyId, clientId, client }: Owner): Promise<string> {
  const [word = client.name] = client.name.split(" ");
  const bytes = await drawLogo(word, client.colours.strong);
  return await add(media, agencyId, {
    ...{ clientId, bytes, fileName: `${client.slug}-logo.png` },
    texts: { alt: `Logo von ${client.name}`, credit: client.name },
  });
}

/** Draws the picture of a release and makes its paper, as far as it has them, and stores both. */
export async function addReleaseAssets(
  media: MediaDeps,
  { agencyId, clientId, client }: Owner,
  { picture, paper }: DemoRelease,
): Promise<{ imageAssetId: string | null; assetIds: string[] }> {
  const imageAssetId =
    picture === null
      ? null
      : await add(media, agencyId, {
          ...{
            clientId,
            bytes: await drawScene(picture.scene, client.colours),
            fileName: `${picture.scene}.jpg`,
          },
          texts: { alt: picture.alt, caption: picture.caption, credit: client.name },
        });
  if (paper === null) return { imageAssetId, assetIds: [] };
  const paperId = await add(media, agencyId, {
    ...{ clientId, bytes: await makePaper(paper, client.name), fileName: `${paper}.pdf` },
    texts: { caption: paper },
  });
  return { imageAssetId, assetIds: [paperId] };
}

async function add(
  media: MediaDeps,
  agencyId: number,
  file: {
    clientId: number;
    bytes: Uint8Array;
    fileName: string;
    texts: { alt?: string; credit?: string; caption?: string };
  },
): Promise<string> {
  const { clientId, bytes, fileName, texts } = file;
  const added = await addAsset(media, agencyId, { ...texts, clientId, fileName, chunks: once(bytes), actor });
  return added.assetId;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
