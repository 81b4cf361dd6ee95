import { webhookHandler } from "@pr-service/sdk";
import { Elysia } from "elysia";
import { onEvent } from "./on-event.ts";

/** Elysia: `parse: "none"` leaves the body unread for `webhookHandler`. */
export function createElysiaApp(secret: string, print: (line: string) => void) {
  const receive = webhookHandler({
    secret,
    on: {},
    onOther: (event, { messageId }) => onEvent(event, messageId, print),
  });
  return new Elysia().post("/hooks", ({ request }) => receive(request), { parse: "none" });
}
