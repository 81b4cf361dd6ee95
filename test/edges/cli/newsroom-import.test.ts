import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { beginMove } from "../../../service/features/moving/moves.ts";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { pictureOf, zipOf } from "../../features/moving/support/old-newsroom.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { runJson, runProgram } from "./run-program.ts";

let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "prs-newsroom-import-"));
  environment = { DATABASE_URL: await createMigratedDatabase(), DATA_DIR: join(folder, "data") };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an old newsroom is looked at by a command, and moved in by the same with --yes, once", async () => {
  await runJson(["agency", "create", "--name", "Hafenblick"], environment);
  const client = [
    "client",
    "create",
    "--agency",
    "1",
    "--name",
    "Heliora",
    "--contact-email",
    "p@heliora.example",
  ];
  await runJson([...client], environment);
  const file = join(folder, "umzug.zip");
  const table =
    "Titel;Datum;Text;Bilder;Bildnachweis;Bildbeschreibung\nEins;2019-05-03;Text;a.png;Anna;Werk\nZwei;gestern;Text;;;\n";
  writeFileSync(file, zipOf({ "a.csv": table, "a.png": pictureOf(1) }));
  const args = ["newsroom", "import", file, "--client", "1", "--site", "presse.alt.example"];

  // Progress stands on stderr.
  const moving = async (...more: string[]) =>
    JSON.parse((await runProgram([...args, ...more, "--json"], environment)).stdout);

  const looked = await moving();
  expect(looked).toMatchObject({ state: "checked", ready: 1, taken: 0, left: 1, hasImprint: false });
  expect((await runProgram(args, environment)).stdout).toContain(
    "run it again with --yes.\nThe newsroom has no imprint yet. Set one before: pr-service newsroom set --client 1 ",
  );
  // Of a look nothing stays but its entries in the log.
  const sql = postgres(environment.DATABASE_URL ?? "", { max: 1 });
  const [kept] = await sql`
    select (select count(*) from newsroom_move)::integer as moves, (select count(*) from asset_upload)::integer as uploads`;
  await sql.end();
  expect({ ...kept }).toEqual({ moves: 0, uploads: 0 });
  const refused = await runProgram([...args, "--yes"], environment);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("IMPRINT_MISSING")]);
  const list = ["newsroom", "move", "list", "--client", "1"];
  expect(await runJson(list, environment)).toMatchObject({ moves: [] });
  await runJson(
    ["newsroom", "set", "--client", "1", "--imprint", "https://heliora.example/i", "--json"],
    environment,
  );
  const moved = await moving("--yes");
  expect(moved).toMatchObject({
    ...{ state: "done", ready: 0, taken: 1, left: 1 },
    texts: [
      { title: "Eins", state: "taken", missing: [] },
      { title: "Zwei", state: "left", reason: "no_date" },
    ],
  });
  const again = await runProgram([...args, "--yes"], environment);
  expect(again.stdout).toBe(
    "1  known (is here already)  Eins\n2  no_date (has no day that can be read)  Zwei\n0 texts can come, 2 stay behind.\n",
  );
  // Of one that brought nothing no more stays than of a look: a command of each hour took all seats of the agency.
  expect(await runJson(list, environment)).toMatchObject({ moves: [{ state: "done", taken: 1 }] });
  const nobody = await runProgram(
    ["newsroom", "import", file, "--client", "9", "--site", "a.example"],
    environment,
  );
  expect(nobody.exitCode).toBe(1);
  const nothing = await runProgram(
    ["newsroom", "import", "weg.xml", "--client", "1", "--site", "a.example"],
    environment,
  );
  expect(nothing.exitCode).toBe(2);
}, 120_000);

test("a list says of each text in words why it stays, and counts one text as one", async () => {
  const client = ["client", "create", "--agency", "1", "--name", "Zeit", "--contact-email", "p@zeit.example"];
  const { clientId } = (await runJson(client, environment)) as { clientId: number };
  const file = join(folder, "zeit.csv");
  const importing = async (days: readonly string[], ...more: string[]) => {
    writeFileSync(file, `Titel;Datum;Text\n${days.map((day, n) => `T${n};${day};Text\n`).join("")}`);
    const args = ["newsroom", "import", file, "--client", String(clientId), "--site", "a.example"];
    return (await runProgram([...args, ...more], environment)).stdout;
  };
  const looked = await importing(["1989-12-31", "1990-01-01"]);
  expect(looked).toContain("1  no_such_date (has a day that does not exist or is before 1990)  T0\n");
  expect(looked).toContain("2  ready  T1\n1 text can come, 1 stays behind.");
  expect(await importing(["1990-01-01", "1990-01-02"])).toContain("2 texts can come, 0 stay behind.");
  const imprint = ["newsroom", "set", "--client", String(clientId), "--imprint", "https://zeit.example/i"];
  await runJson(imprint, environment);
  expect(await importing(["1990-01-01"], "--yes")).toContain("1 text moved in, 0 stay behind.");
});

test("an old server that is gone ends the command at the third text, and is asked for nothing where that is said", async () => {
  const client = ["client", "create", "--agency", "1", "--name", "Fort", "--contact-email", "p@fort.example"];
  const { clientId } = (await runJson(client, environment)) as { clientId: number };
  const imprint = ["newsroom", "set", "--client", String(clientId), "--imprint", "https://fort.example/i"];
  await runJson(imprint, environment);
  const file = join(folder, "fort.csv");
  const row = (n: number) => `T${n};2019-05-03;Text;https://fort.example/${n}.png\n`;
  writeFileSync(file, `Titel;Datum;Text;Bilder\n${[1, 2, 3, 4].map(row).join("")}`);
  const args = ["newsroom", "import", file, "--client", String(clientId), "--site", "fort.example", "--yes"];
  const ended = await runProgram(args, environment);
  expect([ended.exitCode, ended.stdout]).toEqual([1, expect.stringContaining("2 texts moved in")]);
  expect(ended.stderr).toContain("server_silent (its server handed out no picture");
  const rest = await runProgram([...args, "--without-pictures"], environment);
  expect([rest.exitCode, rest.stdout]).toEqual([
    0,
    expect.stringContaining("2 texts moved in, 2 stay behind."),
  ]);
}, 60_000);

test("a file that can't be taken leaves no move behind: empty, too large, or broken off", async () => {
  const client = ["client", "create", "--agency", "1", "--name", "Werk", "--contact-email", "p@werk.example"];
  const { clientId } = (await runJson(client, environment)) as { clientId: number };
  const at = (name: string) => join(folder, name);
  const args = ["--client", String(clientId), "--site", "a.example"];
  const importing = (path: string, more: Record<string, string> = {}, ...meant: string[]) =>
    runProgram(["newsroom", "import", path, ...args, ...meant], { ...environment, ...more });
  for (const [name, bytes] of [
    ["leer.xml", 0],
    ["gross.xml", 100_000_001],
    ["klein.xml", 10],
  ] as const) {
    writeFileSync(at(name), "");
    truncateSync(at(name), bytes);
  }
  expect((await importing(at("leer.xml"))).stderr).toContain("The file is empty.");
  expect((await importing(at("gross.xml"))).stderr).toContain("at most 100 MB");
  // It can't be read from below a file.
  expect((await importing(at("klein.xml"), { DATA_DIR: at("leer.xml/data") })).exitCode).toBe(1);
  expect((await importing(at("klein.xml"))).stderr).toContain("not_readable");
  const imprint = ["newsroom", "set", "--client", String(clientId), "--imprint", "https://werk.example/i"];
  await runJson(imprint, environment);
  expect((await importing(at("klein.xml"), {}, "--yes")).stderr).toContain("not_readable");
  const left = await runJson(["newsroom", "move", "list", "--client", String(clientId)], environment);
  expect(left).toMatchObject({ moves: [] });
});

test("what a killed command has begun is listed, and discarded once, by its own agency alone", async () => {
  const database = await openDatabase({ databaseUrl: environment.DATABASE_URL ?? "", dataDirectory: "" });
  const site = { clientId: 1, site: "presse.alt.example", feedUrl: "" };
  const id = await beginMove(database.sql, 1, site, { actor: { type: "operator", id: null } });
  await database.close();
  const move = (...more: string[]) => runProgram(["newsroom", "move", ...more], environment);
  expect((await move("list", "--client", "1")).stdout).toContain(`${id}  receiving  0 moved in, 0 to come`);
  const newest = await move("list", "--client", "1", "--limit", "1");
  expect(newest.stdout).toMatch(new RegExp(`^${id}  .*\nMore: --cursor \\S+\n$`));
  const [, cursor = ""] = /--cursor (\S+)/.exec(newest.stdout) ?? [];
  expect((await move("list", "--client", "1", "--cursor", cursor)).stdout).toMatch(
    /^\S+ {2}done {2}1 moved in/,
  );
  await runJson(["agency", "create", "--name", "Andere"], environment);
  const theirs = ["client", "create", "--agency", "2", "--name", "Fremd", "--contact-email", "p@f.example"];
  const { clientId: foreign } = (await runJson(theirs, environment)) as { clientId: number };
  expect((await move("discard", id, "--client", String(foreign))).stderr).toContain(
    "moves no newsroom in under this id",
  );
  expect((await move("stop", id, "--client", "1")).stderr).toContain("in another state by now");
  expect((await move("discard", id, "--client", "1")).stdout).toBe(`Move ${id} is discarded.\n`);
  expect((await move("discard", id, "--client", "1")).stderr).toContain("moves no newsroom in under this id");
  expect((await move("list", "--client", "1")).stdout).not.toContain(id);
});
