/** Commands that call what a form of the dashboard calls: that they reach it, print its answer, and stand in the agency's log. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { registerFormats } from "../../../service/schema.ts";
import { insertFailed } from "../../features/reporting/webhooks/failed-messages.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { insertTestAssets } from "../../support/test-assets.ts";
import { createApproved, createRequested, createWorkshop, type Workshop } from "../../support/workflow.ts";
import { runJson, runProgram } from "./run-program.ts";

const directory = createFolder("test-dashboard-verbs-");
let environment: Record<string, string>;
let sql: Sql;
let close: () => Promise<void>;
let workshop: Workshop;
let of: string[];

beforeAll(async () => {
  registerFormats();
  const databaseUrl = await createMigratedDatabase();
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  ({ sql } = database);
  close = () => database.close();
  environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    PUBLIC_URL: "https://presse.example",
    SECRET_KEY: "07".repeat(32),
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  };
  workshop = await createWorkshop(sql);
  of = ["--agency", String(workshop.agencyId)];
});
afterAll(async () => {
  await close();
  removeFolder(directory);
});

const run = async (...args: string[]) => (await runJson(args, environment)) as Record<string, string>;
const refusalOf = async (...args: string[]) => {
  const { exitCode, stderr } = await runProgram(args, environment);
  return [exitCode, stderr];
};
/** What operators did since the last look. */
const acts = async () => {
  const rows = await sql<{ action: string }[]>`
    with seen as (
      delete from audit where agency_id = ${workshop.agencyId} and actor_type = 'operator' returning id, action
    )
    select action from seen order by id`;
  return rows.map(({ action }) => action);
};

test("an operator registers an endpoint, pauses it, changes its events and its secret, tries it, and sends messages once more", async () => {
  await acts();
  const endpoint = ["--url", "http://127.0.0.1:9/", "--events", "report.created"];
  const { id = "", signingSecret } = await run("webhook", "create", ...of, ...endpoint);
  expect(signingSecret).toStartWith("svc_whsec_");
  const state = async () => {
    const [row] = await sql`
      select paused_at is not null as "isPaused", events from webhook where agency_id = ${workshop.agencyId}`;
    return row;
  };
  expect(await run("webhook", "pause", id)).toMatchObject({ id, active: false });
  expect(await state()).toMatchObject({ isPaused: true });
  expect(await run("webhook", "resume", id)).toMatchObject({ id, active: true });
  expect(await state()).toMatchObject({ isPaused: false });
  await run("webhook", "events", id, "--events", "release.published,conversion.recorded");
  expect((await state())?.events.toSorted()).toEqual(["conversion.recorded", "release.published"]);
  const rotated = await run("webhook", "rotate", id);
  expect(rotated).toMatchObject({ webhookId: id, signingSecret: expect.stringMatching(/^svc_whsec_/) });
  expect(rotated.signingSecret).not.toBe(signingSecret ?? "");
  const { name } = await run("webhook", "test", id, "--event", "release.published");
  expect(name).toMatch(/^msg_[0-9a-f]{32}$/);

  await insertFailed(sql, workshop.agencyId, { webhookIds: [id], count: 2 });
  const failed = ["webhook", "deliveries", "--webhook", id, "--status", "failed", "--json"];
  const { deliveries } = JSON.parse((await runProgram(failed, environment)).stdout) as {
    deliveries: { messageId: string }[];
  };
  expect(deliveries).toHaveLength(2);
  const message = deliveries[0]?.messageId ?? "";
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const replay = ["webhook", "replay"];
  expect(await run(...replay, "--webhook", id, "--message", message)).toMatchObject({ queued: 1 });
  expect(await run(...replay, "--webhook", id, "--since", yesterday)).toMatchObject({ queued: 1 });
  for (const wrong of [["--webhook", id], of, ["--webhook", id, "--message", message, "--since", yesterday]])
    expect(await refusalOf(...replay, ...wrong)).toEqual([2, expect.stringContaining("Give --webhook with")]);
  expect(await acts()).toEqual([
    "webhook.created",
    "webhook.paused",
    "webhook.resumed",
    "webhook.events_changed",
    "webhook.secret_rotated",
    "webhook.tested",
    "webhook.replay_ordered",
    "webhook.replay_ordered",
  ]);
});

test("an operator publishes what was approved for a credit, and nothing else, and ends preview links", async () => {
  const draftId = await createApproved(sql, workshop);
  await acts();
  expect(await run("draft", "end-previews", draftId)).toMatchObject({ draftId, ended: true });
  const published = await run("draft", "publish", draftId);
  expect(published).toMatchObject({ pressReleaseId: expect.any(Number), creditsCharged: 1 });
  expect(published.url).toStartWith("https://presse.example/newsroom/");
  expect(await acts()).toEqual(["draft.preview_links_revoked", "release.published"]);
  const waiting = await createRequested(sql, workshop);
  expect(await refusalOf("draft", "publish", waiting.draftId)).toEqual([
    1,
    expect.stringContaining("approved"),
  ]);
});

test("an operator shows an asset, says what it shows, and removes it", async () => {
  const asset = randomUUID();
  await insertTestAssets(sql, workshop, [asset]);
  await acts();
  await run("asset", "update", asset, "--alt", "Die neue Halle", "--credit", "Foto: Müller");
  expect(await run("asset", "show", asset)).toMatchObject({ alt: "Die neue Halle", credit: "Foto: Müller" });
  expect(await run("asset", "remove", asset)).toMatchObject({ assetId: asset, removed: true });
  expect(await refusalOf("asset", "show", asset)).toEqual([1, expect.stringContaining(asset)]);
  expect(await acts()).toEqual(["asset.updated", "asset.removed"]);
});

test("an operator trusts the addresses of a provider, and no longer", async () => {
  const id = randomUUID();
  await sql`
    insert into partner (agency_id, id, kind, name, issuer, client_id, client_secret_encrypted)
    values (${workshop.agencyId}, ${id}, 'oidc', 'Firmenkonto', 'https://id.example', 'x', '\\x01')`;
  await acts();
  for (const [name, trustsEmail] of [
    ["trust-email", true],
    ["distrust-email", false],
  ] as const) {
    expect(await run("partner", name, id, ...of)).toMatchObject({ partnerId: id, trustsEmail });
    const rows = await sql`select trusts_email from partner where agency_id = ${workshop.agencyId}`;
    expect([...rows]).toEqual([{ trusts_email: trustsEmail }]);
  }
  expect(await acts()).toEqual(["partner.changed", "partner.changed"]);
});

test("a new key for reports is noted in the database, and who lacks it in the key file is told what to add", async () => {
  const fileOf = (name: string, content: string) => {
    const path = join(directory, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const file = fileOf("signing.key", `${"2e".repeat(32)}\n`);
  const old = fileOf("old.key", `${"2e".repeat(32)}\n`);
  const keys = async (path: string) =>
    (await runProgram(["report-key", "list"], { ...environment, REPORT_SIGNING_KEY_FILE: path })).stdout;
  const before = (await keys(file)).split(" ")[0] ?? "";
  const rotate = ["report-key", "rotate", "--json"];
  const rotated = await runProgram(rotate, { ...environment, REPORT_SIGNING_KEY_FILE: file });
  const { keyId } = JSON.parse(rotated.stdout) as { keyId: string };
  expect((await keys(file)).trim().split("\n").toSorted()).toEqual(
    [`${keyId}  signs`, `${before}  signed before`].toSorted(),
  );
  const missing = await keys(old);
  expect(missing).toContain(`${before}  signs`);
  expect(missing).toContain(`${keyId}  NOT in the key file. If you know it to be yours, add to the file:\n`);
  const pem = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----\n/.exec(missing)?.[0] ?? "";
  writeFileSync(old, `${"2e".repeat(32)}\n${pem}`);
  expect(await keys(old)).toContain(`${keyId}  signed before`);
});
