import { verifyWebhook, WebhookVerificationError } from "@pr-service/sdk";
import express, { type Express } from "express";
import { onEvent } from "./on-event.ts";

/** Express: `express.raw` keeps the bytes that were signed; `express.json` would not. */
export function createExpressApp(secret: string, print: (line: string) => void): Express {
  const app = express();
  app.post("/hooks", express.raw({ type: () => true }), async (request, response) => {
    try {
      const event = await verifyWebhook({ body: request.body, headers: request.headers, secret });
      onEvent(event, request.get("webhook-id") ?? "", print);
      response.sendStatus(204);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      response.status(401).json({ error: error.reason });
    }
  });
  return app;
}
