import type { ExternalInsights, Provenance } from "../../../insights/schema.ts";
import type { ExternalOrigin } from "../labels.ts";

type Mention = NonNullable<ExternalInsights["mediaMentions"]>["items"][number];

/** The external insights of one origin; a mention's reach stands under the reach's own origin, not the mention's. */
export type InsightsOfOrigin = {
  mentions: Mention[];
  reaches: { mention: Mention; reach: NonNullable<Mention["reach"]> }[];
  queries: NonNullable<ExternalInsights["searchVisibility"]>["queries"];
  aiVisibility: NonNullable<ExternalInsights["aiVisibility"]>;
  conversions: NonNullable<ExternalInsights["conversions"]>;
};

/** Sorts the entries by the origin that each of them states. */
export function insightsOfOrigin(insights: ExternalInsights, origin: ExternalOrigin): InsightsOfOrigin {
  const isOfOrigin = (entry: { provenance: Provenance }) => entry.provenance.origin === origin;
  const mentions = insights.mediaMentions?.items ?? [];
  return {
    mentions: mentions.filter(isOfOrigin),
    reaches: mentions.flatMap((mention) =>
      mention.reach !== undefined && isOfOrigin(mention.reach) ? [{ mention, reach: mention.reach }] : [],
    ),
    queries: (insights.searchVisibility?.queries ?? []).filter(isOfOrigin),
    aiVisibility: (insights.aiVisibility ?? []).filter(isOfOrigin),
    conversions: (insights.conversions ?? []).filter(isOfOrigin),
  };
}
