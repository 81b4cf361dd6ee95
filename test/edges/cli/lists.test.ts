import { expect, test } from "bun:test";
import { operator } from "../../../service/edges/cli/operator.ts";
import { insertCampaign } from "../../../service/features/reporting/campaigns/sql.ts";
import { createReportLink } from "../../../service/features/reporting/links/report-links.ts";
import { insertPortfolio } from "../../../service/features/reporting/portfolios/sql.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { changeSchedule } from "../../../service/features/reporting/schedules/change-schedule.ts";
import {
  createSchedule,
  type ScheduleInput,
} from "../../../service/features/reporting/schedules/create-schedule.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { createEmbargoLink } from "../../../service/features/workflow/embargo/embargo-links.ts";
import { createTestImport, insertMention } from "../../features/insights/support.ts";
import { createSubscription, secretKey } from "../../features/newsroom/subscriptions/support.ts";
import { databaseScene } from "../../support/cast.ts";
import { testKeyFile, testSeal } from "../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { insertTestAssets } from "../../support/test-assets.ts";
import {
  context,
  createApproved,
  createWorkshop,
  draftInput,
  listenToEverything,
} from "../../support/workflow.ts";
import { runJson, runProgram } from "./run-program.ts";

const { database, address } = databaseScene({ connectionsMax: 2 });

type Row = { id: string | number };

test("everything that an operator can name is listed by its agency, a page at a time, and shown by its id", async () => {
  const { sql } = database;
  const environment = {
    DATABASE_URL: address.databaseUrl,
    PUBLIC_URL: "https://presse.example",
    REPORT_SIGNING_KEY_FILE: testKeyFile(),
  };
  const run = async (...args: string[]) =>
    (await runJson(args, environment)) as Record<string, unknown> & { nextCursor: string | null };
  const workshop = await createWorkshop(sql);
  const { agencyId } = workshop;
  const agency = String(agencyId);
  const release = await createTestRelease(sql, agencyId);
  const second = await createTestRelease(sql, agencyId);
  const draft = await createDraft(sql, agencyId, draftInput(workshop.clientId), context);
  const releaseIds = [release.pressReleaseId];
  const campaignId = await insertCampaign(sql, agencyId, { name: "Herbst", releaseIds });
  const members = { clientIds: [workshop.clientId], campaignIds: [campaignId] };
  const portfolioId = await insertPortfolio(sql, agencyId, { name: "Alles", ...members });
  const scope = {
    scopeType: "article",
    scopeId: release.pressReleaseId,
    createdBy: "test",
    seal: await testSeal(),
  } as const;
  const { id: reportId } = await createPublicationReport(sql, agencyId, { ...scope, days: 7 });
  await listenToEverything(sql, agencyId);

  const nouns: [string, string, Row["id"] | null][] = [
    ["release", "releases", second.pressReleaseId],
    ["draft", "drafts", draft.id],
    ["campaign", "campaigns", campaignId],
    ["portfolio", "portfolios", portfolioId],
    ["report", "reports", reportId],
    ["webhook", "webhooks", null],
  ];
  for (const [noun, plural, newest] of nouns) {
    const listed = await run(noun, "list", "--agency", agency);
    const [row] = listed[plural] as Row[];
    if (newest !== null) expect([noun, row?.id]).toEqual([noun, newest]);
    expect(await run(noun, "show", String(row?.id))).toBeObject();
    expect((await run(noun, "list", "--agency", String(agencyId + 1)))[plural]).toEqual([]);
  }
  const page = await run("release", "list", "--agency", agency, "--limit", "1");
  const next = await run("release", "list", "--agency", agency, "--cursor", page.nextCursor ?? "");
  expect((next.releases as Row[]).map(({ id }) => id)).toEqual([release.pressReleaseId]);
  expect(await run("agency", "show", agency)).toMatchObject({ id: agencyId, deleteAfter: null });
  expect(((await run("agency", "list")).agencies as Row[]).map(({ id }) => id)).toContain(agencyId);
  expect(await run("key", "show", workshop.keyId)).toMatchObject({ id: workshop.keyId, name: "test" });
  expect(await run("campaign", "show", campaignId)).toMatchObject({ releaseIds });
  expect(await run("portfolio", "show", portfolioId)).toMatchObject(members);
  expect(await run("draft", "request", draft.id)).toMatchObject({
    ...{ draftVersion: 1, status: "pending", mailSent: false },
    nextStep: expect.stringContaining("pr-service approval link"),
  });
});

test("every list names the page after its last row, and says where it has none", async () => {
  const { sql } = database;
  const workshop = await createWorkshop(sql);
  const { agencyId, clientId } = workshop;
  const { pressReleaseId } = await createTestRelease(sql, agencyId);
  const scope = { scopeType: "article", scopeId: pressReleaseId } as const;
  const seal = await testSeal();
  const report = await createPublicationReport(sql, agencyId, { ...scope, days: 7, createdBy: "test", seal });
  const link = { reportId: report.id, actor: operator, publicUrl: "https://presse.example" };
  const schedule: ScheduleInput = {
    ...{ scopeType: "article", scopeId: String(pressReleaseId), rhythm: "weekly", onDay: 1, atTime: "07:00" },
    ...{ days: 7, formats: ["csv"], recipients: [] },
  };
  const import_id = await createTestImport(sql, agencyId);
  const embargoUntil = new Date(Date.now() + 24 * 3600 * 1000).toISOString();
  const draftId = await createApproved(sql, workshop, { embargoUntil });
  const assets = ["0190e3a0-0000-7000-8000-000000000001", "0190e3a0-0000-7000-8000-000000000002"];
  await insertTestAssets(sql, workshop, assets);
  for (const name of ["anna", "bert"]) {
    await createReportLink(sql, agencyId, link);
    await createSchedule(sql, agencyId, schedule);
    await insertMention(sql, agencyId, { import_id, release_id: pressReleaseId });
    await createEmbargoLink(sql, agencyId, { draftId, name }, context);
    await createSubscription(sql, { agencyId, clientId }, { address: `${name}@example.org` });
  }
  const stranger = await createTestAgency(sql);
  const environment = {
    DATABASE_URL: address.databaseUrl,
    SECRET_KEY: Buffer.from(secretKey).toString("hex"),
  };
  const list = async (noun: string, ...args: string[]) => {
    const { stdout, stderr } = await runProgram([...noun.split(" "), "list", ...args], environment);
    return [stdout.trimEnd().split("\n"), stderr] as const;
  };
  for (const [noun, plural] of [
    ["clipping", "clippings"],
    ["report link", "links"],
    ["client", "clients"],
    ["newsroom", "newsrooms"],
    ["schedule", "schedules"],
    ["asset", "assets"],
    ["embargo-link", "links"],
    ["subscriber", "subscribers"],
  ] as const) {
    const of = ["--agency", String(agencyId)];
    const [[first, more = ""], stderr] = await list(noun, ...of, "--limit", "1");
    expect({ noun, more, stderr }).toEqual({
      noun,
      more: expect.stringMatching(/^More: --cursor ./),
      stderr: "",
    });
    const [rest] = await list(noun, ...of, "--cursor", more.replace("More: --cursor ", ""));
    expect({ noun, rest }).toEqual({ noun, rest: [expect.stringContaining("  ")] });
    expect(rest).not.toContain(first);
    const [none] = await list(noun, "--agency", String(stranger.agencyId));
    expect({ noun, none }).toEqual({ noun, none: [`No ${plural}.`] });
  }
  const { clientId: alone } = await createTestRelease(sql, agencyId);
  expect((await list("contact", "--client", String(alone)))[0]).toEqual(["No contacts."]);
});

test("a schedule is listed with its days and period, and a paused one as such; a report that is ordered with its draft's id", async () => {
  const { sql } = database;
  const { agencyId } = await createTestAgency(sql);
  const { pressReleaseId, clientId } = await createTestRelease(sql, agencyId);
  const usual: ScheduleInput = {
    ...{
      scopeType: "article",
      scopeId: String(pressReleaseId),
      rhythm: "monthly",
      onDay: 3,
      atTime: "07:00",
    },
    ...{ days: 30, formats: ["pdf"], recipients: [] },
  };
  const month = { period: "month", isBusinessDay: true, isLookedThrough: true } as const;
  await createSchedule(sql, agencyId, usual);
  const { id } = await createSchedule(sql, agencyId, { ...usual, ...month });
  await changeSchedule(sql, agencyId, { scheduleId: id, change: "paused" }, operator);
  const run = async (...args: string[]) => {
    const of = ["--agency", String(agencyId)];
    return (await runProgram([...args, ...of], { DATABASE_URL: address.databaseUrl })).stdout;
  };
  const [paused, other] = (await run("schedule", "list")).split("\n");
  const about = `article ${pressReleaseId}  pdf`;
  const business = "monthly on business day 3 at 07:00  over the last month, looked through first";
  expect(paused).toBe(`${id}  ${business}  ${about}  paused`);
  expect(other).toContain(`monthly on 3 at 07:00  over 30 days  ${about}  next 2`);
  // A former release took a week with business days.
  await sql`update report_schedule set rhythm = 'weekly', period = null where agency_id = ${agencyId} and id = ${id}`;
  expect(await run("schedule", "list")).toContain(`${id}  weekly on 3 at 07:00`);
  const create = ["report", "create", "--client", String(clientId), "--period", "2026-10"];
  expect(await run(...create)).toMatch(/^Draft \S+ is ordered: .*`report list`/);
  expect(await run(...create, "--draft")).toMatch(/^Draft \S+ waits to be looked through\.$/m);
});

test("an id that nothing has and a limit past the bound are refused with one line", async () => {
  const environment = { DATABASE_URL: address.databaseUrl };
  const id = "0190e3a0-0000-7000-8000-000000000000";
  const refused: [string[], number, string][] = [
    [["campaign", "show", id], 1, "There is no campaign"],
    [["draft", "show", id], 1, "There is no draft"],
    [["release", "show", "999999"], 1, "There is no release"],
    [["release", "list", "--agency", "1", "--limit", "101"], 2, "Expected 1 to 100."],
    [["subscriber", "list", "--agency", "1", "--limit", "501"], 2, "Expected 1 to 500."],
    [["webhook", "list", "--agency", "1", "--cursor", "NONSENSE"], 1, "Start again without"],
  ];
  for (const [args, exitCode, sentence] of refused) {
    const ended = await runProgram(args, environment);
    expect([ended.exitCode, ended.stdout]).toEqual([exitCode, ""]);
    expect(ended.stderr).toContain(sentence);
  }
});
