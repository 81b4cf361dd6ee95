import { randomUUID } from "node:crypto";
import { link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../../errors.ts";
import { syncDirectory } from "./sync-directory.ts";

/** Writes a draft to disk that only its owner reads; `put` gives it its name. The file is there as a whole or not at all. */
export async function writeAside(
  path: string,
  text: string,
  put: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await put(draft, path);
    syncDirectory(dirname(path));
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

/** Gives a draft its name unless another process was first: then that one's file is the file. */
export async function linkUnlessThere(draft: string, path: string): Promise<void> {
  await link(draft, path).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
}
