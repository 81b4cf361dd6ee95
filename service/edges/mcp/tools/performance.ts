import { Type } from "@sinclair/typebox";
import { getArticlePerformance } from "../../../features/reporting/articles/get-article-performance.ts";
import { ArticleReport, reportDays } from "../../../features/reporting/articles/schema.ts";
import { outlineOf } from "../outline.ts";
import { defineTool, reads } from "../tool.ts";

/** The report, its `performance`, and the figures in it: what a model has to find. */
const outlineDepth = 3;

export const getArticlePerformanceTool = defineTool({
  name: "get_article_performance",
  title: "Get a release's performance",
  description:
    "A press release over the last days, as measured: human views, visits, sources, AI traffic, interactions, a daily series. What others observed, imported or estimated is in externalInsights: never add the two up.",
  hints: reads,
  scope: "read",
  action: "figures.read",
  input: Type.Object(
    {
      pressReleaseId: Type.Integer({ minimum: 1, description: "In list_drafts once published." }),
      days: Type.Optional(Type.Integer({ ...reportDays, description: "Days up to and with today." })),
    },
    { additionalProperties: false },
  ),
  output: outlineOf(ArticleReport, outlineDepth),
  invalidInput: "invalid_parameters",
  run: ({ agencyId, inTurn }, { pressReleaseId, days = reportDays.default }) =>
    inTurn((longReads) => getArticlePerformance(longReads, agencyId, { pressReleaseId, days })),
});
