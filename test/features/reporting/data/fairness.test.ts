import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSmallDisk } from "../../../faults/support/small-disk.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import {
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestService,
} from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { getData, insertConversions } from "./support.ts";

/** The line of an agency, as the contract has it. */
const waitingMax = 8;
const hourlyLimit = 1_000;
const unreadMax = 2;
/** More than what connections of the kernel hold, so that an unread export stays on disk. */
const conversions = 40_000;

describe.each([
  ["in Redis", {}],
  ["in memory", { REDIS_URL: undefined }],
])("data exports of one agency, limits %s", (_name, environment) => {
  const { service, agency: other, atEnd } = serviceScene("server", { ...environment });
  const greedy = given(() => createTestAgency(service.sql, { hourlyLimit }));
  const sockets: Socket[] = [];

  beforeAll(async () => {
    const { pressReleaseId } = await createTestRelease(service.sql, greedy.agencyId);
    await insertConversions(service.sql, greedy.agencyId, {
      releaseId: pressReleaseId,
      count: conversions,
      prefix: "greedy",
    });
  });
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
  });

  test("two are unread and eight wait; the next is told to come back, which costs it nothing", async () => {
    for (let unread = 0; unread < unreadMax; unread += 1) sockets.push(openUnread(service.url, greedy.key));
    await untilReads(0, unreadMax);
    const leaving = new AbortController();
    // One more than the line holds. Which of them is refused is chance: whoever is counted first may be the last to get in line.
    const asked = Array.from({ length: waitingMax + 1 }, (_, index) =>
      open(leaving.signal).then(
        ({ status }) => ({ index, status }),
        () => ({ index, status: null }),
      ),
    );
    const refused = await Promise.race(asked);
    expect(refused.status).toBe(503);
    const waiting = asked.filter((_, index) => index !== refused.index);
    for (let call = 0; call < 3; call += 1) {
      const response = await open();
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("20");
      expect(response.headers.get("x-ratelimit-remaining")).toBe(
        String(hourlyLimit - unreadMax - waitingMax),
      );
      expect(await response.json()).toEqual({ error: "service_unavailable" });
    }
    const lines = service.logged.filter((line) => line.includes('"agency_busy"'));
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain("stack");

    // Nobody else notices.
    expect((await getData(service.url, other.key)).agencyId).toBe(other.agencyId);
    expect(await Promise.race([...waiting, Bun.sleep(100)])).toBeUndefined();

    // Whoever leaves the line makes room in it, and one that is read lets the next one in.
    const one = sockets.pop();
    one?.destroy();
    expect((await Promise.race(waiting)).status).toBe(200);
    leaving.abort();
    for (const socket of sockets.splice(0)) socket.destroy();
    await Promise.all(waiting);
    expect((await getData(service.url, greedy.key)).conversions).toHaveLength(conversions);
  });

  /** Waits until `running` exports read the database after `begun` were opened. */
  async function untilReads(running: number, begun: number): Promise<void> {
    const isDone = async () => {
      const [row] = await service.sql<{ open: number }[]>`
        select count(*)::integer as open
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      `;
      return row?.open === running && begunExports(service) >= begun;
    };
    await until(isDone);
  }

  const open = (signal?: AbortSignal) =>
    fetch(`${service.url}/api/reporting/v1/data`, {
      headers: { "x-api-key": greedy.key },
      ...(signal === undefined ? {} : { signal }),
    });
});

test("where the data directory can't be written, only the data export fails, and the log says what to do", async () => {
  const disk = await openSmallDisk(1_048_576, "ro");
  const service = await startTestService("server", {
    DATA_DIR: disk.folder,
    SECRET_KEY: "ab".repeat(32),
  });
  const agency = await createTestAgency(service.sql);
  const warnings = service.logged.filter((line) => line.includes("data_directory_not_writable"));
  expect(warnings.join()).toContain("DATA_DIR");
  const response = await fetch(`${service.url}/api/reporting/v1/data`, {
    headers: { "x-api-key": agency.key },
  });
  expect(response.status).toBe(503);
  expect(service.logged.filter((line) => line.includes("request_failed")).join()).toContain("set DATA_DIR");
  await service.stop();
  await disk.close();
});

test("what a killed process left in the folder is removed at the next start", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "prs-"));
  mkdirSync(join(dataDirectory, "spool"));
  writeFileSync(join(dataDirectory, "spool", "left.json"), "x");
  const service = await startTestService("server", { DATA_DIR: dataDirectory });
  expect(readdirSync(join(dataDirectory, "spool"))).toEqual([]);
  await service.stop();
});

/** A client that asks and then reads nothing. */
function openUnread(url: string, key: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.on("error", () => {});
  socket.write(
    `GET /api/reporting/v1/data HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${key}\r\n\r\n`,
  );
  return socket;
}

function begunExports(service: TestService): number {
  return service.logged.filter(
    (line) => line.includes('"request"') && line.includes("/api/reporting/v1/data") && line.includes("200"),
  ).length;
}
