import { expect, test } from "bun:test";
import type { ShownAsset } from "../../../../service/features/media/shown-asset-sql.ts";
import type { MailFacts } from "../../../../service/features/newsroom/subscriptions/facts-sql.ts";
import { renderReleaseMail } from "../../../../service/features/newsroom/subscriptions/render-mails.ts";

const facts: MailFacts = {
  ...{ status: "active", addressEncrypted: null, topic: null, frequency: "at_once", clientId: 1 },
  ...{ clientName: "Nordlicht Energie", clientSlug: "nordlicht", ownHost: null, agencyName: "Hafenkante" },
  ...{ timeZone: "Europe/Berlin", language: "de", contactName: null, contactEmail: null },
};
const publicUrl = "https://presse.example";
const links = { publicUrl, confirm: publicUrl, leave: publicUrl, data: publicUrl };
const image: ShownAsset = {
  ...{ id: "00000000-0000-7000-8000-000000000001", fileName: "halle.jpg", mediaType: "image/jpeg" },
  ...{ bytes: 1_000, sha256: "ab".repeat(32), width: 2_000, height: 1_500, alt: "Die Halle" },
  ...{ credit: null, caption: null },
  derivatives: [
    { size: 1600, format: "jpeg", width: 1_600, height: 1_200 },
    { size: 1600, format: "webp", width: 1_600, height: 1_200 },
  ],
};

/** The address of the picture in a release's mail. */
const pictureIn = (shown: ShownAsset, ownHost: string | null = null) => {
  const release = {
    slug: "werk",
    title: "Werk",
    subtitle: null,
    language: "de",
    publishedAt: new Date(0),
    bodyMarkdown: "",
  };
  const recipient = { facts: { ...facts, ownHost }, address: "anna@redaktion.example", links };
  return /<img[^>]* src="([^"]+)"/.exec(renderReleaseMail(recipient, { ...release, image: shown }).html)?.[1];
};

test("a mail shows the part of a picture around its focus point, and the whole of one without", () => {
  const left = pictureIn({ ...image, focus: { x: 0, y: 50 } });
  expect(left).toMatch(
    /^https:\/\/presse\.example\/newsroom\/nordlicht\/werk\/vorschau\/[0-9a-f]{12}\.jpeg$/,
  );
  expect(pictureIn({ ...image, focus: { x: 100, y: 50 } })).not.toBe(left);
  expect(pictureIn(image)).toBe(`${publicUrl}/media/${image.id}/${"ab".repeat(8)}-1600.jpg`);
  const own = pictureIn({ ...image, focus: { x: 0, y: 50 } }, "presse.nordlicht.example");
  expect(own).toMatch(/^https:\/\/presse\.nordlicht\.example\/.*vorschau\/[0-9a-f]{12}\.jpeg$/);
});
