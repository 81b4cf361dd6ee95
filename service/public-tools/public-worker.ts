import { answerTasks } from "../concurrency/thread-tasks.ts";
import { checkSeo } from "../press-text/seo-check/rules.ts";
import { readPasted } from "../reporting/verify-page/read-pasted.ts";
import { writeCrisisStatement } from "../writer/rule-based/crisis-statement.ts";
import { writeHeadlines } from "../writer/rule-based/headlines.ts";
import type { PublicTasks } from "./public-tasks.ts";

/** A thread for what strangers send, away from the one that answers HTTP. */
answerTasks<PublicTasks>({
  checkSeo,
  crisisStatement: writeCrisisStatement,
  headlines: writeHeadlines,
  readPasted,
});
