import { readFile } from "node:fs/promises";
import { UsageError } from "./usage-error.ts";

/** Reads a UTF-8 file that a command names. Throws UsageError for one that can't be read or is in another encoding. */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`The file ${path} can't be read: ${error instanceof Error ? error.message : error}`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The file ${path} is not UTF-8. Save it as UTF-8 and try again.`);
  }
}
