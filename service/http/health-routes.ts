import { Elysia } from "elysia";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import { requestContext } from "./request-context.ts";

/** `/health` says that the process lives and how it is set up (`facts`), `/ready` that it may be sent requests. */
export function healthRoutes(isReady: () => Promise<boolean>, facts: Record<string, string>) {
  return new Elysia()
    .get(
      "/health",
      ({ request }) => {
        requestContext(request).route = "/health";
        return Response.json({ status: "ok", ...facts });
      },
      { detail: { hide: true } },
    )
    .get(
      "/ready",
      async ({ request }) => {
        requestContext(request).route = "/ready";
        const ready = await withinDeadline(isReady()).catch(() => false);
        return Response.json({ status: ready ? "ready" : "not_ready" }, { status: ready ? 200 : 503 });
      },
      { detail: { hide: true } },
    );
}
