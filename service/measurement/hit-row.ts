import { dimensions, otherValueId } from "./dimensions.ts";
import { type Hit, hitEngagedMsMax, storableText } from "./hit.ts";
import { pathLengthMax } from "./referrer.ts";
import { clampInteger, type FoldedBatch, valueKey, viewIdLengthMax } from "./roll-up.ts";
import type { HitRow } from "./sql.ts";
import { operatorEntry } from "./values-of-hit.ts";
import { channels, deviceTypes, interactionKinds, trafficClasses } from "./vocabulary.ts";

const hitKinds = ["page_view", "interaction", "beacon"] as const;

/** The raw row of a hit; values past the cap (`others`) stand as 0, so that the raw rows add up to the roll-ups. */
export function hitRow(hit: Hit, batch: FoldedBatch, others: ReadonlySet<string>): HitRow {
  const counted = batch.valuesByHit.get(hit);
  const idOf = (first: number, last = first): number | null => {
    const value = counted?.values.find(({ dimension }) => dimension >= first && dimension <= last);
    if (counted === undefined || value === undefined) return null;
    return others.size > 0 && others.has(valueKey(counted.key, value.dimension, value.valueId))
      ? otherValueId
      : value.valueId;
  };
  return {
    agencyId: hit.agencyId,
    occurredAt: hit.occurredAt,
    visitorId: hit.visitorId,
    newsroomId: hit.newsroomId,
    releaseId: hit.releaseId,
    kind: hitKinds.indexOf(hit.kind),
    class: trafficClasses.indexOf(hit.trafficClass),
    reasons: hit.reasons,
    device: deviceTypes.indexOf(hit.device),
    operatorId: hit.operator === null ? null : operatorEntry(hit.operator).valueId,
    sourceId: idOf(dimensions.source),
    campaignId: idOf(dimensions.campaign),
    targetId: idOf(dimensions.target, Number.POSITIVE_INFINITY),
    ...ownFields(hit),
  };
}

type OwnFields = "channel" | "interactionKind" | "scrollPercent" | "engagedMs" | "referrerPath" | "viewId";

function ownFields(hit: Hit): Pick<HitRow, OwnFields> {
  const none = {
    channel: null,
    interactionKind: null,
    scrollPercent: null,
    engagedMs: null,
    referrerPath: null,
    viewId: null,
  };
  if (hit.kind === "interaction")
    return { ...none, interactionKind: interactionKinds.indexOf(hit.interactionKind) };
  if (hit.kind === "page_view") {
    return {
      ...none,
      channel: channels.indexOf(hit.source.channel),
      referrerPath: hit.source.path === null ? null : storableText(hit.source.path, pathLengthMax),
      viewId: hit.viewId === null ? null : storableText(hit.viewId, viewIdLengthMax),
    };
  }
  return {
    ...none,
    scrollPercent: clampInteger(hit.scrollPercent, 100),
    engagedMs: clampInteger(hit.engagedMs, hitEngagedMsMax),
    viewId: storableText(hit.viewId, viewIdLengthMax),
  };
}
