import { expect, test } from "bun:test";
import { insertPersona } from "../../../service/features/clients/persona-sql.ts";
import { findClipping } from "../../../service/features/insights/clippings/sql.ts";
import { createTestImport, insertMention } from "../../features/insights/support.ts";
import { databaseScene } from "../../support/cast.ts";
import { createTestRelease } from "../../support/service.ts";
import { runJson, runProgram } from "./run-program.ts";

const { sql, agency, stranger, release, address } = databaseScene();
const environment = () => ({ PUBLIC_URL: "https://presse.example", DATABASE_URL: address.databaseUrl });
const unknownId = "018f4f0e-1111-7000-8000-000000000000";

const persona = {
  ...({ language: "de", addressForm: "sie", styleNotes: "", boilerplate: "" } as const),
  ...{ tone: [], targetGroups: [], tabooWords: [] },
};

type Listed = { id: string; state: string; headline: string; tone: string | null };

test("an operator enters a clipping, corrects and judges it, rejects it, brings it back and deletes it", async () => {
  const id = await add();
  expect(await run("add", ...typed())).toEqual({ outcome: "known", id });
  const corrected = ["--headline", "Größeres Werk", "--reach", "8500000", "--reach-source", "IVW"];
  expect(await run("update", id, ...corrected, "--tone", "positive")).toEqual({ clippingId: id });
  expect(await list()).toMatchObject([
    { id, state: "confirmed", headline: "Größeres Werk", tone: "positive" },
  ]);
  for (const [act, state] of [
    ["reject", "rejected"],
    ["restore", "confirmed"],
    ["reject", "rejected"],
    ["confirm", "confirmed"],
  ] as const) {
    expect(await run(act, id)).toEqual({ clippingId: id });
    expect((await list("--state", state)).map((each) => each.id)).toEqual([id]);
  }
  expect(await list("--origin", "observed")).toEqual([]);
  expect(await run("remove", id)).toEqual({ clippingId: id });
  expect(await list()).toEqual([]);
  const acts = await sql<{ actor: string; action: string }[]>`
    select actor_type as actor, action from audit where agency_id = ${agency.agencyId} and subject_id = ${id} order by id
  `;
  expect([...new Set(acts.map(({ actor }) => actor))]).toEqual(["operator"]);
  expect(acts.map(({ action }) => action.replace("clipping.", ""))).toEqual([
    ...["added", "updated", "judged", "rejected", "restored", "rejected", "restored", "removed"],
  ]);
});

test("an operator moves a clipping to another client, takes its release away, and notes key messages", async () => {
  const id = await add("--url", "https://kurier.example/umzug", "--release", String(release.pressReleaseId));
  const other = await createTestRelease(sql, agency.agencyId, { clientName: "Anderer" });
  for (const clientId of [release.clientId, other.clientId])
    await insertPersona(sql, agency.agencyId, {
      clientId,
      persona: { ...persona, keyMessages: ["Wärme", "Preis"] },
    });
  const one = async () => {
    const found = await findClipping(sql, agency.agencyId, { id });
    return [found?.clientId, found?.releaseId, found?.keyMessages, found?.tone];
  };
  await run("update", id, "--key-message", "Wärme", "--key-message", "Preis");
  expect(await one()).toEqual([release.clientId, release.pressReleaseId, ["Wärme", "Preis"], null]);
  await run("update", id, "--no-release", "--tone", "mixed");
  expect(await one()).toEqual([release.clientId, null, ["Wärme", "Preis"], "mixed"]);
  await run("update", id, "--key-message", "");
  expect((await one())[2]).toEqual([]);
  await refused(/no such key message/, "update", id, "--key-message", "Unbekannt");
  await run("update", id, "--client", String(other.clientId));
  expect((await one()).slice(0, 2)).toEqual([other.clientId, null]);
  await run("update", id, "--release", String(other.pressReleaseId));
  expect((await one())[1]).toBe(other.pressReleaseId);
  const foreign = await createTestRelease(sql, stranger.agencyId);
  await refused(/no such client/, "update", id, "--client", String(foreign.clientId));
  await run("remove", id);
});

test("without --json it says in a line what happened, and each clipping is one", async () => {
  const id = await add("--url", "https://kurier.example/lesbar");
  const said = async (...args: string[]) => (await runProgram(["clipping", ...args], environment())).stdout;
  expect(await said("list", "--agency", String(agency.agencyId))).toContain(
    `${id}  2026-11-02  confirmed  Kurier  Neues Werk`,
  );
  expect(await said("reject", id)).toBe(`Clipping ${id} is rejected.\n`);
  expect(await said("restore", id)).toBe(`Clipping ${id} is back.\n`);
  expect(await said("remove", id)).toBe(`Clipping ${id} is deleted.\n`);
  expect(await said("list", "--agency", String(agency.agencyId))).toBe("No clippings.\n");
});

test("another agency's release and client are none of this one's, and what nobody has is not found", async () => {
  const foreign = await createTestRelease(sql, stranger.agencyId);
  const id = await add("--url", "https://kurier.example/eigen");
  const [theirs, ours] = [String(foreign.pressReleaseId), String(release.clientId)];
  await refused(/the client has no such release/, "add", ...typed(), "--release", theirs);
  await refused(/the client has no such release/, "update", id, "--release", theirs);
  await refused(/There is no client 2147483647/, "add", ...typed("2147483647"));
  for (const act of ["update", "confirm", "reject", "restore", "remove"])
    await refused(new RegExp(`There is no clipping ${unknownId}`), act, unknownId);
  const page = await run("list", "--agency", String(stranger.agencyId), "--client", ours);
  expect(page).toEqual({ clippings: [], nextCursor: null });
  expect(await list()).toMatchObject([{ id, state: "confirmed", headline: "Neues Werk" }]);
});

test("what came from a file or a feed is not deleted but rejected, and wrong words end with 2", async () => {
  const import_id = await createTestImport(sql, agency.agencyId);
  await insertMention(sql, agency.agencyId, {
    import_id,
    release_id: release.pressReleaseId,
    headline: "Aus der Datei",
  });
  const id = (await list()).find(({ headline }) => headline === "Aus der Datei")?.id ?? "";
  await refused(/came from a file or a feed\. Reject it/, "remove", id);
  await refused(/headline/, "update", id, "--headline", "x".repeat(501));
  for (const wrong of [
    ["list", "--agency", "1", "--state", "gone"],
    ["update", id, "--tone", "great"],
    ["reject", "1"],
    ["add", "--client", "1"],
  ]) {
    const { exitCode, stderr } = await runProgram(["clipping", ...wrong], environment());
    expect([wrong, exitCode, stderr.split("\n").length]).toEqual([wrong, 2, 2]);
  }
});

const run = (...args: string[]) => runJson(["clipping", ...args], environment());
const typed = (client = String(release.clientId)) => [
  ...["--client", client, "--medium", "Kurier", "--headline", "Neues Werk", "--published", "2026-11-02"],
  ...["--url", "https://kurier.example/werk"],
];

async function add(...more: string[]): Promise<string> {
  const added = (await run("add", ...typed(), ...more)) as { outcome: string; id: string };
  expect(added.outcome).toBe("added");
  return added.id;
}

async function list(...more: string[]): Promise<Listed[]> {
  const page = (await run("list", "--agency", String(agency.agencyId), ...more)) as { clippings: Listed[] };
  return page.clippings;
}

async function refused(said: RegExp, ...args: string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runProgram(["clipping", ...args], environment());
  expect([args[0], exitCode, stdout]).toEqual([args[0], 1, ""]);
  expect(stderr).toMatch(said);
}
