import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { requestDeadlineMs } from "../../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { DefineOperation } from "../../../floor/http/operation.ts";
import { type FairSeats, lineWaitMs } from "../../../floor/limits/fair-seats.ts";
import { articleReportExample } from "./examples.ts";
import { getArticlePerformance } from "./get-article-performance.ts";
import { ArticleReport, reportDays } from "./schema.ts";

const Params = Type.Object({
  pressReleaseId: Type.Integer({
    minimum: 1,
    description: "Press release id, as `release.published` names it.",
    examples: [42],
  }),
});

const Query = Type.Object({
  days: Type.Optional(
    Type.Integer({ ...reportDays, description: "Days that the report covers, today included." }),
  ),
});

export type ArticleRouteDeps = { sql: Sql; heavyReads: FairSeats };

export function articleRoutes(define: DefineOperation, { sql, heavyReads }: ArticleRouteDeps) {
  const get = define({
    operationId: "getArticlePerformance",
    method: "GET",
    path: "/api/reporting/v1/articles/:pressReleaseId",
    tag: "Articles",
    summary: "Measured performance of a press release",
    description:
      "First-party figures of the release's newsroom page, every number with its basis. Values that others observed, imported or estimated stand apart under `externalInsights`. Two reports of an agency are read at a time. More wait in line, up to 1,000 of them for 15 s. Whoever finds no room in the line is told 503 with `Retry-After`, which costs nothing of the hourly limit.",
    params: Params,
    query: Query,
    responses: {
      200: { description: "The article report.", schema: ArticleReport, example: articleReportExample },
    },
    errors: ["invalid_parameters", "not_found"],
    deadlineMs: lineWaitMs + requestDeadlineMs,
    async handle({ caller, params, query }) {
      const { pressReleaseId } = params;
      const days = query.days ?? reportDays.default;
      const report = await heavyReads.run(
        caller.agencyId,
        () => getArticlePerformance(sql, caller.agencyId, { pressReleaseId, days }),
        { workMs: requestDeadlineMs },
      );
      return { status: 200, body: report };
    },
  });
  return new Elysia().route(get.method, get.path, get.handler, get.hook);
}
