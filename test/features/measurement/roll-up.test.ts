import { describe, expect, test } from "bun:test";
import { valueId } from "../../../service/features/measurement/dimensions.ts";
import { storableText } from "../../../service/features/measurement/hit.ts";
import { localDay } from "../../../service/features/measurement/local-day.ts";
import { foldHits } from "../../../service/features/measurement/roll-up.ts";
import { activityOf } from "../../../service/features/measurement/visits.ts";
import { beacon, interaction, pageView } from "./sample-hits.ts";

const noon = new Date("2026-03-10T12:00:00Z");
const later = (ms: number) => new Date(noon.getTime() + ms);

describe("visits", () => {
  test("go on after exactly 30 minutes and end one millisecond later, in any order", () => {
    expect(activityOf([0, 1_800_000]).visits).toBe(1);
    expect(activityOf([0, 1_800_001]).visits).toBe(2);
    expect(activityOf([3_600_000, 0, 1_800_000])).toEqual({
      fromMs: 0,
      untilMs: 5_400_000,
      text: null,
      visits: 1,
    });
    expect(activityOf([3_600_001, 0])).toMatchObject({
      text: "{[1970-01-01T00:00:00.000Z,1970-01-01T00:30:00.000Z),[1970-01-01T01:00:00.001Z,1970-01-01T01:30:00.001Z)}",
      visits: 2,
    });
  });
});

describe("calendar days", () => {
  test("begin at midnight of the agency's time zone, in summer, in winter and over the change of the clock", () => {
    expect(localDay(new Date("2026-01-10T22:59:59.999Z"), "Europe/Berlin")).toBe("2026-01-10");
    expect(localDay(new Date("2026-01-10T23:00:00Z"), "Europe/Berlin")).toBe("2026-01-11");
    expect(localDay(new Date("2026-07-10T21:59:59.999Z"), "Europe/Berlin")).toBe("2026-07-10");
    expect(localDay(new Date("2026-07-10T22:00:00Z"), "Europe/Berlin")).toBe("2026-07-11");
    expect(localDay(new Date("2026-03-28T23:00:00Z"), "Europe/Berlin")).toBe("2026-03-29");
    expect(localDay(new Date("2026-03-29T22:00:00Z"), "Europe/Berlin")).toBe("2026-03-30");
    expect(localDay(new Date("2026-01-10T18:14:59Z"), "Asia/Kathmandu")).toBe("2026-01-10");
    expect(localDay(new Date("2026-01-10T18:15:00Z"), "Asia/Kathmandu")).toBe("2026-01-11");
    expect(() => localDay(noon, "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("folding", () => {
  test("leaves hits of the list page out of every roll-up", () => {
    const batch = foldHits([
      pageView({ releaseId: null }),
      interaction({ releaseId: null }),
      beacon({ releaseId: null }),
    ]);
    expect([batch.days.length, batch.visitors.length, batch.views.length, batch.values.length]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test("counts a crawler in its class and for its operator, and nothing of it as a source", () => {
    const batch = foldHits([
      pageView({ trafficClass: "ai_crawler", operator: "OpenAI" }),
      pageView({ trafficClass: "search_engine", operator: "Googlebot" }),
    ]);
    expect(batch.days.map(({ class: position, requests }) => [position, requests])).toEqual([
      [2, 1],
      [1, 1],
    ]);
    expect(batch.values.map(({ dimension, entry }) => [dimension, entry])).toEqual([
      [5, { table: "hit_operator", name: "OpenAI" }],
    ]);
  });

  test("keeps the greatest sums of a view, on the day of the view, within their bounds", () => {
    const beforeMidnight = new Date("2026-03-10T22:59:00Z");
    const after = new Date("2026-03-10T23:05:00Z");
    const batch = foldHits([
      beacon({ occurredAt: after, viewedAt: beforeMidnight, engagedMs: 9_000, scrollPercent: 50 }),
      beacon({ occurredAt: after, viewedAt: beforeMidnight, engagedMs: 5_000.7, scrollPercent: 250 }),
      beacon({ occurredAt: after, viewedAt: beforeMidnight, engagedMs: Number.NaN, scrollPercent: -1 }),
    ]);
    expect(batch.views).toMatchObject([{ day: "2026-03-10", engagedMs: 9_000, scrollPercent: 100 }]);
  });

  test("takes a beacon up to 24 hours after its view and not a millisecond later", () => {
    expect(foldHits([beacon({ viewedAt: noon, occurredAt: later(86_400_000) })]).views.length).toBe(1);
    expect(foldHits([beacon({ viewedAt: noon, occurredAt: later(86_400_001) })]).views.length).toBe(0);
  });
});

describe("values of dictionaries", () => {
  test("have ids that are exact numbers, never 0, and tell fields apart", () => {
    const ids = [["a", null], [null, "a"], ["a"], ["a", ""], ["", "a"]].map(valueId);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toBeGreaterThan(0);
    expect(Math.max(...Array.from({ length: 2_000 }, (_, n) => valueId([n])))).toBeLessThan(2 ** 52);
  });

  test("are cut by code points and lose what PostgreSQL refuses", () => {
    expect(storableText("a\0b", 10)).toBe("ab");
    expect(storableText("👍👍👍", 3)).toBe("👍👍👍");
    expect(storableText("👍👍👍👍", 3)).toBe("👍👍👍");
    expect(storableText("x\ud800", 10)).toBe("x\ufffd");
  });
});
