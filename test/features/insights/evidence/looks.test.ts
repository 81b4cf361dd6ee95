import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { updateClient } from "../../../../service/features/clients/update-client.ts";
import { addClipping } from "../../../../service/features/insights/clippings/add-clipping.ts";
import {
  confirmClipping,
  rejectClipping,
  updateClipping,
} from "../../../../service/features/insights/clippings/change-clipping.ts";
import type { ClippingFields } from "../../../../service/features/insights/clippings/schema.ts";
import { evidenceLoop } from "../../../../service/features/insights/evidence/compare-mentions.ts";
import { type ImportInput, importFile } from "../../../../service/features/insights/import/import-file.ts";
import { changeReading } from "../../../../service/features/insights/pages/hand-over.ts";
import { createPageParser } from "../../../../service/features/insights/pages/page-parser.ts";
import { readExternalInsights } from "../../../../service/features/insights/read-external-insights.ts";
import type { MediaMention } from "../../../../service/features/insights/schema.ts";
import { keepNewsroomWord, keepReleaseWord } from "../../../../service/features/newsroom/address-sql.ts";
import { threadUrl } from "../../../../service/floor/concurrency/thread-url.ts";
import { createLog } from "../../../../service/log.ts";
import { rules } from "../../../floor/outbound/posting.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { serviceScene } from "../../../support/cast.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../../support/service.ts";
import { byOperator } from "../support.ts";
import { asPage } from "./article-pages.ts";

const paragraphs = [
  "Die Molkerei Auental füllt ihre Milch künftig wieder in Flaschen aus braunem Glas ab, die fünfzig Mal zurückkommen.",
  "„Wer Milch in Pappe verkauft, hat vergessen, wie sie schmeckt“, sagt Leiterin Ute Kern.",
  "Der Umbau der Halle hat elf Monate gedauert und vier Millionen Euro gekostet, ein Drittel davon trägt das Land.",
];
const other = [
  "Auf dem Wochenmarkt in der Altstadt gibt es ab sofort wieder frischen Fisch aus der Region, wie der Händler mitteilt.",
  "Er kommt jeden Freitag und bleibt bis zum Mittag, solange der Vorrat reicht und das Wetter mitspielt.",
];
/** The beginning of an article that goes on for those who pay. */
const paid = `<title>Aus der Region</title><script type="application/ld+json">{"isAccessibleForFree": "False"}</script><p>${other.join("</p><p>")}</p>`;
const day = "2026-03-10";

describe.each(["embedded", "server"] as const)("looks at the pages of clippings, %s", (kind) => {
  let site: Server;
  let port: number;
  /** What the medium answers by path. */
  const pages = new Map<
    string,
    { status?: number; paragraphs?: readonly string[]; type?: string; html?: string }
  >();
  let agencyId: number;
  let release: TestRelease;
  const pageParser = createPageParser(threadUrl("features/insights/pages/page-worker"));

  const { service } = serviceScene(kind);
  beforeAll(async () => {
    site = createServer((request, response) => {
      const page = pages.get(request.url ?? "");
      const html =
        page?.paragraphs &&
        asPage(page.paragraphs, { seed: 0, headline: "Aus der Region", link: releaseUrl() });
      response.writeHead(page?.status ?? (page ? 200 : 404), { "content-type": page?.type ?? "text/html" });
      response.end(page?.html ?? html);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    port = (site.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await pageParser.close();
    await new Promise((resolve) => site.close(resolve));
  });
  beforeEach(async () => {
    await service.sql`update mention_evidence set due_at = null`;
    pages.clear();
    pageParser.hostRules.clear();
    ({ agencyId } = await createTestAgency(service.sql));
    await service.sql`update agency set reads_articles = true where id = ${agencyId}`;
    release = await publish(agencyId);
  });
  const publicUrl = "https://presse.example";

  test("Clippings of before are compared once the agency lets pages be read, and only its own", async () => {
    pages.set("/a", { paragraphs: ["Der Rotor 7 im Test.", ...other] });
    await updateClient(
      service.sql,
      agencyId,
      { clientId: release.clientId, otherNames: ["Rotor 7"] },
      byOperator.actor,
    );
    const change = (readsArticles: boolean) =>
      changeReading(service.sql, agencyId, { settings: { readsArticles, unreadHosts: [] }, ...byOperator });
    await change(false);
    const id = await enter({ matchType: "excerpt" });
    const rejected = await enter({ url: `http://anzeiger.example:${port}/b` });
    await rejectClipping(service.sql, agencyId, { id: rejected, ...byOperator });
    expect(await rowOf(id)).toBeUndefined();
    const stranger = (await createTestAgency(service.sql)).agencyId;
    await changeReading(service.sql, stranger, {
      settings: { readsArticles: true, unreadHosts: [] },
      ...byOperator,
    });
    expect(await rowOf(id)).toBeUndefined();
    await change(true);
    expect(await rowOf(rejected)).toBeUndefined();
    await look();
    // A product's name alone is a mention.
    expect(await mentionOf()).toMatchObject({ matchType: "mention", matchTypeBy: "comparison" });
  });

  test("Looks go on where they ended when pages may be read again, or a rejected clipping is back", async () => {
    pages.set("/a", { paragraphs });
    const id = await enter();
    await look();
    const change = (readsArticles: boolean, unreadHosts: string[] = []) =>
      changeReading(service.sql, agencyId, { settings: { readsArticles, unreadHosts }, ...byOperator });
    const stateOf = async () => {
      const row = await rowOf(id);
      return [row?.looks, row?.due_at !== null, row?.comparison !== null];
    };
    expect(await stateOf()).toEqual([1, true, true]);
    for (const [end, begin] of [
      [() => change(false), () => change(true)],
      [() => change(true, ["anzeiger.example"]), () => change(true)],
      [
        () => rejectClipping(service.sql, agencyId, { id, ...byOperator }),
        () => confirmClipping(service.sql, agencyId, { id, ...byOperator }),
      ],
    ]) {
      await end?.();
      await look();
      expect((await stateOf()).slice(1)).toEqual([false, true]);
      await begin?.();
      expect((await stateOf()).slice(1)).toEqual([true, true]);
      await look();
    }
    expect(await stateOf()).toEqual([4, true, true]);
    await look();
    // After the fifth look they are over for good.
    await change(false);
    await change(true);
    expect(await stateOf()).toEqual([5, false, true]);
  });

  test("A copy is told by its words, and of the article only numbers and hashes are kept", async () => {
    pages.set("/a", { paragraphs });
    const id = await enter();
    await look();
    const mention = await mentionOf();
    expect(mention).toMatchObject({ matchType: "full_text", matchTypeBy: "comparison" });
    expect(mention?.evidence).toMatchObject({
      matchType: "full_text",
      quotations: [{ number: 1, taken: "whole" }],
      provenance: { origin: "observed", source: `anzeiger.example:${port}`, confidence: "high" },
    });
    expect(mention?.evidence?.provenance.method).toBe(
      "Vergleich der Wörter von Beitrag und Meldung, Fassung 1",
    );
    expect(JSON.stringify(await rowOf(id))).not.toMatch(/Molkerei|Flaschen/);
    const [audit] =
      await service.sql`select * from audit where agency_id = ${agencyId} and action = 'clipping.compared'`;
    expect(audit?.details).toEqual({ before: { matchType: "mention" }, after: { matchType: "full_text" } });
  });

  test("Four more looks, a week apart, see changes and removals, and that a page is back", async () => {
    pages.set("/a", { paragraphs });
    const id = await enter();
    await look();
    const [{ days } = { days: 0 }] = await service.sql`
      select round(extract(epoch from due_at - now()) / 86400)::integer as days from mention_evidence where id = ${id}`;
    expect(days).toBe(7);
    await look();
    expect((await mentionOf())?.evidence).not.toHaveProperty("changedAt");
    pages.set("/a", { paragraphs: [...paragraphs.slice(0, 1), ...other] });
    await look();
    expect((await mentionOf())?.evidence).toMatchObject({
      matchType: "excerpt",
      changedAt: expect.any(String),
    });
    pages.delete("/a");
    await look();
    expect(await mentionOf()).toMatchObject({
      matchType: "excerpt",
      evidence: { matchType: "excerpt", goneSince: expect.any(String) },
    });
    pages.set("/a", { paragraphs });
    await look();
    expect((await mentionOf())?.evidence).not.toHaveProperty("goneSince");
    expect(await rowOf(id)).toMatchObject({ looks: 5, due_at: null });
  });

  test("A page about something else is no match, and what a person says after that stays", async () => {
    pages.set("/a", { paragraphs: other });
    const id = await enter();
    await look();
    expect(await mentionOf()).toMatchObject({
      matchType: "none",
      evidence: { matchType: "none", takenShare: 0 },
    });
    await updateClipping(service.sql, agencyId, { id, changes: { matchType: "mention" }, ...byOperator });
    await look();
    expect(await mentionOf()).toMatchObject({ matchType: "mention", matchTypeBy: "person" });
  });

  test("What can't be read says nothing of the article, and is looked at again", async () => {
    for (const [path, page, outcome] of [
      ["/gone", undefined, "not_found"],
      ["/paid", { status: 402, paragraphs }, "refused"],
      ["/broken", { status: 503, paragraphs }, "server_error"],
      ["/picture", { type: "image/png", paragraphs }, "not_html"],
      ["/teaser", { html: "<title>Aus der Region</title><p>Weiterlesen mit Plus.</p>" }, "no_article"],
      ["/plus", { html: paid }, "no_article"],
    ] as const) {
      if (page !== undefined) pages.set(path, page);
      const id = await enter({ url: `http://anzeiger.example:${port}${path}` });
      await look();
      expect(await rowOf(id)).toMatchObject({
        outcome,
        comparison: null,
        gone_since: null,
        due_at: expect.any(Date),
      });
    }
    expect(await mentionOf()).toMatchObject({ matchType: "mention", matchTypeBy: "person" });
  });

  test("Nothing is read without the agency's consent, without a release, from media it left out, or of what it rejected", async () => {
    pages.set("/a", { paragraphs });
    expect(await rowOf(await enter({ releaseId: null }))).toBeUndefined();
    const rejected = await enter({ url: `http://anzeiger.example:${port}/b` });
    await rejectClipping(service.sql, agencyId, { id: rejected, ...byOperator });
    await service.sql`insert into unread_medium (agency_id, host) values (${agencyId}, 'kurier.example')`;
    const unread = await enter({ url: `http://www.kurier.example:${port}/a` });
    await look();
    for (const id of [rejected, unread]) expect(await rowOf(id)).toMatchObject({ looks: 0, due_at: null });
    await service.sql`update agency set reads_articles = false where id = ${agencyId}`;
    expect(await rowOf(await enter({ url: `http://anzeiger.example:${port}/c` }))).toBeUndefined();
  });

  test("Moved to another release, a clipping is compared with that one", async () => {
    pages.set("/a", { paragraphs });
    const id = await enter();
    await look();
    const first = await mentionOf();
    const second = await createTestRelease(service.sql, agencyId, { bodyMarkdown: other.join("\n\n") });
    const changes = { clientId: second.clientId, releaseId: second.pressReleaseId };
    await updateClipping(service.sql, agencyId, { id, changes, ...byOperator });
    release = second;
    expect((await mentionOf())?.evidence).toBeUndefined();
    await look();
    expect((await mentionOf())?.evidence).toMatchObject({ takenShare: 0 });
    expect((await mentionOf())?.evidence?.releaseSha256).not.toBe(first?.evidence?.releaseSha256 ?? "");
  });

  test("A link to what a release was called before is a link to it", async () => {
    const { clientId, pressReleaseId: releaseId, clientSlug, path } = release;
    const html = (link: string) =>
      `<title>Aus der Region</title><article><p>${other.join("</p><p>")} <a href="${link}">Zur Meldung</a></p></article>`;
    pages.set("/a", { html: html(`${publicUrl}${path}`) });
    await enter();
    const oldSlug = path.split("/").at(-1) ?? "";
    const renamed = { release: `${oldSlug}-neu`, newsroom: `${clientSlug}-neu` };
    await keepReleaseWord(service.sql, agencyId, {
      ...{ clientId, releaseId, oldSlug, newSlug: renamed.release },
    });
    await keepNewsroomWord(service.sql, agencyId, {
      ...{ clientId, oldSlug: clientSlug, newSlug: renamed.newsroom },
    });
    await service.sql`update release set slug = ${renamed.release} where agency_id = ${agencyId} and id = ${releaseId}`;
    await service.sql`update client set slug = ${renamed.newsroom} where agency_id = ${agencyId} and id = ${clientId}`;
    await look();
    const link = { target: "release", rel: null };
    expect(await mentionOf()).toMatchObject({ matchType: "link", evidence: { link } });
    pages.set("/a", { html: html(`${publicUrl}/newsroom/${clientSlug}/etwas-anderes`) });
    await look();
    expect(await mentionOf()).toMatchObject({ evidence: { link: { target: "newsroom" } } });
  });

  test("An article is held against the text that readers had on its day", async () => {
    pages.set("/a", { paragraphs });
    await correct();
    await enter();
    await enter({ url: `http://anzeiger.example:${port}/a?later`, publishedOn: "2026-03-12" });
    pages.set("/a?later", { paragraphs });
    await look();
    const shares = await service.sql<{ share: number }[]>`
      select (comparison ->> 'takenShare')::double precision as share from mention_evidence
      where agency_id = ${agencyId} order by url`;
    expect(shares.map(({ share }) => share > 0.8)).toEqual([true, false]);
  });

  /** As if the release had been corrected on 11 March to a text about something else. */
  async function correct(): Promise<void> {
    const { sql } = service;
    const draftId = crypto.randomUUID();
    const { clientId, pressReleaseId } = release;
    const corrected = other.join("\n\n");
    await sql`
      insert into draft (agency_id, id, client_id, status, version, release_id)
      values (${agencyId}, ${draftId}, ${clientId}, 'published', 3, ${pressReleaseId})`;
    for (const [version, text, note] of [
      [1, paragraphs.join("\n\n"), null],
      [2, "Nie veröffentlicht.", "Ein Versehen"],
      [3, corrected, "Ein anderer Text"],
    ] as const)
      await sql`
        insert into draft_version (agency_id, draft_id, version, title, body_markdown, language, keywords, content_hash, correction_note)
        values (${agencyId}, ${draftId}, ${version}, 'Titel', ${text}, 'de', '{}', sha256('a'), ${note})`;
    await sql`
      update release
      set draft_id = ${draftId}, body_markdown = ${corrected}, corrected_at = '2026-03-11T10:00:00Z', correction_note = 'Ein anderer Text'
      where agency_id = ${agencyId} and id = ${pressReleaseId}`;
    await sql`
      insert into audit (agency_id, id, occurred_at, actor_type, action, subject_type, subject_id, details)
      values (${agencyId}, ${crypto.randomUUID()}, '2026-03-11T10:00:00Z', 'operator', 'release.corrected', 'release',
        ${String(pressReleaseId)}, '{"version": 3}')`;
  }

  test("Another agency has nothing of it", async () => {
    pages.set("/a", { paragraphs });
    await enter();
    await look();
    const stranger = await createTestAgency(service.sql);
    expect(await mentionOf(stranger.agencyId)).toBeUndefined();
  });

  test("Clippings of a file are compared, and the next file that brings them changes nothing of it", async () => {
    pages.set("/a", { paragraphs });
    await take("Erste Meldung");
    await look();
    const before = await mentionOf();
    expect(before).toMatchObject({ matchType: "full_text", matchTypeBy: "comparison" });
    await take("Zweite Meldung");
    const after = await mentionOf();
    expect(after).toMatchObject({ headline: "Zweite Meldung", matchType: "full_text" });
    expect([after?.matchTypeBy, after?.evidence]).toEqual([before?.matchTypeBy, before?.evidence]);
    const rows = await service.sql`select looks, due_at from mention_evidence where agency_id = ${agencyId}`;
    expect(rows.map(({ looks, due_at: dueAt }) => [looks, dueAt !== null])).toEqual([[1, true]]);
  });

  test("A file that says another address, or is given up, takes nothing of the comparison along", async () => {
    pages.set("/a", { paragraphs });
    await take("Erste Meldung");
    await look();
    const before = await mentionOf();
    const refused = take("Zweite Meldung", {
      beforeCommit: () => Promise.reject(new Error("No.")),
    });
    expect(await thrownBy(refused)).toThrow("No.");
    expect(await mentionOf()).toEqual(before);
    await take("Dritte Meldung", { ending: "?utm_source=brief" });
    const { matchType, matchTypeBy, evidence } = (await mentionOf()) ?? {};
    expect([matchType, matchTypeBy, evidence]).toEqual(["mention", undefined, undefined]);
    pages.set("/a?utm_source=brief", { paragraphs: other });
    await look();
    expect(await mentionOf()).toMatchObject({ matchTypeBy: "comparison", evidence: { takenShare: 0 } });
  });

  test("Of a file of an agency that wants no pages read, none is", async () => {
    await service.sql`update agency set reads_articles = false where id = ${agencyId}`;
    await take("Erste Meldung");
    expect(await service.sql`select from mention_evidence where agency_id = ${agencyId}`).toHaveLength(0);
  });

  const publish = (owner: number) =>
    createTestRelease(service.sql, owner, {
      title: "Molkerei Auental kehrt zur Flasche zurück",
      bodyMarkdown: paragraphs.join("\n\n"),
      clientName: "Molkerei Auental GmbH",
    });
  const releaseUrl = () => `${publicUrl}${release.path}`;
  const enter = async (changes: Partial<ClippingFields> = {}) => {
    const { clientId, pressReleaseId: releaseId } = release;
    const none = { author: null, place: null, language: null, note: null, reach: null, reachSource: null };
    const fields: ClippingFields = {
      ...{
        ...none,
        clientId,
        releaseId,
        medium: "Anzeiger",
        mediaType: "online",
        headline: "Aus der Region",
      },
      ...{ url: `http://anzeiger.example:${port}/a`, publishedOn: day, matchType: "mention", ...changes },
    };
    return (await addClipping(service.sql, agencyId, { fields, ...byOperator })).id;
  };
  /** A clipping in a file; another text is another file. */
  const take = async (
    headline: string,
    { ending = "", ...options }: Pick<ImportInput, "beforeCommit"> & { ending?: string } = {},
  ) => {
    const heading = "Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle";
    const url = `http://anzeiger.example:${port}/a${ending}`;
    const line = `${release.pressReleaseId};Anzeiger;Online;${headline};${url};10.03.2026;Erwähnung;Dienst`;
    const read = async function* () {
      yield new TextEncoder().encode(`${heading}\n${line}`);
    };
    const source = { name: "clippings.csv", read };
    await importFile(service.sql, agencyId, { kind: "media-mentions", source, ...options });
  };
  const look = async () => {
    await service.sql`update mention_evidence set due_at = now() - interval '1 second' where agency_id = ${agencyId} and due_at is not null`;
    await announceAll(service.sql);
    const log = createLog("silent", () => {});
    const deps = { sql: service.sql, log, targetRules: rules, pageParser, publicUrl };
    await evidenceLoop(deps).run(new AbortController().signal);
  };
  const mentionOf = async (owner = agencyId): Promise<MediaMention | undefined> => {
    const window = { from: "2026-01-01", to: "2099-01-01" };
    const input = { releaseIds: [release.pressReleaseId], clientIds: [], window };
    return (await readExternalInsights(service.sql, owner, input))?.mediaMentions?.items[0];
  };
  const rowOf = async (id: string) => {
    const [row] =
      await service.sql`select * from mention_evidence where agency_id = ${agencyId} and id = ${id}`;
    return row;
  };
});
