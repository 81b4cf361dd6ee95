import { beforeAll, describe, expect, test } from "bun:test";
import { accessSecondsLeft, createAccess } from "../../../../service/features/media/access.ts";
import { listShownAssets } from "../../../../service/features/media/shown-asset-sql.ts";
import { textPicturePath } from "../../../../service/features/media/text-pictures.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { createEmbargoLink } from "../../../../service/features/workflow/embargo/embargo-links.ts";
import { createPreviewLink } from "../../../../service/features/workflow/preview/preview-draft.ts";
import { readUnpublishedAssets } from "../../../../service/features/workflow/preview/unpublished-assets.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createSecretCipher, type SecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  draftInput,
  refusalOf,
  type Workshop,
} from "../../../support/workflow.ts";
import { drawJpeg } from "../../media/support/draw.ts";
import {
  add,
  createMediaClient,
  openTestMedia,
  operator,
  type TestMedia,
} from "../../media/support/media.ts";
import { sendForm } from "../../newsroom/subscriptions/forms.ts";

const secretKey = "7".repeat(64);
const hourMs = 3_600_000;

describe.each([...serviceKinds])("pictures of an unpublished text on the %s database", (kind) => {
  const { service, atEnd } = serviceScene(kind, { SECRET_KEY: secretKey });
  let sql: Sql;
  let secrets: SecretCipher;
  let media: TestMedia;
  let workshop: Workshop;
  let imageId: string;
  let pdfId: string;

  beforeAll(async () => {
    sql = service.sql;
    secrets = createSecretCipher(Buffer.from(secretKey, "hex"));
    media = openTestMedia(sql);
    workshop = await createWorkshop(sql, { credits: 20 });
    imageId = await addPicture("Die neue Halle");
    const { clientId } = workshop;
    const bytes = Buffer.from("%PDF-1.7\n1 0 obj");
    pdfId = (await add(media, workshop.agencyId, { clientId, bytes, fileName: "fakten.pdf" })).assetId;
  });
  atEnd(() => media.close());

  test("show on the page on which a contact approves them, with the files", async () => {
    const { token } = await createRequested(sql, workshop, draftWithPictures());
    const answer = await get(`/approvals/${token}`);
    expect(answer.headers.get("content-security-policy")).toContain("media-src 'self'");
    await expectShown(await answer.text());
  });

  test("show where they stand in the text, in all their copies, and another client's are refused there", async () => {
    const { agencyId, clientId } = workshop;
    const [asset] = await listShownAssets(sql, agencyId, { clientId, assetIds: [imageId] });
    const path = asset === undefined ? null : textPicturePath(asset);
    const bodyMarkdown = `Ein Satz.\n\n![](${path} "Die Zeile darunter")`;
    const { token, draftId } = await createRequested(sql, workshop, { bodyMarkdown, assetIds: [pdfId] });
    const page = await (await get(`/approvals/${token}`)).text();
    await expectShown(page);
    expect(page).toContain("<figcaption>Die Zeile darunter</figcaption>");
    expect(page).toContain('width="1200" height="900"');
    const [version] = await sql<{ ids: string[] }[]>`
      select asset_ids as ids from draft_version where agency_id = ${agencyId} and draft_id = ${draftId}
    `;
    expect(version?.ids).toEqual([pdfId, imageId]);
    const otherClientId = await createMediaClient(sql, agencyId);
    const refused = createDraft(sql, agencyId, draftInput(otherClientId, { bodyMarkdown }), context);
    expect(await refusalOf(refused)).toBe("not_found");
  });

  test("show behind a preview link", async () => {
    const draft = await createDraft(
      sql,
      workshop.agencyId,
      draftInput(workshop.clientId, draftWithPictures()),
      context,
    );
    const { url } = await createPreviewLink(
      { sql, secrets, publicUrl: context.publicUrl },
      workshop.agencyId,
      { draftId: draft.id, actor: operator },
    );
    await expectShown(await (await get(new URL(url).pathname)).text());
  });

  test("show behind an embargo link, after its password", async () => {
    const embargoUntil = new Date(Date.now() + 72 * hourMs).toISOString();
    const draftId = await createApproved(sql, workshop, { ...draftWithPictures(), embargoUntil });
    const link = await createEmbargoLink(
      sql,
      workshop.agencyId,
      { draftId, name: "Anna Brandt", password: undefined },
      context,
    );
    const { pathname } = new URL(link.url);
    const opened = await sendForm(service, pathname, { password: link.password });
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    await expectShown(await (await get(pathname, { cookie })).text());
  });

  test("open by no access that is forged, over, or of another asset or agency, as if there were none", async () => {
    const { agencyId } = workshop;
    const assets = await readUnpublishedAssets({ sql, secrets }, workshop, draftWithPictures());
    const [path = "", query = ""] = assets.image?.url.split("?zugang=") ?? [];
    expect((await get(`${path}?zugang=${query}`)).status).toBe(200);
    const strange = createSecretCipher(Buffer.alloc(32, 1));
    const now = new Date();
    const missing = await (await get(path)).text();
    const [until = "", signature = ""] = query.split(".");
    for (const access of [
      "",
      "0",
      until,
      `${until}.`,
      `.${signature}`,
      `${Number(until) + 1}.${signature}`,
      `${until}.${signature.slice(1)}`,
      `${until}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      `${until}.${"é".repeat(43)}`,
      createAccess(strange, { agencyId, assetId: imageId }, now),
      createAccess(secrets, { agencyId, assetId: pdfId }, now),
      createAccess(secrets, { agencyId: agencyId + 1, assetId: imageId }, now),
      createAccess(secrets, { agencyId, assetId: imageId }, new Date(now.getTime() - 13 * hourMs)),
    ]) {
      const answer = await get(`${path}?zugang=${encodeURIComponent(access)}`);
      expect([access, answer.status, await answer.text()]).toEqual([access, 404, missing]);
    }
  });

  test("of another client or agency stay out, whatever a text that is not saved names", async () => {
    const other = await createMediaClient(sql, workshop.agencyId);
    const neighbour = await createWorkshop(sql);
    const bytes = await drawJpeg(90, 60);
    const ofOther = await add(media, workshop.agencyId, { clientId: other, bytes });
    const ofNeighbour = await add(media, neighbour.agencyId, { clientId: neighbour.clientId, bytes });
    const assets = await readUnpublishedAssets({ sql, secrets }, workshop, {
      imageAssetId: ofNeighbour.assetId,
      assetIds: [ofOther.assetId, imageId, "00000000-0000-7000-8000-000000000000"],
    });
    expect(assets.image).toBeNull();
    expect(assets.assets.map(({ title }) => title)).toEqual(["Die neue Halle"]);
  });

  test("leave no access in the log", async () => {
    const { image } = await readUnpublishedAssets({ sql, secrets }, workshop, draftWithPictures());
    await get(image?.url ?? "");
    expect(service.logged.some((line) => line.includes("/media/:assetId/:name"))).toBe(true);
    expect(service.logged.filter((line) => line.includes("zugang"))).toEqual([]);
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { redirect: "manual", headers });
  const draftWithPictures = () => ({ imageAssetId: imageId, assetIds: [pdfId] });

  async function addPicture(alt: string): Promise<string> {
    const { agencyId, clientId } = workshop;
    return (await add(media, agencyId, { clientId, bytes: await drawJpeg(1200, 900), alt })).assetId;
  }

  /** Every address of a file of ours that the page loads or links to. */
  function addressesIn(page: string): string[] {
    const found = [...page.matchAll(/(?:src|srcset|href)="([^"]*\/media\/[^"]*)"/g)].flatMap(
      ([, value = ""]) => value.split(", ").map((each) => each.split(" ")[0]?.replaceAll("&amp;", "&") ?? ""),
    );
    return [...new Set(found)];
  }

  async function expectShown(page: string): Promise<void> {
    expect(page).toContain('alt="Die neue Halle"');
    const addresses = addressesIn(page);
    for (const part of ["-400.webp?zugang=", "-800.jpg?zugang=", "?download&zugang=", ".pdf?zugang="])
      expect(addresses.some((address) => address.includes(part))).toBe(true);
    for (const address of addresses) {
      const answer = await get(address);
      expect([address, answer.status]).toEqual([address, 200]);
      expect(answer.headers.get("cache-control")).toMatch(/^private, max-age=\d+$/);
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect((await get(address.replace(/[?&]zugang=.*/, ""))).status).toBe(404);
    }
    expect(page).not.toContain("/go/");
  }
});

test("an access is the same for six hours, opens for six to twelve, and not a second longer", () => {
  const secrets = createSecretCipher(Buffer.from(secretKey, "hex"));
  const asset = { agencyId: 7, assetId: "00000000-0000-7000-8000-000000000001" };
  const begin = new Date("2026-11-22T06:00:00Z");
  const after = (ms: number) => new Date(begin.getTime() + ms);
  const access = createAccess(secrets, asset, begin);
  expect(createAccess(secrets, asset, after(6 * hourMs - 1))).toBe(access);
  expect(createAccess(secrets, asset, after(6 * hourMs))).not.toBe(access);
  expect(accessSecondsLeft(secrets, asset, access, begin)).toBe(12 * 3_600);
  expect(accessSecondsLeft(secrets, asset, access, after(12 * hourMs - 1_000))).toBe(1);
  expect(accessSecondsLeft(secrets, asset, access, after(12 * hourMs))).toBe(0);
});
