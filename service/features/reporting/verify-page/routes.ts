import { Elysia } from "elysia";
import { isRefusal, ServiceError } from "../../../errors.ts";
import { ThreadTimeoutError } from "../../../floor/concurrency/thread-pool.ts";
import type { AskTask } from "../../../floor/concurrency/thread-tasks.ts";
import { checkNetwork } from "../../../floor/http/check-network.ts";
import { clientSite } from "../../../floor/http/client-address.ts";
import { toServiceError } from "../../../floor/http/error-response.ts";
import { namedIn, type Routed } from "../../../floor/http/page-route.ts";
import { bodyBytesMax, readBody } from "../../../floor/http/read-body.ts";
import { requestContext } from "../../../floor/http/request-context.ts";
import type { PublicSeats } from "../../../floor/limits/public-seats.ts";
import type { Limiter } from "../../../floor/limits/sliding-window.ts";
import { sourceHash } from "../../../floor/web/content-security-policy.ts";
import type { LegalLinks } from "../../../floor/web/layout.ts";
import { renderErrorPage } from "../../../floor/web/render-message-page.ts";
import { styles } from "../../../floor/web/styles.ts";
import type { Log } from "../../../log.ts";
import type { KeptStamp } from "../../stamps/sql.ts";
import { downloadOf, replyHeaders } from "../../stamps/stamp-box.ts";
import { type CheckDeps, checkPrinted, stampOfValid } from "./check-pasted-report.ts";
import { verifyPageScript } from "./page-script.ts";
import { verifyPageStyles } from "./page-styles.ts";
import type { VerifyTasks } from "./read-pasted.ts";
import { renderVerifyPage, type VerifyPageInput } from "./render-page.ts";
import { verifyScript } from "./verify-script.ts";

export type VerifyPageDeps = CheckDeps & {
  limiter: Limiter;
  publicSeats: PublicSeats;
  /** Has a thread read what strangers send. */
  publicWork: AskTask<VerifyTasks>;
  log: Log;
  operatorLinks: LegalLinks;
};

const path = "/pruefen";
const scriptPath = "/pruefen/verify-report.js";
/** For who has a report's number and chain hash, as those have who checked it in their browser. */
const stampPath = "/pruefen/stempel/:reportId/:hash";
const keysPath = "/.well-known/pr-service-keys.json";
/** Somebody with a folder of reports gets through; a guesser of hashes does not. */
const checks = { limit: 60, windowMs: 900_000 };
/** `Retry-After` for a reader who comes while all seats are taken by other checks. */
const busyRetrySeconds = 5;
/** Short, so that a key is known everywhere soon after a rotation. */
const keysCacheSeconds = 60;
const scriptCacheSeconds = 300;

/** Its own styles and script by hash, and the SDK's file; it talks to this service only. Source: CSP Level 3. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${sourceHash(styles)}' '${sourceHash(verifyPageStyles)}'`,
  `script-src 'self' '${sourceHash(verifyPageScript)}'`,
  "connect-src 'self'",
  // The sign in the tab.
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The page on which anybody checks a report, the script that it checks with, and the public keys. */
export function verifyPageRoutes(deps: VerifyPageDeps) {
  const { operatorLinks } = deps;
  const empty = () => pageOf({ operatorLinks }, 200);
  return new Elysia({ detail: { hide: true } })
    .get(path, empty)
    .head(path, empty)
    .post(path, ({ request }) => answerCheck(deps, request, (body) => checkSent(deps, request, body)), {
      parse: "none",
    })
    .get(stampPath, ({ request, params }) => answerCheck(deps, request, () => checkNamed(deps, params)))
    .get(`${stampPath}/stempel.tsr`, ({ request, params }) =>
      answerCheck(deps, request, () => checkNamed(deps, params), stampFile),
    )
    .get(scriptPath, script)
    .head(scriptPath, script)
    .get(keysPath, () => publicKeys(deps))
    .head(keysPath, () => publicKeys(deps));
}

type Checked = Required<Pick<VerifyPageInput, "outcome" | "input">>;
type Shown = Checked & { stamp: KeptStamp | null };

async function answerCheck(
  deps: VerifyPageDeps,
  request: Request,
  check: (body: Uint8Array) => Promise<Checked>,
  answer: (shown: Shown) => Response | null = () => null,
): Promise<Response> {
  const { operatorLinks, limiter, log } = deps;
  const { clientAddress, requestId } = requestContext(request);
  try {
    const verdict = await checkNetwork(limiter, clientAddress, { kind: "pruefen", ...checks });
    if (!verdict.isAdmitted) {
      const minutes = Math.ceil(verdict.retryAfterSeconds / 60);
      const problem = `Von Ihrem Anschluss kamen sehr viele Prüfungen. Bitte versuchen Sie es in ${minutes === 1 ? "einer Minute" : `${minutes} Minuten`} noch einmal.`;
      return pageOf({ outcome: { problem }, operatorLinks }, 429, {
        "retry-after": String(verdict.retryAfterSeconds),
      });
    }
    // Read before a seat is taken: three senders that sent a byte now and then held all seats, and nobody else could search or check.
    // 256 KiB: nearly all reports have less, and one that has more is checked by the page's script or by the SDK.
    const body = await readBody(request, bodyBytesMax);
    const shown = await deps.publicSeats.run(
      clientSite(clientAddress),
      () => withStamp(deps, () => check(body)),
      { signal: request.signal },
    );
    const other = answer(shown);
    if (other !== null) return other;
    return pageOf({ ...shown, operatorLinks }, "problem" in shown.outcome ? 400 : 200);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "payload_too_large")
      return pageOf({ outcome: { problem: problems.tooLarge }, operatorLinks }, 413, { connection: "close" });
    if (isRefusal(error)) return pageOf({ outcome: { problem: problems.incomplete }, operatorLinks }, 400);
    toServiceError(error, log, requestId);
    if (!(error instanceof ThreadTimeoutError) && !isBusy(error))
      return send(renderErrorPage(requestId), 500, {});
    const retry = { "retry-after": String(busyRetrySeconds) };
    return pageOf({ outcome: { problem: problems.busy }, operatorLinks }, 503, retry);
  }
}

const problems = {
  tooLarge:
    "Der Bericht ist zu groß für die Prüfung auf dem Server. Schalten Sie JavaScript ein: Dann prüft ihn Ihr Browser. Ohne Browser prüft ihn das SDK mit `verifyReport`.",
  incomplete: "Das Formular kam unvollständig an. Bitte senden Sie es noch einmal.",
  busy: "Gerade prüfen sehr viele. Bitte versuchen Sie es in ein paar Sekunden noch einmal, oder schalten Sie JavaScript ein: Dann prüft Ihr Browser.",
};

function isBusy(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "service_unavailable";
}

async function withStamp(deps: VerifyPageDeps, check: () => Promise<Checked>): Promise<Shown> {
  const checked = await check();
  const { outcome } = checked;
  return { ...checked, stamp: "problem" in outcome ? null : await stampOfValid(deps, outcome) };
}

async function checkNamed(deps: VerifyPageDeps, params: Routed["params"]): Promise<Checked> {
  const { reportId = "", hash = "" } = namedIn(params);
  return { outcome: await checkPrinted(deps, { reportId, hash }), input: {} };
}

function stampFile({ outcome, stamp }: Shown): Response | null {
  if ("problem" in outcome || !outcome.isValid) return null;
  const file = downloadOf(stamp, outcome.report.chainHash ?? "");
  return file === null
    ? null
    : new Response(file, { headers: { ...replyHeaders, "cache-control": "no-store" } });
}

async function checkSent(deps: VerifyPageDeps, request: Request, body: Uint8Array): Promise<Checked> {
  const sent = { body, contentType: request.headers.get("content-type") ?? "" };
  const { publicKeys } = await deps.seal.keys();
  const keys = [...publicKeys.values()].map(({ jwk }) => jwk);
  const read = await deps.publicWork("readPasted", { ...sent, keys });
  if ("problem" in read) return { outcome: read, input: {} };
  if ("verdict" in read) return { outcome: read.verdict, input: {} };
  const outcome = await checkPrinted(deps, read.printed);
  return { outcome, input: read.isTyped ? read.printed : {} };
}

function script(): Response {
  return new Response(verifyScript, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": `public, max-age=${scriptCacheSeconds}`,
      "x-content-type-options": "nosniff",
    },
  });
}

/** RFC 7517. Any site may read it: public keys are there to be known. */
async function publicKeys({ seal }: VerifyPageDeps): Promise<Response> {
  const { publicKeys: known } = await seal.keys();
  return new Response(JSON.stringify({ keys: [...known.values()].map(({ jwk }) => jwk) }), {
    headers: {
      "content-type": "application/jwk-set+json",
      "cache-control": `public, max-age=${keysCacheSeconds}`,
      "access-control-allow-origin": "*",
    },
  });
}

function pageOf(input: VerifyPageInput, status: number, headers: Record<string, string> = {}): Response {
  return send(renderVerifyPage(input), status, headers);
}

function send(page: string, status: number, headers: Record<string, string>): Response {
  return new Response(page, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": "de",
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
