import type { WebhookEvent, WebhookEventOf, WebhookEventType } from "./types/webhook-event.ts";
import { verifyWebhook } from "./verify-webhook.ts";
import { WebhookVerificationError } from "./webhook-verification-error.ts";

/** What a delivery says about itself. */
export type DeliveredMessage = {
  /** The same for every attempt: remember it to act once. */
  messageId: string;
  /** True for a test event, whose data is an example: nothing has happened. */
  test: boolean;
};

export type WebhookHandlerOptions = {
  /** The signing secret, in either spelling. */
  secret: string;
  /** What to do for an event, by its type. */
  on: {
    [T in WebhookEventType]?: ((event: WebhookEventOf<T>, message: DeliveredMessage) => unknown) | undefined;
  };
  /** What to do for every other event. */
  onOther?: ((event: WebhookEvent, message: DeliveredMessage) => unknown) | undefined;
  toleranceSeconds?: number | undefined;
};

/**
 * A receiver for every framework that speaks the Web's `Request` and `Response` (Hono, Elysia, Workers, Deno, Bun).
 * It answers 204 once your function has finished; 405, 413, 401 or 400 for what is no genuine delivery. What your function
 * throws is thrown on, so the framework logs it, answers 500, and the service delivers again later.
 * Answer within 15 seconds: start long work, don't wait for it.
 *
 * @example
 * ```ts
 * const receive = webhookHandler({
 *   secret,
 *   on: {
 *     "export.completed": async ({ data }, { messageId, test }) => {
 *       if (!test) await queue.add(messageId, data.downloadUrl);
 *     },
 *   },
 * });
 * app.post("/hooks", (context) => receive(context.req.raw)); // Hono
 * ```
 */
export function webhookHandler(options: WebhookHandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
    const body = await readBody(request);
    if (body === null) return new Response(null, { status: 413 });
    let event: WebhookEvent;
    try {
      event = await verifyWebhook({ ...options, body, headers: request.headers });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError) || error.reason === "malformed_secret") throw error;
      return Response.json(
        { error: error.reason },
        { status: error.reason === "malformed_body" ? 400 : 401 },
      );
    }
    const messageId = request.headers.get("webhook-id") ?? "";
    await dispatch(options, event, { messageId, test: event.test === true });
    return new Response(null, { status: 204 });
  };
}

async function readBody(request: Request): Promise<Uint8Array | null> {
  /** Bytes read of a request; the service sends at most 20 KB, the rest is room for later. */
  const bodyBytesMax = 64 * 1024;
  const body = new Uint8Array(bodyBytesMax);
  let length = 0;
  for await (const chunk of request.body ?? []) {
    // Leaving the loop cancels the stream.
    if (length + chunk.length > bodyBytesMax) return null;
    body.set(chunk, length);
    length += chunk.length;
  }
  return body.subarray(0, length);
}

async function dispatch<E extends WebhookEvent>(
  { on, onOther }: WebhookHandlerOptions,
  event: E,
  message: DeliveredMessage,
): Promise<void> {
  // Own names only: a signed `type` of "constructor" must not call what every object inherits.
  const own = Object.hasOwn(on, event.type) ? on[event.type as E["type"]] : undefined;
  const handle = own as ((event: E, message: DeliveredMessage) => unknown) | undefined;
  await (handle ?? onOther)?.(event, message);
}
