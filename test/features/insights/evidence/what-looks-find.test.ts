import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { updateClipping } from "../../../../service/features/insights/clippings/change-clipping.ts";
import { keepNewsroomWord, keepReleaseWord } from "../../../../service/features/newsroom/address-sql.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../../support/service.ts";
import { byOperator } from "../support.ts";
import { lookScene, other, paragraphs, publicUrl } from "./look-scene.ts";

describe.each(["embedded", "server"] as const)("looks at the pages of clippings, %s", (kind) => {
  let port: number;
  let agencyId: number;
  let release: TestRelease;
  const { service, site, pages, begin, enter, look, mentionOf, rowOf } = lookScene(kind, () => ({
    agencyId,
    release,
  }));
  beforeAll(() => {
    port = site.port;
  });
  beforeEach(async () => {
    ({ agencyId, release } = await begin());
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
});
