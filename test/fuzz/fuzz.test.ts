import { expect, test } from "bun:test";
import { startFuzzService } from "./fuzz-service.ts";
import { describeResult, runFuzz } from "./run-fuzz.ts";

/** 7 to 20 s on two cores that others use too; `bun run test:fuzz --requests N` sends more. */
const requests = 3_000;
/** The same requests each time: what fails, fails again. */
const seed = 20_261_120;
/** Whether they find what they ask for depends on how soon an export is rendered. */
const waitsForExport = new Set(["getPublicationReport", "downloadReportingExport"]);
/** The operations of the document, and one name for all requests that mean none of them. */
const operationsAndNoise = 15;

test("every answer to drawn requests is one that the OpenAPI document lists", async () => {
  const service = await startFuzzService("embedded");
  try {
    const result = await runFuzz({ service, seed, requests });
    if (result.violations.length > 0) console.log(describeResult(result).join("\n"));
    expect(result.violations).toEqual([]);
    expect(result.sent).toBe(requests);
    // A run of refusals only would prove little: each operation has to be reached in its good outcome too. HEAD is drawn
    // seldom, and answered by the same code as GET.
    const operations = [...result.statuses].filter(([name]) => !name.startsWith("HEAD "));
    const unreached = operations
      .filter(
        ([name, counts]) =>
          !waitsForExport.has(name) && ![200, 201, 202].some((status) => counts.has(status)),
      )
      .map(([name]) => name);
    expect(unreached).toEqual([]);
    expect(operations).toHaveLength(operationsAndNoise);
  } finally {
    await service.stop();
  }
});
