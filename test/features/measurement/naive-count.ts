import type { Hit } from "../../../service/features/measurement/hit.ts";

/**
 * Counts hits the slow and obvious way, to hold the roll-ups against: everything at once, no batches, no merging of rows.
 * Keys are readable texts; nothing of the service's own arithmetic is used.
 */
export type NaiveCount = {
  requests: number;
  visitors: number;
  visits: number;
  interactions: number;
  beacons: number;
  engagedMs: number;
  scroll: number[];
};

const halfAnHourMs = 30 * 60 * 1_000;

function berlinDay(moment: Date): string {
  return moment.toLocaleDateString("en-CA", { timeZone: "Europe/Berlin" });
}

/** Figures per "agency release day class". */
export function countDays(hits: readonly Hit[]): Map<string, NaiveCount> {
  const groups = Map.groupBy(
    hits.filter((hit) => hit.releaseId !== null),
    (hit) => `${hit.agencyId} ${hit.releaseId} ${berlinDay(dayMoment(hit))} ${hit.trafficClass}`,
  );
  return new Map([...groups].map(([key, group]) => [key, countGroup(group)]));
}

/** Views and distinct visitors per "agency release day source", of people. */
export function countSources(hits: readonly Hit[]): Map<string, { count: number; visitors: number }> {
  const views = hits.flatMap((hit) =>
    hit.kind === "page_view" && hit.releaseId !== null && hit.trafficClass === "human" ? [hit] : [],
  );
  const groups = Map.groupBy(
    views,
    (hit) => `${hit.agencyId} ${hit.releaseId} ${berlinDay(hit.occurredAt)} ${hit.source.source}`,
  );
  return new Map(
    [...groups].map(([key, group]) => [key, { count: group.length, visitors: visitorsOf(group) }]),
  );
}

/** Distinct visitors and visits per "agency release day" of people whom an AI assistant has sent. */
export function countReferrals(hits: readonly Hit[]): Map<string, { visitors: number; visits: number }> {
  const views = hits.filter(
    (hit) =>
      hit.kind === "page_view" &&
      hit.releaseId !== null &&
      hit.trafficClass === "human" &&
      hit.source.aiOperator !== null,
  );
  const groups = Map.groupBy(views, (hit) => `${hit.agencyId} ${hit.releaseId} ${berlinDay(hit.occurredAt)}`);
  return new Map(
    [...groups].map(([key, group]) => [key, { visitors: visitorsOf(group), visits: visitsOf(group) }]),
  );
}

function visitorsOf(hits: readonly Hit[]): number {
  return new Set(hits.map((hit) => hit.visitorId)).size;
}

function visitsOf(hits: readonly Hit[]): number {
  let visits = 0;
  for (const own of Map.groupBy(hits, (hit) => hit.visitorId).values()) {
    const times = own.map((hit) => hit.occurredAt.getTime()).toSorted((a, b) => a - b);
    visits += times.filter(
      (time, index) => index === 0 || time - (times[index - 1] ?? 0) > halfAnHourMs,
    ).length;
  }
  return visits;
}

function countGroup(hits: readonly Hit[]): NaiveCount {
  const active = hits.filter((hit) => hit.kind !== "beacon");
  const beacons = hits.flatMap((hit) => (hit.kind === "beacon" ? [hit] : []));
  const views = [...Map.groupBy(beacons, (hit) => hit.viewId).values()].map((own) => ({
    engagedMs: Math.max(...own.map((hit) => hit.engagedMs)),
    scroll: Math.max(...own.map((hit) => hit.scrollPercent)),
  }));
  return {
    requests: hits.filter((hit) => hit.kind === "page_view").length,
    interactions: hits.filter((hit) => hit.kind === "interaction").length,
    visitors: visitorsOf(active),
    visits: visitsOf(active),
    beacons: views.length,
    engagedMs: views.reduce((sum, view) => sum + view.engagedMs, 0),
    scroll: [25, 50, 75, 100].map((depth) => views.filter((view) => view.scroll >= depth).length),
  };
}

function dayMoment(hit: Hit): Date {
  return hit.kind === "beacon" ? (hit.viewedAt ?? hit.occurredAt) : hit.occurredAt;
}
