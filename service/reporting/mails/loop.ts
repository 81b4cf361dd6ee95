import type { Loop } from "../../loops/start-loops.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { createTurns } from "../../work/take-turns.ts";
import { type ReportMailDeps, sendNextReportMail } from "./send-mails.ts";
import { reportMailQueue } from "./sql.ts";

export const reportMailLoopName = "report-mail";

/** The loop that sends reports; none without a mail server: the mails wait for one. */
export function reportMailLoops(
  deps: Omit<ReportMailDeps, "mailer" | "turns"> & { mailer: Mailer | null },
): Loop[] {
  const { mailer } = deps;
  if (mailer === null) return [];
  const turns = createTurns(deps.sql, reportMailQueue);
  return [
    {
      name: reportMailLoopName,
      schedule: "*/2 * * * * *",
      run: (signal) => sendNextReportMail({ ...deps, mailer, turns }, signal),
    },
  ];
}
