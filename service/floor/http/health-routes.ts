import { Elysia } from "elysia";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import { requestContext } from "./request-context.ts";

/** Null where the process is ready, else a word that says what keeps it. */
export type WhyNotReady = () => Promise<string | null>;

/** `/health` says that the process lives and how it is set up (`facts`), `/ready` that it may be sent requests. */
export function healthRoutes(whyNotReady: WhyNotReady, facts: Record<string, string>) {
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
        const reason = await withinDeadline(whyNotReady()).catch(() => "database_unavailable");
        if (reason !== null) return Response.json({ status: "not_ready", reason }, { status: 503 });
        return Response.json({ status: "ready" });
      },
      { detail: { hide: true } },
    );
}
