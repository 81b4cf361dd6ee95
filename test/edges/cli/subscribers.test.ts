import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase } from "../../../service/floor/db/open.ts";
import { createSubscription, secretKey } from "../../features/newsroom/subscriptions/support.ts";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { createTestRelease } from "../../support/service.ts";
import { createApproved, createWorkshop, type Workshop } from "../../support/workflow.ts";
import { runJson, runProgram, type Serving, startServe } from "./run-program.ts";

let directory: string;
let serving: Serving;
let database: Database;
let workshop: Workshop;

beforeAll(async () => {
  directory = await createEmbeddedDirectory();
  serving = await startServe(["--data-dir", directory]);
  database = await openDatabase({ databaseUrl: null, dataDirectory: directory, connectionsMax: 2 });
  workshop = await createWorkshop(database.sql);
});
afterAll(async () => {
  await database.close();
  await serving.stop("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

test("an operator lists, exports and removes subscribers, and notes a complaint", async () => {
  const agency = String(workshop.agencyId);
  for (const name of ["anna", "bert"])
    await createSubscription(database.sql, workshop, { address: `${name}@example.org` });
  const first = (await run("subscriber", "list", "--agency", agency, "--limit", "1")) as {
    subscribers: { email: string }[];
    nextCursor: string;
  };
  expect(first.subscribers.map(({ email }) => email)).toEqual(["anna@example.org"]);
  expect(await run("subscriber", "list", "--agency", agency, "--cursor", first.nextCursor)).toMatchObject({
    subscribers: [{ email: "bert@example.org", status: "active" }],
    nextCursor: null,
  });
  const file = join(directory, "subscribers.jsonl");
  expect(await run("subscriber", "export", file, "--agency", agency)).toEqual({ file, subscriptions: 2 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { email: string }).email)).toEqual([
    "anna@example.org",
    "bert@example.org",
  ]);
  const one = ["--agency", agency, "--email", "ANNA@example.org"];
  chmodSync(file, 0o644);
  expect(await run("subscriber", "export", file, ...one)).toEqual({ file, subscriptions: 1 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const other = await createTestRelease(database.sql, workshop.agencyId);
  const ofOther = { agencyId: workshop.agencyId, clientId: other.clientId };
  await createSubscription(database.sql, ofOther, { address: "anna@example.org" });
  expect(await run("subscriber", "export", file, ...one)).toEqual({ file, subscriptions: 2 });
  const ofClient = [...one, "--client", String(other.clientId)];
  expect(await run("subscriber", "export", file, ...ofClient)).toEqual({ file, subscriptions: 1 });
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ clientId: other.clientId });
  expect(await run("subscriber", "remove", ...one)).toEqual({ ended: 2 });
  expect(await run("subscriber", "complain", "--agency", agency, "--email", "bert@example.org")).toEqual({
    ended: 1,
  });
  const again = await runProgram(["subscriber", "bounce", ...one, "--data-dir", directory], environment());
  expect([again.exitCode, again.stderr.includes("no subscription of this address")]).toEqual([1, true]);
});

test("an operator makes, lists and revokes an embargo link, whose password may come from a file", async () => {
  const embargoUntil = new Date(Date.now() + 24 * 3600 * 1000).toISOString();
  const draftId = await createApproved(database.sql, workshop, { embargoUntil });
  const agency = String(workshop.agencyId);
  const passwordFile = join(directory, "password");
  writeFileSync(passwordFile, "mühle-am-bach\n");
  const named = ["--agency", agency, "--draft", draftId, "--name", "Anna Brandt"];
  const link = (await run("embargo-link", "create", ...named, "--password-file", passwordFile)) as {
    id: string;
    url: string;
    password: string;
  };
  expect(link.password).toBe("mühle-am-bach");
  expect((await fetch(link.url)).status).toBe(200);
  expect(await run("embargo-link", "list", "--agency", agency)).toMatchObject({
    links: [{ id: link.id, name: "Anna Brandt", openings: 0 }],
  });
  expect(await run("embargo-link", "revoke", link.id, "--agency", agency)).toEqual({
    id: link.id,
    revoked: true,
  });
  expect((await fetch(link.url)).status).toBe(410);
});

const environment = () => ({ PUBLIC_URL: serving.url, SECRET_KEY: Buffer.from(secretKey).toString("hex") });
const run = (...args: string[]) => runJson([...args, "--data-dir", directory], environment());
