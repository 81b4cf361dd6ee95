import { type ServiceError, statusByErrorCode } from "../../errors.ts";
import { htmlAnswer } from "./answers.ts";
import {
  failed,
  forbidden,
  notFound,
  renderTroublePage,
  type Trouble,
  tooLarge,
  troubleHtml,
} from "./frame/error-pages.ts";
import { renderFrame } from "./frame/render-frame.ts";
import { refusalTexts } from "./refusals.ts";
import type { Visit } from "./visit.ts";

/** The page for an error that no form shows beside its fields; within the frame where somebody is signed in. */
export function answerTrouble(
  error: ServiceError,
  request: Request,
  visit: Visit | null,
  requestId: string,
): Response {
  const status = statusByErrorCode[error.code];
  return showTrouble(troubleOf(error, status, requestId), { status, request, visit });
}

export function showTrouble(
  trouble: Trouble,
  { status, request, visit }: { status: number; request: Request; visit: Visit | null },
): Response {
  if (visit === null || status >= 500) return htmlAnswer(renderTroublePage(trouble), status);
  const path = new URL(request.url).pathname;
  const content = { title: trouble.title, main: troubleHtml(trouble) };
  return htmlAnswer(renderFrame({ visit, path, content, notice: null, scripts: [] }), status);
}

function troubleOf(error: ServiceError, status: number, requestId: string): Trouble {
  if (status === 404 || status === 410) return notFound;
  if (status === 403) return forbidden;
  if (status === 413) return tooLarge;
  if (status >= 500) return failed(requestId, status === 503);
  return {
    title: "Das geht so nicht",
    text: refusalTexts[error.code] ?? "Die Anfrage passt nicht zu dem, was hier möglich ist.",
    link: { label: "Zu Heute", href: "/app" },
  };
}
