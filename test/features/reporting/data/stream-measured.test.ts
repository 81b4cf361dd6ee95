import { beforeAll, describe, expect, test } from "bun:test";
import { serviceScene } from "../../../support/cast.ts";
import { askForData, insertConversions, untilTransactions } from "./support.ts";

/** The bound of the contract. */
const growthBytesMax = 64 * 1024 * 1024;
const count = 100_000;
const collectedBytes = 1024 * 1024;

describe("the stream of all reporting data", () => {
  const { service, agency, release } = serviceScene();
  beforeAll(() =>
    insertConversions(service.sql, agency.agencyId, {
      ...{ releaseId: release.pressReleaseId, count, prefix: "first" },
    }),
  );

  test("100,000 conversions come in constant memory", async () => {
    await (await open()).body?.cancel();
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    let greatest = before;
    let bytes = 0;
    const response = await open();
    for await (const chunk of response.body ?? []) {
      // On a busy machine the collector comes late, and what it would free is no memory that the stream needs.
      if (Math.floor((bytes + chunk.byteLength) / collectedBytes) > Math.floor(bytes / collectedBytes))
        Bun.gc(true);
      bytes += chunk.byteLength;
      greatest = Math.max(greatest, process.memoryUsage.rss());
    }
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(greatest - before).toBeLessThan(growthBytesMax);
  });

  test("a client that reads nothing fills no memory", async () => {
    const socket = askForData(service.url, agency.key);
    try {
      await untilTransactions(service.sql, 1);
      const before = process.memoryUsage.rss();
      await untilTransactions(service.sql, 0);
      Bun.gc(true);
      expect(process.memoryUsage.rss() - before).toBeLessThan(growthBytesMax);
    } finally {
      socket.destroy();
    }
  });

  const open = () => fetch(`${service.url}/api/reporting/v1/data`, { headers: { "x-api-key": agency.key } });
});
