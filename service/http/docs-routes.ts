import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Elysia } from "elysia";

/** Swagger UI's own files, served from here: a page of ours loads nothing from elsewhere. */
const assets: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
};
const cacheSeconds = 86_400;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pr-service API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, tryItOutEnabled: false });\n`;

const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** `/openapi.json` and `/docs`, which shows it. */
export function docsRoutes(openapiDocument: Record<string, unknown>) {
  const serialized = JSON.stringify(openapiDocument);
  return new Elysia({ detail: { hide: true } })
    .get("/openapi.json", () => reply(serialized, "application/json", 60))
    .get("/docs", () => reply(page, "text/html; charset=utf-8", 60))
    .get("/docs/start.js", () => reply(start, "text/javascript; charset=utf-8", cacheSeconds))
    .get("/docs/swagger-ui.css", () => asset("swagger-ui.css"))
    .get("/docs/swagger-ui-bundle.js", () => asset("swagger-ui-bundle.js"));
}

async function asset(name: keyof typeof assets): Promise<Response> {
  const directory = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  return reply(
    await readFile(join(directory, name)),
    assets[name] ?? "application/octet-stream",
    cacheSeconds,
  );
}

function reply(body: string | Uint8Array<ArrayBuffer>, contentType: string, maxAgeSeconds: number): Response {
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "cache-control": `public, max-age=${maxAgeSeconds}`,
      "content-security-policy": contentSecurityPolicy,
    },
  });
}
