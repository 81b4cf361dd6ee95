import { PDFDocument, StandardFonts } from "pdf-lib";
import type { AuditActor } from "../../features/audit/sql.ts";
import { addAsset, type MediaDeps } from "../../features/media/add-asset.ts";
import type { DemoClient, DemoRelease } from "../content/demo-client.ts";
import { drawLogo } from "./draw-logo.ts";
import { drawScene } from "./draw-scene.ts";

type Owner = { agencyId: number; clientId: number; client: DemoClient; actor: AuditActor };
type File = { bytes: Uint8Array; fileName: string; alt?: string; credit?: string; caption?: string };

/** Draws the logo of a client and stores it; returns its asset. */
export async function addLogo(media: MediaDeps, owner: Owner): Promise<string> {
  const { name, slug, colours } = owner.client;
  const [word = name] = name.split(" ");
  const bytes = await drawLogo(word, colours.strong);
  return await add(media, owner, {
    bytes,
    fileName: `${slug}-logo.png`,
    alt: `Logo von ${name}`,
    credit: name,
  });
}

/** Draws the picture of a release and makes its paper, as far as it has them, and stores both. */
export async function addReleaseAssets(
  media: MediaDeps,
  owner: Owner,
  { picture, paper }: DemoRelease,
): Promise<{ imageAssetId: string | null; assetIds: string[] }> {
  const { name, colours } = owner.client;
  const image = async ({ scene, alt, caption }: NonNullable<typeof picture>) => {
    const bytes = await drawScene(scene, colours);
    return await add(media, owner, { bytes, fileName: `${scene}.jpg`, alt, caption, credit: name });
  };
  const pdf = async (caption: string) =>
    await add(media, owner, { bytes: await makePaper(caption, name), fileName: `${caption}.pdf`, caption });
  return {
    imageAssetId: picture === null ? null : await image(picture),
    assetIds: paper === null ? [] : [await pdf(paper)],
  };
}

async function add(
  media: MediaDeps,
  { agencyId, clientId, actor }: Owner,
  { bytes, ...file }: File,
): Promise<string> {
  const chunks = (async function* () {
    yield bytes;
  })();
  return (await addAsset(media, agencyId, { ...file, clientId, chunks, actor })).assetId;
}

/** A page of paper with a headline and a sentence: a file to download, with nothing in it that anybody needs. */
async function makePaper(title: string, clientName: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const [bold, plain] = await Promise.all(
    [StandardFonts.HelveticaBold, StandardFonts.Helvetica].map((name) => document.embedFont(name)),
  );
  const page = document.addPage();
  const { height } = page.getSize();
  if (bold === undefined || plain === undefined) throw new Error("The standard fonts are missing.");
  page.drawText(title, { x: 60, y: height - 100, size: 22, font: bold });
  const note = `${clientName} ist erfunden, und diese Seite ist es auch.`;
  page.drawText(note, { x: 60, y: height - 135, size: 11, font: plain });
  return await document.save();
}
