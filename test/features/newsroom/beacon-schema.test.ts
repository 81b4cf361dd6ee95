import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { Value } from "@sinclair/typebox/value";
import { engagementScript } from "../../../service/features/newsroom/beacon/engagement-script.ts";
import {
  Beacon,
  beaconBytesMax,
  beaconEventKinds,
  beaconEventsMax,
  engagedMsMax,
} from "../../../service/features/newsroom/beacon/schema.ts";
import { engagementScriptPath } from "../../../service/features/newsroom/paths.ts";

const event = { kind: "image_view", target: "0123456789ab" };
const beacon = { v: 1, view: "view-0001", engagedMs: 0, scroll: 25, events: [event] };

describe("a beacon", () => {
  test.each([
    ["the shortest and the longest view id", { view: "a".repeat(8) }, { view: "a".repeat(7) }],
    ["a view id of 64 characters", { view: "Z-_9".repeat(16) }, { view: "Z".repeat(65) }],
    ["a view id without other characters", { view: "abcdefgh" }, { view: "abcdefg'" }],
    ["no engaged time", { engagedMs: 0 }, { engagedMs: -1 }],
    ["the longest engaged time", { engagedMs: engagedMsMax }, { engagedMs: engagedMsMax + 1 }],
    ["whole milliseconds", { engagedMs: 1 }, { engagedMs: 1.5 }],
    ["quarters of a page", { scroll: 100 }, { scroll: 99 }],
    [
      "as many events as one message holds",
      { events: Array(beaconEventsMax).fill(event) },
      { events: Array(beaconEventsMax + 1).fill(event) },
    ],
    [
      "an event without a target",
      { events: [{ kind: "copy_text", target: "" }] },
      { events: [{ kind: "copy_text" }] },
    ],
    [
      "hashes as targets, never free text",
      { events: [event] },
      { events: [{ ...event, target: "Kaufen Sie!" }] },
    ],
    [
      "kinds that only a script can see",
      { events: [{ ...event, kind: "share" }] },
      { events: [{ ...event, kind: "outbound_link" }] },
    ],
    ["this version", { v: 1 }, { v: 2 }],
  ])("takes %s and refuses what is one past it", (_bound, inside, outside) => {
    expect(Value.Check(Beacon, { ...beacon, ...inside })).toBe(true);
    expect(Value.Check(Beacon, { ...beacon, ...outside })).toBe(false);
  });

  test("at its largest is within the bytes that are read", () => {
    const events = Array(beaconEventsMax).fill({ kind: "media_play", target: "0123456789ab" });
    const largest = JSON.stringify({ ...beacon, view: "a".repeat(64), engagedMs: engagedMsMax, events });
    expect(largest.length).toBeLessThan(beaconBytesMax);
  });
});

describe("the engagement script", () => {
  test("is at most 1.5 KB gzipped", () => {
    expect(gzipSync(engagementScript).byteLength).toBeLessThanOrEqual(1_536);
  });

  test("knows no storage, no cookie and no other site", () => {
    expect(engagementScript).not.toMatch(
      /storage|cookie|indexedDB|caches|https?:|userAgent|screen|language|Date/i,
    );
  });

  test("keeps to the bounds and the kinds of the schema", () => {
    expect(engagementScript).toContain(`Math.min(${engagedMsMax},`);
    expect(engagementScript).toContain(`> ${beaconEventsMax - 1}) send()`);
    for (const kind of beaconEventKinds) expect(engagementScript).toContain(`"${kind}"`);
  });

  test("is served under a name that changes with its content", () => {
    expect(engagementScriptPath(engagementScript)).toMatch(
      /^\/newsroom\/assets\/engagement-[0-9a-f]{12}\.js$/,
    );
    expect(engagementScriptPath(`${engagementScript} `)).not.toBe(engagementScriptPath(engagementScript));
  });
});
