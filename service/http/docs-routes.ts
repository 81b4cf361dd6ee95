import { readFile } from "node:fs/promises";
import { Elysia } from "elysia";

/** Paths of Swagger UI's own files, served from here: a page of ours loads nothing from elsewhere. */
export type SwaggerUiFiles = { css: string; script: string };
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

/**
 * `/openapi.json` and `/docs`, which shows it. The document is built when it is first asked for: it makes a start slower and
 * larger, and most processes are never asked.
 */
export function docsRoutes(buildDocument: () => Promise<Record<string, unknown>>, swaggerUi: SwaggerUiFiles) {
  let serialized: Promise<string> | undefined;
  const serialize = async () => JSON.stringify(await buildDocument());
  return new Elysia({ detail: { hide: true } })
    .get("/openapi.json", async () => {
      serialized ??= serialize();
      return reply(await serialized, "application/json", 60);
    })
    .get("/docs", () => reply(page, "text/html; charset=utf-8", 60))
    .get("/docs/start.js", () => reply(start, "text/javascript; charset=utf-8", cacheSeconds))
    .get("/docs/swagger-ui.css", () => file(swaggerUi.css, "text/css; charset=utf-8"))
    .get("/docs/swagger-ui-bundle.js", () => file(swaggerUi.script, "text/javascript; charset=utf-8"));
}

async function file(path: string, contentType: string): Promise<Response> {
  return reply(await readFile(path), contentType, cacheSeconds);
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
