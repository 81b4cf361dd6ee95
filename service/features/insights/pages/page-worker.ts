import robotsParser from "robots-parser";
import { answerTasks } from "../../../floor/concurrency/thread-tasks.ts";
import { comparePage } from "../evidence/compare-page.ts";
import { parsePage, type ReadText } from "./parse-page.ts";

export type PageTasks = {
  compare: { input: Parameters<typeof comparePage>[0]; output: ReturnType<typeof comparePage> };
  parse: { input: ReadText; output: ReturnType<typeof parsePage> };
  /** Whether the rules of a host let a robot read an address; rules of others are hostile text, too. */
  allows: { input: { rulesUrl: string; rules: string; url: string; robot: string }; output: boolean };
};

/** A thread that reads one page at a time, away from the one that answers HTTP. */
answerTasks<PageTasks>({
  compare: comparePage,
  parse: parsePage,
  allows: ({ rulesUrl, rules, url, robot }) => robotsParser(rulesUrl, rules).isAllowed(url, robot) !== false,
});
