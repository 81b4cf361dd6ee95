import { afterAll } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile, readTexts } from "../../../../service/features/moving/reading/open-file.ts";
import type { FoundText } from "../../../../service/features/moving/schema.ts";

/** Files as somebody hands them in, in a folder that goes with the test file, and what is found in them. */
export function textFiles() {
  const folder = mkdtempSync(join(tmpdir(), "prs-moving-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;

  function write(content: string | Uint8Array, encoding: BufferEncoding = "utf8"): string {
    files += 1;
    const path = join(folder, String(files));
    writeFileSync(path, content, { encoding });
    return path;
  }

  const open = (content: string | Uint8Array) => openFile(write(content));

  async function read(content: string, encoding?: BufferEncoding): Promise<FoundText[]> {
    const path = write(content, encoding);
    const opened = await openFile(path);
    if ("fault" in opened) throw new Error(opened.fault);
    return await readTexts({ path, site: "presse.alt.example", from: 0, count: opened.entries });
  }

  return { folder, write, open, read };
}
