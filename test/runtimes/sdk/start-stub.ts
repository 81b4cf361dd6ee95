import { createHmac } from "node:crypto";
import { scenes, streamBytes, stubKey } from "./stub-contract.ts";

const headers = {
  "X-RateLimit-Limit": "500",
  "X-RateLimit-Remaining": "499",
  "X-RateLimit-Reset": "1784718900",
  "X-Request-Id": "01981234-5678-7abc-8def-0123456789ab",
};

/** A stand-in of the service with the answers that cases need; `files` are served too, for the browser. */
export function startStub(files: Record<string, string> = {}): {
  baseUrl: string;
  stop: () => Promise<void>;
} {
  let laterFineCalls = 0;

  function article(id: number, signal: AbortSignal): Response | Promise<Response> {
    const fine = Response.json({ release: { title: "Größer" } }, { headers });
    if (id === scenes.refused) return Response.json({ error: "not_found" }, { status: 404, headers });
    if (id === scenes.moved) return Response.redirect("/api/reporting/v1/articles/1");
    if (id === scenes.silent)
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(new Response(null))));
    if (id !== scenes.laterFine) return fine;
    laterFineCalls += 1;
    return laterFineCalls % 2 === 1 ? Response.json({ error: "service_unavailable" }, { status: 503 }) : fine;
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const file = files[pathname];
      if (file !== undefined)
        return new Response(file, { headers: { "content-type": contentTypeOf(pathname) } });
      if (pathname === "/api/tools/headline-generator") return await headlines(request);
      if (request.headers.get("authorization") !== `Bearer ${stubKey}`)
        return Response.json({ error: "unauthorized" }, { status: 401 });
      if (pathname === "/api/reporting/v1/conversions") return await conversion(request);
      if (pathname === "/api/reporting/v1/exports/done/download") return download();
      if (pathname === "/api/reporting/v1/exports/failed")
        return Response.json(
          { job: { id: "failed", status: "failed", error: "scope_deleted" } },
          { headers },
        );
      return await article(Number(pathname.split("/").at(-1)), request.signal);
    },
  });
  return { baseUrl: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** Checked with node:crypto, so that the SDK's own check proves nothing about itself. */
async function conversion(request: Request): Promise<Response> {
  const timestamp = request.headers.get("x-service-timestamp") ?? "";
  const bytes = new Uint8Array(await request.arrayBuffer());
  const expected = createHmac("sha256", stubKey).update(`${timestamp}.`).update(bytes).digest("hex");
  return expected === request.headers.get("x-service-signature")
    ? Response.json({ id: "c1", duplicate: false }, { status: 201, headers })
    : Response.json({ error: "invalid_signature" }, { status: 401, headers });
}

async function headlines(request: Request): Promise<Response> {
  const { topic } = (await request.json()) as { topic: string };
  const how = request.headers.has("authorization") ? "with" : "without";
  return Response.json({ headlines: [`${how} a key: ${topic}`] });
}

function download(): Response {
  return new Response(new Uint8Array(streamBytes), {
    headers: {
      ...headers,
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="report.pdf"',
    },
  });
}

function contentTypeOf(path: string): string {
  return path.endsWith(".js") ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8";
}
