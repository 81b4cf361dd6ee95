import { expect, test } from "bun:test";
import { readReportedMailings } from "../../../service/features/mailings/report-figures.ts";
import { mailingRetentionLoop } from "../../../service/features/mailings/retention-sql.ts";
import { campaignOf } from "../../../service/features/mailings/rules.ts";
import { dimensions, valueId } from "../../../service/features/measurement/dimensions.ts";
import { insertContactList } from "../../../service/features/media-contacts/lists-sql.ts";
import { renderCsv } from "../../../service/features/reporting/exports/render-csv.ts";
import { germanWording } from "../../../service/features/reporting/exports/wording/wording.ts";
import { readFigures } from "../../../service/features/reporting/figures/read-figures.ts";
import { renderSections } from "../../../service/features/reporting/links/page/second-layout.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { renderHtml } from "../../../service/floor/web/html.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestRelease } from "../../support/service.ts";
import { insertMention } from "../insights/support.ts";
import { createContact } from "../media-contacts/support.ts";
import { createDesk, type Desk, endAll, keptMails, prepareAll, sendAll, sendMailing } from "./support.ts";

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);

  test("a report says what became of the press mailings of its days, and names their campaigns by subject", async () => {
    const desk = await createDesk(sql);
    const { agencyId, listId, releaseId } = desk;
    for (const medium of ["Weser-Kurier", "Nordsee-Blatt", "weser-kurier"])
      await createContact(sql, agencyId, { medium, listIds: [listId] });
    const id = await sendMailing(sql, desk, { subject: "Neues Werk" });
    await prepareAll(sql);
    await sendAll(sql, keptMails());
    await endAll(sql);
    await insertMention(sql, agencyId, { release_id: releaseId, medium: "Weser-Kurier" });
    const { source, medium, campaign } = campaignOf(id);
    for (const daysAgo of [0, 60]) await clickLinks(sql, desk, { id, daysAgo });
    const request = { scopeType: "article", scopeId: releaseId, createdBy: "operator" } as const;
    const report = await createPublicationReport(sql, agencyId, { ...request, seal: await testSeal() });
    expect(report.mailings).toEqual({
      media: { origin: "observed", addressed: 2, reported: 1 },
      items: [
        {
          ...{ subject: "Neues Werk", campaign, sentAt: expect.any(String) },
          observed: { origin: "observed", sent: 3, undeliverable: 0, objections: 0 },
          // Those of the days before the report's are in its figures no more than any other view of then.
          measured: { origin: "measured", clicks: 7 },
        },
      ],
    });
    expect(report.performance.campaigns).toEqual([
      { source, medium, campaign, views: 7, mailing: "Neues Werk" },
    ]);
    const { from, to } = report.performance.window;
    const asked = { scope: { type: "article", id: String(releaseId) }, days: { from, to } } as const;
    const figures = await readFigures(sql, agencyId, { ...asked, before: null, clientIds: null });
    expect(figures.performance.campaigns).toEqual(report.performance.campaigns);
    const page = renderHtml(renderSections(report, { words: germanWording, path: null }));
    expect(page).toContain("Eines von 2 angeschriebenen Medien hat berichtet.");
    expect(page).toContain("Neues Werk");
    const csv = Buffer.concat([...renderCsv(report, "https://presse.example/pruefen")]).toString();
    expect(csv).toMatch(/^mailings,[\d-]+,clicks,"Neues Werk \| aussand-\w+",7,views,measured\r$/m);
    expect(csv).toMatch(/^mailings,[\d-]+,sent,"Neues Werk \| aussand-\w+",3,mails,observed\r$/m);
  });

  test("a report of other days, or without a mailing, says nothing of them but the subject of one that is read still", async () => {
    const desk = await createDesk(sql);
    const { agencyId, listId, releaseId } = desk;
    await createContact(sql, agencyId, { listIds: [listId] });
    const request = { scopeType: "article", scopeId: releaseId, createdBy: "operator" } as const;
    const seal = await testSeal();
    const before = await createPublicationReport(sql, agencyId, { ...request, seal });
    const id = await sendMailing(sql, desk, { subject: "Neues Werk" });
    await prepareAll(sql);
    await sql`update mailing set prepared_at = now() - interval '60 days' where id = ${id}`;
    const after = await createPublicationReport(sql, agencyId, { ...request, seal });
    const stranger = await createDesk(sql);
    await createContact(sql, stranger.agencyId, { listIds: [stranger.listId] });
    const strangersId = await sendMailing(sql, stranger);
    await prepareAll(sql);
    for (const clickedId of [id, strangersId]) await clickLinks(sql, desk, { id: clickedId, daysAgo: 1 });
    const read = await createPublicationReport(sql, agencyId, { ...request, seal });
    for (const report of [before, after, read]) expect("mailings" in report).toBe(false);
    const named = read.performance.campaigns.map(({ campaign, mailing = null }) => [campaign, mailing]);
    expect(Object.fromEntries(named)).toEqual({
      [campaignOf(id).campaign]: "Neues Werk",
      [campaignOf(strangersId).campaign]: null,
    });
  });

  test("a medium has reported where it wrote about a release that it got, up to the last day of the report", async () => {
    const desk = await createDesk(sql);
    const { agencyId, releaseId } = desk;
    const { clientId, pressReleaseId } = await createTestRelease(sql, agencyId);
    const listId = Bun.randomUUIDv7();
    await insertContactList(sql, agencyId, { id: listId, name: "Andere", clientId: null, condition: null });
    await createContact(sql, agencyId, { medium: "taz", listIds: [desk.listId] });
    await createContact(sql, agencyId, { medium: "Nordsee-Blatt", listIds: [listId] });
    for (const about of [desk, desk, { ...desk, clientId, releaseId: pressReleaseId, listId }])
      await sendMailing(sql, about);
    await prepareAll(sql);
    await sendAll(sql, keptMails());
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
    const [from = "", to = ""] = [-1, 1].map((days) => inDays(days).toISOString().slice(0, 10));
    const media = async () => {
      const input = {
        releaseIds: [releaseId, pressReleaseId],
        window: { from, to, timezone: "Europe/Berlin" },
      };
      return (await readReportedMailings(sql, agencyId, input))?.media;
    };
    // Each wrote about the release that the other one got.
    await insertMention(sql, agencyId, { release_id: pressReleaseId, medium: "taz" });
    await insertMention(sql, agencyId, { release_id: releaseId, medium: "Nordsee-Blatt" });
    await insertMention(sql, agencyId, { release_id: releaseId, medium: "taz", published_at: inDays(3) });
    expect(await media()).toEqual({ addressed: 2, reported: 0 });
    await insertMention(sql, agencyId, { release_id: releaseId, medium: "TAZ" });
    expect(await media()).toEqual({ addressed: 2, reported: 1 });
  });

  test("once recipients are forgotten it says what one mailing came to, and of several nothing that it can't know", async () => {
    const desk = await createDesk(sql);
    const { agencyId, listId, releaseId } = desk;
    await createContact(sql, agencyId, { medium: "Weser-Kurier", listIds: [listId] });
    await insertMention(sql, agencyId, { release_id: releaseId, medium: "Weser-Kurier" });
    const window = { from: "2020-01-01", to: "2099-12-31", timezone: "Europe/Berlin" };
    const media = async () =>
      (await readReportedMailings(sql, agencyId, { releaseIds: [releaseId], window }))?.media;
    const send = async () => {
      const id = await sendMailing(sql, desk);
      await prepareAll(sql);
      await sendAll(sql, keptMails());
      await endAll(sql);
      return id;
    };
    const early = await send();
    await sql`update mailing set finished_at = now() - interval '25 months' where id = ${early}`;
    await mailingRetentionLoop({ sql }).run(new AbortController().signal);
    expect(await media()).toEqual({ addressed: 1, reported: 1 });
    await createContact(sql, agencyId, { medium: "taz", listIds: [listId] });
    await send();
    expect(await media()).toEqual({ addressed: 0, reported: 0 });
  });
});

/** Seven views of the desk's release by links of a mailing. */
async function clickLinks(
  sql: Sql,
  { agencyId, releaseId }: Desk,
  { id, daysAgo }: { id: string; daysAgo: number },
): Promise<void> {
  const { source, medium, campaign } = campaignOf(id);
  const clicked = valueId([source, medium, campaign]);
  await sql`
    insert into hit_campaign (agency_id, id, source, medium, campaign)
    values (${agencyId}, ${clicked}, ${source}, ${medium}, ${campaign})
    on conflict do nothing`;
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    values (${agencyId}, ${releaseId}, now()::date - ${daysAgo}::integer, ${dimensions.campaign}, ${clicked}, 7, 7, 7)`;
}
