import { dimensions } from "./dimensions.ts";
import { hitEngagedMsMax, storableText } from "./hit.ts";
import { pathLengthMax } from "./referrer.ts";
import { clampInteger, type FoldedHit, viewIdLengthMax } from "./roll-up.ts";
import { operatorEntry } from "./values-of-hit.ts";
import { channels, deviceTypes, interactionKinds, trafficClasses } from "./vocabulary.ts";

const hitKinds = ["page_view", "interaction", "beacon"] as const;

/** A raw hit as it is stored; vocabulary as positions, null where the kind of hit has no such value. */
export type HitRow = ReturnType<typeof hitRow>;

/** The raw row of a hit; to be called once the values past the cap have become "other". */
export function hitRow({ hit, visitorId, values }: FoldedHit) {
  let sourceId: number | null = null;
  let campaignId: number | null = null;
  let targetId: number | null = null;
  for (const { dimension, valueId } of values) {
    if (dimension === dimensions.source) sourceId = valueId;
    else if (dimension === dimensions.campaign) campaignId = valueId;
    else if (dimension >= dimensions.target) targetId = valueId;
  }
  const path = hit.kind === "page_view" ? hit.source.path : null;
  const viewId = hit.kind === "interaction" ? null : hit.viewId;
  return {
    agencyId: hit.agencyId,
    occurredAt: hit.occurredAt,
    visitorId,
    newsroomId: hit.newsroomId,
    releaseId: hit.releaseId,
    kind: hitKinds.indexOf(hit.kind),
    class: trafficClasses.indexOf(hit.trafficClass),
    reasons: hit.reasons,
    device: deviceTypes.indexOf(hit.device),
    channel: hit.kind === "page_view" ? channels.indexOf(hit.source.channel) : null,
    interactionKind: hit.kind === "interaction" ? interactionKinds.indexOf(hit.interactionKind) : null,
    scrollPercent: hit.kind === "beacon" ? clampInteger(hit.scrollPercent, 100) : null,
    engagedMs: hit.kind === "beacon" ? clampInteger(hit.engagedMs, hitEngagedMsMax) : null,
    operatorId: hit.operator === null ? null : operatorEntry(hit.operator).valueId,
    sourceId,
    campaignId,
    targetId,
    referrerPath: path === null ? null : storableText(path, pathLengthMax),
    viewId: viewId === null ? null : storableText(viewId, viewIdLengthMax),
  };
}
