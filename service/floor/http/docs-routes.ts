import { readFile } from "node:fs/promises";
import { Elysia } from "elysia";
import { feedResponse } from "../web/page-response.ts";

/** Paths of Swagger UI's own files, served from here: a page of ours loads nothing from elsewhere. */
export type SwaggerUiFiles = { css: string; script: string };
/** They change with an upgrade of the service alone; a browser may keep the old ones for a day. */
const fileCacheSeconds = 86_400;
/** The document and its page follow an upgrade within a minute. */
const documentCacheSeconds = 60;
const scriptType = "text/javascript; charset=utf-8";

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
    .get("/openapi.json", async ({ request }) => {
      serialized ??= serialize();
      return reply(request, await serialized, {
        contentType: "application/json",
        maxAgeSeconds: documentCacheSeconds,
      });
    })
    .get("/docs", ({ request }) =>
      reply(request, page, { contentType: "text/html; charset=utf-8", maxAgeSeconds: documentCacheSeconds }),
    )
    .get("/docs/start.js", ({ request }) =>
      reply(request, start, { contentType: scriptType, maxAgeSeconds: fileCacheSeconds }),
    )
    .get("/docs/swagger-ui.css", ({ request }) => file(request, swaggerUi.css, "text/css; charset=utf-8"))
    .get("/docs/swagger-ui-bundle.js", ({ request }) => file(request, swaggerUi.script, scriptType));
}

async function file(request: Request, path: string, contentType: string): Promise<Response> {
  return reply(request, await readFile(path), { contentType, maxAgeSeconds: fileCacheSeconds });
}

function reply(
  request: Request,
  text: string | Uint8Array<ArrayBuffer>,
  answer: { contentType: string; maxAgeSeconds: number },
): Response | Promise<Response> {
  const headers = { "content-security-policy": contentSecurityPolicy };
  return feedResponse(request, { text, headers, ...answer });
}
