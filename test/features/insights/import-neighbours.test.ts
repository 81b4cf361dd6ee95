import { describe, expect, test } from "bun:test";
import { findUpload } from "../../../service/features/insights/uploads/sql.ts";
import { startImport } from "../../../service/features/insights/uploads/start-import.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { childEnvironment } from "../../support/environment.ts";
import { createTestRelease, serviceKinds } from "../../support/service.ts";
import { byOperator, handOver } from "./support.ts";

const heading = "Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle";
/** More in a run by hand, whose figures stand in the documents. */
const rows = Number(childEnvironment().IMPORT_ROWS ?? 4_000);
/** Calls of a neighbour may wait for the statement under way each time they ask the database, and for nothing longer. */
const slowdownMax = 60;
/** Of the import's time. Where a file is stored in one transaction, a call waits for nearly all of it. */
const longestShareMax = 0.3;

for (const kind of serviceKinds) {
  describe(`an import of ${rows} rows on the ${kind} database`, () => {
    const { service, agency: importer, stranger: neighbour, release } = serviceScene(kind, { LOOPS: "on" });
    const theirs = given(() => createTestRelease(service.sql, neighbour.agencyId));

    test("keeps no other agency waiting for longer than one of its statements", async () => {
      const { agencyId } = importer;
      const lines = Array.from(
        { length: rows },
        (_, n) =>
          `${release.pressReleaseId};Weser-Kurier;Online;Neues Werk ${n};https://weser.example/${n};02.11.2026;Auszug;Dienst`,
      );
      const bytes = Buffer.from([heading, ...lines].join("\n"));
      const upload = await handOver(service.sql, agencyId, bytes);
      const uploadId = upload.id;
      const idleUntil = performance.now() + 1_000;
      const idle = await callsWhile(async () => performance.now() < idleUntil);
      await startImport(service.sql, agencyId, { upload, mapping: {}, ...byOperator });
      const startedAt = performance.now();
      const busy = await callsWhile(async () => {
        const { state } = (await findUpload(service.sql, agencyId, uploadId)) ?? {};
        return state === "queued" || state === "running";
      });
      const seconds = (performance.now() - startedAt) / 1000;
      expect(await findUpload(service.sql, agencyId, uploadId)).toMatchObject({ state: "imported" });
      const shown = (times: readonly number[]) =>
        `p99 ${p99(times).toFixed(1)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms, ${times.length} calls`;
      console.log(`${kind}: idle ${shown(idle)}; import of ${seconds.toFixed(1)} s: ${shown(busy)}`);
      expect(p99(busy) / p99(idle)).toBeLessThan(slowdownMax);
      expect((busy.at(-1) ?? 0) / (seconds * 1000)).toBeLessThan(longestShareMax);
    });

    async function timed(url: string): Promise<number> {
      const startedAt = performance.now();
      const response = await fetch(service.url + url, { headers: { "x-api-key": neighbour.key } });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      return performance.now() - startedAt;
    }
    async function callsWhile(isGoingOn: () => Promise<boolean>): Promise<number[]> {
      const times: number[] = [];
      while (await isGoingOn()) {
        times.push(await timed(`/api/reporting/v1/articles/${theirs.pressReleaseId}?days=30`));
        times.push(await timed(theirs.path));
      }
      return times.toSorted((a, b) => a - b);
    }
    const p99 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  });
}
