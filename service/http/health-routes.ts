import { Elysia } from "elysia";

/** `/health` says that the process lives, `/ready` that it may be sent requests. */
export function healthRoutes(isReady: () => Promise<boolean>) {
  return new Elysia()
    .get("/health", () => Response.json({ status: "ok" }), { detail: { hide: true } })
    .get(
      "/ready",
      async () => {
        const ready = await isReady().catch(() => false);
        return Response.json({ status: ready ? "ready" : "not_ready" }, { status: ready ? 200 : 503 });
      },
      { detail: { hide: true } },
    );
}
