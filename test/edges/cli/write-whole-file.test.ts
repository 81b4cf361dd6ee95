import { expect, test } from "bun:test";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeWholeFile } from "../../../service/edges/cli/write-whole-file.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

const module = join(import.meta.dirname, "../../../service/edges/cli/write-whole-file.ts");

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "a command that %s ends leaves no unfinished file, and the earlier one as it was",
  async (signal, code) => {
    const folder = createFolder("test-whole-file-");
    const file = join(folder, "export.zip");
    writeFileSync(file, "earlier");
    const source = `
    const { writeWholeFile } = await import(${JSON.stringify(module)});
    await writeWholeFile(${JSON.stringify(file)}, async (out) => {
      await out.writeFile("personal data");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });
  `;
    const program = Bun.spawn([process.execPath, "-e", source]);
    await until("it writes", () =>
      readdirSync(folder).some(
        (name) => name.startsWith(".") && readFileSync(join(folder, name), "utf8") === "personal data",
      ),
    );
    program.kill(signal);
    expect(await program.exited).toBe(code);
    expect(readdirSync(folder)).toEqual(["export.zip"]);
    expect(readFileSync(file, "utf8")).toBe("earlier");
    removeFolder(folder);
  },
);

test("a file that a kill left behind stands in the way of no later one, in a container where each process has the same id", async () => {
  const folder = createFolder("test-whole-file-");
  const file = join(folder, "export.zip");
  let unfinished = "";
  await writeWholeFile(file, async (out) => {
    await out.writeFile("whole");
    unfinished = readdirSync(folder).find((name) => name.startsWith(".export.zip.")) ?? "";
  });
  writeFileSync(join(folder, unfinished), "half");
  await writeWholeFile(file, (out) => out.writeFile("again"));
  expect(readFileSync(file, "utf8")).toBe("again");
  // Somebody may be writing it, until a day has passed.
  expect(readdirSync(folder).toSorted()).toEqual([unfinished, "export.zip"]);
  const dayAgo = new Date(Date.now() - 24 * 3600 * 1000 - 60_000);
  utimesSync(join(folder, unfinished), dayAgo, dayAgo);
  writeFileSync(join(folder, ".export.zip.notes"), "mine");
  utimesSync(join(folder, ".export.zip.notes"), dayAgo, dayAgo);
  await writeWholeFile(file, (out) => out.writeFile("again"));
  expect(readdirSync(folder).toSorted()).toEqual([".export.zip.notes", "export.zip"]);
  removeFolder(folder);
});

test("a file that is written leaves signals to others again", async () => {
  const folder = createFolder("test-whole-file-");
  const counts = () => ["SIGHUP", "SIGINT", "SIGTERM"].map((signal) => process.listenerCount(signal));
  const before = counts();
  await writeWholeFile(join(folder, "export.zip"), (out) => out.writeFile("whole"));
  const failing = writeWholeFile(join(folder, "other.zip"), () => Promise.reject(new Error("full")));
  expect(await thrownBy(failing)).toThrow("full");
  expect(counts()).toEqual(before);
  expect(readdirSync(folder)).toEqual(["export.zip"]);
  removeFolder(folder);
});
