/** What to do for an event: the same for every framework of these examples. */
import type { WebhookEvent } from "@pr-service/sdk";

const seen = new Set<string>();

/** A message may come twice. A program of several processes remembers the ids in its database instead. */
export function onEvent(event: WebhookEvent, messageId: string, print: (line: string) => void): void {
  if (seen.has(messageId)) return;
  seen.add(messageId);
  // The data of a test is an example: nothing has happened.
  if (event.test) print(`test of ${event.type}`);
  else if (event.type === "conversion.recorded")
    print(`${event.data.kind} for release ${event.data.pressReleaseId}`);
  else print(event.type);
}
