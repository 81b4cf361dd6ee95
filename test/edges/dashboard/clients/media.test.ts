import { beforeAll, describe, expect, test } from "bun:test";
import type { LibraryPicture } from "../../../../service/edges/dashboard/rich-text/upload-picture.ts";
import { showAgency } from "../../../../service/features/agencies/settings/update-agency.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { publishNewRelease } from "../../../../service/features/workflow/releases/publish-new-release.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { createTestAgency } from "../../../support/service.ts";
import { context, createRequested, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { plainForm, type Sent } from "./support/media-forms.ts";

const { service, workshop, owner, analyst } = serviceScene();
const foreign = given(async () =>
  createDashboardUser(service, (await createTestAgency(service.sql)).agencyId),
);
/** The library of the workshop's client. */
let at = "";

beforeAll(async () => {
  at = `/app/kunden/${workshop.clientId}/mediathek`;
});

describe("the media library", () => {
  test("a plain form stores a picture with its texts, and its page shows both", async () => {
    const file = await picture();
    const sent = await send(owner, `${at}/hochladen`, {
      body: plainForm(file, { alt: "Das Werk", credit: "Foto: A" }),
    });
    expect(sent.status).toBe(303);
    const page = await (await owner.get(sent.headers.get("location") ?? "")).text();
    expect(page).toContain('value="Das Werk"');
    const small = await owner.get(`${sent.headers.get("location")}/bild`);
    expect([small.status, small.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const original = await owner.get(`${sent.headers.get("location")}/datei`);
    expect(original.headers.get("content-disposition")).toStartWith("attachment");
    expect(original.headers.get("content-length")).toBe(String(file.length));
    expect((await original.arrayBuffer()).byteLength).toBe(file.length);
    expect(await (await owner.get(at)).text()).toContain("werk.jpg");
  });

  test("a file is replaced by a form: the page says what changed and names what keeps the old one; others are refused", async () => {
    const store = async (file: Uint8Array<ArrayBuffer>, texts = {}) => {
      const sent = await send(owner, `${at}/hochladen`, { body: plainForm(file, texts) });
      return sent.headers.get("location") ?? "";
    };
    const old = await store(await picture(500), { alt: "Alt bleibt", credit: "Foto: A" });
    const assetId = old.split("/").at(-1) ?? "";
    const input = { imageAssetId: assetId };
    const draft = await createDraft(
      service.sql,
      workshop.agencyId,
      draftInput(workshop.clientId, input),
      context,
    );
    const asked = await createRequested(service.sql, workshop, { ...input, title: "Wird geprüft" });
    const archived = await publishNewRelease(service.sql, workshop.clientId, {
      ...{ title: "Ist archiviert", bodyMarkdown: "Text." },
    });
    await service.sql`
      update release set status = 'archived', image_asset_id = ${assetId} where id = ${archived.pressReleaseId}`;
    const before = await (await owner.get(old)).text();
    for (const word of ["Datei ersetzen", "Ist archiviert", "nicht wieder veröffentlichen"])
      expect(before).toContain(word);

    const file = await picture(510);
    const pdf = new Uint8Array(Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n"));
    const wrong = await send(owner, `${old}/ersetzen`, { body: plainForm(pdf) });
    const wrongPage = await wrong.text();
    expect([wrong.status, wrongPage.includes("nur durch ein Bild ersetzen")]).toEqual([400, true]);
    expect(wrongPage).toContain('value="Alt bleibt"');
    const same = await send(owner, `${old}/ersetzen`, { body: plainForm(await picture(500)) });
    expect([same.status, (await same.text()).includes("dieselbe Datei")]).toEqual([409, true]);

    const sent = await send(owner, `${old}/ersetzen`, { body: plainForm(file) });
    const location = sent.headers.get("location") ?? "";
    expect([sent.status, location]).toEqual([303, expect.stringContaining(`?statt=${assetId}`)]);
    const notice = (sent.headers.get("set-cookie") ?? "").split(";")[0];
    const shown = await fetch(service.url + location, { headers: { cookie: `${owner.cookie}; ${notice}` } });
    const page = await shown.text();
    expect(page).toContain('value="Alt bleibt"');
    expect(page).toContain("Ein Text in Arbeit zeigt die neue als neue Fassung.");
    const kept = page.slice(page.indexOf("Diese behalten die"), page.indexOf(`name="alt"`));
    expect(kept).toContain(`/app/meldungen/${asked.draftId}`);
    expect(kept).toContain("Eine laufende Freigabe bleibt, wie sie ist");
    expect(kept).not.toContain(draft.id);
    expect(kept).toContain("Ist archiviert");
    expect(page.slice(page.indexOf("In Arbeit in"))).toContain(`/app/meldungen/${draft.id}`);
    // What stands in the address names no file of another client, and is no fault where it is nonsense.
    for (const other of [crypto.randomUUID(), "x", location.split("/").at(-1)?.slice(0, 36) ?? ""]) {
      const plain = await owner.get(location.replace(assetId, other));
      expect([plain.status, (await plain.text()).includes("bisherige Datei</h2>")]).toEqual([200, false]);
    }
  });

  test("an owner makes a PNG or a JPEG the agency's logo, which stays when the asset goes; others and other files are refused", async () => {
    const store = async (file: Uint8Array, texts: Record<string, string> = {}) => {
      const sent = await send(owner, `${at}/hochladen`, { body: plainForm(new Uint8Array(file), texts) });
      return sent.headers.get("location") ?? "";
    };
    const png = await store(samplePng(60, 20), { alt: "Wappen" });
    const label = "Als Logo der Agentur verwenden";
    expect(await (await owner.get(png)).text()).toContain(label);
    const editor = await createDashboardUser(service, workshop.agencyId, { role: "editor" });
    expect(await (await editor.get(png)).text()).not.toContain(label);
    const jpeg = await store(await picture(300));
    expect((await owner.post(`${jpeg}/logo`)).status).toBe(303);
    const logoNow = async () => (await showAgency(service.sql, workshop.agencyId)).logo;
    expect(await logoNow()).toMatchObject({ width: 300, height: 400 });
    const long = await store(samplePng(400, 20), { alt: "Ein Band" });
    const large = await store(drawPng(1_000, 1_000, () => Math.floor(Math.random() * 0x1000000)));
    for (const wrong of [long, large]) {
      const refused = await owner.post(`${wrong}/logo`);
      expect([refused.status, (await refused.text()).includes("lässt sich nicht verwenden")]).toEqual([
        400,
        true,
      ]);
    }
    expect(await (await owner.post(`${long}/logo`)).text()).toContain('value="Ein Band"');
    expect(await logoNow()).toMatchObject({ width: 300 });

    const taken = await owner.post(`${png}/logo`);
    expect([taken.status, taken.headers.get("location")]).toEqual([303, "/app/einstellungen/agentur"]);
    expect((await owner.post(`${png}/entfernen`)).status).toBe(303);
    expect((await showAgency(service.sql, workshop.agencyId)).logo).toMatchObject({ width: 60, height: 20 });
  });

  test("several files are described at once, all or none, and a picture keeps its focus", async () => {
    const upload = async () => {
      const sent = await send(owner, `${at}/hochladen`, { body: plainForm(await picture(), {}) });
      return sent.headers.get("location")?.split("/").at(-1) ?? "";
    };
    const [first, second] = [await upload(), await upload()];
    const change = (assetId: string, alt: string) => ({
      assetId,
      alt,
      credit: "Foto: Anna Berg",
      caption: "",
    });
    const save = (changes: readonly object[], user: Pick<DashboardUser, "cookie"> = owner, page = at) =>
      send(user, `${page}/angaben`, {
        body: JSON.stringify({ changes }),
        headers: { "content-type": "application/json" },
      });
    const stored = () => service.sql`
      select alt, credit, focus_x as x, focus_y as y
      from asset where id = any(${[first, second]}::uuid[]) order by id`;
    const saved = await save([change(first, "Erstes"), change(second, "Zweites")]);
    expect([saved.status, await saved.json()]).toMatchObject([200, { saved: 2 }]);
    const described = [
      { alt: "Erstes", credit: "Foto: Anna Berg", x: null, y: null },
      { alt: "Zweites", credit: "Foto: Anna Berg", x: null, y: null },
    ];
    expect([...(await stored())]).toEqual(described);
    const unknown = "018f4f0e-1111-7000-8000-000000000000";
    expect((await save([change(first, "Anders"), change(unknown, "x")])).status).toBe(404);
    expect((await save([change(first, "Anders"), change(second, "x".repeat(501))])).status).toBe(400);
    expect((await save(Array.from({ length: 101 }, () => change(first, "Anders")))).status).toBe(400);
    expect((await save([{ assetId: "x" }])).status).toBe(400);
    expect((await save([change(first, "Anders")], analyst)).status).toBe(403);
    expect((await save([change(first, "Anders")], foreign)).status).toBe(404);
    expect([...(await stored())]).toEqual(described);

    const texts = { alt: "Erstes", credit: "Foto: Anna Berg", caption: "" };
    expect((await owner.post(`${at}/${first}`, { ...texts, focusX: "20", focusY: "80" })).status).toBe(303);
    expect((await stored())[0]).toMatchObject({ x: 20, y: 80 });
    expect(await (await owner.get(`${at}/${first}`)).text()).toContain(
      'name="focusX" min="0" max="100" value="20"',
    );
    // Whoever sends no point changes none; one past the edge is refused.
    expect((await owner.post(`${at}/${first}`, texts)).status).toBe(303);
    expect((await owner.post(`${at}/${first}`, { ...texts, focusX: "101", focusY: "0" })).status).toBe(400);
    expect((await stored())[0]).toMatchObject({ x: 20, y: 80 });
    expect((await owner.post(`${at}/${first}`, { ...texts, focusX: "50", focusY: "50" })).status).toBe(303);
    expect((await stored())[0]).toMatchObject({ x: null, y: null });
  });

  test("the library is searched by half words, and a file names the texts that hold it", async () => {
    const sent = await send(owner, `${at}/hochladen`, {
      body: plainForm(await picture(), { alt: "Wärmepumpe im Keller" }),
    });
    const assetId = sent.headers.get("location")?.split("/").at(-1) ?? "";
    expect(await (await owner.get(`${at}?q=waermep`)).text()).toContain(assetId);
    expect(await (await owner.get(`${at}?q=zebra`)).text()).toContain("Nichts gefunden");
    const input = draftInput(workshop.clientId, { title: "Text mit Bild", imageAssetId: assetId });
    await createDraft(service.sql, workshop.agencyId, input, context);
    const page = await (await owner.get(`${at}/${assetId}`)).text();
    expect(page).toContain("In Arbeit in");
    expect(page).toContain("Text mit Bild");
  });

  test("a logo is dropped where the newsroom needs it, and other files are refused there", async () => {
    const drop = (file: File, user: Pick<DashboardUser, "cookie"> = owner) => {
      const body = new FormData();
      body.append("logo", file);
      return send(user, `/app/kunden/${workshop.clientId}/newsroom/logo`, { body });
    };
    const logo = new File([new Uint8Array(samplePng(60, 20))], "logo.png", { type: "image/png" });
    const wrong = new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" });
    const broken = new File(["kein Bild"], "logo.png", { type: "image/png" });
    /** What lies behind a picture's end is left out where it is stored. */
    const ofBytes = (bytes: number) => {
      const png = samplePng(60, 21);
      return new File([new Uint8Array(png), new Uint8Array(bytes - png.length)], "logo.png", {
        type: "image/png",
      });
    };
    const chosen = async () =>
      (await service.sql`select logo_asset_id as id from newsroom where client_id = ${workshop.clientId}`)[0]
        ?.id;
    for (const file of [wrong, broken]) {
      const refused = await drop(file);
      const page = await refused.text();
      // At the field, as with every other one, and not only in the summary far above it.
      expect([refused.status, /id="logo-datei-problem">/.test(page)]).toEqual([400, true]);
      expect(page).toContain('aria-describedby="logo-datei-problem" aria-invalid="true"');
    }
    const tooLarge = await drop(ofBytes(5_000_001));
    expect([tooLarge.status, await tooLarge.text()]).toEqual([
      400,
      expect.stringContaining("Das Logo darf höchstens 5 MB haben."),
    ]);
    expect(await chosen()).toBeNull();
    expect((await drop(ofBytes(5_000_000))).status).toBe(303);
    const largest = await chosen();
    expect((await drop(logo, analyst)).status).toBe(403);
    expect((await drop(logo, foreign)).status).toBe(404);
    expect((await drop(logo)).status).toBe(303);
    expect(await chosen()).toBeString();
    expect(await chosen()).not.toBe(largest);
    expect(await (await owner.get(`/app/kunden/${workshop.clientId}`)).text()).toContain(
      'class="client-logo"',
    );
  });

  test("the pictures to choose from in a text are the client's own, with their addresses, and no other files", async () => {
    await send(owner, `${at}/hochladen`, { body: plainForm(await picture(900), { alt: "Zur Wahl" }) });
    await send(owner, `${at}/hochladen`, { body: plainForm(new TextEncoder().encode("%PDF-1.7\n1 0 obj")) });
    const answer = await analyst.get(`${at}/auswahl`);
    const { pictures } = (await answer.json()) as { pictures: LibraryPicture[] };
    const [newest] = pictures;
    expect(newest).toMatchObject({
      fileName: "werk.jpg",
      alt: "Zur Wahl",
      thumbnail: `${at}/${newest?.id}/bild`,
      seenStamp: expect.stringMatching(/./),
    });
    expect(newest?.src).toMatch(new RegExp(`^/media/${newest?.id}/[0-9a-f]{16}-\\d+\\.webp$`));
    expect(pictures.every(({ fileName }) => /\.(?:jpg|png)$/.test(fileName))).toBe(true);
    expect((await analyst.get(`${at}/auswahl?cursor=x`)).status).toBe(400);
    expect((await foreign.get(`${at}/auswahl`)).status).toBe(404);
  });

  test("a file that a published release shows can't be deleted, and its page names the release", async () => {
    const sent = await send(owner, `${at}/hochladen`, {
      body: plainForm(await picture(500), { alt: "Halle", credit: "Foto: B" }),
    });
    const assetPath = sent.headers.get("location") ?? "";
    const assetId = assetPath.split("/").at(-1) ?? "";
    await service.sql`
      insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at, image_asset_id)
      values (${workshop.agencyId}, ${workshop.clientId}, 'mit-bild', 'Mit Bild', 'Text', 'published', now(), ${assetId})
    `;
    const refused = await owner.post(`${assetPath}/entfernen`);
    const page = await refused.text();
    expect([refused.status, /erschienen\/\d+">Mit Bild<\/a>/.test(page)]).toEqual([409, true]);
    expect((await owner.post(assetPath, { alt: "", credit: "Foto: B", caption: "" })).status).toBe(409);
    await service.sql`
      update release set status = 'archived' where agency_id = ${workshop.agencyId} and slug = 'mit-bild'
    `;
    expect((await owner.post(`${assetPath}/entfernen`)).status).toBe(303);
    expect((await owner.get(assetPath)).status).toBe(404);
  });
});

async function picture(width = 640): Promise<Uint8Array<ArrayBuffer>> {
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  );
  return new Uint8Array(await new Bun.Image(pixel).resize(width, 400).jpeg({ quality: 80 }).bytes());
}

async function send(user: Pick<DashboardUser, "cookie">, path: string, { body, headers = {} }: Sent) {
  return await fetch(service.url + path, {
    method: "POST",
    redirect: "manual",
    body,
    headers: { "sec-fetch-site": "same-origin", cookie: user.cookie, ...headers },
  });
}
