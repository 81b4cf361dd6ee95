import { expect, test } from "bun:test";
import type * as sdk from "../../sdk/src/index.ts";
import { webhookEventTypes } from "../../sdk/src/index.ts";

test("webhookEventTypes lists every event type once", () => {
  const all: Record<sdk.WebhookEventType, true> = {
    "release.published": true,
    "release.archived": true,
    "approval.requested": true,
    "approval.granted": true,
    "approval.changes_requested": true,
    "report.created": true,
    "export.completed": true,
    "export.failed": true,
    "conversion.recorded": true,
    "mention.found": true,
  };
  expect([...webhookEventTypes]).toEqual(Object.keys(all) as sdk.WebhookEventType[]);
});
