import { v7 as uuidv7 } from "uuid";
import { localDay } from "../../features/measurement/local-day.ts";
import { fixGoal, saveGoal } from "../../features/reporting/goals/change-goal.ts";
import type { GoalScope } from "../../features/reporting/goals/sql.ts";
import { openReportSeal } from "../../features/reporting/integrity/report-seal.ts";
import { keptPortfolio } from "../../features/reporting/portfolios/kept-portfolio.ts";
import { shiftDays } from "../../features/reporting/reports/periods.ts";
import { type DemoGoal, goalOfClient } from "../content/goals.ts";
import type { Demo, DemoStep } from "../demo.ts";
import { textTable } from "../text-table.ts";
import { exportAs } from "./export-report.ts";
import { reportDays } from "./show-article-report.ts";

const demoTimeZone = "Europe/Berlin";

/** Fixes what a client wants to reach, and freezes a report that holds the results against it. */
export const setGoal: DemoStep = {
  name: "goal",
  title: "Fix a goal with a client, and hold a report against it",
  async run(demo) {
    const clientId = clientIdOf(demo, goalOfClient.clientSlug);
    const goalId = await fixDemoGoal(demo, {
      ...goalOfClient,
      scope: { type: "client", id: String(clientId) },
    });
    const { id: scopeId } = await keptPortfolio(demo.service.database.sql, demo.agencyId, clientId);
    const file = await exportAs(demo, { scopeType: "portfolio", scopeId, days: reportDays, format: "pdf" });
    const { data } = await demo.client.reports.getPublicationReport(file.reportId);
    const goal = data.report.goals?.items.find(({ id }) => id === goalId);
    if (goal === undefined) throw new Error(`The report ${file.reportId} has no goal.`);
    const rows = goal.measures.map(({ kind, target, result, outcome }) => [
      ...[kind, target, result ?? "not measured", outcome.replace("_", " ")],
    ]);
    return {
      lines: [
        goal.objective,
        "",
        ...textTable([["measure", "target", "result", ""], ...rows]),
        "fixed while its period was under way, so the report marks it as later",
        `section "Ziel und Ergebnis" of ${file.path}`,
      ],
      result: { goalId, reportId: file.reportId, path: file.path, measures: goal.measures },
      next: [`a goal's report   ${demo.service.url}/app/berichte/${file.reportId}`],
    };
  },
};

/** Sets a goal and fixes it with the service's key; returns its id. */
export async function fixDemoGoal(demo: Demo, goal: DemoGoal & { scope: GoalScope }): Promise<string> {
  const { service, agencyId, actor, dataDirectory, log } = demo;
  const { sql } = service.database;
  const { clientSlug, fromInDays, toInDays, ...fields } = goal;
  const goalId = uuidv7();
  const days = { from: dayIn(fromInDays), to: dayIn(toInDays) };
  const clientId = clientIdOf(demo, clientSlug);
  await saveGoal(sql, agencyId, { ...fields, ...days, id: goalId, clientId, replaces: null }, actor);
  const seal = await openReportSeal({ reportSigningKeyFile: null, dataDirectory, log });
  await fixGoal(sql, agencyId, { goalId, clientIds: null, seal }, actor);
  return goalId;
}

/** The agency's own calendar day. */
function dayIn(days: number): string {
  return shiftDays(localDay(new Date(), demoTimeZone), days);
}

export function clientIdOf(demo: Demo, slug: string): number {
  const release = demo.releases.find(({ clientSlug }) => clientSlug === slug);
  if (release === undefined) throw new Error(`The demo has no client ${slug}.`);
  return release.clientId;
}
