import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseS3Url } from "../../../../service/features/reporting/exports/parse-s3-url.ts";
import { compareHeads } from "../../../../service/features/reporting/integrity/compare-heads.ts";
import type { ReportSeal } from "../../../../service/features/reporting/integrity/report-seal.ts";
import { createHeadNotes } from "../../../../service/features/reporting/integrity/watch-heads.ts";
import {
  type Head,
  headsOf,
  type WitnessLine,
  type WitnessStore,
} from "../../../../service/features/reporting/integrity/witness.ts";
import { openWitnessFile } from "../../../../service/features/reporting/integrity/witness-file.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { openDatabase, type Sql } from "../../../../service/floor/db/open.ts";
import { createLog } from "../../../../service/log.ts";
import { openS3WitnessStore } from "../../../../service/program/s3/open-s3-witness-store.ts";
import { s3Key, startS3Stub } from "../../../program/s3/s3-stub.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createFolder } from "../../../support/server-process.ts";
import {
  createMigratedDatabase,
  createTestAgency,
  createTestRelease,
  startTestService,
} from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { until } from "../../../support/until.ts";
import { deleteData } from "../data/support.ts";

const chainId = "01981234-5678-7abc-8def-0123456789ab";

describe("a file of witnessed heads", () => {
  test("gives back the newest head of each agency, also behind a line that a power cut left unfinished", async () => {
    const folder = createFolder("witness-");
    const store = openWitnessFile(join(folder, "data"));
    expect(await store.read()).toBe("");
    await store.append([line(1), line(2), line(7, { agencyId: 2, after: null })]);
    appendFileSync(store.name, '{"agencyId":1,"chain');
    await store.append([line(3)]);
    expect([(await headIn(store))?.number, (await headIn(store, 2))?.number]).toEqual([3, 7]);
    expect(statSync(store.name).mode & 0o777).toBe(0o600);
  });

  test("takes no line that follows another head than the newest, nor a chain that ended", async () => {
    const store = openWitnessFile(createFolder("witness-"));
    await store.append([line(1), line(2), line(2, { chainHash: hashOf(99) })]);
    await store.append([line(3, { chainHash: hashOf(100), after: hashOf(99) })]);
    expect(await headIn(store)).toMatchObject({ number: 2, chainHash: hashOf(2) });
    await store.append([line(2, { chainHash: null, after: hashOf(2) }), line(1)]);
    expect((await headIn(store))?.chainHash).toBeNull();
    await store.append([line(1, { reason: "It was brought back." })]);
    expect((await headIn(store))?.chainHash).toBe(hashOf(1));
  });

  test("stays small: the newest heads and the reasons are kept, and what others append meanwhile", async () => {
    const store = openWitnessFile(createFolder("witness-"));
    const lines = Array.from({ length: 5_000 }, (_, index) => line(index + 1));
    await store.append([...lines, line(5_001, { after: hashOf(5_000), reason: "A backup was restored." })]);
    const before = statSync(store.name).size;
    const late = Array.from({ length: 20 }, (_, index) => store.append([line(1, { agencyId: index + 2 })]));
    await Promise.all([store.compact(), ...late]);
    expect(statSync(store.name).size).toBeLessThan(before / 100);
    expect(headsOf(await store.read()).size).toBe(21);
    expect(await headIn(store)).toMatchObject({ number: 5_001, chainHash: hashOf(5_001) });
    expect(await store.read()).toContain("A backup was restored.");
    const small = statSync(store.name).size;
    await store.compact();
    expect(statSync(store.name).size).toBe(small);
  });

  test("says where it can't be written", async () => {
    const file = join(createFolder("witness-"), "file");
    writeFileSync(file, "");
    expect(await thrownBy(openWitnessFile(join(file, "data")).examine())).toThrow();
    await openWitnessFile(join(createFolder("witness-"), "not", "there", "yet")).examine();
  });
});

test("the exports' store keeps the same heads in one object", async () => {
  const stub = startS3Stub();
  try {
    const credentials = `${s3Key.accessKeyId}:${encodeURIComponent(s3Key.secretAccessKey)}@`;
    const target = parseS3Url(`${stub.url.replace("//", `//${credentials}`)}/berichte/archiv`);
    if (target === null) throw new Error("The URL of the test was not understood.");
    const store = openS3WitnessStore(target, 2_000);
    expect(await store.read()).toBe("");
    await store.append([line(1), line(2)]);
    await store.append([line(3)]);
    expect((await headIn(store))?.number).toBe(3);
    expect([...stub.files.keys()]).toEqual(["/berichte/archiv/report-witness.jsonl"]);
    stub.failWith = 503;
    expect(await thrownBy(store.examine())).toThrow();
  } finally {
    await stub.stop();
  }
});

describe("a service", () => {
  let databaseUrl: string;
  let sql: Sql;
  let seal: ReportSeal;
  let close: () => Promise<void>;

  beforeAll(async () => {
    databaseUrl = await createMigratedDatabase();
    const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
    ({ sql } = database);
    close = () => database.close();
    seal = await testSeal();
  });
  afterAll(() => close());

  test("has the head of each report on disk a moment after it was issued, and issues it also where that fails", async () => {
    const { agencyId } = await createTestAgency(sql);
    const store = openWitnessFile(createFolder("witness-"));
    const { log, lines } = logged();
    await issue(agencyId, { ...seal, witness: createHeadNotes(store, log) });
    const { integrity } = await issue(agencyId, { ...seal, witness: createHeadNotes(store, log) });
    await until(async () => (await headIn(store, agencyId))?.number === 2);
    expect(integrity).toMatchObject({ chainHash: (await headIn(store, agencyId))?.chainHash });
    const file = join(createFolder("witness-"), "file");
    writeFileSync(file, "");
    await issue(agencyId, { ...seal, witness: createHeadNotes(openWitnessFile(join(file, "x")), log) });
    await until(() => lines.some((text) => text.includes("report_witness_failed")));
    expect((await compareHeads(sql, { store, seal })).news).toMatchObject([{ agencyId, number: 3 }]);
  });

  test.each(["on", "off"])(
    "finds at its start what the database lost, says so loudly, and goes on issuing (loops %s)",
    async (loops) => {
      const { agencyId } = await createTestAgency(sql);
      const other = await createTestAgency(sql);
      await issue(agencyId);
      const folder = createFolder("witness-");
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder, LOOPS: loops };
      const store = openWitnessFile(folder);
      const first = await startTestService("server", environment);
      await until(async () => (await headIn(store, agencyId)) !== undefined);
      await first.stop();
      await issue(other.agencyId);
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`delete from publication_report where agency_id = ${agencyId}`;
        await transaction`delete from report_chain where agency_id = ${agencyId}`;
      });
      const second = await startTestService("server", environment);
      try {
        await until(() => second.logged.some((text) => text.includes("report_heads_differ")));
        const alarm = second.logged.find((text) => text.includes("report_does_not_fit"));
        expect(JSON.parse(alarm ?? "{}")).toMatchObject({ agencyId, fault: "chain_replaced", number: 1 });
        await issue(agencyId);
        expect((await headIn(store, other.agencyId))?.number).toBe(1);
        expect((await compareHeads(sql, { store, seal })).breaks).toMatchObject([{ agencyId }]);
      } finally {
        await second.stop();
      }
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`delete from publication_report where agency_id = ${agencyId}`;
        await transaction`delete from report_chain where agency_id = ${agencyId}`;
      });
    },
  );

  test("raises no alarm over a deletion of reporting data, and over none but that", async () => {
    const service = await startTestService("server", { DATABASE_URL: databaseUrl });
    try {
      const { agencyId, key } = await createTestAgency(sql);
      await issue(agencyId);
      await issue(agencyId);
      const store = openWitnessFile(createFolder("witness-"));
      const compare = async () => {
        const { breaks, news } = await compareHeads(sql, { store, seal });
        await store.append(news);
        return breaks.filter((each) => each.agencyId === agencyId).map(({ fault }) => fault);
      };
      expect(await compare()).toEqual([]);
      const answer = await deleteData(service.url, key, "DELETE REPORTING DATA");
      expect(answer.status).toBe(200);
      expect(await compare()).toEqual([]);
      expect((await headIn(store, agencyId))?.chainHash).toBeNull();
      await issue(agencyId);
      expect(await compare()).toEqual([]);
      expect((await headIn(store, agencyId))?.number).toBe(1);
      // The chain after a deletion is witnessed like the first.
      await sql`update report_chain set chain_id = gen_random_uuid() where agency_id = ${agencyId}`;
      expect(await compare()).toEqual(["chain_replaced"]);
    } finally {
      await service.stop();
    }
  });

  async function issue(agencyId: number, by: ReportSeal = seal) {
    const { pressReleaseId } = await createTestRelease(sql, agencyId);
    const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator" } as const;
    return await createPublicationReport(sql, agencyId, { ...request, seal: by });
  }
  const logged = () => {
    const lines: string[] = [];
    return { lines, log: createLog("info", (text) => lines.push(text)) };
  };
});

const hashOf = (number: number) => number.toString(16).padStart(64, "0");

function line(number: number, more: Partial<WitnessLine> = {}): WitnessLine {
  const after = number === 1 ? null : hashOf(number - 1);
  return {
    agencyId: 1,
    chainId,
    number,
    chainHash: hashOf(number),
    after,
    at: "2026-11-23T10:00:00Z",
    ...more,
  };
}

const headIn = async (store: Pick<WitnessStore, "read">, agencyId = 1): Promise<Head | undefined> =>
  headsOf(await store.read()).get(agencyId);
