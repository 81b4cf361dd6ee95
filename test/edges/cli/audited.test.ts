import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { imprint, runJson, runProgram } from "./run-program.ts";

let environment: { PUBLIC_URL: string; DATABASE_URL: string };
let directory: string;
beforeAll(async () => {
  directory = createFolder("test-audited-");
  environment = { PUBLIC_URL: "https://presse.example", DATABASE_URL: await createMigratedDatabase() };
});
afterAll(() => removeFolder(directory));

test("what operators do to an agency is in its log", async () => {
  const run = async (...args: string[]) =>
    (await runJson([...args, "--data-dir", directory], environment)) as Record<string, string>;
  /** One that shows its progress beside. */
  const take = async (...args: string[]) => {
    const { exitCode, stderr } = await runProgram([...args, "--data-dir", directory], environment);
    expect([args[0], exitCode, exitCode === 0 ? "" : stderr]).toEqual([args[0], 0, ""]);
  };
  const of = ["--agency", "1"];
  await run("agency", "create", "--name", "Nordlicht", "--credits", "3");
  await run("client", "create", ...of, "--name", "Müller", ...imprint);
  await run("client", "report-template", "1", "--sections", "coverage,figures");
  expect(await run("client", "report-template", "1")).toMatchObject({ sections: ["coverage", "figures"] });
  const body = join(directory, "meldung.md");
  writeFileSync(body, "Bremen. Ein Text.");
  await run("release", "publish", "--client", "1", "--title", "Neu", "--body", body);
  const { campaignId = "" } = await run("campaign", "create", ...of, "--name", "K", "--releases", "1");
  await run("portfolio", "create", ...of, "--name", "P", "--clients", "1", "--campaigns", campaignId);
  const scope = ["--scope-type", "campaign", "--scope-id", campaignId, "--every", "weekly"];
  const { scheduleId = "" } = await run("schedule", "create", ...of, ...scope);
  await run("schedule", "delete", scheduleId, ...of);
  await run("asset", "limit", ...of, "--gigabytes", "20");
  await run("person", "invite", ...of, "--email", "a@example.org", "--role", "owner");
  const mentions = join(directory, "clippings.csv");
  writeFileSync(
    mentions,
    "Meldung;Medium;Gattung;Überschrift;URL;Erschienen am;Trefferart;Reichweite;Quelle\r\n" +
      "1;Weser-Kurier;Online;Müller baut;https://weser.example/1;20.11.2026;Auszug;1.234;Clipping\r\n",
  );
  await take("import", "media-mentions", ...of, mentions);
  await run("subscriber", "export", ...of, join(directory, "abos.jsonl"));
  await take("agency", "export", ...of, join(directory, "agentur.zip"));

  const database = await openDatabase({
    databaseUrl: environment.DATABASE_URL,
    dataDirectory: "",
    connectionsMax: 1,
  });
  const acts = await database.sql<{ actor: string; action: string }[]>`
    select actor_type as actor, action from audit where agency_id = 1 order by id
  `;
  await database.close();
  expect([...new Set(acts.map(({ actor }) => actor))]).toEqual(["operator"]);
  expect(acts.map(({ action }) => action)).toEqual([
    "agency.created",
    "credits.granted",
    "client.created",
    "client.report_template_changed",
    "release.published",
    "campaign.created",
    "portfolio.created",
    "schedule.created",
    "schedule.deleted",
    "asset.limit_changed",
    "person.invited",
    "person.link_printed",
    "import.stored",
    "subscribers.exported",
    "agency.exported",
  ]);
}, 600_000);
