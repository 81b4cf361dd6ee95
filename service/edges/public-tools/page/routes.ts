import { Elysia } from "elysia";
import type { WriterKind } from "../../../features/writer/writer-config.ts";
import { sourceHash } from "../../../floor/web/content-security-policy.ts";
import type { LegalLinks } from "../../../floor/web/layout.ts";
import { feedResponse } from "../../../floor/web/page-response.ts";
import { styles as newsroomStyles } from "../../../floor/web/styles.ts";
import { toolPageStyles } from "./page-styles.ts";
import { renderToolPage } from "./render-tool-page.ts";
import { toolPageScript } from "./tool-page-script.ts";

/** Short, because the page says who writes the texts, and the operator may change that. */
const cacheSeconds = 300;

/** Its own two styles and one script by hash; it talks to this service only. Source: CSP Level 3. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${sourceHash(newsroomStyles)}' '${sourceHash(toolPageStyles)}'`,
  `script-src '${sourceHash(toolPageScript)}'`,
  "connect-src 'self'",
  // The sign in the tab.
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page on which people try the tools. */
export function toolPageRoutes(writerKind: WriterKind, operatorLinks: LegalLinks) {
  const page = renderToolPage(writerKind, operatorLinks);
  const headers = {
    "content-language": "de",
    "content-security-policy": contentSecurityPolicy,
    "referrer-policy": "strict-origin-when-cross-origin",
  };
  const contentType = "text/html; charset=utf-8";
  const answer = ({ request }: { request: Request }) =>
    feedResponse(request, { text: page, contentType, maxAgeSeconds: cacheSeconds, headers });
  return new Elysia({ detail: { hide: true } }).get("/tools", answer).head("/tools", answer);
}
