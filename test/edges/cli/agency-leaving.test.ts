import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMigratedDatabase } from "../../support/service.ts";
import { runJson, runProgram } from "./run-program.ts";

let environment: Record<string, string>;
let folder: string;
beforeAll(async () => {
  environment = { DATABASE_URL: await createMigratedDatabase(), AGENCY_GRACE_DAYS: "7" };
  folder = mkdtempSync(join(tmpdir(), "leaving-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an operator exports an agency, deletes it by its name, and brings it back", async () => {
  const run = async (...args: string[]) => (await runJson(args, environment)) as Record<string, unknown>;
  const { agencyId } = await run("agency", "create", "--name", "Nordlicht");
  const id = String(agencyId);
  const file = join(folder, "agentur.zip");
  const exported = await runProgram(["agency", "export", "--agency", id, file, "--json"], environment);
  expect(JSON.parse(exported.stdout)).toEqual({ agencyId, file, bytes: statSync(file).size });
  expect(exported.stderr).toEndWith("export: 100 %\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const name of ["media-contacts.csv", "subscribers.csv"])
    expect(readFileSync(file, "latin1")).toContain(`"name": "${name}"`);
  const refused: [string[], string][] = [
    [["agency", "delete", id, "--confirm", "nordlicht"], "Confirm with the agency's name"],
    [["agency", "restore", id], "waits for its removal"],
    [["agency", "export", "--agency", "999999", join(folder, "fremd.zip")], "There is no agency 999999."],
    [["agency", "export", "--agency", id, join(folder, "fehlt", "a.zip")], "ENOENT"],
  ];
  for (const [args, sentence] of refused) {
    const ended = await runProgram(args, environment);
    expect([ended.exitCode, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toContain(sentence);
  }
  expect(readdirSync(folder)).toEqual(["agentur.zip"]);
  const { deleteAfter } = await run("agency", "delete", id, "--confirm", "Nordlicht");
  const days = (Date.parse(String(deleteAfter)) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect(await run("agency", "show", id)).toMatchObject({ deleteAfter });
  expect(await run("agency", "restore", id)).toEqual({ agencyId });
});
