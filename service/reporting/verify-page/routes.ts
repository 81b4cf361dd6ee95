import { Elysia } from "elysia";
import { ServiceError } from "../../errors.ts";
import { clientNetwork } from "../../http/client-address.ts";
import { readBody } from "../../http/read-body.ts";
import { requestContext } from "../../http/request-context.ts";
import type { Limiter } from "../../limits/sliding-window.ts";
import type { Log } from "../../log.ts";
import { sourceHash } from "../../web/content-security-policy.ts";
import type { LegalLinks } from "../../web/legal-links.ts";
import { renderErrorPage } from "../../web/render-message-page.ts";
import { styles } from "../../web/styles.ts";
import { type CheckDeps, checkPastedReport, type Pasted } from "./check-pasted-report.ts";
import { verifyPageScript } from "./page-script.ts";
import { verifyPageStyles } from "./page-styles.ts";
import { renderVerifyPage, type VerifyPageInput } from "./render-page.ts";
import { verifyScript } from "./verify-script.ts";

export type VerifyPageDeps = CheckDeps & { limiter: Limiter; log: Log; operatorLinks: LegalLinks };

const path = "/pruefen";
const scriptPath = "/pruefen/verify-report.js";
const keysPath = "/.well-known/pr-service-keys.json";
/** Somebody with a folder of reports gets through; a guesser of hashes does not. */
const checks = { limit: 60, windowSeconds: 900 };
/** Most reports have 30 KB; below what the server takes at all. Larger ones are checked in the browser. */
const bodyBytesMax = 1_000_000;
/** Short, so that a key is known everywhere soon after a rotation. */
const keysCacheSeconds = 60;
const scriptCacheSeconds = 300;

/** Its own styles and script by hash, and the SDK's file; it talks to this service only. Source: CSP Level 3. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${sourceHash(styles)}' '${sourceHash(verifyPageStyles)}'`,
  `script-src 'self' '${sourceHash(verifyPageScript)}'`,
  "connect-src 'self'",
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
    .post(path, ({ request }) => answerCheck(deps, request), { parse: "none" })
    .get(scriptPath, script)
    .head(scriptPath, script)
    .get(keysPath, () => publicKeys(deps))
    .head(keysPath, () => publicKeys(deps));
}

async function answerCheck(deps: VerifyPageDeps, request: Request): Promise<Response> {
  const { operatorLinks, limiter, log } = deps;
  const { clientAddress, requestId } = requestContext(request);
  try {
    const key = `pruefen:${clientNetwork(clientAddress)}`;
    const verdict = await limiter.check(key, checks.limit, checks.windowSeconds * 1000);
    if (!verdict.isAdmitted) {
      const minutes = Math.ceil(verdict.retryAfterSeconds / 60);
      const problem = `Von Ihrem Anschluss kamen sehr viele Prüfungen. Bitte versuchen Sie es in ${minutes === 1 ? "einer Minute" : `${minutes} Minuten`} noch einmal.`;
      return pageOf({ outcome: { problem }, operatorLinks }, 429, {
        "retry-after": String(verdict.retryAfterSeconds),
      });
    }
    const read = await readPasted(request);
    if ("problem" in read) return pageOf({ outcome: read, operatorLinks }, 400);
    const input = "text" in read ? {} : read;
    return pageOf({ outcome: await checkPastedReport(deps, read), input, operatorLinks }, 200);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "payload_too_large") {
      const problem =
        "Der Bericht ist zu groß für die Prüfung auf dem Server. Schalten Sie JavaScript ein: Dann prüft ihn Ihr Browser.";
      return pageOf({ outcome: { problem }, operatorLinks }, 413, { connection: "close" });
    }
    log.error("verify_page_failed", { requestId, error });
    return send(renderErrorPage(requestId), 500, {});
  }
}

async function readPasted(request: Request): Promise<Pasted | { problem: string }> {
  const bytes = await readBody(request, bodyBytesMax);
  const contentType = request.headers.get("content-type") ?? "";
  const form = await new Response(Buffer.from(bytes), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => null);
  if (form === null)
    return { problem: "Das Formular kam unvollständig an. Bitte senden Sie es noch einmal." };
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const file = form.get("datei");
  const text = field("text") === "" && file instanceof Blob ? (await file.text()).trim() : field("text");
  if (text !== "") return { text };
  const [reportId, hash] = [field("nummer"), field("pruefsumme")];
  if (reportId !== "" && hash !== "") return { reportId, hash };
  return { problem: "Fügen Sie einen Bericht ein, oder nennen Sie Berichtsnummer und Prüfsumme." };
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
