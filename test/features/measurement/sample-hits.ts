import type {
  EngagementBeacon,
  Hit,
  Interaction,
  PageView,
} from "../../../service/features/measurement/hit.ts";
import {
  channels,
  deviceTypes,
  interactionKinds,
  type TrafficClass,
} from "../../../service/features/measurement/vocabulary.ts";
import type { SeededChance } from "../../support/seeded-chance.ts";

const base = {
  agencyId: 1,
  newsroomId: 1,
  releaseId: 1,
  occurredAt: new Date("2026-03-10T10:00:00Z"),
  timeZone: "Europe/Berlin",
  trafficClass: "human",
  reasons: 0,
  operator: null,
  visitorId: 1n,
  addressId: "1",
  agentId: 1,
  saltDay: null,
  level: "L1",
  device: "desktop",
} as const;

const direct = {
  source: "direct",
  domain: null,
  path: null,
  channel: "direct",
  utm: null,
  aiOperator: null,
  isListed: true,
} as const;

/** A page view by a person who came directly, at 11:00 in Berlin on 10 March 2026. */
export function pageView(fields: Partial<PageView> = {}): PageView {
  return { ...base, kind: "page_view", source: direct, viewId: null, ...fields };
}

export function interaction(fields: Partial<Interaction> = {}): Interaction {
  return {
    ...base,
    kind: "interaction",
    interactionKind: "outbound_link",
    target: null,
    viewId: null,
    ...fields,
  };
}

export function beacon(fields: Partial<EngagementBeacon> = {}): EngagementBeacon {
  return {
    ...base,
    kind: "beacon",
    viewId: "view-0001",
    viewedAt: null,
    engagedMs: 1_000,
    scrollPercent: 25,
    ...fields,
  };
}

const classes: readonly TrafficClass[] = [
  "human",
  "human",
  "human",
  "ai_crawler",
  "search_engine",
  "internal",
];
const operators = ["OpenAI", "Anthropic"] as const;
const domains = ["google.de", "faz.net", "chatgpt.com", "linkedin.com", "example.org"] as const;

/** Hits over four days around midnight and the change of the clock, in a random order, with many visitors in common. */
export function randomHits(chance: SeededChance, count: number): Hit[] {
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[chance.whole(0, list.length - 1)];
    if (picked === undefined) throw new Error("an empty list");
    return picked;
  };
  const views = new Map<string, Date>();
  return Array.from({ length: count }, (): Hit => {
    const trafficClass = pick(classes);
    const common = {
      agencyId: chance.whole(1, 2),
      newsroomId: 1,
      releaseId: pick([1, 2, 3, null]),
      occurredAt: new Date(Date.parse("2026-03-28T00:00:00Z") + chance.whole(0, 4 * 86_400_000)),
      trafficClass,
      operator: trafficClass === "ai_crawler" ? pick(operators) : null,
      visitorId: BigInt(chance.whole(-20, 20)) * 400_000_000_000_000_000n,
      device: pick(deviceTypes),
    };
    const kind = chance.between(0, 1);
    if (kind < 0.6) {
      const domain = pick(domains);
      return pageView({
        ...common,
        source: {
          source: domain,
          domain,
          path: "/artikel",
          channel: channels[domains.indexOf(domain)] ?? "other",
          utm:
            chance.between(0, 1) < 0.2
              ? { source: "mailing", medium: "email", campaign: pick(["a", "b"]) }
              : null,
          aiOperator: domain === "chatgpt.com" ? "OpenAI" : null,
          isListed: domain !== "example.org",
        },
      });
    }
    if (kind < 0.85) {
      const interactionKind = pick(interactionKinds);
      return interaction({
        ...common,
        interactionKind,
        target: pick([null, { label: "Bild", url: "https://example.org/b" }]),
      });
    }
    const viewId = `view-${common.agencyId}-${common.releaseId}-${common.trafficClass}-${chance.whole(1, 20)}`;
    const viewedAt = views.get(viewId) ?? common.occurredAt;
    views.set(viewId, viewedAt);
    return beacon({
      ...common,
      occurredAt: new Date(viewedAt.getTime() + chance.whole(0, 7_200_000)),
      viewId,
      viewedAt,
      engagedMs: chance.whole(0, 90_000),
      scrollPercent: pick([0, 25, 50, 75, 100]),
    });
  });
}
