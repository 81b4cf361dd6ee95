import { ServiceError, statusByErrorCode } from "../../errors.ts";
import { bodyBytesMax, readBody } from "../../floor/http/read-body.ts";
import { contextOf, framed, type RoutedRequest } from "./answer-page.ts";
import { htmlAnswer, seeOther, withDashboardHeaders } from "./answers.ts";
import { noticeCookie } from "./cookies.ts";
import type { Definition, Done, FormDefinition, PageContent } from "./definition.ts";
import type { DashboardDeps } from "./deps.ts";
import type { FormState } from "./forms/form-state.ts";
import { idempotencyKeyName, parseFormWithFile, readForm, type SentForm } from "./forms/read-form.ts";
import { pleaseCheck, sayingWhy } from "./forms/render-form.ts";
import { renderResendPage, type Trouble } from "./frame/error-pages.ts";
import { type Guarded, guard, refuseForeignOrigin } from "./guard.ts";
import { refusalTexts } from "./refusals.ts";
import type { Visit } from "./visit.ts";

type Form = Extract<Definition, { kind: "form" }>;
type RawForm = Extract<Definition, { kind: "rawForm" }>;
type Read = Awaited<ReturnType<typeof parseFormWithFile>>;

/** Of a form whose sender nobody knows: the longest text, and a small file beside it. Anybody could have 10 MB taken apart. */
const unknownBytesMax = 1_000_000;

/** Answers POST: checks, the form's fields, its handler, and 303; or the page with what was typed and why it was refused. */
export async function answerForm(form: Form, deps: DashboardDeps, routed: RoutedRequest): Promise<Response> {
  const { request } = routed;
  const foreign = refuseForeignOrigin(request, deps.publicUrl);
  if (foreign !== null) return foreign;
  const bytesMax = form.bodyBytesMax ?? bodyBytesMax;
  let reading: Promise<Read> | null = null;
  const readOnce = (most: number) => (reading ??= readSent(form, request, most));
  // What was typed survives that there is no session any more, or none that could be looked up.
  const resend: Guarded["resend"] = async (trouble, status, isSignedOut) => {
    const most = isSignedOut ? Math.min(bytesMax, unknownBytesMax) : bytesMax;
    const kept = await readOnce(most).catch((error: unknown) => {
      if (isSignedOut && error instanceof ServiceError && error.code === "payload_too_large") return null;
      throw error;
    });
    return kept === null ? null : resendAnswer(form, request, { trouble, status, ...kept });
  };
  return await guard(form, deps, { request, resend }, async (visit) => {
    const context = contextOf(visit, deps, routed);
    const { sent, file } = await readOnce(bytesMax);
    const read = readForm(form.fields, sent);
    const show = async (refused: FormState, status: number) => {
      const state = file === null ? refused : askingForFile(refused);
      const shown = await form.show(context, state);
      const content = { ...shown, main: sayingWhy(shown.main, state, form.fields) };
      return framed(form, { request, visit, content, status });
    };
    if ("state" in read) return await show(read.state, 400);
    try {
      const { values } = read;
      const done = await form.handle({ ...context, values, idempotencyKey: sent.idempotencyKey, file });
      return answerDone(form, { request, visit, done });
    } catch (error) {
      const state = refusedState(form, sent, error);
      if (state === null) throw error;
      return await show(state, error instanceof ServiceError ? statusByErrorCode[error.code] : 400);
    }
  });
}

/** Answers POST of a form that reads its body itself. */
export async function answerRawForm(
  form: RawForm,
  deps: DashboardDeps,
  routed: RoutedRequest,
): Promise<Response> {
  const { request } = routed;
  const foreign = refuseForeignOrigin(request, deps.publicUrl);
  if (foreign !== null) return foreign;
  return await guard(form, deps, { request, resend: null }, async (visit) =>
    answerDone(form, { request, visit, done: await form.handle(contextOf(visit, deps, routed)) }),
  );
}

function answerDone(
  form: Form | RawForm,
  { request, visit, done }: { request: Request; visit: Visit; done: Done | PageContent | Response },
): Response {
  if (done instanceof Response) return withDashboardHeaders(done);
  if ("main" in done) return framed(form, { request, visit, content: done });
  return seeOther(done.location, done.notice === undefined ? [] : [noticeCookie(request, done.notice)]);
}

/** No page can fill a field for files. */
function askingForFile(state: FormState): FormState {
  const message = `${state.message ?? pleaseCheck} Bitte wählen Sie die Datei noch einmal.`;
  return { ...state, message };
}

/** The form as it was sent, with the verb's refusal in German; null for what is no refusal of what was typed. */
function refusedState(form: FormDefinition, sent: SentForm, error: unknown): FormState | null {
  if (!(error instanceof ServiceError)) return null;
  const status = statusByErrorCode[error.code];
  const ownReason = form.reasons?.[error.code];
  const { fieldErrors = {}, formErrors: [verbReason] = [] } = error.details ?? {};
  const isUnknown = status === 404 && verbReason === undefined;
  if (ownReason === undefined && (isUnknown || status === 403 || status >= 500)) return null;
  const problems: Record<string, string> = {};
  for (const [name, texts] of Object.entries(fieldErrors)) {
    const own = form.fieldReasons?.[name];
    if (Object.hasOwn(form.fields, name))
      problems[name] =
        // One sentence for all refusals says what a value has to be. What somebody else has saved is known to the verb.
        (typeof own === "object" ? own[error.code] : error.code === "version_conflict" ? undefined : own) ??
        texts[0] ??
        "Diese Angabe wurde nicht angenommen.";
  }
  const isAtFields = Object.keys(problems).length > 0;
  const elsewhere = form.fieldsElsewhere?.flatMap((name) => fieldErrors[name] ?? []).join(" ") || null;
  const general = verbReason ?? elsewhere ?? refusalTexts[error.code] ?? "Das geht so nicht.";
  const message = ownReason ?? (isAtFields ? elsewhere : general);
  // Whoever was shown what somebody else has saved may overwrite it.
  const seenStamp = error.code === "version_conflict" ? error.facts?.seenStamp : undefined;
  const typed = typeof seenStamp === "string" ? { ...sent.typed, seenStamp: [seenStamp] } : sent.typed;
  return { typed, problems, message };
}

async function readSent(form: Form, request: Request, bytesMax: number): Promise<Read> {
  const body = await readBody(request, bytesMax);
  return await parseFormWithFile(form, request.headers.get("content-type"), body);
}

function resendAnswer(
  form: Form,
  request: Request,
  { trouble, status, sent, file }: Read & { trouble: Trouble; status: number },
): Response {
  const { pathname, search } = new URL(request.url);
  const page = renderResendPage({
    trouble,
    action: pathname + search,
    fields: form.fields,
    typed: sent.typed,
    hidden: { [idempotencyKeyName]: sent.idempotencyKey },
    fileName: file === null ? undefined : form.fileName,
  });
  return htmlAnswer(page, status);
}
