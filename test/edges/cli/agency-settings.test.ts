import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { samplePng } from "../../support/sample-png.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { runJson, runProgram } from "./run-program.ts";

let directory: string;
let environment: Record<string, string>;
let agency: string;

const run = (...args: string[]) =>
  runJson([...args, "--data-dir", directory], environment) as Promise<Record<string, unknown>>;
const fail = async (...args: string[]) => {
  const { exitCode, stderr } = await runProgram([...args, "--data-dir", directory], environment);
  return { exitCode, stderr: stderr.trimEnd() };
};

beforeAll(async () => {
  directory = createFolder("test-agency-settings-");
  environment = { DATABASE_URL: await createMigratedDatabase() };
  agency = String((await run("agency", "create", "--name", "Nordlicht")).agencyId);
});
afterAll(() => removeFolder(directory));

test("an agency's settings are changed, shown and cleared", async () => {
  const logo = join(directory, "logo.png");
  writeFileSync(logo, samplePng(60, 20));
  const labels = ["--conversion-label", "lead=Anfragen", "--conversion-label", "demo=Demos"];
  const look = ["--logo", logo, "--color-primary", "#14427a", "--reply-to", "presse@nordlicht.example"];
  await run("agency", "update", agency, ...look, ...labels, "--time-zone", "Europe/Vienna");
  await run("agency", "update", agency, "--reply-to", "none", "--conversion-label", "demo=");
  expect(await run("agency", "show", agency)).toMatchObject({
    name: "Nordlicht",
    timeZone: "Europe/Vienna",
    colorPrimary: "#14427a",
    replyTo: null,
    conversionLabels: { lead: "Anfragen" },
    logo: { width: 60, height: 20 },
  });
});

test("an agency's plan and its requests an hour are changed, and the log says what they were", async () => {
  const created = await run(
    "agency",
    "create",
    "--name",
    "Klein",
    "--plan",
    "starter",
    "--hourly-limit",
    "50",
  );
  const agencyId = Number(created.agencyId);
  const plan = (...changes: string[]) => run("agency", "plan", String(agencyId), ...changes);
  expect(await plan("--plan", "agency")).toEqual({ agencyId, plan: "agency", hourlyLimit: 50 });
  expect(await plan("--hourly-limit", "none")).toEqual({ agencyId, plan: "agency", hourlyLimit: null });
  expect(await run("agency", "show", String(agencyId))).toMatchObject({ plan: "agency", hourlyLimit: null });
  const database = await openDatabase({
    ...{ databaseUrl: environment.DATABASE_URL ?? "", dataDirectory: "", connectionsMax: 1 },
  });
  const acts = await database.sql`
    select details from audit where agency_id = ${agencyId} and action = 'agency.plan_changed' order by id
  `;
  await database.close();
  const [starter, whole, usual] = [
    { plan: "starter", hourlyLimit: 50 },
    { plan: "agency", hourlyLimit: 50 },
    { plan: "agency", hourlyLimit: null },
  ];
  expect(acts.map(({ details }) => details)).toEqual([
    { before: starter, after: whole },
    { before: whole, after: usual },
  ]);
});

test("a logo comes from the media library too", async () => {
  const file = join(directory, "wappen.png");
  writeFileSync(file, samplePng(80, 40));
  const { clientId } = await run("client", "create", "--agency", agency, "--name", "Meyer");
  // It says on stderr that no service runs, so its public address is a guess.
  const add = ["asset", "add", file, "--client", String(clientId), "--json", "--data-dir", directory];
  const added = await runProgram(add, environment);
  const { assetId } = JSON.parse(added.stdout) as { assetId: string };
  const other = String((await run("agency", "create", "--name", "Südwind")).agencyId);
  expect((await fail("agency", "update", other, "--logo", assetId)).stderr).toContain("has no asset");
  const updated = await run("agency", "update", agency, "--logo", assetId, "--name", "Nordlicht PR");
  expect(updated).toMatchObject({ name: "Nordlicht PR", logo: { width: 80, height: 40 } });
});

test("what can't be is refused with its name", async () => {
  const svg = join(directory, "logo.svg");
  writeFileSync(svg, "<svg><script>alert(1)</script></svg>");
  const unknown = "01a20433-459c-7595-8f8f-f99b83ba5004";
  const refused: [string[], number, string][] = [
    [["agency", "update", agency], 2, "at least one setting"],
    [["agency", "update", agency, "--logo", svg], 1, "SVG"],
    [["agency", "update", agency, "--color-primary", "#ffff00"], 1, "contrast"],
    [["agency", "update", agency, "--conversion-label", "lead"], 2, "KIND=TEXT"],
    [["agency", "show", "999999"], 1, "no agency"],
    [["agency", "plan", agency], 2, "--plan or --hourly-limit"],
    [["agency", "plan", agency, "--plan", "gold"], 2, "Expected one of: starter, agency"],
    [["agency", "plan", "999999", "--plan", "agency"], 1, "no agency"],
    [["report", "send", unknown, "--agency", agency, "--to", "a@b.example"], 1, "no report"],
    [["report", "link", "create", unknown, "--agency", agency], 1, "no report"],
    [["report", "link", "revoke", unknown, "--agency", agency], 1, "no open link"],
  ];
  for (const [args, exitCode, words] of refused) {
    const ended = await fail(...args);
    expect([args.join(" "), ended.exitCode]).toEqual([args.join(" "), exitCode]);
    expect(ended.stderr).toContain(words);
  }
  expect(await run("report", "link", "list", "--agency", agency)).toEqual({ links: [], nextCursor: null });
});
