import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMigratedDatabase } from "../../support/service.ts";
import { runJson, runProgram } from "./run-program.ts";

let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "prs-newsroom-"));
  environment = { DATABASE_URL: await createMigratedDatabase(), PUBLIC_URL: "https://presse.dienst.example" };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a newsroom gets an imprint, a contact and a domain by commands alone, and is named by id or address", async () => {
  await run("agency", "create", "--name", "Hafenblick");
  await run("client", "create", "--agency", "1", "--name", "Heliora", "--contact-email", "p@heliora.example");
  const body = write("meldung.md", "Görlitz. Text.\n");
  const publish = ["release", "publish", "--client", "1", "--title", "Werk", "--body", body];
  expect(await refused(...publish)).toEqual([
    1,
    expect.stringMatching(/^pr-service: .*IMPRINT_MISSING.*newsroom set --client 1 --imprint.*\n$/),
  ]);
  const imprintFile = write("impressum.md", "**Heliora**\n\nStraße 1\n");
  const set = ["newsroom", "set", "--client", "1"];
  const changed = await run(
    ...[...set, "--imprint", imprintFile, "--privacy", "https://heliora.example/ds", "--accent", "#ffcc00"],
    ...["--contact-name", "Katharina Brandl", "--contact-phone", "+49 89 99998-210", "--llms-txt"],
  );
  expect(changed).toMatchObject({ clientId: 1, slug: "heliora", accentColors: { dark: "#ffcc00" } });
  expect((await run(...publish)).url).toBe("https://presse.dienst.example/newsroom/heliora/werk");

  expect(await refused(...set, "--website", "x", "--contact-email", "y")).toEqual([
    1,
    expect.stringMatching(/^pr-service: contactEmail: expected .*websiteUrl: expected .*\n$/),
  ]);
  await run("newsroom", "set", "heliora", "--agency", "1", "--slug", "heliora-neu", "--no-llms-txt");
  expect((await run("newsroom", "show", "1")).privacyUrl).toBe("https://heliora.example/ds");
  await run(...set, "--privacy", "");
  expect((await run("newsroom", "show", "1")).privacyUrl).toBeNull();
  expect(await refused(...set, "--imprint", "")).toEqual([
    1,
    expect.stringContaining("an imprint can be replaced and not taken away"),
  ]);
  const shown = await run("newsroom", "show", "1");
  expect(shown).toMatchObject({
    ...{ slug: "heliora-neu", imprintMarkdown: "**Heliora**\n\nStraße 1", allowsLlmsTxt: false },
    contactName: "Katharina Brandl",
  });
  expect(await run("newsroom", "show", "heliora-neu", "--agency", "1")).toEqual(shown);
  expect((await run("newsroom", "list", "--agency", "1")).newsrooms).toMatchObject([
    { id: 1, slug: "heliora-neu", hasImprint: true, publishedReleases: 1 },
  ]);
  expect((await refused("newsroom", "show"))[0]).toBe(2);
  expect((await refused("newsroom", "show", "9"))[0]).toBe(1);
  expect((await refused(...set, "--agency", "2", "--level", "L0"))[0]).toBe(1);

  const domain = ["newsroom", "domain"];
  const added = await run(...domain, "add", "Presse.Heliora.invalid", "--client", "1");
  expect(added).toMatchObject({ host: "presse.heliora.invalid", provenAt: null });
  // The command that is shown can be called as it stands, by another name of the program.
  for (const shown of [
    await runProgram([...domain, "add", "presse.zwei.invalid", "--client", "1"], environment),
    await runProgram([...domain, "list", "--client", "1"], environment),
  ]) {
    const [, next = ""] = /^Then: pr-service (.*presse\.zwei\..*)$/m.exec(shown.stdout) ?? [];
    expect((await refused(...next.split(" ")))[1]).toContain("No proof was found");
  }
  await run(...domain, "remove", "presse.zwei.invalid", "--client", "1");
  expect((await refused(...domain, "add", "presse.dienst.example", "--client", "1"))[1]).toMatch(/own name/);
  expect((await refused(...domain, "prove", "presse.heliora.invalid", "--client", "1"))[1]).toMatch(
    /No proof was found, neither a TXT record at _pr-service\.presse\.heliora\.invalid nor/,
  );
  expect((await run(...domain, "list", "--client", "1")).domains).toEqual([added]);
  await run(...domain, "remove", "presse.heliora.invalid", "--client", "1");
  expect((await run(...domain, "list", "--client", "1")).domains).toEqual([]);
  expect((await runProgram([...domain, "list", "--client", "1"], environment)).stdout).toBe("No domains.\n");
});

test("clients and contacts are listed, shown, changed and removed by commands", async () => {
  const { agencyId } = await run("agency", "create", "--name", "Zweite");
  const agency = String(agencyId);
  const { clientId } = await run("client", "create", "--agency", agency, "--name", "Kornfeld");
  const client = String(clientId);
  expect((await run("client", "list", "--agency", agency)).clients).toMatchObject([{ id: clientId }]);
  await run("client", "update", client, "--name", "Kornfeld Bäckerei");
  for (const [typed, otherNames] of [
    ["Kornfeldbrot, Kornfeld KG", ["Kornfeldbrot", "Kornfeld KG"]],
    ["", []],
  ] as const) {
    await run("client", "update", client, "--other-names", typed);
    expect(await run("client", "show", client)).toMatchObject({ otherNames });
  }
  expect(await refused("client", "update", client)).toEqual([
    2,
    expect.stringContaining("at least one setting"),
  ]);
  // Those of `client create` come with the file, and may have changed since.
  const persona = write("persona.json", JSON.stringify({ contacts: [{ name: "Anna", canApprove: true }] }));
  const named = await runProgram(["client", "update", client, "--persona", persona], environment);
  expect(named).toMatchObject({ exitCode: 0, stdout: `Client ${client} is changed.\n` });
  expect(named.stderr).toBe(
    `pr-service: the contacts in the file are not taken. Add one by \`pr-service contact add --client ${client}\`.\n`,
  );
  await run("client", "archive", client);
  expect(await run("client", "show", client)).toMatchObject({
    name: "Kornfeld Bäckerei",
    status: "archived",
  });
  await run("client", "restore", client);
  const person = ["--name", "Anna", "--email", "anna@kornfeld.example", "--approves"];
  const { id } = await run("contact", "add", "--client", client, ...person);
  const updated = await run("contact", "update", String(id), "--role", "Leitung", "--no-approves");
  expect(updated).toMatchObject({ name: "Anna", role: "Leitung", canApprove: false });
  expect((await run("contact", "list", "--client", client)).contacts).toEqual([updated]);
  await run("contact", "remove", String(id));
  expect((await run("contact", "list", "--client", client)).contacts).toEqual([]);
  expect((await refused("contact", "remove", String(id)))[0]).toBe(1);
});

const run = (...args: string[]) => runJson(args, environment) as Promise<Record<string, unknown>>;
const refused = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await runProgram(args, environment);
  expect(stdout).toBe("");
  return [exitCode, stderr];
};
const write = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
