import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { affectedBy } from "./affected-tests.ts";
import { isFault, isMeasured, isOnBothDatabases, isQuick, isTimed, planRun } from "./plan-run.ts";
import { projectFolder } from "./run-place.ts";
import { readTimings } from "./run-together.ts";

const readText = (file: string) => readFileSync(join(projectFolder, file), "utf8");
const files = readdirSync(join(projectFolder, "test"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => join("test", file));

describe("the plan of a run", () => {
  test.each([false, true])("has each file once, also where faults are made many times (%p)", (isLongRun) => {
    const { together, alone, lone } = planRun(files, { isLongRun });
    expect([...together, ...alone, ...lone].sort()).toEqual([...files].sort());
    expect(lone.includes("test/faults/postgres.test.ts")).toBe(isLongRun);
  });

  test("lets nothing run beside who measures a process or compares waiting times", () => {
    const { alone, lone } = planRun(files, { isLongRun: false });
    const timed = ["test/faults/hostile-desk.test.ts", "test/faults/noisy-neighbour.test.ts"];
    expect(files.filter(isTimed).sort()).toEqual(timed);
    expect(lone).toContain("test/features/reporting/data/stream-measured.test.ts");
    expect(lone.filter((file) => !isMeasured(file)).sort()).toEqual(timed);
    expect(alone.every(isFault)).toBe(true);
    expect(alone.length).toBeGreaterThan(15);
  });

  test("knows who measures a process by its name", () => {
    const measures = /\b(?:cpuUsage|memoryUsage|heapStats|processorMsOf|growthProblem|VmRSS|VmHWM)\b/;
    const found = files.filter(
      (file) => !isFault(file) && file !== "test/running/plan-run.test.ts" && measures.test(readText(file)),
    );
    expect(found.sort()).toEqual(files.filter(isMeasured).sort());
  });

  test("leaves browsers, faults, programs and what measures to the whole run", () => {
    const secondsOf = readTimings();
    const quick = files.filter((file) => isQuick(file, { readText, secondsOf }));
    expect(quick).toContain("test/running/plan-run.test.ts");
    const long = /in-chromium|in-both-browsers|test\/faults|edges\/cli\/demo|-measured|-walk/;
    expect(quick.filter((file) => long.test(file))).toEqual([]);
  });

  test.each([
    [undefined, true],
    [4, true],
    [4.1, false],
  ])("has a file that took %p s among the quick ones: %p", (seconds, expected) => {
    const at = { readText: () => "", secondsOf: () => seconds };
    expect(isQuick("test/press-text/passages.test.ts", at)).toBe(expected);
  });

  test("knows the files that can be on either database", () => {
    const found = files.filter((file) => isOnBothDatabases(readText(file)));
    expect(found).toContain("test/features/reporting/campaigns/campaigns.test.ts");
    expect(found).toContain("test/features/workflow/drafts/drafts.test.ts");
    expect(found).not.toContain("test/press-text/passages.test.ts");
  });
});

describe("a change touches the tests", () => {
  test("that import what was changed, by others too", () => {
    const byOthers = affectedBy(["service/press-text/analysis/analyse-text.ts"], files);
    expect(byOthers).toContain("test/press-text/analysis/analyse-text.test.ts");
    // It makes drafts by the service, which looks at texts.
    expect(byOthers).toContain("test/features/workflow/drafts/drafts.test.ts");
    expect(byOthers).not.toContain("test/floor/loops/start-loops.test.ts");
  });

  test("in the folder that mirrors its own, whatever they import", () => {
    const tests = ["test/features/media/serving.test.ts", "test/features/keys/key-format.test.ts"];
    expect(affectedBy(["service/features/media/no-such-file.ts"], tests)).toEqual([
      "test/features/media/serving.test.ts",
    ]);
    expect(affectedBy(["test/features/media/support/no-such-file.ts"], tests)).toEqual([
      "test/features/media/serving.test.ts",
    ]);
    expect(affectedBy(["README.md"], tests)).toEqual([]);
  });

  test("of a page in its folder without `pages`, and in the one above where it has none", () => {
    const tests = ["test/edges/dashboard/sign-in.test.ts", "test/edges/dashboard/clients/goals.test.ts"];
    const touchedBy = (folder: string) => affectedBy([`${folder}/no-such-file.ts`], tests);
    expect(touchedBy("service/edges/dashboard/pages/clients")).toEqual([
      "test/edges/dashboard/clients/goals.test.ts",
    ]);
    expect(touchedBy("service/edges/dashboard/pages/signing-in")).toEqual([
      "test/edges/dashboard/sign-in.test.ts",
    ]);
    expect(touchedBy("service/demo/steps")).toEqual([]);
  });

  test("all of them where it can touch everything", () => {
    expect(affectedBy(["package.json"], files)).toEqual(files);
  });
});
