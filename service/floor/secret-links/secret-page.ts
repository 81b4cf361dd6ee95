import { Elysia } from "elysia";
import type { Log } from "../../log.ts";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import { toServiceError } from "../http/error-response.ts";
import { namedIn, type RouteContext, type Routed } from "../http/page-route.ts";
import { requestContext } from "../http/request-context.ts";
import { contentSecurityPolicy } from "../web/content-security-policy.ts";
import { formStyles, renderFormPage } from "../web/form-page.ts";
import { html } from "../web/html.ts";
import type { PageLanguage } from "../web/language.ts";
import { renderErrorPage, renderNotTakenPage } from "../web/render-message-page.ts";

export type PageContext = RouteContext & { token: string };
type Answer<Opened> = (opened: Opened, context: PageContext) => Response | Promise<Response>;

/** The pages at one address of links. */
export type SecretPages<Opened> = {
  /** The pattern of the address. It goes into log and metrics; the path never does, because the token in it is a credential. */
  route: string;
  log: Log;
  /** For all that a request takes, its body too; 3 s where it is left out. */
  deadlineMs?: number;
  /** Answers a form that broke off (400) or is too large (413); null where that came before it was known what the link opens. */
  refuse: (status: 400 | 413, opened: Opened | null) => Response;
  /** In which language it says that the service fails; German where it is left out, and where it is not known what the link opens. */
  languageOf?: (opened: Opened) => PageLanguage;
  /** What the link opens, or the answer that it opens nothing (any more). */
  open: (context: PageContext) => Promise<Opened | Response>;
  /** Shows, and changes nothing: mail scanners and previews open links too. HEAD comes here as well. */
  show: Answer<Opened>;
  /** Takes a form. It asks by itself where the form comes from, because some come from mail programs. */
  act?: Answer<Opened>;
};

/** A password takes a tenth of a second on an idle machine, and more than the 3 s of other calls on a small one that is busy. */
const linkDeadlineMs = 15_000;

/** The routes of a link: GET and HEAD, and POST where there is something to send. Faults are pages too. */
export function secretRoutes<Opened>(pages: SecretPages<Opened>) {
  const routes = new Elysia({ detail: { hide: true } })
    .get(pages.route, guarded(pages, pages.show))
    .head(pages.route, guarded(pages, pages.show));
  return pages.act === undefined
    ? routes
    : routes.post(pages.route, guarded(pages, pages.act), { parse: "none" });
}

function guarded<Opened>(pages: SecretPages<Opened>, answer: Answer<Opened>) {
  const { route, log, deadlineMs = linkDeadlineMs, refuse, languageOf } = pages;
  return async ({ request, params: parts }: Routed): Promise<Response> => {
    const facts = requestContext(request);
    facts.route = route;
    const params = namedIn(parts);
    const context = { request, params, token: params.token ?? "" };
    let known: Opened | null = null;
    const openAndAnswer = async () => {
      const opened = await pages.open(context);
      if (opened instanceof Response) return opened;
      known = opened;
      return await answer(opened, context);
    };
    try {
      return await withinDeadline(openAndAnswer(), deadlineMs);
    } catch (error) {
      const { code } = toServiceError(error, log, facts.requestId);
      if (code === "payload_too_large") return refuse(413, known);
      if (code === "invalid_request") return refuse(400, known);
      const language = (known !== null && languageOf?.(known)) || "de";
      const renderPage = request.method === "POST" ? renderNotTakenPage : renderErrorPage;
      return secretPageResponse(renderPage(facts.requestId, language), 503, { language });
    }
  };
}

/** What every answer of a link says: no cache keeps it, no search engine lists it, no site frames it, no referrer passes it on. */
export const secretHeaders: Readonly<Record<string, string>> = {
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex, nofollow",
};

type PageLook = {
  style?: string | readonly string[] | null | undefined;
  /** The one script of the page, inline; none where it is left out. */
  script?: string | null;
  /** Null for data, which has none. */
  language?: PageLanguage | null;
  headers?: Record<string, string>;
};

/**
 * Answers a page of a link. It is never compressed: beside what a caller sent, its length would tell the secret that its form holds
 * (breachattack.com).
 */
export function secretPageResponse(
  page: string | null,
  status: 200 | 303 | 308 | 400 | 401 | 403 | 404 | 410 | 413 | 429 | 503,
  { style = formStyles, script = null, language = "de", headers: extra = {} }: PageLook = {},
): Response {
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    ...(language !== null && { "content-language": language }),
    "content-security-policy": contentSecurityPolicy(script, style),
    ...secretHeaders,
    ...extra,
  });
  // The rest of a refused body is not worth reading: the connection ends with the answer.
  if (status === 413) headers.set("connection", "close");
  if (status === 503) headers.set("retry-after", "5");
  return new Response(page, { status, headers });
}

const endedTitles: Record<PageLanguage, string> = {
  de: "Dieser Link gilt nicht (mehr)",
  en: "This link does not work (any more)",
};

/** Answers for a link that opens nothing: 404 where it never did, 410 where it did. `text` says why that may be, and whom to ask. */
export function endedResponse(status: 404 | 410, text: string, language: PageLanguage = "de"): Response {
  const title = endedTitles[language];
  return secretPageResponse(renderFormPage({ title, main: html`<p>${text}</p>`, language }), status, {
    language,
  });
}
