import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { boundsAfter, unbounded } from "../../../service/reporting/webhooks/claim-bounds.ts";
import type { Endpoint } from "../../../service/reporting/webhooks/claim-sql.ts";

const minuteMs = 60_000;

describe("the bounds of a claim", () => {
  const now = Date.parse("2026-11-22T01:00:00.000Z");
  const endpoint: Endpoint = { agencyId: 1, webhookId: uuidv7() };
  const seenFirst = (messageId: string) => ({ ready: [{ ...endpoint, messageId }], leasedFrom: "later" });

  test("begin at the first message that was ready", () => {
    const messageId = uuidv7({ msecs: now - minuteMs });
    const { ready, leasedFrom } = boundsAfter(unbounded, seenFirst(messageId), now);
    expect([...ready.values()]).toEqual([{ ...endpoint, messageId }]);
    expect(leasedFrom).toBe("later");
  });

  test("leave room for what committed later than a younger message", () => {
    const bounds = boundsAfter(unbounded, seenFirst(uuidv7({ msecs: now })), now);
    const from = bounds.ready.get(endpoint.webhookId)?.messageId ?? "";
    expect(uuidv7({ msecs: now - 250 }) > from).toBe(true);
    expect(uuidv7({ msecs: now - 251 }) < from).toBe(true);
  });

  test("are kept for 128 endpoints, and move on for those", () => {
    const ready = Array.from({ length: 129 }, (_, agencyId) => ({
      agencyId,
      webhookId: uuidv7(),
      messageId: uuidv7({ msecs: now - 2 * minuteMs }),
    }));
    const kept = boundsAfter(unbounded, { ready, leasedFrom: "later" }, now);
    expect(kept.ready.size).toBe(128);
    const moved = ready.map((from) => ({ ...from, messageId: uuidv7({ msecs: now - minuteMs }) }));
    const after = boundsAfter(kept, { ready: moved, leasedFrom: "later" }, now);
    expect([...after.ready.values()]).toEqual(moved.slice(0, 128));
  });

  test("stay as they are where a claim saw nothing", () => {
    expect(boundsAfter(unbounded, null, now)).toBe(unbounded);
  });
});
