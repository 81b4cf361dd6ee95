import { beforeAll, describe, expect, test } from "bun:test";
import { addCampaign } from "../../../../service/features/reporting/campaigns/change-campaign.ts";
import { selectClientFigures } from "../../../../service/features/reporting/figures/figure-rows-sql.ts";
import { addNote, removeNote } from "../../../../service/features/reporting/figures/notes.ts";
import { readFigures } from "../../../../service/features/reporting/figures/read-figures.ts";
import { selectGoalFacts } from "../../../../service/features/reporting/goals/results-sql.ts";
import { addPortfolio } from "../../../../service/features/reporting/portfolios/change-portfolio.ts";
import { selectMarks } from "../../../../service/features/reporting/reports/marks-sql.ts";
import { readReportFigures } from "../../../../service/features/reporting/reports/read-report-figures.ts";
import type { ReportFigures } from "../../../../service/features/reporting/reports/schema.ts";
import { serviceScene } from "../../../support/cast.ts";
import { thrownBy } from "../../../support/error-of.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  type TestRelease,
} from "../../../support/service.ts";
import { insertMention } from "../../insights/support.ts";
import { localDayOf, twoAgencies } from "./support.ts";

const noteId = "018f4f0e-1111-7000-8000-00000000000a";
const operator = { type: "operator", id: null } as const;

describe.each(serviceKinds)("what stands beside figures, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let agencyId: number;
  let strangerId: number;
  let own: TestRelease;
  let theirs: TestRelease;

  beforeAll(async () => {
    ({ agencyId, strangerId, own, theirs } = await twoAgencies(service.sql));
  });

  const localDay = (back: number) => localDayOf(service.sql, back);

  test("what happened stands at its day of the agency's time zone, and another agency's nowhere", async () => {
    const { sql } = service;
    const [today, week] = [await localDay(0), await localDay(7)];
    await sql`
      update release
      set published_at = (${week}::date + time '00:00') at time zone 'Europe/Berlin',
        corrected_at = (${week}::date + time '23:59:59') at time zone 'Europe/Berlin', correction_note = 'Zahl berichtigt'
      where id = ${own.pressReleaseId}
    `;
    const note = {
      id: noteId,
      scope: { type: "article", id: String(own.pressReleaseId) },
      day: today,
    } as const;
    await addNote(sql, agencyId, { ...note, text: "ä".repeat(100), clientIds: null }, operator);
    // The same form twice is one note.
    await addNote(sql, agencyId, { ...note, text: "ä".repeat(100), clientIds: null }, operator);
    for (const wrong of [
      { ...note, text: "ä".repeat(101), clientIds: null },
      { ...note, text: " ", clientIds: null },
      { ...note, text: "x", day: "2026-02-30", clientIds: null },
      { ...note, text: "x", clientIds: [] },
    ])
      expect(await thrownBy(addNote(sql, agencyId, wrong, operator))).toThrow();
    expect(
      await thrownBy(addNote(sql, strangerId, { ...note, text: "x", clientIds: null }, operator)),
    ).toThrow();
    const input = { releaseIds: [own.pressReleaseId, theirs.pressReleaseId], clientIds: [own.clientId] };
    const days = { from: week, to: today };
    expect(await selectMarks(sql, agencyId, { ...input, days })).toEqual([
      { day: week, kind: "correction", count: 1, text: "Werk eröffnet", noteId: null },
      { day: week, kind: "publication", count: 1, text: "Werk eröffnet", noteId: null },
      { day: today, kind: "note", count: 1, text: "ä".repeat(100), noteId },
    ]);
    const later = { from: await localDay(6), to: today };
    expect((await selectMarks(sql, agencyId, { ...input, days: later })).map(({ kind }) => kind)).toEqual([
      "note",
    ]);
    expect(await thrownBy(removeNote(sql, strangerId, { ...note, clientIds: null }, operator))).toThrow();
    await removeNote(sql, agencyId, { ...note, clientIds: null }, operator);
    expect(await thrownBy(removeNote(sql, agencyId, { ...note, clientIds: null }, operator))).toThrow();
    const acts = await sql`
      select action from audit where agency_id = ${agencyId} and action like 'note.%' order by id
    `;
    expect(acts.map(({ action }) => String(action))).toContain("note.removed");
  });

  test("an embargo, clippings, conversions, mailings and each correction are marked, and what belongs to a client alone with the client", async () => {
    const { sql } = service;
    const client = await createTestRelease(sql, agencyId, { title: "Wärmepumpe", clientName: "Marken" });
    const { clientId, pressReleaseId } = client;
    const [day, before, earlier] = [await localDay(3), await localDay(4), await localDay(5)];
    const at = (on: string, time = "12:00") =>
      sql`(${on}::date + ${time}::time) at time zone 'Europe/Berlin'`;
    await sql`
      update release
      set published_at = ${at(earlier)}, corrected_at = ${at(day)}, correction_note = 'Zahl berichtigt'
      where agency_id = ${agencyId} and id = ${pressReleaseId}
    `;
    for (const on of [before, day, day])
      await sql`
        insert into audit (agency_id, id, occurred_at, actor_type, action, subject_type, subject_id)
        values (
          ${agencyId}, gen_random_uuid(), ${at(on, "11:00")}, 'operator', 'release.corrected', 'release',
          ${String(pressReleaseId)}
        )
      `;
    const [draft] = await sql<{ id: string }[]>`
      insert into draft (agency_id, id, client_id, version, status, release_id, published_version)
      values (${agencyId}, gen_random_uuid(), ${clientId}, 1, 'published', ${pressReleaseId}, 1)
      returning id
    `;
    await sql`
      insert into draft_version (
        agency_id, draft_id, version, title, body_markdown, language, keywords, embargo_until, content_hash
      )
      values (${agencyId}, ${draft?.id ?? ""}, 1, 'Wärmepumpe', 'x', 'de', '{}', ${at(earlier)}, ${Buffer.alloc(32)})
    `;
    await sql`
      update release set draft_id = ${draft?.id ?? ""} where agency_id = ${agencyId} and id = ${pressReleaseId}
    `;
    const clipped = { client_id: clientId, published_at: new Date(`${before}T12:00:00Z`) };
    await insertMention(sql, agencyId, { ...clipped, release_id: pressReleaseId });
    await insertMention(sql, agencyId, { ...clipped, release_id: null, state: "confirmed" });
    await insertMention(sql, agencyId, { ...clipped, release_id: null, state: "rejected" });
    for (const [on, event] of [
      [day, "a"],
      [day, "b"],
      [before, "c"],
    ] as const)
      await sql`
        insert into conversion (agency_id, event_id, id, release_id, kind, occurred_at)
        values (${agencyId}, ${event}, gen_random_uuid(), ${pressReleaseId}, 'lead', ${at(on)})
      `;
    // The last mailbox that was full took its mail a day later.
    for (const [release, status, subject, sent] of [
      [pressReleaseId, "sent", "Zur Meldung", 5],
      [pressReleaseId, "stopped", "Zur Hälfte", 2],
      [pressReleaseId, "stopped", "An niemanden", 0],
      [null, "sent", "Einladung", 5],
      [null, "draft", "Entwurf", null],
    ] as const)
      await sql`
        insert into mailing (
          agency_id, client_id, release_id, status, subject, message, reply_to, prepared_at, finished_at, sent_count
        )
        values (
          ${agencyId}, ${clientId}, ${release}, ${status}, ${subject}, 'x', 'a@b.example',
          ${status === "draft" ? null : at(day)}, ${status === "draft" ? null : at(await localDay(2))}, ${sent}
        )
      `;
    await sql`
      insert into mailing (
        agency_id, client_id, draft_id, is_embargoed, status, subject, message, reply_to, prepared_at, finished_at
      )
      values (
        ${agencyId}, ${clientId}, ${draft?.id ?? ""}, true, 'sent', 'Vorab', 'x', 'a@b.example', ${at(before)}, ${at(day)}
      )
    `;
    const note = { id: "018f4f0e-1111-7000-8000-00000000000b", day, text: "Messe", clientIds: null } as const;
    await addNote(sql, agencyId, { ...note, scope: { type: "client", id: String(clientId) } }, operator);
    const days = { from: earlier, to: await localDay(0) };
    const marks = async (clientIds: number[], agency = agencyId) =>
      (await selectMarks(sql, agency, { releaseIds: [pressReleaseId], clientIds, days })).map(
        ({ day: on, kind: what, count, text }) => `${on} ${what} ${count} ${text}`.trim(),
      );
    const ofRelease = [
      `${earlier} embargo 1 Wärmepumpe`,
      `${earlier} publication 1 Wärmepumpe`,
      `${before} clipping 1 Weser-Kurier: Neues Werk in Bremen`,
      `${before} correction 1 Wärmepumpe`,
      `${before} mailing 1 Vorab`,
      `${day} conversions 2`,
      `${day} correction 1 Wärmepumpe`,
      `${day} mailing 2 Zur Hälfte`,
    ];
    expect(await marks([])).toEqual(ofRelease);
    expect(await marks([clientId])).toEqual([
      ...ofRelease.slice(0, 2),
      `${before} clipping 2 Weser-Kurier: Neues Werk in Bremen`,
      ...ofRelease.slice(3, 7),
      `${day} mailing 3 Einladung`,
      `${day} note 1 Messe`,
    ]);
    expect(await marks([clientId], strangerId)).toEqual([]);
    // A portfolio of this client has what belongs to the client alone, in Zahlen and in a report, which keeps it.
    const id = await addPortfolio(
      sql,
      agencyId,
      { name: "Gruppe", clientIds: [clientId], campaignIds: [] },
      operator,
    );
    const scope = { type: "portfolio", id } as const;
    const frozen: ReportFigures = await readReportFigures(sql, agencyId, {
      ...{ scope, asked: { days: 30 }, publicUrl: undefined },
    });
    expect(frozen.marks?.map(({ kind: what, count }) => [what, count])).toContainEqual(["clipping", 2]);
    expect(frozen.marks?.find(({ kind: what }) => what === "note")).toEqual({
      ...{ day, kind: "note", count: 1, text: "Messe" },
    });
    expect(frozen.externalInsights?.mediaMentions?.count).toBe(2);
    const live = await readFigures(sql, agencyId, { scope, days, before: null, clientIds: null });
    expect([live.externalInsights?.mediaMentions?.count, live.wholeClientIds]).toEqual([2, [clientId]]);
    const campaign = await addCampaign(sql, agencyId, { name: "K", releaseIds: [pressReleaseId] }, operator);
    const counted = await readFigures(sql, agencyId, {
      ...{ scope: { type: "campaign", id: campaign }, days, before: null, clientIds: null },
    });
    expect(counted.externalInsights?.mediaMentions?.count).toBe(1);
  });

  test("an article that breaks an embargo counts on the page of the client as in the overview, and once in a portfolio with a campaign", async () => {
    const { sql } = service;
    // Rows and sums of the shared agency are compared below.
    const { agencyId: ownId } = await createTestAgency(sql);
    const { clientId, pressReleaseId } = await createTestRelease(sql, ownId, { clientName: "Embargo" });
    const days = { from: await localDay(3), to: await localDay(0) };
    const published = new Date(`${days.from}T12:00:00Z`);
    const clipped = { client_id: clientId, published_at: published, key_messages: ["Werk"] };
    await insertMention(sql, ownId, { ...clipped, release_id: pressReleaseId });
    const count = async (scope: Parameters<typeof readFigures>[2]["scope"]) =>
      (await readFigures(sql, ownId, { scope, days, before: null, clientIds: null })).externalInsights
        ?.mediaMentions?.count;
    const campaign = await addCampaign(sql, ownId, { name: "K", releaseIds: [pressReleaseId] }, operator);
    const group = { name: "Gruppe", clientIds: [clientId], campaignIds: [campaign] };
    const portfolio = await addPortfolio(sql, ownId, group, operator);
    for (const status of ["published", "archived", "scheduled", "approved"]) {
      await sql`update release set status = ${status} where agency_id = ${ownId} and id = ${pressReleaseId}`;
      const overview = await selectClientFigures(sql, ownId, {
        ...{ clientIds: [clientId], days, query: null, sort: "name", after: null, rowsMax: 1 },
      });
      expect(overview.totals.clippings).toBe(1);
      expect(await count({ type: "client", id: String(clientId) })).toBe(1);
      expect(await count({ type: "portfolio", id: portfolio })).toBe(1);
      const releaseIds = status === "published" || status === "archived" ? [pressReleaseId] : [];
      const about = { releaseIds, clientIds: [clientId], days };
      const marks = await selectMarks(sql, ownId, about);
      expect(marks.filter(({ kind: what }) => what === "clipping").map((each) => each.count)).toEqual([1]);
      const facts = await selectGoalFacts(sql, ownId, {
        ...{ releaseIds, clientId, ranges: [days], measures: [] },
      });
      expect(facts.map(({ withKeyMessage }) => withKeyMessage)).toEqual([1]);
    }
  });
});
