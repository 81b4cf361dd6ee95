import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { updateClient } from "../../../../service/features/clients/update-client.ts";
import {
  confirmClipping,
  rejectClipping,
  removeClipping,
} from "../../../../service/features/insights/clippings/change-clipping.ts";
import { changeReading } from "../../../../service/features/insights/pages/hand-over.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { createTestAgency, type TestRelease } from "../../../support/service.ts";
import { byOperator } from "../support.ts";
import { lookScene, other, paragraphs } from "./look-scene.ts";

/** The beginning of an article that goes on for those who pay. */
const paid = `<title>Aus der Region</title><script type="application/ld+json">{"isAccessibleForFree": "False"}</script><p>${other.join("</p><p>")}</p>`;

describe.each(["embedded", "server"] as const)("looks at the pages of clippings, %s", (kind) => {
  let port: number;
  let agencyId: number;
  let release: TestRelease;
  const { service, site, pages, begin, enter, take, look, mentionOf, rowOf } = lookScene(kind, () => ({
    agencyId,
    release,
  }));
  beforeAll(() => {
    port = site.port;
  });
  beforeEach(async () => {
    ({ agencyId, release } = await begin());
  });

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

  test("A page that could not be read at first says what a clipping is, unless a person has", async () => {
    for (const [by, said] of [
      [{ matchTypeBy: null }, { matchType: "full_text", matchTypeBy: "comparison" }],
      [{}, { matchType: "mention", matchTypeBy: "person" }],
    ] as const) {
      pages.set("/a", { status: 503 });
      const id = await enter({}, by);
      await look();
      pages.set("/a", { paragraphs });
      await look();
      expect(await mentionOf()).toMatchObject({ ...said, evidence: { matchType: "full_text" } });
      await removeClipping(service.sql, agencyId, { id, ...byOperator });
    }
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
});
