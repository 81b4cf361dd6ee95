/** What services log in a run of the suite is kept in one folder, which the runner searches after the last test. */
import { createReadStream, linkSync, openSync, readdirSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { logFolderOfTheRun } from "./environment.ts";
import { type FoundSecret, findSecret } from "./find-secret.ts";

/** `testFile` is the name of the folder that its services' logs were kept in. */
export type SearchedLogs = { lines: number; found: (FoundSecret & { testFile: string })[] };

/** A leak is in every line of its kind: the first ones say where. */
const foundMax = 10;

let ownFile: number | undefined;
let linkedFiles = 0;

/** Keeps lines that this process received from a service. Written at once: a test that is killed leaves what it had. */
export function keepLog(text: string): void {
  const folder = logFolderOfTheRun();
  if (folder === null || text === "") return;
  ownFile ??= openSync(join(folder, `${process.pid}.log`), "a");
  writeSync(ownFile, text.endsWith("\n") ? text : `${text}\n`);
}

/** Keeps a file that a service writes to, beyond the end of the folder it lies in. */
export function keepLogFile(file: string): void {
  const folder = logFolderOfTheRun();
  if (folder === null) return;
  linkedFiles += 1;
  // A second name for the same file, and no copy: it holds what is written later as well.
  linkSync(file, join(folder, `${process.pid}-${linkedFiles}.log`));
}

/** Searches what was kept in the folders of `folder`, one for each test file; what it returns holds no secret itself. */
export async function searchLogs(folder: string): Promise<SearchedLogs> {
  const result: SearchedLogs = { lines: 0, found: [] };
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith(".log")).sort()) {
    for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) {
      result.lines += 1;
      const secret = findSecret(line);
      if (secret !== null && result.found.length < foundMax)
        result.found.push({ ...secret, testFile: dirname(file) });
    }
  }
  return result;
}
