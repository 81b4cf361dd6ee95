import { createHash, randomBytes } from "node:crypto";
import type { DashboardUser } from "../../../edges/dashboard/support.ts";
import type { TestService } from "../../../support/service.ts";

type ServiceAtWork = Pick<TestService, "url" | "sql">;
export type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number };

export const redirectUri = "https://assistant.example/callback";

/** Registers a program as hosts do; the answer as it came. */
export async function register(service: ServiceAtWork, metadata: unknown): Promise<Response> {
  return await fetch(`${service.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof metadata === "string" ? metadata : JSON.stringify(metadata),
  });
}

export async function registeredClient(
  service: ServiceAtWork,
  metadata: Record<string, unknown> = {},
): Promise<string> {
  const answer = await register(service, {
    client_name: "Claude",
    redirect_uris: [redirectUri],
    ...metadata,
  });
  return ((await answer.json()) as { client_id: string }).client_id;
}

export function newProof() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

type Asked = Record<string, string | undefined>;

/** Asks for a code, as the host's link does; nothing is followed. `undefined` leaves a parameter out. */
export async function ask(service: ServiceAtWork, parameters: Asked): Promise<Response> {
  const all: Asked = {
    response_type: "code",
    redirect_uri: redirectUri,
    code_challenge_method: "S256",
    code_challenge: newProof().challenge,
    resource: `${service.url}/api/mcp`,
    state: "state-of-the-host",
    ...parameters,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value);
  return await fetch(`${service.url}/oauth/authorize?${query}`, { redirect: "manual" });
}

export function pathOf(answer: Response): string {
  return answer.headers.get("location") ?? "";
}

export type Consent = { scopes?: readonly string[]; duration?: string; idempotencyKey?: string };

/** Presses "Erlauben" on the page of consent. */
export async function allow(
  person: Pick<DashboardUser, "post">,
  consentPath: string,
  { scopes = ["read", "write"], duration = "30", idempotencyKey = crypto.randomUUID() }: Consent = {},
): Promise<Response> {
  const anfrage = new URLSearchParams(consentPath.split("?")[1]).get("anfrage") ?? "";
  return await person.post("/app/agenten/erlauben", { anfrage, scopes, duration, idempotencyKey });
}

/** Where the page sends the browser on to. */
export function goesOnTo(answer: Response): URL {
  const [, url = ""] = /^0;url=(.*)$/.exec(answer.headers.get("refresh") ?? "") ?? [];
  if (url === "") throw new Error(`The page leads nowhere: ${answer.status}.`);
  return new URL(url);
}

export async function post(
  service: ServiceAtWork,
  path: string,
  parameters: Record<string, string>,
): Promise<Response> {
  return await fetch(service.url + path, { method: "POST", body: new URLSearchParams(parameters) });
}

export function redeem(
  service: ServiceAtWork,
  {
    code,
    clientId,
    verifier,
    ...others
  }: { code: string; clientId: string; verifier: string } & Record<string, string>,
): Promise<Response> {
  return post(service, "/oauth/token", {
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    resource: `${service.url}/api/mcp`,
    ...others,
  });
}

export function refresh(
  service: ServiceAtWork,
  { refreshToken, clientId, ...others }: { refreshToken: string; clientId: string } & Record<string, string>,
): Promise<Response> {
  return post(service, "/oauth/token", {
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: clientId,
    ...others,
  });
}

/** A code that a person has just allowed, not yet redeemed. */
export async function allowedCode(
  service: ServiceAtWork,
  person: Pick<DashboardUser, "post">,
  { scopes = ["read", "write"], duration = "30", clientId }: Consent & { clientId?: string } = {},
) {
  const client = clientId ?? (await registeredClient(service));
  const proof = newProof();
  const asked = await ask(service, {
    client_id: client,
    code_challenge: proof.challenge,
    scope: scopes.join(" "),
  });
  const answer = await allow(person, pathOf(asked), { scopes, duration });
  const code = goesOnTo(answer).searchParams.get("code") ?? "";
  return { code, clientId: client, verifier: proof.verifier };
}

/** An assistant of this person, from nothing to its tokens. */
export async function connectAgent(
  service: ServiceAtWork,
  person: Pick<DashboardUser, "post">,
  consent: Consent & { clientId?: string } = {},
): Promise<Tokens & { clientId: string }> {
  const allowed = await allowedCode(service, person, consent);
  const answer = await redeem(service, allowed);
  if (answer.status !== 200) throw new Error(`No tokens: ${answer.status} ${await answer.text()}`);
  return { ...((await answer.json()) as Tokens), clientId: allowed.clientId };
}
