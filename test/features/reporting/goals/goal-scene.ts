import { randomUUID } from "node:crypto";
import { ensureComingPartitions } from "../../../../service/features/measurement/partitions.ts";
import { fixGoal, requireGoal, saveGoal } from "../../../../service/features/reporting/goals/change-goal.ts";
import type { GoalMeasure } from "../../../../service/features/reporting/goals/schema.ts";
import type { GoalFields } from "../../../../service/features/reporting/goals/sql.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import type { OpenFresh } from "../../../support/databases.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

export const operator = { type: "operator", id: null } as const;
export const unlimited = { clientIds: null };

/** A database in which goals are set and reached: call it where tests are described. */
export function goalScene(open: OpenFresh) {
  const { sql } = databaseScene(open);
  const seal = given(() => testSeal());
  given(async () => {
    await ensureComingPartitions(sql);
    return {};
  });

  async function conversion(agencyId: number, releaseId: number, kind: string, back: number): Promise<void> {
    await sql`
      insert into conversion (agency_id, id, release_id, kind, occurred_at, event_id)
      values (${agencyId}, gen_random_uuid(), ${releaseId}, ${kind}, now() - ${back}::integer * interval '1 day', gen_random_uuid()::text)
    `;
  }

  const day = async (back: number) => {
    const [row] =
      await sql`select ((now() at time zone 'Europe/Berlin')::date - ${back}::integer)::text as day`;
    return String(row?.day);
  };

  async function scene() {
    const { agencyId } = await createTestAgency(sql);
    const { pressReleaseId, clientId } = await createTestRelease(sql, agencyId);
    return { agencyId, clientId, releaseId: pressReleaseId };
  }

  /** A goal of the next days, as somebody types it. */
  async function typed(clientId: number, others: Partial<GoalFields> = {}) {
    return {
      id: randomUUID() as string,
      replaces: null as string | null,
      clientId,
      scope: { type: "client", id: String(clientId) } as GoalFields["scope"],
      from: await day(-1),
      to: await day(-30),
      objective: "Die Fachpresse kennt das neue Werk",
      audience: "Fachjournalisten",
      measures: [{ kind: "views", target: 100 }] as GoalMeasure[],
      ...others,
    };
  }

  async function fixed(
    agencyId: number,
    clientId: number,
    others: Partial<GoalFields> & { replaces?: string } = {},
  ) {
    const goal = await typed(clientId, others);
    await saveGoal(sql, agencyId, goal, operator);
    await fixGoal(sql, agencyId, { goalId: goal.id, ...unlimited, seal }, operator);
    return await requireGoal(sql, agencyId, { goalId: goal.id, ...unlimited });
  }

  async function views(
    agencyId: number,
    releaseId: number,
    input: { on: string; views: number; levels?: number; interactions?: number },
  ) {
    await sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100, levels
      )
      values (
        ${agencyId}, ${releaseId}, ${input.on}::date, 0, ${input.views}, ${input.views - 1}, 1, ${input.interactions ?? 0}, 0, 0, 0, 0, 0, 0,
        ${input.levels ?? 2}
      )
    `;
  }
  const report = async (agencyId: number, clientId: number, from: string, to: string) =>
    await createPublicationReport(sql, agencyId, {
      ...{ seal, createdBy: "operator", period: `${from}..${to}` },
      ...{ scopeType: "portfolio", scopeId: (await keptPortfolio(sql, agencyId, clientId)).id },
    });

  return { sql, seal, day, scene, typed, fixed, views, conversion, report };
}
