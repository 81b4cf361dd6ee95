import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestAgency,
  type TestService,
} from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { askForData, deleteData, getData, insertConversions, untilTransactions } from "./support.ts";

const count = 100_000;

describe("the stream of all reporting data", () => {
  let service: TestService;
  let agency: TestAgency;
  let releaseId: number;
  let dataDirectory: string;

  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), "prs-"));
    service = await startTestService("server", { DATA_DIR: dataDirectory });
    agency = await createTestAgency(service.sql);
    releaseId = (await createTestRelease(service.sql, agency.agencyId)).pressReleaseId;
    await insertConversions(service.sql, agency.agencyId, { releaseId, count, prefix: "first" });
  });
  afterAll(() => service.stop());

  test("HEAD, and clients that go before the first byte, leave no file open", async () => {
    const url = `${service.url}/api/reporting/v1/data`;
    for (let call = 0; call < 10; call += 1) {
      const head = await fetch(url, { method: "HEAD", headers: { "x-api-key": agency.key } });
      // How long the data are is not known before they are read: a length of 0 would say that there are none.
      expect([head.status, head.headers.get("content-length")]).toEqual([200, null]);
      const socket = askForData(service.url, agency.key);
      await Bun.sleep(call * 2);
      socket.destroy();
    }
    await until(() => openSpools() === 0);
    // The next test needs the room.
    await untilTransactions(service.sql, 0);
  });

  test("a client that reads nothing holds no transaction open", async () => {
    const socket = askForData(service.url, agency.key);
    try {
      await untilTransactions(service.sql, 1);
      await untilTransactions(service.sql, 0);
    } finally {
      socket.destroy();
    }
  });

  test("an export that was given up makes room for the next", async () => {
    const [first, second] = [await open(), await open()];
    await first.body?.cancel();
    await second.body?.cancel();
    await untilTransactions(service.sql, 0);
    expect((await getData(service.url, agency.key)).conversions).toHaveLength(count);
  });

  test("a fault of the database in the middle breaks the stream off, and the next export is whole", async () => {
    const response = await open();
    const reader = response.body?.getReader();
    await reader?.read();
    const ended = await service.sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    `;
    expect(ended).not.toHaveLength(0);
    const readAll = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return "complete";
    };
    expect(await readAll().catch(() => "broken off")).toBe("broken off");
    expect(service.logged.some((line) => line.includes("data_export_failed"))).toBe(true);
    expect((await getData(service.url, agency.key)).conversions).toHaveLength(count);
  });

  test("what is inserted and deleted meanwhile doesn't tear it", async () => {
    const response = await open();
    const reader = response.body?.getReader();
    if (reader === undefined) throw new Error("The answer has no body.");
    const decoder = new TextDecoder();
    const first = await reader.read();
    let text = decoder.decode(first.value, { stream: true });
    // The snapshot was taken before the first byte: what happens from here on is not in it.
    await insertConversions(service.sql, agency.agencyId, { releaseId, count: 5_000, prefix: "later" });
    const deletion = await deleteData(service.url, agency.key, "DELETE REPORTING DATA");
    const { deleted } = (await deletion.json()) as { deleted: { conversions: number } };
    expect(deleted.conversions).toBe(count + 5_000);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    const data = JSON.parse(text) as { conversions: { eventId: string }[] };
    expect(data.conversions).toHaveLength(count);
    expect(data.conversions.every(({ eventId }) => eventId.startsWith("first-"))).toBe(true);
    expect((await getData(service.url, agency.key)).conversions).toEqual([]);
  });

  test("nothing of it stays on the disk", () => {
    expect(readdirSync(join(dataDirectory, "spool"))).toEqual([]);
  });

  const open = () => fetch(`${service.url}/api/reporting/v1/data`, { headers: { "x-api-key": agency.key } });
});

/** Files without a name that exports of this process hold. */
function openSpools(): number {
  const targets = readdirSync("/proc/self/fd").map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return "";
    }
  });
  return targets.filter((target) => target.includes("/spool/")).length;
}
