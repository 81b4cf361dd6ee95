import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPicturePool } from "../service/features/media/picture/picture-pool.ts";
import { programFiles } from "../service/program/program-files.ts";
import { drawJpeg } from "../test/features/media/support/draw.ts";
import { createTestAgency, createTestRelease, startTestService } from "../test/support/service.ts";
import { type Figure, medianOf, type Report } from "./figure.ts";

const rounds = 5;
const secondsMax = 2;
/** Below it nobody feels that a page waits. */
const pageP99MsMax = 10;
const pauseMs = 5;
const quietMs = 3_000;
/** One after the other, so that a p99 has a few hundred pages behind it. */
const picturesPerRound = 4;

/** P17: the smaller copies of a picture of 24 megapixels, in the thread; and what readers of pages notice of it. */
export async function benchPictureCopies(report: Report): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-pictures-"));
  const path = join(folder, "picture.jpg");
  writeFileSync(path, await drawJpeg(6000, 4000, (x, y) => ((x * y) ^ (x >> 3)) & 0xffffff));
  const pool = createPicturePool(programFiles.pictureWorker, programFiles.reportFonts);
  const service = await startTestService("server", { LOOPS: "on" });
  const { agencyId } = await createTestAgency(service.sql);
  const { path: page } = await createTestRelease(service.sql, agencyId);
  const seconds: number[] = [];
  const pagesMs: number[] = [];
  const details: string[] = [];
  try {
    await pool.prepare(agencyId, { path, folder });
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await pagesMeanwhile(`${service.url}${page}`, () => Bun.sleep(quietMs));
      const busy = await pagesMeanwhile(`${service.url}${page}`, async () => {
        for (let picture = 0; picture < picturesPerRound; picture += 1) {
          const begunMs = performance.now();
          await pool.prepare(agencyId, { path, folder });
          seconds.push((performance.now() - begunMs) / 1_000);
        }
      });
      pagesMs.push(busy);
      details.push(`p99 of a page ${quiet.toFixed(1)} ms before, ${busy.toFixed(1)} ms meanwhile`);
      report(`${medianOf(seconds).toFixed(2)} s, ${details.at(-1)}`);
    }
  } finally {
    await pool.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const what = "six copies of a JPEG of 24 megapixels, in a thread";
  return [
    { id: "P17", what, reference: "", target: { atMost: secondsMax }, unit: "s", values: seconds, details },
    {
      ...{ id: "P17 readers", what: "a page's p99 meanwhile", reference: "", unit: "ms" },
      ...{ target: { atMost: pageP99MsMax }, values: pagesMs, details },
    },
  ];
}

/** The p99 of a page that is asked for again and again while `work` runs, in milliseconds. */
export async function pagesMeanwhile(url: string, work: () => Promise<unknown>): Promise<number> {
  const latenciesMs: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      const begunMs = performance.now();
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`The page answered ${answer.status}.`);
      latenciesMs.push(performance.now() - begunMs);
      await Bun.sleep(pauseMs);
    }
  })();
  await work();
  isDone = true;
  await asking;
  return latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length * 0.99)] ?? 0;
}
