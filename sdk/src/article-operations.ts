import type { Call } from "./create-call.ts";
import { pathPart } from "./path-part.ts";
import type { ArticleReport } from "./types/article-report.ts";
import type { CallOptions, Result } from "./types/result.ts";

export type ArticleOperations = {
  /**
   * How a press release did in the last `days` calendar days (1 to 365, 30 when left out).
   *
   * @example
   * ```ts
   * const { data, rateLimit } = await client.articles.getArticlePerformance(42, { days: 7 });
   * console.log(data.performance.views, rateLimit?.remaining);
   * ```
   */
  getArticlePerformance(
    pressReleaseId: number,
    options?: CallOptions & { days?: number | undefined },
  ): Promise<Result<ArticleReport>>;
};

export function articleOperations(call: Call): ArticleOperations {
  return {
    async getArticlePerformance(pressReleaseId, options) {
      const query = options?.days === undefined ? "" : `?days=${encodeURIComponent(options.days)}`;
      return call.json(
        {
          operation: "getArticlePerformance",
          method: "GET",
          path: `/api/reporting/v1/articles/${pathPart(pressReleaseId)}${query}`,
          isRepeatable: true,
        },
        options,
      );
    },
  };
}
