import { expect, test } from "bun:test";
import { type ZipEntry, zipBytes, zipStream } from "../../../service/floor/archive-files/zip-stream.ts";

const chunk = new Uint8Array(64 * 1024).fill(7);

test("an archive that nobody reads on closes the file that is under way, and opens no other", async () => {
  const { open, entries } = openFiles(["a", "b"]);
  const reader = zipStream(entries).getReader();
  let bytes = 0;
  while (bytes < 3 * chunk.length) bytes += (await reader.read()).value?.length ?? 0;
  expect([...open]).toEqual(["all", "a"]);
  await reader.cancel();
  expect([...open]).toEqual([]);
});

test("an archive can be left where its files are read and their list is not", async () => {
  const { open, entries } = openFiles(["a"]);
  const reader = zipStream(entries).getReader();
  do await reader.read();
  while (open.size > 0);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});

test("an archive is as long as was said", async () => {
  const { open, entries } = openFiles(["a", "ä.txt"]);
  const zip = await new Response(zipStream(entries)).bytes();
  const files = ["a", "ä.txt"].map((name) => ({ name, bytes: 10 * chunk.length }));
  expect(zip.length).toBe(zipBytes(files));
  expect([...open]).toEqual([]);
});

/** Files of ten chunks, and what of them is open. */
function openFiles(names: readonly string[]) {
  const open = new Set<string>();
  async function* chunksOf(name: string) {
    open.add(name);
    try {
      for (let number = 0; number < 10; number += 1) yield chunk;
    } finally {
      open.delete(name);
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    open.add("all");
    try {
      for (const name of names) yield { name, chunks: chunksOf(name) };
    } finally {
      open.delete("all");
    }
  }
  return { open, entries: entries() };
}
