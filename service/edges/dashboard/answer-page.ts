import { htmlAnswer, policyWithFrames, withDashboardHeaders } from "./answers.ts";
import { readNotice, shownNoticeCookie } from "./cookies.ts";
import type { Context, Definition, PageContent } from "./definition.ts";
import type { DashboardDeps } from "./deps.ts";
import { renderFrame } from "./frame/render-frame.ts";
import { guard } from "./guard.ts";
import type { Visit } from "./visit.ts";

export type RoutedRequest = { request: Request; params: Record<string, string> };

/** Answers GET: checks, the page's handler, the frame. */
export async function answerPage(
  page: Extract<Definition, { kind: "page" }>,
  deps: DashboardDeps,
  { request, params }: RoutedRequest,
): Promise<Response> {
  return await guard(page, deps, { request, resend: null }, async (visit) => {
    const content = await page.handle(contextOf(visit, deps, { request, params }));
    if (content instanceof Response) return withDashboardHeaders(content);
    return framed(page, { request, visit, content });
  });
}

export function contextOf(visit: Visit, deps: DashboardDeps, { request, params }: RoutedRequest): Context {
  return { visit, params, request, deps, query: new URL(request.url).searchParams };
}

/** A page in its frame, with the notice that a form left for it. */
export function framed(
  definition: Definition,
  {
    request,
    visit,
    content,
    status,
  }: { request: Request; visit: Visit; content: PageContent; status?: number },
): Response {
  const notice = readNotice(request);
  const path = new URL(request.url).pathname;
  const text = renderFrame({ visit, path, content, notice, scripts: definition.scripts ?? [] });
  const cookies = notice === null ? [] : [shownNoticeCookie(request)];
  const answer = htmlAnswer(text, status ?? content.status ?? 200, cookies);
  if (content.goesOnTo !== undefined) answer.headers.set("refresh", `0;url=${content.goesOnTo}`);
  if (content.hasFrames === true) answer.headers.set("content-security-policy", policyWithFrames);
  return answer;
}
