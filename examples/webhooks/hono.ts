import { webhookHandler } from "@pr-service/sdk";
import { Hono } from "hono";
import { onEvent } from "./on-event.ts";

/** Hono speaks Request and Response, so `webhookHandler` does everything. */
export function createHonoApp(secret: string, print: (line: string) => void): Hono {
  const receive = webhookHandler({
    secret,
    on: {},
    onOther: (event, { messageId }) => onEvent(event, messageId, print),
  });
  return new Hono().post("/hooks", (context) => receive(context.req.raw));
}
