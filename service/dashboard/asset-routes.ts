import { Elysia } from "elysia";
import type { Definition } from "./definition.ts";
import { searchScript } from "./frame/search-script.ts";
import { stylesheet, stylesheetPath } from "./frame/stylesheet.ts";
import { scriptPath } from "./script.ts";

/** Names of these files change with what they hold. */
const forEver = "public, max-age=31536000, immutable";

/** The stylesheet, and each script that a page names. */
export function assetRoutes(definitions: readonly Definition[]) {
  const scripts = new Map(
    [searchScript, ...definitions.flatMap(({ scripts = [] }) => scripts)].map(
      (script) => [scriptPath(script), script.source] as const,
    ),
  );
  const app = new Elysia({ detail: { hide: true } });
  app.get(stylesheetPath, () => file(stylesheet, "text/css; charset=utf-8"));
  for (const [path, source] of scripts) app.get(path, () => file(source, "text/javascript; charset=utf-8"));
  return app;
}

function file(text: string, contentType: string): Response {
  return new Response(text, {
    headers: {
      "content-type": contentType,
      "cache-control": forEver,
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    },
  });
}
