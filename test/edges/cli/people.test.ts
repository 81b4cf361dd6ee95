import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { runJson, runProgram, type Serving, startServe } from "./run-program.ts";

let directory: string;
let serving: Serving;

beforeAll(async () => {
  directory = await createEmbeddedDirectory();
  serving = await startServe(["--data-dir", directory]);
});
afterAll(async () => {
  await serving.stop("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

type Answer = {
  agencyId: number;
  url: string;
  partnerId: string;
  people: { email: string; role: string; name: string | null }[];
};
const run = (...args: string[]) => runJson([...args, "--data-dir", directory]) as Promise<Answer>;

test("an operator invites people, hands over links, changes roles, and keeps the last owner", async () => {
  const { agencyId } = await run("agency", "create", "--name", "Nordlicht");
  const agency = ["--agency", String(agencyId)];
  const anna = ["--email", "anna@nordlicht.example"];
  const invited = await run(
    "person",
    "invite",
    ...agency,
    "--email",
    "Anna@Nordlicht.example",
    "--role",
    "owner",
  );
  expect(invited.url).toStartWith(`${serving.url}/app/anmelden/`);
  const entered = await fetch(invited.url, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  expect(entered.status).toBe(303);
  expect((await run("login", ...anna)).url).not.toBe(invited.url);
  await run("person", "invite", ...agency, "--email", "ben@nordlicht.example", "--role", "editor");
  const last = await runProgram(["person", "remove", ...agency, ...anna, "--data-dir", directory]);
  expect([last.exitCode, last.stderr]).toEqual([1, expect.stringContaining("at least one owner")]);
  await run("person", "role", ...agency, "--email", "ben@nordlicht.example", "--role", "owner");
  await run("person", "remove", ...agency, ...anna);
  await run("person", "rename", "--email", "Ben@Nordlicht.example", "--name", "Ben Beispiel");
  const { people } = await run("person", "list", ...agency);
  expect(people.map(({ email, role, name }) => [email, role, name])).toEqual([
    ["ben@nordlicht.example", "owner", "Ben Beispiel"],
  ]);
  const nobody = await runProgram(["login", ...anna, "--data-dir", directory]);
  expect([nobody.exitCode, nobody.stderr]).toEqual([1, expect.stringContaining("person invite")]);
});

test("another role leaves the clients that somebody is limited to, until the operator says others", async () => {
  const { agencyId } = await run("agency", "create", "--name", "Ostwind");
  const agency = ["--agency", String(agencyId)];
  const created = (await runJson([
    ...["client", "create", ...agency, "--name", "Müller", "--data-dir", directory],
  ])) as { clientId: number };
  const ben = [...agency, "--email", "ben@ostwind.example"];
  await run("person", "invite", ...agency, "--email", "anna@ostwind.example", "--role", "owner");
  await run("person", "invite", ...ben, "--role", "editor", "--clients", String(created.clientId));
  const role = (...args: string[]) => run("person", "role", ...ben, ...args);
  expect(await role("--role", "analyst")).toMatchObject({ role: "analyst", clientIds: [created.clientId] });
  expect(await role("--role", "editor", "--all-clients")).toMatchObject({ clientIds: null });
  const both = ["--role", "editor", "--all-clients", "--clients", String(created.clientId)];
  const refused = await runProgram(["person", "role", ...ben, ...both, "--data-dir", directory]);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining("cannot be used with")]);
  expect(await role("--role", "analyst", "--clients", String(created.clientId))).toMatchObject({
    clientIds: [created.clientId],
  });
  expect(await role("--role", "owner")).toMatchObject({ role: "owner", clientIds: null });
});

test("an operator adds partners, whose secret is in no list, and removes them", async () => {
  const { agencyId } = await run("agency", "create", "--name", "Südwind");
  const agency = ["--agency", String(agencyId)];
  const key = join(directory, "key.json");
  writeFileSync(
    key,
    JSON.stringify({ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }),
  );
  const portal = ["--kind", "handoff", "--name", "Portal", "--issuer", "https://portal.example"];
  const { partnerId } = await run("partner", "add", ...agency, ...portal, "--public-key-file", key);
  expect(JSON.stringify(await run("partner", "list", ...agency))).toContain(partnerId);
  await run("partner", "remove", ...agency, partnerId);
  expect(JSON.stringify(await run("partner", "list", ...agency))).not.toContain(partnerId);
  const secret = join(directory, "secret.txt");
  writeFileSync(secret, "geheim");
  const oidc = ["--kind", "oidc", "--name", "Konto", "--issuer", "http://127.0.0.1:1", "--client-id", "pr"];
  const args = [
    "partner",
    "add",
    ...agency,
    ...oidc,
    "--client-secret-file",
    secret,
    "--data-dir",
    directory,
  ];
  const unsafe = await runProgram(args);
  expect([unsafe.exitCode, unsafe.stderr]).toEqual([1, expect.stringContaining("issuer")]);
});
