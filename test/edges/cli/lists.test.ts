import { expect, test } from "bun:test";
import { insertCampaign } from "../../../service/features/reporting/campaigns/sql.ts";
import { insertPortfolio } from "../../../service/features/reporting/portfolios/sql.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { databaseScene } from "../../support/cast.ts";
import { testKeyFile, testSeal } from "../../support/seal.ts";
import { createTestRelease } from "../../support/service.ts";
import { context, createWorkshop, draftInput, listenToEverything } from "../../support/workflow.ts";
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
  expect(await run("draft", "request", draft.id)).toMatchObject({ draftVersion: 1, status: "pending" });
});

test("an id that nothing has and a limit past the bound are refused with one line", async () => {
  const environment = { DATABASE_URL: address.databaseUrl };
  const id = "0190e3a0-0000-7000-8000-000000000000";
  const refused: [string[], number, string][] = [
    [["campaign", "show", id], 1, "There is no campaign"],
    [["draft", "show", id], 1, "There is no draft"],
    [["release", "show", "999999"], 1, "There is no release"],
    [["release", "list", "--agency", "1", "--limit", "101"], 2, "Expected 1 to 100."],
  ];
  for (const [args, exitCode, sentence] of refused) {
    const ended = await runProgram(args, environment);
    expect([ended.exitCode, ended.stdout]).toEqual([exitCode, ""]);
    expect(ended.stderr).toContain(sentence);
  }
});
