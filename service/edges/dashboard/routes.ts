import { Elysia } from "elysia";
import { consentPath } from "../../features/agent-access/routes.ts";
import { canHavePasskeys } from "../../features/people/passkeys.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { etagOf, pageResponse } from "../../floor/web/page-response.ts";
import { answerForm, answerRawForm } from "./answer-form.ts";
import { answerPage, type RoutedRequest } from "./answer-page.ts";
import type { Definition } from "./definition.ts";
import { createDefinitions } from "./definitions.ts";
import type { DashboardDeps } from "./deps.ts";
import { paletteScript } from "./frame/palette-script.ts";
import { stylesheet, stylesheetPath } from "./frame/stylesheet.ts";
import { partnerRoutes } from "./pages/signing-in/partner-routes.ts";
import { passkeyRoutes } from "./pages/signing-in/passkey-routes.ts";
import { signInRoutes } from "./pages/signing-in/routes.ts";
import { scriptPath } from "./script.ts";

/** Names of these files change with what they hold. */
const forEver = "public, max-age=31536000, immutable";

/** Everything below `/app`: the pages and forms of `definitions.ts`, signing in, and the files that pages load. */
export function dashboardRoutes(deps: DashboardDeps) {
  const app = new Elysia({ detail: { hide: true } }).onAfterHandle(({ request, responseValue }) => {
    if (responseValue instanceof Response && leadsToConsent(request))
      responseValue.headers.set("cross-origin-opener-policy", "unsafe-none");
  });
  const webauthn = { name: "webauthn", source: deps.webauthnSource };
  const definitions = createDefinitions(webauthn);
  for (const definition of definitions) {
    const answer = (routed: RoutedRequest) => {
      // The pattern, never the path: it may hold what nobody else is to know.
      requestContext(routed.request).route = definition.path;
      return answerDefinition(definition, deps, routed);
    };
    if (definition.kind === "page") app.get(definition.path, answer).head(definition.path, answer);
    else app.post(definition.path, answer, { parse: "none" });
  }
  return app
    .use(signInRoutes(deps, canHavePasskeys(deps.publicUrl) ? webauthn : null))
    .use(passkeyRoutes(deps))
    .use(partnerRoutes(deps))
    .use(assetRoutes(definitions));
}

/**
 * Whether a request is of the page of consent, or of a page before it that leads there: the host of an assistant may have opened this
 * window and want to hear how it ends, and one answer that cuts the two apart cuts them for good (HTML Standard, 7.1.3).
 */
function leadsToConsent({ url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname.startsWith("/app/agenten/") || searchParams.get("weiter")?.startsWith(consentPath) === true;
}

function answerDefinition(
  definition: Definition,
  deps: DashboardDeps,
  routed: RoutedRequest,
): Promise<Response> {
  if (definition.kind === "page") return answerPage(definition, deps, routed);
  return definition.kind === "form"
    ? answerForm(definition, deps, routed)
    : answerRawForm(definition, deps, routed);
}

/** The stylesheet, and each script that a page names. */
function assetRoutes(definitions: readonly Definition[]) {
  const scripts = new Map(
    [paletteScript, ...definitions.flatMap(({ scripts = [] }) => scripts)].map(
      (script) => [scriptPath(script), script.source] as const,
    ),
  );
  const app = new Elysia({ detail: { hide: true } });
  app.get(stylesheetPath, ({ request }) => file(request, stylesheet, "text/css; charset=utf-8"));
  for (const [path, source] of scripts)
    app.get(path, ({ request }) => file(request, source, "text/javascript; charset=utf-8"));
  return app;
}

/** Compressed where the browser takes it: the text editor is 400 KB, and a third of that on the way. */
function file(request: Request, text: string, contentType: string): Response | Promise<Response> {
  const headers = new Headers({
    "content-type": contentType,
    "cache-control": forEver,
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
  });
  return pageResponse(request, { body: text, headers, etag: etagOf(text) });
}
