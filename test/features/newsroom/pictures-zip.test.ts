import { expect, test } from "bun:test";
import type { FileStore } from "../../../service/features/media/file-store.ts";
import {
  archivesPerAgencyMax,
  createArchiveSeats,
  picturesZip,
  uniqueNames,
  waitingPerAgencyMax,
} from "../../../service/features/newsroom/pictures-zip.ts";
import { createLog } from "../../../service/log.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";

const bytes = 4_000;
const originals = uniqueNames([
  { id: "1", fileId: "1", fileName: "bild.jpg", bytes, createdAt: new Date("2026-11-22T10:00:00Z") },
]);
const fileStore: FileStore = {
  async *read() {
    yield new Uint8Array(bytes);
  },
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** Of a file that is gone. */
const noBytes: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("The store is away.")) }),
};

test("an agency's readers have fifty archives at once, and others don't wait for them", async () => {
  const open = createScene();
  const held = await Promise.all(Array.from({ length: archivesPerAgencyMax }, () => open(1)));
  const order: string[] = [];
  const next = open(1).then(() => order.push("next"));
  await open(2).then(() => order.push("other"));
  expect(order).toEqual(["other"]);
  await held[0]?.cancel();
  await next;
  expect(order).toEqual(["other", "next"]);
});

test("an archive gives its seat back when it is read and when its reader goes", async () => {
  const open = createScene();
  const leaving = new AbortController();
  const read = await open(1);
  const left = await open(1, leaving.signal);
  for (let number = 2; number < archivesPerAgencyMax; number += 1) await open(1);
  const [first, second] = [open(1), open(1)];
  expect((await new Response(read).bytes()).length).toBeGreaterThan(bytes);
  await first;
  leaving.abort();
  await second;
  expect(await thrownBy(new Response(left).bytes())).toThrow();
});

test("an archive that breaks off gives its seat back", async () => {
  const archiveSeats = createArchiveSeats();
  const deps = {
    fileStore: { ...fileStore, read: () => noBytes },
    log: createLog("silent", () => {}),
    archiveSeats,
  };
  const { signal } = new AbortController();
  for (let number = 0; number <= archivesPerAgencyMax; number += 1) {
    const zip = await picturesZip(deps, 1, { originals, signal });
    expect(await thrownBy(new Response(zip).bytes())).toThrow();
  }
});

test("a hundred readers of an agency wait, and one more is told to come again", async () => {
  const open = createScene();
  const held = await Promise.all(Array.from({ length: archivesPerAgencyMax }, () => open(1)));
  const waiting = Array.from({ length: waitingPerAgencyMax }, () => open(1));
  expect(await errorOf(open(1))).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 30 });
  await Promise.all(held.map((zip) => zip.cancel()));
  for (const next of waiting) await (await next).cancel();
});

function createScene() {
  const deps = { fileStore, log: createLog("silent", () => {}), archiveSeats: createArchiveSeats() };
  return (agencyId: number, signal = new AbortController().signal) =>
    picturesZip(deps, agencyId, { originals, signal });
}
