import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { imprint, runJson, runProgram, type Serving, startServe } from "./run-program.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const heading = "Meldung;Medium;Gattung;Überschrift;URL;Erschienen am;Trefferart;Reichweite;Quelle\r\n";
const rows =
  "1;Weser-Kurier;Online;Müller baut;https://weser.example/1;20.11.2026;Auszug;1.234;Clipping\r\n" +
  "1;Die Zeit;Print;Größer;;19. November 2026;Nennung;;Clipping\r\n";

let directory: string;
let serving: Serving;
let agency: string;
let other: string;
let release: string;
let client: string;

beforeAll(async () => {
  directory = await createEmbeddedDirectory();
  serving = await startServe(["--data-dir", directory]);
  agency = String((await run("agency", "create", "--name", "Nordlicht")).agencyId);
  other = String((await run("agency", "create", "--name", "Fremd")).agencyId);
  client = String(
    (await run("client", "create", "--agency", agency, "--name", "Müller", ...imprint)).clientId,
  );
  const body = write("meldung.md", "Bremen. Text.\n");
  const published = await run("release", "publish", "--client", client, "--title", "Werk", "--body", body);
  release = String(published.pressReleaseId);
});
afterAll(async () => {
  await serving.stop("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

test("campaigns and portfolios are made of the agency's own, and a schedule of one is listed and deleted", async () => {
  const named = ["--agency", agency, "--name", "Herbst"];
  const { campaignId } = await run("campaign", "create", ...named, "--releases", release);
  const campaign = String(campaignId);
  expect(campaign).toMatch(uuid);
  expect(await run("portfolio", "create", ...named, "--clients", client, "--campaigns", campaign)).toEqual({
    portfolioId: expect.stringMatching(uuid),
  });
  const scope = ["--scope-type", "campaign", "--scope-id", campaign];
  const made = await run(
    "schedule",
    "create",
    "--agency",
    agency,
    ...scope,
    "--every",
    "weekly",
    "--format",
    "csv",
    "--format",
    "pdf",
  );
  expect(made).toEqual({ scheduleId: expect.stringMatching(uuid), nextRunAt: expect.any(String) });
  expect(await run("schedule", "list", "--agency", agency)).toEqual({
    schedules: [
      expect.objectContaining({
        id: made.scheduleId,
        rhythm: "weekly",
        atTime: "07:00",
        days: 7,
        format: "pdf",
        formats: ["pdf", "csv"],
      }),
    ],
    nextCursor: null,
  });
  expect(await run("schedule", "list", "--agency", other)).toEqual({ schedules: [], nextCursor: null });
  const id = String(made.scheduleId);
  expect((await fail("schedule", "delete", id, "--agency", other)).exitCode).toBe(1);
  expect(await run("schedule", "delete", id, "--agency", agency)).toEqual({ id, deleted: true });

  for (const [args, exitCode, reason] of [
    [["campaign", "create", "--agency", other, "--name", "X", "--releases", release], 1, "lacks some"],
    [["portfolio", "create", "--agency", other, "--name", "X", "--clients", client], 1, "lacks some"],
    [["schedule", "create", "--agency", other, ...scope, "--every", "weekly"], 1, "has no campaign"],
    [["schedule", "create", "--agency", agency, ...scope, "--every", "weekly", "--on", "8"], 1, "day 1 to 7"],
  ] as const) {
    const ended = await fail(...args);
    expect({ args, exitCode: ended.exitCode }).toEqual({ args, exitCode });
    expect(ended.stderr).toContain(reason);
    expect(ended.stderr).not.toContain("\n");
  }
});

test("a client's month is ordered, drafted and scheduled; a client of nobody's, or of another agency, is refused", async () => {
  const of = ["--agency", agency, "--client", client, "--recipient", "a@example.org"];
  const drafted = await run(
    "report",
    "create",
    ...of,
    "--period",
    "2026-10",
    "--compare",
    "previous_year",
    "--draft",
  );
  expect(drafted).toEqual({ draftId: expect.stringMatching(uuid) });
  const monthly = ["--every", "monthly", "--on", "3", "--business-day", "--period", "month", "--draft"];
  const { scheduleId } = await run("schedule", "create", ...of, ...monthly);
  const { schedules } = (await run("schedule", "list", "--agency", agency)) as {
    schedules: { id: string }[];
  };
  expect(schedules.find(({ id }) => id === scheduleId)).toMatchObject({
    scopeType: "portfolio",
    title: expect.any(String),
    period: "month",
    comparison: "previous_period",
    isBusinessDay: true,
    isLookedThrough: true,
    recipients: ["a@example.org"],
  });
  const theirs = ["--agency", other, "--client", client];
  for (const [args, reason] of [
    [["report", "create", ...theirs, "--period", "2026-10"], "has no client"],
    [["report", "create", ...of, "--period", "gestern"], "a period is written as"],
    [["report", "create", "--agency", agency, "--period", "2026-10"], "--client ID, or --scope-type"],
    [["schedule", "create", ...theirs, ...monthly], "has no client"],
    [["schedule", "create", ...of, "--every", "monthly", "--draft"], "need a --period"],
    [
      ["schedule", "create", ...of, "--every", "weekly", "--period", "month"],
      "weekly schedule is over a week",
    ],
  ] as const)
    expect((await fail(...args)).stderr).toContain(reason);
});

test("a Windows-1252 file with German figures is imported once, with its progress on stderr", async () => {
  const file = write("gut.csv", heading + rows);
  const args = ["import", "media-mentions", "--agency", agency, file, "--data-dir", directory];
  const first = await runProgram([...args, "--json"]);
  expect(first.exitCode).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({ outcome: "imported", rows: 2, inserted: 2, badRows: 0 });
  expect(first.stderr).toContain("gut.csv: 100 %");
  expect((await runProgram(args)).stdout).toBe("This file was imported before. Nothing was changed.\n");
});

test("bad rows are listed by line and reason, a refused column is explained, and nothing is stored", async () => {
  const bad = `${release};M;Online;T;https://a.example/;31.02.2026;Link;viel;Q\r\n`;
  const path = write("schlecht.csv", heading + rows + bad);
  const args = ["import", "media-mentions", "--agency", agency, path, "--data-dir", directory];
  const ended = await runProgram(args);
  expect(ended.exitCode).toBe(1);
  expect(ended.stdout).toMatch(/^Line 4: published_at: "31\.02\.2026": .*reach: "viel"/);
  expect(ended.stderr).toContain("Nothing was imported: 1 of 3 rows can't be read.");

  const priced = write("ave.csv", heading.replace("Reichweite", "Anzeigenäquivalenz"));
  const refused = await fail("import", "media-mentions", "--agency", agency, priced);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain("Barcelona Principles");
  const strangers = await fail(
    "import",
    "media-mentions",
    "--agency",
    other,
    write("fremd.csv", heading + rows),
  );
  expect(strangers.exitCode).toBe(1);
  const folder = await fail("import", "media-mentions", "--agency", agency, directory);
  expect(folder).toEqual({ exitCode: 2, stderr: expect.stringContaining("that can be read") });
});

test("a feed is added, listed without its URL, and removed; unsafe and overlong addresses are refused", async () => {
  const add = ["provider", "add", "--agency", agency, "--kind", "rss", "--name", "Monitor"];
  const fileOf = (url: string) => {
    const path = join(directory, "adresse.txt");
    writeFileSync(path, `${url}\n`);
    return ["--url-file", path];
  };
  const { providerId } = await run(...add, ...fileOf("https://feeds.example/f.xml?token=geheim"));
  expect(providerId).toMatch(uuid);
  const list = await run("provider", "list", "--agency", agency);
  expect(list).toEqual({ providers: [expect.objectContaining({ id: providerId, name: "Monitor" })] });
  expect(JSON.stringify(list)).not.toContain("geheim");
  expect(await run("provider", "list", "--agency", other)).toEqual({ providers: [] });

  for (const [url, reason] of [
    ["https://127.0.0.1/", "refused"],
    [`https://feeds.example/${"ü".repeat(400)}`, "2000 characters"],
    ["https://feeds.example/f.xml?token=geheim", "has a provider with this URL"],
  ] as const) {
    const ended = await fail(...add, ...fileOf(url));
    expect({ url, exitCode: ended.exitCode }).toEqual({ url, exitCode: 1 });
    expect(ended.stderr).toContain(reason);
    expect(ended.stderr).not.toContain("geheim");
  }
  const shown = await fail(...add, "--url", "https://127.0.0.1/?token=x");
  expect(shown.stderr).toContain("list of processes");
  const password = await fail(...add, "--url", "https://user:geheim@feeds.example/");
  expect(password.exitCode).toBe(2);
  expect(password.stderr).toContain("--url-file");
  expect(password.stderr).not.toContain("geheim");
  const id = String(providerId);
  expect((await fail("provider", "remove", id, "--agency", other)).exitCode).toBe(1);
  expect(await run("provider", "remove", id, "--agency", agency)).toEqual({ providerId: id, removed: true });
});

const run = (...args: string[]) =>
  runJson([...args, "--data-dir", directory]) as Promise<Record<string, unknown>>;
const fail = async (...args: string[]) => {
  const { exitCode, stderr } = await runProgram([...args, "--data-dir", directory]);
  return { exitCode, stderr: stderr.trimEnd() };
};
const write = (name: string, text: string) => {
  const path = join(directory, name);
  // Every character of these texts has one byte, and the same one, in Latin-1 and Windows-1252.
  writeFileSync(path, text, "latin1");
  return path;
};
