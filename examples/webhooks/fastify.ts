import { verifyWebhook, WebhookVerificationError } from "@pr-service/sdk";
import fastify, { type FastifyInstance } from "fastify";
import { onEvent } from "./on-event.ts";

/** Fastify: its JSON parser is taken out, so that the body arrives as the bytes that were signed. */
export function createFastifyApp(secret: string, print: (line: string) => void): FastifyInstance {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post<{ Body: Buffer }>("/hooks", async (request, reply) => {
    try {
      const event = await verifyWebhook({ body: request.body, headers: request.headers, secret });
      onEvent(event, String(request.headers["webhook-id"]), print);
      return await reply.code(204).send();
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return await reply.code(401).send({ error: error.reason });
    }
  });
  return app;
}
