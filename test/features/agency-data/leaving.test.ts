import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteAgency, restoreAgency } from "../../../service/features/agencies/delete-agency.ts";
import { exportAgency } from "../../../service/features/agency-data/export-agency.ts";
import { removeAgencies } from "../../../service/features/agency-data/remove-agencies.ts";
import { listOwnedTables } from "../../../service/features/agency-data/remove-sql.ts";
import { addHandoffPartner } from "../../../service/features/people/add-partner.ts";
import { inviteMember } from "../../../service/features/people/invite-member.ts";
import { openSession } from "../../../service/features/people/sign-in.ts";
import { compareHeads } from "../../../service/features/reporting/integrity/compare-heads.ts";
import { openWitnessFile } from "../../../service/features/reporting/integrity/witness-file.ts";
import { correctRelease } from "../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { serviceScene } from "../../support/cast.ts";
import { testSeal } from "../../support/seal.ts";
import { createFolder } from "../../support/server-process.ts";
import { createTestRelease, databaseKinds } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  refusalOf,
} from "../../support/workflow.ts";
import { fillAgency } from "../reporting/data/fill-agency.ts";
import { fillPeopleSide } from "./fill-people-side.ts";
import { fillRound } from "./fill-round.ts";

const { actor } = context;
const name = "Nordlicht Kommunikation";

/** Tables of which this test has no rows before the removal: queues and counters that empty themselves. */
const emptyBefore = [
  "address_day",
  "approval_mail",
  "credit_reservation",
  "export_file_left",
  "view_engagement",
];

const browserHeaders = {
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "de-DE,de;q=0.9",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "cross-site",
};

describe.each(databaseKinds.map((kind) => [kind]))("an agency that leaves, on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  test("takes everything that is its own along, every file with its rows and hash, and no credential", async () => {
    const agency = await fullAgency();
    const other = await createWorkshop(service.sql, { contactEmail: "fremd@anderswo.example" });
    const folder = mkdtempSync(join(tmpdir(), "agency-export-"));
    try {
      const archive = join(folder, "agentur.zip");
      const picture = {
        name: "dateien/bild.png",
        chunks: piecesOf(Buffer.from("erste "), Buffer.from("zweite")),
      };
      const stream = await exportAgency(service.sql, agency.agencyId, { files: [() => piecesOf(picture)] });
      writeFileSync(archive, new Uint8Array(await new Response(stream).arrayBuffer()));
      const unzipped = Bun.spawnSync(["python3", "-m", "zipfile", "-e", archive, folder]);
      expect(unzipped.stderr.toString()).toBe("");
      const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
      expect(manifest).toMatchObject({ agencyId: agency.agencyId, agencyName: name, version: 1 });
      const rowsOf = (file: string) =>
        readFileSync(join(folder, file), "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line));
      const isOfOther = (row: { agency_id?: number }) =>
        row.agency_id !== undefined && row.agency_id !== agency.agencyId;
      for (const file of manifest.files) {
        const bytes = readFileSync(join(folder, file.name));
        expect([file.name, createHash("sha256").update(bytes).digest("hex")]).toEqual([
          file.name,
          file.sha256,
        ]);
        if (file.table === null) continue;
        const rows = rowsOf(file.name);
        expect([file.name, rows.length, bytes.length]).toEqual([file.name, file.rows, file.bytes]);
        expect(rows.filter(isOfOther)).toEqual([]);
        const [row] = rows;
        if (row !== undefined) expect(Object.keys(row).toSorted()).toEqual(file.columns.toSorted());
      }
      expect(readFileSync(join(folder, "dateien/bild.png"), "utf8")).toBe("erste zweite");
      expect(rowsOf("agency.jsonl")).toMatchObject([{ id: agency.agencyId, name }]);
      expect(rowsOf("release.jsonl").map(({ id }) => id)).toContain(agency.pressReleaseId);
      expect(rowsOf("draft_version.jsonl").filter(({ version }) => version === 2)).toMatchObject([
        { title: "Berichtigt", correction_note: "Neu." },
      ]);
      // What a person noted of a clipping, and who entered and judged it, is in no other export.
      const clippings = manifest.files.find(({ name }: { name: string }) => name === "media_mention.jsonl");
      for (const column of ["note", "entered_by", "tone", "tone_by", "tone_at", "key_messages", "state_at"])
        expect(clippings.columns).toContain(column);
      expect(rowsOf("client_contact.jsonl").map(({ email }) => email)).toContain("anna@mueller.example");
      const whole = manifest.files
        .map((file: { name: string }) => readFileSync(join(folder, file.name), "utf8"))
        .join();
      for (const foreign of [agency.key, other.key, "fremd@anderswo.example"])
        expect(whole).not.toContain(foreign);
      expect(readFileSync(join(folder, "README.txt"), "utf8")).toContain(
        "Pressemitteilungen, wie sie erschienen sind",
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("gives more rows of a table than one statement reads, each once and in order", async () => {
    const { agencyId } = await createWorkshop(service.sql);
    await service.sql`
      insert into client (agency_id, name, slug)
      select ${agencyId}::integer, 'Kunde ' || n, ${`viele-${agencyId}-`} || n
      from generate_series(1, 450) as n`;
    const bytes = Buffer.from(await new Response(await exportAgency(service.sql, agencyId)).arrayBuffer());
    const names = bytes.toString("latin1").match(/"name": "Kunde \d+"/g) ?? [];
    expect(new Set(names).size).toBe(450);
    expect(names.length).toBe(450);
  });

  test("is unreachable at once, comes back in its time of grace, and only with its own name", async () => {
    const agency = await fullAgency();
    const { agencyId, key, path } = agency;
    expect([await statusOf(path), await statusOf("/api/reporting/v1/webhooks", key)]).toEqual([200, 200]);
    const misnamed = deleteAgency(service.sql, agencyId, { name: "nordlicht", graceDays: 30, actor });
    expect(await refusalOf(misnamed)).toBe("confirmation_required");
    const { deleteAfter } = await marked(agencyId);
    expect(Date.parse(deleteAfter) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect(await refusalOf(marked(agencyId))).toBe("validation_error");
    // Keys and pages are remembered for a moment.
    await until(async () => (await statusOf(path)) === 404);
    await until(async () => (await statusOf("/api/reporting/v1/webhooks", key)) === 401);
    expect(await statusOf(path.replace(/\/[^/]+$/, ""))).toBe(404);
    await remove();
    await restoreAgency(service.sql, agencyId, { actor });
    expect(await refusalOf(restoreAgency(service.sql, agencyId, { actor }))).toBe("not_found");
    expect(await statusOf(path)).toBe(200);
  });

  test("leaves no row in any table when its time is over, and nobody else loses one", async () => {
    const { sql } = service;
    const stays = await fullAgency();
    const goes = await fullAgency();
    const before = await countsOf(sql, stays.agencyId);
    const full = await countsOf(sql, goes.agencyId);
    expect([...full].filter(([, count]) => count === 0).map(([table]) => table)).toEqual(emptyBefore);
    const seal = await testSeal();
    const store = openWitnessFile(createFolder("witness-"));
    const heads = await compareHeads(sql, { store, seal });
    await marked(goes.agencyId, 0);
    await remove();
    const left = [...(await countsOf(sql, goes.agencyId))].filter(([, count]) => count > 0);
    expect(left).toEqual([]);
    expect((await sql`select id from agency where id = ${goes.agencyId}`).length).toBe(0);
    expect(await countsOf(sql, stays.agencyId)).toEqual(before);
    const noted = await sql`select event from operator_log where agency_id = ${goes.agencyId}`;
    expect(noted.map(({ event }) => event)).toContain("agency.removed");
    // Whoever witnessed the end of its reports finds a signed closing in the place of the chain.
    expect(heads.news.map(({ agencyId }) => agencyId)).toContain(goes.agencyId);
    await store.append(heads.news);
    expect((await compareHeads(sql, { store, seal })).breaks).toEqual([]);
    expect(await refusalOf(restoreAgency(sql, goes.agencyId, { actor }))).toBe("not_found");
  });

  /** An agency with rows in all that the tests of features fill. */
  async function fullAgency() {
    const { sql } = service;
    const workshop = await createWorkshop(sql, { credits: 50 });
    const release = await createTestRelease(sql, workshop.agencyId);
    await fillAgency(service, workshop, release.pressReleaseId);
    await fillPeople(service.sql, workshop.agencyId);
    await createRequested(sql, workshop, { topics: ["Energie"] });
    const draftId = await createApproved(sql, workshop);
    const input = { draftId, approvedVersion: 1, maxCredits: 1 };
    const { pressReleaseId } = await publishRelease(sql, workshop.agencyId, input, context);
    await correctRelease(
      sql,
      workshop.agencyId,
      { pressReleaseId, note: "Neu.", title: "Berichtigt" },
      context,
    );
    const { agencyId, clientId } = workshop;
    await fillPeopleSide(sql, { agencyId, clientId, pressReleaseId: release.pressReleaseId, draftId });
    await fillRound(sql, workshop);
    await visit(release.path);
    return { ...workshop, pressReleaseId, path: release.path };
  }
  /** A reader of a campaign, sent by an assistant, who clicks, and a crawler; resolves when they are counted. */
  async function visit(path: string) {
    const get = (at: string, headers: Record<string, string>) =>
      fetch(service.url + at, { headers, redirect: "manual" }).then((answer) => answer.text());
    const reader = { ...browserHeaders, referer: "https://chatgpt.com/" };
    const page = await get(`${path}?utm_campaign=herbst`, reader);
    const link = /href="([^"]+\/go\/[^"]+)"/.exec(page)?.[1] ?? "";
    await get(link, { ...browserHeaders, referer: service.url + path });
    await get(path, { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)" });
    const slug = path.split("/")[2] ?? "";
    await until("the visits are counted", async () => {
      const [row] = await service.sql`
        select count(*)::int as hits
        from hit
        where agency_id = (select agency_id from client where slug = ${slug})`;
      return row?.hits >= 3;
    });
  }
  const remove = async () => {
    const log = createLog("silent", () => {});
    const artifactStore = { remove: async () => undefined };
    const signal = new AbortController().signal;
    const seal = await testSeal();
    const deps = { sql: service.sql, log, artifactStore, fileStore: artifactStore, seal };
    while (await removeAgencies(deps, signal));
  };
  const marked = (agencyId: number, graceDays = 30) =>
    deleteAgency(service.sql, agencyId, { name, graceDays, actor });
  const statusOf = async (path: string, key?: string) =>
    (await fetch(service.url + path, key === undefined ? {} : { headers: { "x-api-key": key } })).status;
});

/** Somebody who is signed in by a partner of the agency. */
async function fillPeople(sql: Sql, agencyId: number): Promise<void> {
  const email = `person-${agencyId}@example.org`;
  const { personId } = await inviteMember(sql, agencyId, { email, role: "owner", clientIds: null }, actor);
  const publicKey = JSON.stringify({
    kty: "OKP",
    crv: "Ed25519",
    x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  });
  const partner = { name: "Portal", issuer: "https://portal.example", publicKey, publicKeyUrl: null };
  await addHandoffPartner({ sql, targetRules: {} }, agencyId, partner, actor);
  const by = { method: "handoff", onlyAgencyId: agencyId, isFresh: false } as const;
  await openSession(sql, { personId, browser: { userAgent: null, sessionToken: null }, by });
}

/** Rows of an agency by table, partitions added up. */
async function countsOf(sql: Sql, agencyId: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const roots = new Set((await listOwnedTables(sql)).map(({ root }) => root));
  for (const table of roots) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count
      from ${sql(table)}
      where agency_id = ${agencyId}`;
    counts.set(table, row?.count ?? 0);
  }
  return counts;
}

async function* piecesOf<T>(...pieces: T[]): AsyncGenerator<T> {
  yield* pieces;
}
