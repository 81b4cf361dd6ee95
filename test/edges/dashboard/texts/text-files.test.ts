import { beforeAll, describe, expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { add, openTestMedia } from "../../../features/media/support/media.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { context, createWorkshop, draftInput } from "../../../support/workflow.ts";

/** One pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>');

describe("pictures and files of texts in the dashboard", () => {
  const { service, atEnd, workshop: own, owner } = serviceScene();
  let pictureId: string;
  let fileId: string;

  const media = given(async () => openTestMedia(service.sql));

  beforeAll(async () => {
    const input = { clientId: own.clientId, alt: null, credit: "Foto: Müller" };
    pictureId = (await add(media, own.agencyId, { ...input, bytes: png, fileName: "werk.png" })).assetId;
    fileId = (await add(media, own.agencyId, { ...input, bytes: svg, fileName: "logo.svg" })).assetId;
  });
  atEnd(() => media.close());

  test("are chosen from the client's library, shown in the preview, and named where versions are compared", async () => {
    const draftId = await newDraft();
    const path = `/app/meldungen/${draftId}`;
    const files = { imageAssetId: pictureId, assetIds: [fileId, pictureId] };
    expect((await owner.post(path, fields(files))).status).toBe(303);
    const page = await (await owner.get(path)).text();
    expect(page).toContain("Alternativtext fehlt.");
    expect(page).toContain("Bildnachweis: Foto: Müller");
    // In the stored order, which sending the form again keeps.
    expect(page.indexOf(`value="${fileId}" checked`)).toBeLessThan(
      page.indexOf(`value="${pictureId}" checked`),
    );
    const preview = await (await owner.get(`${path}/ansicht`)).text();
    const [address = ""] = new RegExp(`/media/${pictureId}/[^"\\s]+zugang=[^"\\s]+`).exec(preview) ?? [];
    expect((await fetch(service.url + address.replaceAll("&amp;", "&"))).status).toBe(200);
    expect(preview).toContain("logo.svg");
    const compared = await (await owner.get(`${path}/fassungen/2`)).text();
    expect(compared).toContain("werk.png");
    expect(compared).not.toContain(pictureId);
    expect((await owner.post(path, fields({ ...files, expectedVersion: "2" }))).status).toBe(303);
    expect((await owner.get(`${path}/fassungen/3`)).status).toBe(404);
  });

  test("of another client, of nobody, or of no picture are refused at their field, and what was typed stays", async () => {
    const draftId = await newDraft();
    const other = await createWorkshop(service.sql);
    const foreign = await add(media, other.agencyId, { clientId: other.clientId, bytes: png });
    for (const [name, value, reason] of [
      ["imageAssetId", foreign.assetId, "Dieses Bild gibt es"],
      ["imageAssetId", fileId, "Diese Datei ist kein Bild"],
      ["imageAssetId", "x", "Dieses Bild gibt es"],
      ["assetIds", foreign.assetId, "Eine dieser Dateien gibt es"],
    ] as const) {
      const answer = await owner.post(
        `/app/meldungen/${draftId}`,
        fields({ [name]: value, title: "Getippt" }),
      );
      expect([name, value, answer.status]).toEqual([name, value, 400]);
      const page = await answer.text();
      expect(page).toContain(reason);
      expect(page).toContain('value="Getippt"');
    }
    const preview = await owner.post(
      `/app/meldungen/${draftId}/ansicht`,
      fields({ imageAssetId: foreign.assetId }),
    );
    expect(await preview.text()).not.toContain(foreign.assetId);
  });

  const newDraft = async () =>
    (await createDraft(service.sql, own.agencyId, draftInput(own.clientId), context)).id;
  const fields = (input: Record<string, string | string[]>) => ({
    title: "Neues Werk in Bremen eröffnet",
    bodyMarkdown: "Bremen. Das Werk hat **120** Arbeitsplätze und ging am Montag in Betrieb.",
    language: "de",
    expectedVersion: "1",
    ...input,
  });
});
