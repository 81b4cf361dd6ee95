import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { Elysia } from "elysia";
import {
  beginPasskeySignIn,
  providersAfterPasskey,
  signInByPasskey,
} from "../../../../features/people/passkeys.ts";
import { requestContext } from "../../../../floor/http/request-context.ts";
import { htmlAnswer, safeLocation, seeOther, withDashboardHeaders } from "../../answers.ts";
import { attemptCookie, endedAttemptCookie, readAttempt, sessionCookie } from "../../cookies.ts";
import type { DashboardDeps } from "../../deps.ts";
import { createDoor, type Routed } from "./open-door.ts";
import { isCredential, readJsonObject } from "./read-json.ts";
import { renderProvidersPage } from "./sign-in-pages.ts";

const path = "/app/anmelden-mit-passkey";
const optionsPath = `${path}/optionen`;
const providersPath = `${path}/anbieter`;

/** Signing in by a passkey: what the script of the sign-in page asks for. */
export function passkeyRoutes(deps: DashboardDeps) {
  const none = { parse: "none" } as const;
  const { open, posted, browserOf } = createDoor(deps);
  return new Elysia({ detail: { hide: true } })
    .post(optionsPath, posted(optionsPath, begin), none)
    .post(path, posted(path, finish), none)
    .get(providersPath, open(providersPath, showProviders));

  async function begin({ request }: Routed): Promise<Response> {
    const { options, attempt } = await beginPasskeySignIn(deps);
    return json(options, 200, [attemptCookie(request, attempt)]);
  }

  async function finish({ request }: Routed): Promise<Response> {
    const { response, next } = await readJsonObject(request);
    const signedIn = isCredential(response)
      ? await signInByPasskey(deps, {
          // The library refuses what is no such answer.
          response: response as AuthenticationResponseJSON,
          attempt: readAttempt(request),
          browser: browserOf(request),
        })
      : { refusal: "no_credential" };
    if ("refusal" in signedIn) {
      const { requestId } = requestContext(request);
      deps.log.warn("passkey_refused", { requestId, reason: signedIn.refusal });
      return json({ error: "refused" }, 403, [endedAttemptCookie(request)]);
    }
    const location = safeLocation(typeof next === "string" ? next : null);
    if ("attempt" in signedIn)
      return json({ location: `${providersPath}?weiter=${encodeURIComponent(location)}` }, 403, [
        attemptCookie(request, signedIn.attempt),
      ]);
    return json({ location }, 200, [
      sessionCookie(request, signedIn.sessionToken),
      endedAttemptCookie(request),
    ]);
  }

  async function showProviders({ request }: Routed): Promise<Response> {
    const providers = await providersAfterPasskey(deps, readAttempt(request));
    if (providers === null) return seeOther("/app/anmelden");
    const next = safeLocation(new URL(request.url).searchParams.get("weiter"));
    return htmlAnswer(renderProvidersPage({ providers, next, by: "passkey" }), 403);
  }
}

function json(value: unknown, status: number, cookies: readonly string[]): Response {
  const response = withDashboardHeaders(Response.json(value, { status }));
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
