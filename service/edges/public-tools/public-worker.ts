import { readPasted } from "../../features/reporting/verify-page/read-pasted.ts";
import { writeCrisisStatement } from "../../features/writer/rule-based/crisis-statement.ts";
import { writeHeadlines } from "../../features/writer/rule-based/headlines.ts";
import { answerTasks } from "../../floor/concurrency/thread-tasks.ts";
import { checkSeo } from "../../press-text/seo-check/rules.ts";
import type { PublicTasks } from "./public-tasks.ts";

/** A thread for what strangers send, away from the one that answers HTTP. */
answerTasks<PublicTasks>({
  checkSeo,
  crisisStatement: writeCrisisStatement,
  headlines: writeHeadlines,
  readPasted,
});
