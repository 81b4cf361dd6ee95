import { beforeAll, expect, test } from "bun:test";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import { localDay } from "../../../../service/features/measurement/local-day.ts";
import { draftForClients } from "../../../../service/features/reporting/drafts/change-drafts.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { usualPeriod } from "../../../../service/features/reporting/reports/period-names.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";
import { mainOf } from "./support.ts";

const { service, agency, owner } = serviceScene();
const clients = 130;
let lastId = 0;

beforeAll(async () => {
  await service.sql`
    insert into client (agency_id, name, slug)
    select ${agency.agencyId}::integer, 'Kunde ' || to_char(nr, 'FM000'), ${`k-${agency.agencyId}-`} || nr
    from generate_series(1, ${clients - 1}::integer) as nr
  `;
  const clientName = `Kunde ${clients}`;
  lastId = (await createTestRelease(service.sql, agency.agencyId, { clientName })).clientId;
});

const path = "/app/berichte";
const forms = [`${path}/neu`, `${path}/zeitplaene/neu`];

test("the last of an agency's many clients is offered for a report and a schedule, and found by its name", async () => {
  for (const form of forms) {
    const all = await mainOf(await owner.get(form));
    expect(all.match(/value="client:/g)).toHaveLength(clients);
    expect(all).toContain(`value="client:${lastId}"`);
    const found = await mainOf(await owner.post(`${form}/suchen`, { q: "kunde 130" }));
    expect(found.match(/value="client:\d+"/g)).toEqual([`value="client:${lastId}"`]);
    const chosen = await mainOf(
      await owner.post(`${form}/suchen`, { scope: `client:${lastId}`, q: "nichts" }),
    );
    expect(chosen).toContain(`<option value="client:${lastId}" selected>Kunde 130<`);
  }
});

test("a search above a report or a schedule leaves what a link had chosen and what was typed", async () => {
  const page = await mainOf(
    await owner.get(`${path}/neu?bereich=client:${lastId}&von=2026-10-01&bis=2026-10-09&vergleich=vorjahr`),
  );
  expect(page).toContain(`formaction="${path}/neu/suchen?agency=${agency.agencyId}#f-q"`);
  const typed = {
    q: "kunde 001",
    scope: `client:${lastId}`,
    ...{ period: "free", from: "2026-10-01", to: "2026-10-09", comparison: "previous_year" },
    comment: "Gut **gelaufen**.",
  };
  const report = await owner.post(`${path}/neu/suchen`, typed);
  const found = await mainOf(report);
  expect(report.status).toBe(200);
  for (const kept of [
    ...[`value="client:${lastId}" selected`, ">Kunde 001<", 'value="kunde 001"', 'value="free" selected'],
    ...['value="2026-10-01"', 'value="2026-10-09"', 'value="previous_year" selected', typed.comment],
  ])
    expect(found).toContain(kept);
  expect(found).not.toContain('class="problem"');
  expect([page, found].map((each) => each.includes("Noch ist nichts gespeichert."))).toEqual([false, true]);
  const schedule = {
    ...{ q: "kunde 001", scope: `client:${lastId}`, period: "quarter", atTime: "9:15", formats: "csv" },
    recipients: "halb@getippt",
  };
  const drawn = await mainOf(await owner.post(`${path}/zeitplaene/neu/suchen`, schedule));
  for (const kept of [
    ...[`value="client:${lastId}" selected`, ">Kunde 001<", 'value="quarter" selected', 'value="9:15"'],
    ...['value="csv" checked', "halb@getippt"],
  ])
    expect(drawn).toContain(kept);
});

test("what a link names is chosen: a portfolio too that is older than those offered; another agency's is not", async () => {
  const { sql } = service;
  const { agencyId } = agency;
  const id = await insertPortfolio(sql, agencyId, { name: "Ganz alt", clientIds: [lastId], campaignIds: [] });
  await sql`
    insert into portfolio (agency_id, id, name)
    select ${agencyId}::integer, gen_random_uuid(), 'Neuer ' || nr
    from generate_series(1, 100) as nr
  `;
  const stranger = (await createTestAgency(sql)).agencyId;
  const foreign = await createTestRelease(sql, stranger);
  const foreignPortfolio = await keptPortfolio(sql, stranger, foreign.clientId);
  for (const form of forms) {
    expect(await mainOf(await owner.get(`${form}?bereich=portfolio:${id}`))).toContain("selected>Ganz alt<");
    for (const scope of [`client:${foreign.clientId}`, `portfolio:${foreignPortfolio.id}`])
      expect(await mainOf(await owner.get(`${form}?bereich=${scope}`))).not.toContain(`value="${scope}"`);
  }
});

test("figures of a client and its page lead to the form with the client chosen", async () => {
  const scope = `bereich=client:${lastId}`;
  await service.sql`update client set created_at = now() - interval '40 days' where agency_id = ${agency.agencyId} and id = ${lastId}`;
  expect(await mainOf(await owner.get(`/app/zahlen/kunde/${lastId}`))).toContain(`${path}/neu?${scope}&`);
  expect(await mainOf(await owner.get(`/app/kunden/${lastId}`))).toContain(`href="${path}/neu?${scope}"`);
  const user = await createDashboardUser(service, agency.agencyId, { role: "analyst" });
  expect(await mainOf(await user.get(`/app/zahlen/kunde/${lastId}`))).not.toContain(scope);
});

test("the page of a client whose draft of last month's report waits leads to it, and to no second report", async () => {
  const { agencyId } = agency;
  const { clientId } = await createTestRelease(service.sql, agencyId);
  const today = localDay(new Date(), "Europe/Berlin");
  const shown = async (period: string) => {
    const asked = { clientIds: [clientId], period, comparison: null, formats: ["pdf"] } as const;
    await draftForClients(service.sql, agencyId, asked, { type: "operator", id: null });
    const page = await mainOf(await owner.get(`/app/kunden/${clientId}`));
    return [
      "noch nicht erstellt",
      "Bericht erstellen",
      "liegt als Entwurf bereit",
      `href="${path}/entwuerfe/`,
    ].map((words) => page.includes(words));
  };
  await service.sql`update client set created_at = now() - interval '40 days' where agency_id = ${agencyId} and id = ${clientId}`;
  expect(await shown(today.slice(0, 7))).toEqual([true, true, false, false]);
  expect(await shown(usualPeriod(today))).toEqual([false, false, true, true]);
});

test("drafts of a client that was archived since are left out when those of its period go out together, and say so", async () => {
  const { sql } = service;
  const { agencyId } = await createTestAgency(sql);
  const user = await createDashboardUser(service, agencyId);
  const [gone, there] = [await createTestRelease(sql, agencyId), await createTestRelease(sql, agencyId)];
  const clientIds = [gone.clientId, there.clientId];
  const actor = { type: "operator", id: null } as const;
  const asked = { clientIds, period: "2026-06", comparison: null, formats: ["pdf"] } as const;
  await draftForClients(sql, agencyId, asked, actor);
  const { id: scopeId } = await keptPortfolio(sql, agencyId, gone.clientId);
  const [draft] =
    await sql`select id from report_draft where agency_id = ${agencyId} and scope_id = ${scopeId}`;
  const at = `${path}/entwuerfe/${draft?.id}`;
  const shown = async (words: string, page: string) => (await mainOf(await user.get(page))).includes(words);
  const seen = async () => [
    await shown("alle 2 Entwürfe ausstellen", `${path}/entwuerfe`),
    await shown("Kunde archiviert, nur einzeln auszustellen", `${path}/entwuerfe`),
    await shown("Der Kunde ist inzwischen archiviert", at),
    await shown(`href="${at}"`, "/app"),
  ];
  expect(await seen()).toEqual([true, false, false, true]);
  await setClientStatus(sql, agencyId, { clientId: gone.clientId, status: "archived" }, actor);
  expect(await seen()).toEqual([false, true, true, false]);
  const newestId = "ffffffff-0000-7000-8000-000000000000";
  await user.post(`${path}/entwuerfe/ausstellen`, { period: "2026-06", newestId });
  const ordered = await sql`
    select scope_id from report_draft where agency_id = ${agencyId} and (issue_at is not null or report_id is not null)`;
  const { id: other } = await keptPortfolio(sql, agencyId, there.clientId);
  expect(ordered.map((row) => row.scope_id)).toEqual([other]);
});
