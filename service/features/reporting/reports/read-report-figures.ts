import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import type { ScopeType } from "../../../schema.ts";
import { readExternalInsights } from "../../insights/read-external-insights.ts";
import { localDay } from "../../measurement/local-day.ts";
import {
  type DayWindow,
  dayWindow,
  readPerformance,
  readReleaseFigures,
} from "../articles/read-performance.ts";
import { readGoals } from "../goals/read-goals.ts";
import { describeMethod } from "./describe-method.ts";
import { readMailingsOfReport } from "./mailings.ts";
import { selectMarks } from "./marks-sql.ts";
import {
  type ComparisonKind,
  comparedDays,
  comparedFacts,
  countDays,
  type DayRange,
  daysOfPeriod,
  type Period,
  parsePeriod,
  periodForms,
} from "./periods.ts";
import { type PlainPresentation, readPresentation } from "./read-presentation.ts";
import type { PublicationReport, ReportComparison } from "./schema.ts";
import type { Scope } from "./scope.ts";
import { findWholeClients } from "./scope-clients-sql.ts";
import { findFirstDay, findScope } from "./scope-sql.ts";
import { readAgency } from "./sql.ts";

/** The last days with today, or a period. */
export type AskedDays = { days: number } | { period: Period };

/** The period that somebody named. Throws `validation_error` with the field `period`. */
export function readPeriod(text: string): Period {
  const period = parsePeriod(text);
  if (period !== null) return period;
  return refuseFields({
    field: "period",
    german: "Bitte wählen Sie einen Zeitraum.",
    english: `a period is written as one of ${periodForms}.`,
  });
}

/** Whether these are the days of a report, which ends with the day that it was made on where its period was not over. */
export function isOfPeriod({ performance }: Pick<PublicationReport, "performance">, period: Period): boolean {
  const { from, to, timezone, dataThrough } = performance.window;
  const today = localDay(new Date(dataThrough), timezone);
  // What is counted from a publication begins where that was.
  const days = daysOfPeriod(period, { today, publishedOn: from });
  return "from" in days && days.from === from && days.to === to;
}

/**
 * Everything that a report says of a scope, as of one moment: its parts can't contradict each other. Throws `scope_not_found`, and
 * `validation_error` for a period that the scope has not.
 */
export async function readReportFigures(
  sql: Sql,
  agencyId: number,
  input: {
    scope: Scope;
    asked: AskedDays;
    comparison?: ComparisonKind | "none" | undefined;
    publicUrl: string | undefined;
  },
) {
  const { scope, asked, publicUrl } = input;
  return await sql.begin("isolation level repeatable read read only", async (snapshot) => {
    const found = await findScope(snapshot, agencyId, scope);
    if (found === null)
      throw new ServiceError("scope_not_found", `The agency has no ${scope.type} ${scope.id}.`);
    const { releaseIds, title, clientId } = found;
    const window = await readWindow(snapshot, agencyId, { scopeType: scope.type, releaseIds, asked });
    const clientIds = await findWholeClients(snapshot, agencyId, scope);
    const about = { releaseIds, clientIds };
    const agency = await readAgency(snapshot, agencyId);
    const { performance, mailings } = await readMailingsOfReport(snapshot, agencyId, {
      releaseIds,
      performance: await readPerformance(snapshot, agencyId, { releaseIds, window }),
    });
    const releases = await readReleaseFigures(snapshot, agencyId, { releaseIds, window });
    const listsReleases = scope.type !== "article";
    const externalInsights = await readExternalInsights(snapshot, agencyId, {
      ...about,
      window,
      listsReleases,
    });
    const marks = await selectMarks(snapshot, agencyId, {
      ...{ ...about, campaignId: scope.type === "campaign" ? scope.id : null, days: window },
    });
    const { presentation: shown, clientLogoAssetId } = await readPresentation(snapshot, agencyId, {
      releaseIds,
      ...(clientId === undefined ? {} : { clientId }),
      publicUrl,
    });
    const presentation = input.comparison === "none" ? { ...shown, comparison: input.comparison } : shown;
    const comparison =
      input.comparison === undefined || input.comparison === "none"
        ? undefined
        : await readComparison(snapshot, agencyId, { about, window, kind: input.comparison });
    const [first] = releases;
    const goals = await readGoals(snapshot, agencyId, {
      ...{ scope, clientId, releaseIds },
      figures: {
        performance,
        ...(externalInsights === undefined ? {} : { externalInsights }),
        releases,
      },
    });
    return {
      clientLogoAssetId,
      agency,
      scope: { ...scope, title, ...(clientId === undefined ? {} : { clientId }) },
      ...(scope.type === "article" && first !== undefined ? { release: first.release } : { releases }),
      presentation: goals === undefined ? withoutGoals(presentation) : presentation,
      performance,
      ...(comparison === undefined ? {} : { comparison }),
      ...(externalInsights === undefined ? {} : { externalInsights }),
      ...(marks.length === 0
        ? {}
        : { marks: marks.map(({ day, kind, count, text }) => ({ day, kind, count, text })) }),
      ...(goals === undefined ? {} : { goals }),
      ...(mailings === undefined ? {} : { mailings }),
      methodology: describeMethod({
        language: presentation.language,
        performance,
        releases,
        releasesLeftOut: found.releasesLeftOut,
      }),
    };
  });
}

/** A report without a goal says nothing of goals. */
function withoutGoals<P extends Pick<PlainPresentation, "sections">>(presentation: P): P {
  const { sections } = presentation;
  return sections === undefined
    ? presentation
    : { ...presentation, sections: sections.filter((section) => section !== "goals") };
}

/** The days of a report about these releases. Throws `validation_error` for a period that is none of theirs. */
export async function readWindow(
  sql: Queryable,
  agencyId: number,
  { scopeType, releaseIds, asked }: { scopeType: ScopeType; releaseIds: readonly number[]; asked: AskedDays },
): Promise<DayWindow> {
  if ("days" in asked) return await dayWindow(sql, agencyId, asked.days);
  const { to: today, timezone } = await dayWindow(sql, agencyId, 1);
  const publishedOn =
    "since" in asked.period && scopeType === "article" ? await findFirstDay(sql, agencyId, releaseIds) : null;
  const days = daysOfPeriod(asked.period, { today, publishedOn });
  if ("field" in days) return refuseFields(days);
  return { ...days, days: countDays(days), timezone };
}

async function readComparison(
  sql: Queryable,
  agencyId: number,
  {
    about,
    window,
    kind,
  }: {
    about: { releaseIds: readonly number[]; clientIds: readonly number[] };
    window: DayRange;
    kind: ComparisonKind;
  },
): Promise<ReportComparison> {
  const compared = comparedDays(window, kind);
  const { releaseIds } = about;
  const before = await readPerformance(sql, agencyId, { releaseIds, window: compared });
  const insights = await readExternalInsights(sql, agencyId, { ...about, window: compared });
  const firstDay = await findFirstDay(sql, agencyId, releaseIds);
  return {
    kind,
    ...compared,
    totals: {
      views: before.views,
      uniqueVisitors: before.uniqueVisitors,
      visits: before.visits,
      // At L0 some of the days or releases were measured without interactions: the sum of the others compares with nothing.
      interactions:
        before.level === "L0"
          ? null
          : (before.interactions?.reduce((sum, { count }) => sum + count, 0) ?? null),
      assistantFetches: before.aiOperators.reduce((sum, each) => sum + each.assistantFetches, 0),
      mediaMentions: insights?.mediaMentions?.count ?? 0,
    },
    ...comparedFacts(window, compared, firstDay),
  };
}
