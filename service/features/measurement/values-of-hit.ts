import { boundedCache } from "../../floor/limits/bounded-cache.ts";
import { isRepeated } from "./classify/reasons.ts";
import { dimensions, valueId } from "./dimensions.ts";
import { type Hit, type Interaction, storableText, targetLabelLengthMax, targetUrlLengthMax } from "./hit.ts";
import type { SourceAttribution } from "./referrer.ts";
import { channels, deviceTypes, interactionKinds } from "./vocabulary.ts";

/** The row of a dictionary table that a value id stands for. */
export type DictionaryEntry =
  | { table: "hit_source"; source: string; domain: string | null; channel: number; is_listed: boolean }
  | { table: "hit_campaign"; source: string; medium: string; campaign: string }
  | { table: "hit_operator"; name: string }
  | { table: "hit_target"; label: string; url: string | null };

/** One value of one dimension that a hit counts for. */
export type HitValue = {
  dimension: number;
  valueId: number;
  /** Null where the value is a position in a closed list. */
  entry: DictionaryEntry | null;
  /** Whether visits are kept for the value itself. */
  hasVisits: boolean;
};

/** Targets remembered, a few megabytes with long URLs. */
const knownTargetsMax = 2_048;

/** Longest source, domain or operator name in code points; longer ones come from no list and no real host (RFC 1035). */
const nameLengthMax = 253;

/**
 * The values that a hit counts for in `hit_day_dimension`: sources, channels, campaigns, devices and interactions of
 * people, and the operators of AI agents. All other requests count in their class only.
 */
export function valuesOfHit(hit: Hit): readonly HitValue[] {
  if (hit.kind === "interaction") return hit.trafficClass === "human" ? valuesOfInteraction(hit) : [];
  if (hit.kind === "beacon") return [];
  if (hit.trafficClass === "human")
    return [...valuesOfSource(hit.source), closed(dimensions.device, deviceTypes.indexOf(hit.device))];
  if (hit.operator === null) return [];
  if (hit.trafficClass === "ai_crawler") return [operatorValue(dimensions.operatorCrawl, hit.operator)];
  if (hit.trafficClass === "ai_assistant_fetch")
    return [operatorValue(dimensions.operatorFetch, hit.operator)];
  return [];
}

/** The dictionary row of an operator and its id. */
export function operatorEntry(operator: string): {
  valueId: number;
  entry: { table: "hit_operator"; name: string };
} {
  const name = storableText(operator, nameLengthMax);
  return { valueId: valueId([name]), entry: { table: "hit_operator", name } };
}

/** Kept in memory, because most views share their attribution with earlier ones. */
const knownSources = new WeakMap<SourceAttribution, readonly HitValue[]>();

function valuesOfSource(attribution: SourceAttribution): readonly HitValue[] {
  const known = knownSources.get(attribution);
  if (known !== undefined) return known;
  const values = readSource(attribution);
  knownSources.set(attribution, values);
  return values;
}

function readSource(attribution: SourceAttribution): HitValue[] {
  const source = storableText(attribution.source, nameLengthMax);
  const domain = attribution.domain === null ? null : storableText(attribution.domain, nameLengthMax);
  const channel = channels.indexOf(attribution.channel);
  const values: HitValue[] = [
    {
      dimension: dimensions.source,
      valueId: valueId([source, domain, channel]),
      entry: { table: "hit_source", source, domain, channel, is_listed: attribution.isListed },
      hasVisits: false,
    },
    closed(dimensions.channel, channel),
  ];
  if (attribution.utm !== null) values.push(campaignValue(attribution.utm));
  if (attribution.aiOperator !== null) {
    values.push({ ...operatorValue(dimensions.operatorReferral, attribution.aiOperator), hasVisits: true });
  }
  return values;
}

function campaignValue(utm: NonNullable<SourceAttribution["utm"]>): HitValue {
  const source = storableText(utm.source, nameLengthMax);
  const medium = storableText(utm.medium, nameLengthMax);
  const campaign = storableText(utm.campaign, nameLengthMax);
  return {
    dimension: dimensions.campaign,
    valueId: valueId([source, medium, campaign]),
    entry: { table: "hit_campaign", source, medium, campaign },
    hasVisits: false,
  };
}

function valuesOfInteraction(hit: Interaction): readonly HitValue[] {
  const kind = interactionKinds.indexOf(hit.interactionKind);
  if (isRepeated(hit.reasons)) return [closed(dimensions.repeated, kind)];
  if (hit.target === null) return [closed(dimensions.interaction, kind)];
  const { label, url } = hit.target;
  return valuesOfTarget(JSON.stringify([kind, label, url]));
}

/** Kept in memory for the releases that are being read. */
const valuesOfTarget = boundedCache(knownTargetsMax, (kindLabelAndUrl): readonly HitValue[] => {
  const [kind, given, givenUrl] = JSON.parse(kindLabelAndUrl) as [number, string, string | null];
  const label = storableText(given, targetLabelLengthMax);
  const url = givenUrl === null ? null : storableText(givenUrl, targetUrlLengthMax);
  const target = {
    dimension: dimensions.target + kind,
    valueId: valueId([label, url]),
    entry: { table: "hit_target" as const, label, url },
    hasVisits: false,
  };
  return [closed(dimensions.interaction, kind), target];
});

function operatorValue(dimension: number, operator: string): HitValue {
  return { dimension, ...operatorEntry(operator), hasVisits: false };
}

function closed(dimension: number, position: number): HitValue {
  return { dimension, valueId: position, entry: null, hasVisits: false };
}
