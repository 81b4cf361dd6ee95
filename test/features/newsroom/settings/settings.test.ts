import { describe, expect, test } from "bun:test";
import type { AuditActor } from "../../../../service/features/audit/sql.ts";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import type { LegalText } from "../../../../service/features/clients/legal-text.ts";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import { listNewsrooms } from "../../../../service/features/newsroom/settings/list-newsrooms.ts";
import { previewNewsroom } from "../../../../service/features/newsroom/settings/preview-newsroom.ts";
import type { NewsroomChanges } from "../../../../service/features/newsroom/settings/rules.ts";
import { settingsStamp } from "../../../../service/features/newsroom/settings/settings-stamp.ts";
import { showNewsroom } from "../../../../service/features/newsroom/settings/show-newsroom.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { createTestAgency, testImprint } from "../../../support/service.ts";
import { context, refusalOf } from "../../../support/workflow.ts";
import { insertPicture } from "../../media/support/insert-picture.ts";
import { refusedFields } from "./support/refused-fields.ts";

const actor: AuditActor = { type: "operator", id: null };
let clients = 0;

const everything = {
  imprintMarkdown: "**Kunde GmbH**\n\nStraße 1",
  privacyUrl: "https://kunde.example/datenschutz",
  websiteUrl: "https://kunde.example/",
  boilerplate: "Die Kunde GmbH baut Pressen.",
  contactName: "Petra Ohne",
  contactRole: "Leiterin Presse",
  contactEmail: "presse@kunde.example",
  contactPhone: "+49 (0)30 1234-5",
  level: "L2",
  language: "en",
  accentColor: "#ffcc00",
  allowsLlmsTxt: true,
} satisfies NewsroomChanges;

const labels = `${"b".repeat(60)}.`.repeat(4);
const text = (characters: number) => "ü".repeat(characters);
const url = (characters: number) => `https://kunde.example/${"a".repeat(characters - 22)}`;

forEachDatabase((_name, open) => {
  describe("settings of a newsroom", () => {
    test("are previewed with links to pages that are there, also for a newsroom with a domain of its own", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId, slug } = await createNewsroom(sql);
      const host = `presse-${slug}.example`;
      await sql`
        insert into newsroom_domain (agency_id, id, client_id, host, token, proven_at, proven_by)
        values (${agencyId}, ${crypto.randomUUID()}, ${clientId}, ${host}, ${"t".repeat(43)}, now(), 'dns')`;
      await sql`
        insert into release (agency_id, client_id, slug, status, title, body_markdown, published_at)
        values (${agencyId}, ${clientId}, 'neues-werk', 'published', 'Neues Werk', 'Text', now())`;
      const deps = { sql, texts: context.texts, publicUrl: "https://dienst.example" };
      const { page } = await previewNewsroom(deps, agencyId, { clientId, changes: {} });
      const links = [...page.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, link = ""]) => link);
      expect(links.filter((link) => /^\/(?!\/|newsroom\/|media\/)/.test(link))).toEqual([]);
    });

    test("are changed and shown as they were given, and the audit has no texts and no names of people", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId, slug } = await createNewsroom(sql);
      const changes = await everySetting(sql, { agencyId, clientId });
      const changed = await changeNewsroom(sql, agencyId, { clientId, changes }, actor);
      expect(changed.accentColors).toEqual({ light: expect.any(String), dark: "#ffcc00" });
      expect(changed.accentColors?.light).not.toBe("#ffcc00");
      const shown = await showNewsroom(sql, agencyId, clientId);
      expect(shown).toMatchObject({ ...changes, slug, imprintUrl: null, hasImprint: true, domains: [] });
      const [noted] = await sql`
        select action, subject_id, details from audit
        where agency_id = ${agencyId} and action <> 'client.created'`;
      expect(noted).toMatchObject({ action: "newsroom.changed", subject_id: String(clientId) });
      expect(noted?.details.before).toMatchObject({ level: "L1", language: "de", accentColor: null });
      expect(noted?.details.after).toMatchObject({ level: "L2", language: "en", accentColor: "#ffcc00" });
      expect(JSON.stringify(noted)).not.toMatch(/Petra|presse@|Straße|1234|Pressen/);
      // Nothing new is nothing to note.
      expect((await changeNewsroom(sql, agencyId, { clientId, changes }, actor)).changed).toEqual([]);
      const [count] = await sql`
        select count(*)::integer as rows from audit
        where agency_id = ${agencyId} and action <> 'client.created'`;
      expect(count?.rows).toBe(1);
    });

    test("take pictures of their client alone, and no file that is no picture", async () => {
      const { sql } = (await open()).database;
      const [own, other] = [await createNewsroom(sql), await createNewsroom(sql)];
      const picture = await insertPicture(sql, other.agencyId, { ...other, caption: "Fremd" });
      const { agencyId, clientId } = own;
      const change = (logoAssetId: string) =>
        refusedFields(changeNewsroom(sql, agencyId, { clientId, changes: { logoAssetId } }, actor));
      expect(Object.keys(await change(picture))).toEqual(["logoAssetId"]);
      const chosen = { logoAssetId: await insertPicture(sql, agencyId, { clientId, caption: "Logo" }) };
      await changeNewsroom(sql, agencyId, { clientId, changes: chosen }, actor);
      const alike = { logoAssetId: chosen.logoAssetId.toUpperCase() };
      // However its id is written, the same picture is no change.
      expect((await changeNewsroom(sql, agencyId, { clientId, changes: alike }, actor)).changed).toEqual([]);
      const stranger = await createClient(sql, agencyId, {
        ...{ name: "Nachbar", slugs: [`nachbar-${clientId}`], persona: null, contactEmail: null },
        imprint: testImprint,
      });
      const strangersPicture = await insertPicture(sql, agencyId, { ...stranger, caption: "Nachbar" });
      expect(Object.keys(await change(strangersPicture))).toEqual(["logoAssetId"]);
      const pdf = await insertPicture(sql, agencyId, { clientId, caption: "Datei" });
      await sql`
        update media_blob set media_type = 'application/pdf', width = null, height = null
        where agency_id = ${agencyId} and id = (
          select blob_id from asset where agency_id = ${agencyId} and id = ${pdf}
        )`;
      expect(Object.keys(await change(pdf))).toEqual(["logoAssetId"]);
      // A preview leaves out what could not be saved: the logo is the one from before.
      const deps = { sql, texts: context.texts, publicUrl: "https://dienst.example" };
      for (const logoAssetId of [pdf, picture, strangersPicture]) {
        const { newsroomRow } = await previewNewsroom(deps, agencyId, { clientId, changes: { logoAssetId } });
        expect(newsroomRow.logo?.id).toBe(chosen.logoAssetId);
      }
    });

    test("that somebody else changed meanwhile stay, and the refusal says what stands there", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql);
      const seenStamp = settingsStamp(await showNewsroom(sql, agencyId, clientId));
      const change = (changes: NewsroomChanges) =>
        changeNewsroom(sql, agencyId, { clientId, changes, seenStamp }, actor);
      await change({ contactName: "Anna" });
      expect(await refusedFields(change({ contactName: "Jan" }))).toEqual({
        contactName: ["Inzwischen gespeichert: „Anna“"],
      });
    });

    test("are tidied: blanks go, an empty field takes a setting away, and colours are written small", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql);
      await changeNewsroom(sql, agencyId, { clientId, changes: everything }, actor);
      const changes = { contactName: "  Anna  ", contactRole: " ", websiteUrl: "", accentColor: "#FFCC00" };
      await changeNewsroom(sql, agencyId, { clientId, changes }, actor);
      expect(await showNewsroom(sql, agencyId, clientId)).toMatchObject({
        ...{ contactName: "Anna", contactRole: null, websiteUrl: null },
        accentColor: "#ffcc00",
      });
    });

    const edges: [keyof NewsroomChanges, string, string][] = [
      ["imprintMarkdown", text(20_000), text(20_001)],
      ["privacyMarkdown", text(50_000), text(50_001)],
      ["boilerplate", text(2_000), text(2_001)],
      ["contactName", text(200), text(201)],
      ["contactRole", text(200), text(201)],
      ["imprintUrl", url(2_000), url(2_001)],
      ["privacyUrl", url(2_000), url(2_001)],
      ["websiteUrl", url(2_000), url(2_001)],
      ["contactPhone", `+${"1".repeat(49)}`, `+${"1".repeat(50)}`],
      // 254 octets, and one more.
      ["contactEmail", `a@${labels}${"b".repeat(5)}.de`, `a@${labels}${"b".repeat(6)}.de`],
      ["slug", "a".repeat(80), "a".repeat(81)],
    ];
    test("are taken up to each bound, and refused one past it by the field's name", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql);
      const change = (changes: NewsroomChanges) =>
        changeNewsroom(sql, agencyId, { clientId, changes }, actor);
      for (const [field, edge, past] of edges) {
        expect([field, await refusedFields(change({ [field]: edge }))]).toEqual([field, {}]);
        const refused = await refusedFields(change({ [field]: past }));
        expect(Object.keys(refused)).toEqual([field]);
        expect(refused[field]?.[0]).toMatch(/^(?:Bitte|Dieses)/);
      }
    });

    const hostile: [keyof NewsroomChanges, string][] = [
      ["websiteUrl", "javascript:alert(1)"],
      ["websiteUrl", "ftp://kunde.example/"],
      ["websiteUrl", "https://nutzer:geheim@kunde.example/"],
      ["imprintUrl", "mailto:presse@kunde.example"],
      ["imprintUrl", "/impressum"],
      ["imprintMarkdown", "a\0b"],
      ["contactName", "Petra\nBcc: x@y.example"],
      ["contactName", "\ud800"],
      ["contactEmail", "presse@kunde"],
      ["contactEmail", "presse@kunde.example\nBcc: x"],
      ["contactEmail", "presse@kunde.example?subject=x"],
      ["contactPhone", "anrufen"],
      ["contactPhone", "12"],
      ["level", "L3"],
      ["language", "fr"],
      ["accentColor", "red;}body{display:none"],
      ["accentColor", "#fff"],
      ["logoAssetId", "1"],
      ["contactPictureAssetId", "../../x"],
      ["slug", "Groß"],
      ["slug", "a--b"],
      ["slug", "../x"],
      ["slug", "assets"],
      ["slug", "impressum"],
      ["level", ""],
      ["slug", ""],
    ];
    test("refuse hostile values, all of them at once, and change nothing", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql);
      const before = await showNewsroom(sql, agencyId, clientId);
      for (const [field, value] of hostile) {
        const work = changeNewsroom(sql, agencyId, { clientId, changes: { [field]: value } }, actor);
        expect([field, value, Object.keys(await refusedFields(work))]).toEqual([field, value, [field]]);
      }
      const many = { websiteUrl: "x", contactEmail: "x", contactName: "Anna" };
      const work = changeNewsroom(sql, agencyId, { clientId, changes: many }, actor);
      expect(Object.keys(await refusedFields(work))).toEqual(["contactEmail", "websiteUrl"]);
      expect(await showNewsroom(sql, agencyId, clientId)).toEqual(before);
    });

    test("have one imprint, an address or a text, that can be replaced and not taken away", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql, null);
      const change = (changes: NewsroomChanges) =>
        changeNewsroom(sql, agencyId, { clientId, changes }, actor);
      await change({ imprintUrl: "https://kunde.example/impressum" });
      await change({ imprintMarkdown: "Kunde GmbH" });
      expect(await showNewsroom(sql, agencyId, clientId)).toMatchObject({
        imprintUrl: null,
        imprintMarkdown: "Kunde GmbH",
      });
      expect(Object.keys(await refusedFields(change({ imprintMarkdown: null })))).toEqual([
        "imprintMarkdown",
      ]);
      const both = { imprintUrl: "https://a.example/", imprintMarkdown: "A" };
      expect(Object.keys(await refusedFields(change(both)))).toEqual(["imprintUrl"]);
      const refused = createNewsroom(sql, { url: "javascript:x()" });
      expect(Object.keys(await refusedFields(refused))).toEqual(["imprintUrl"]);
    });

    test("belong to one agency, and lists go on from their cursor", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createNewsroom(sql);
      const { agencyId: other } = await createTestAgency(sql);
      const changes = { contactName: "Fremd" };
      expect(await refusalOf(changeNewsroom(sql, other, { clientId, changes }, actor))).toBe("not_found");
      expect(await refusalOf(showNewsroom(sql, other, clientId))).toBe("not_found");
      expect((await listNewsrooms(sql, other)).newsrooms).toEqual([]);
      const second = await createClient(sql, agencyId, {
        ...{ name: "Zweiter", slugs: ["zweiter"], persona: null, contactEmail: null },
      });
      const first = await listNewsrooms(sql, agencyId, { limit: 1 });
      expect(first.newsrooms.map(({ id }) => id)).toEqual([clientId]);
      const next = await listNewsrooms(sql, agencyId, { limit: 1, cursor: first.nextCursor ?? "" });
      expect(next).toMatchObject({
        newsrooms: [{ id: second.clientId, hasImprint: false }],
        nextCursor: null,
      });
    });
  });
});

async function createNewsroom(sql: Sql, imprint: LegalText | null = testImprint) {
  clients += 1;
  const slugs = [`kunde-${clients}`];
  const { agencyId } = await createTestAgency(sql);
  const created = await createClient(sql, agencyId, {
    ...{ name: "Kunde", slugs, persona: null, contactEmail: null },
    imprint,
  });
  return { agencyId, ...created };
}

/** Each setting; logo and portrait are pictures of the client. */
async function everySetting(sql: Sql, { agencyId, clientId }: { agencyId: number; clientId: number }) {
  return {
    ...everything,
    contactPictureAssetId: await insertPicture(sql, agencyId, { clientId, caption: "Porträt" }),
    logoAssetId: await insertPicture(sql, agencyId, { clientId, caption: "Logo" }),
  } satisfies NewsroomChanges;
}
