import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { makeDocx, makeZip, paragraph, partsOf } from "../../../press-text/docx/make-docx.ts";
import { startTestService, type TestService } from "../../../support/service.ts";
import { context, createApproved, createWorkshop, type Workshop } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser, send } from "../support.ts";

const sample = join(import.meta.dirname, "../../../press-text/docx/files/pandoc.docx");

/** A document of so many bytes, most of them in a part that packs badly. */
function docxOf(bytes: number): Uint8Array {
  const make = (padding: number) =>
    makeZip([
      ...partsOf(paragraph("Titel") + paragraph("Text")),
      { name: "word/media/x.bin", data: Buffer.alloc(padding), isStored: true },
    ]);
  return make(bytes - make(0).length);
}

describe("a Word document becomes a draft", () => {
  let service: TestService;
  let own: Workshop;
  let owner: DashboardUser;

  beforeAll(async () => {
    service = await startTestService("server");
    own = await createWorkshop(service.sql);
    owner = await createDashboardUser(service, own.agencyId);
  });
  afterAll(() => service.stop());

  const upload = (
    bytes: Uint8Array | null,
    { user = owner, clientId = own.clientId, name = "Text.docx", query = "" } = {},
  ) => {
    const body = new FormData();
    if (bytes !== null) body.append("file", new File([new Uint8Array(bytes)], name));
    const path = `/app/meldungen/neu/${clientId}/import${query}`;
    return send(service, path, { method: "POST", body, headers: { cookie: user.cookie } });
  };
  const queryOf = (page: string) =>
    (/\/import(\?idempotencyKey=[0-9a-f-]{36}[^"]*)/.exec(page)?.[1] ?? "").replaceAll("&amp;", "&");
  const counts = async () => {
    const [row] = await service.sql`
      select
        (select count(*)::integer from draft where agency_id = ${own.agencyId}) as drafts,
        (select count(*)::integer from asset where agency_id = ${own.agencyId}) as assets`;
    return row;
  };

  test("with its picture in the library and in the text, and says what it left out", async () => {
    const answer = await upload(await readFile(sample));
    expect(answer.status).toBe(303);
    const notice = answer.headers.getSetCookie().find((each) => each.startsWith("notice=")) ?? "";
    expect(Buffer.from(notice.slice(7).split(";")[0] ?? "", "base64url").toString()).toBe(
      "Der Entwurf ist aus dem Dokument angelegt. Nicht übernommen: eine Fußnote.",
    );
    const draftId = (answer.headers.get("location") ?? "").split("/").at(-1) ?? "";
    const [version] = await service.sql`
      select title, subtitle, body_markdown as body, asset_ids as "assetIds", author_id as "authorId"
      from draft_version where agency_id = ${own.agencyId} and draft_id = ${draftId}`;
    const [asset] = await service.sql`
      select id, alt, file_name as "fileName", client_id as "clientId" from asset where agency_id = ${own.agencyId}`;
    expect(asset).toMatchObject({
      alt: "Das Werk von oben",
      fileName: "Text-bild-1.png",
      clientId: own.clientId,
    });
    expect(version).toMatchObject({
      title: "Neues Werk in Bremen eröffnet",
      subtitle: "120 Arbeitsplätze im Hafen",
      assetIds: [asset?.id],
      authorId: owner.personId,
    });
    expect(version?.body).toMatch(
      new RegExp(`!\\[Das Werk von oben\\]\\(/media/${asset?.id}/[0-9a-f]{16}\\.png\\)`),
    );
    const page = await (await owner.get(`/app/meldungen/${draftId}`)).text();
    expect(page).not.toContain("auf einem fremden Server");
  });

  test("once, however often its form is sent, and says so where another file comes with it", async () => {
    const before = await counts();
    const page = await (await owner.get(`/app/meldungen/neu/${own.clientId}`)).text();
    const query = queryOf(page);
    expect(query).not.toBe("");
    const bytes = await readFile(sample);
    const twice = await Promise.all([upload(bytes, { query }), upload(bytes, { query })]);
    const again = await upload(bytes, { query });
    const locations = [...twice, again].map((answer) => answer.headers.get("location"));
    expect(new Set(locations).size).toBe(1);
    expect(locations[0]).toMatch(/^\/app\/meldungen\/[0-9a-f-]{36}$/);
    expect(await counts()).toEqual({ drafts: (before?.drafts ?? 0) + 1, assets: (before?.assets ?? 0) + 1 });
    const other = await upload(makeDocx(paragraph("Etwas anderes")), { query });
    expect([other.status, await other.text()]).toEqual([
      400,
      expect.stringContaining("schon ein Entwurf entstanden"),
    ]);
  });

  test("in the language and of the original that its page was opened with, also after a refusal", async () => {
    const { sql } = service;
    const published = await createApproved(sql, own);
    const publication = { draftId: published, approvedVersion: 1, maxCredits: 5 };
    const { pressReleaseId } = await publishRelease(sql, own.agencyId, publication, context);
    const at = `/app/meldungen/neu/${own.clientId}?sprache=en&original=${pressReleaseId}`;
    const refused = await upload(Buffer.from("kein Word"), {
      query: queryOf(await (await owner.get(at)).text()),
    });
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toMatch(/<option value="en" selected/);
    const answer = await upload(await readFile(sample), { query: queryOf(page) });
    const draftId = (answer.headers.get("location") ?? "").split("/").at(-1) ?? "";
    const { content } = await draftOf(sql, own.agencyId, draftId);
    expect([content.language, content.translationOf]).toEqual(["en", pressReleaseId]);
  });

  test("up to 10 MB, and not a byte more", async () => {
    const most = docxOf(10_000_000);
    expect(most.length).toBe(10_000_000);
    expect((await upload(most)).status).toBe(303);
    const refused = await upload(docxOf(10_000_001));
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("höchstens 10 MB")]);
    const far = await upload(docxOf(11_000_000));
    expect([far.status, await far.text()]).toEqual([400, expect.stringContaining("höchstens 10 MB")]);
  });

  test("and where it can't, the page says why, and nothing is left behind", async () => {
    const before = await counts();
    const picture = await readFile(sample);
    const long = makeDocx(paragraph("Titel") + paragraph("a".repeat(100_001)));
    for (const [bytes, reason] of [
      [null, "Bitte wählen Sie eine Datei aus."],
      [Buffer.from("d0cf11e0a1b11ae1", "hex"), "kein Word-Dokument"],
      [picture.subarray(0, 20_000), "beschädigt"],
      [makeDocx(""), "kein Text"],
      [long, "höchstens 100.000 Zeichen"],
      [
        makeDocx(
          paragraph("Titel") + "<w:tbl>".concat("<w:tr><w:tc/><w:tc/></w:tr>".repeat(1_001), "</w:tbl>"),
        ),
        "zu viele Links",
      ],
    ] as const) {
      const answer = await upload(bytes);
      const page = await answer.text();
      expect([reason, answer.status, page.includes(reason)]).toEqual([reason, 400, true]);
      expect(page).toContain("Aus einem Word-Dokument");
    }
    for (const [query, reason] of [
      ["sprache=en&original=4711", "eine veröffentlichte Meldung desselben Kunden"],
      ["sprache=en&original=x", "eine veröffentlichte Meldung desselben Kunden"],
      ["sprache=kein+Wort", "Bitte wählen Sie eine der Sprachen."],
    ] as const) {
      const answer = await upload(picture, { query: `?${query}` });
      expect([query, answer.status, (await answer.text()).includes(reason)]).toEqual([query, 400, true]);
    }
    expect(await counts()).toEqual(before);
  });

  test("for nobody who may not write for that client", async () => {
    const before = await counts();
    const bytes = makeDocx(paragraph("Titel") + paragraph("Text"));
    const elsewhere = await createWorkshop(service.sql);
    const foreigner = await createDashboardUser(service, elsewhere.agencyId);
    const analyst = await createDashboardUser(service, own.agencyId, { role: "analyst" });
    expect((await upload(bytes, { user: foreigner })).status).toBe(404);
    expect((await upload(bytes, { clientId: elsewhere.clientId })).status).toBe(404);
    expect((await upload(bytes, { user: analyst })).status).toBe(403);
    expect(await counts()).toEqual(before);
  });
});
