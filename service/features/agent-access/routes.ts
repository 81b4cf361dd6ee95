import { Elysia } from "elysia";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import { errorResponse, toServiceError } from "../../floor/http/error-response.ts";
import { pageRoute } from "../../floor/http/page-route.ts";
import { parseJson, readBody, readForm } from "../../floor/http/read-body.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { methodNotAllowed } from "../../floor/http/unmatched.ts";
import { documentHeaders } from "../../floor/web/content-security-policy.ts";
import { type Html, html } from "../../floor/web/html.ts";
import { renderMessagePage } from "../../floor/web/render-message-page.ts";
import type { Log } from "../../log.ts";
import { createAgentCors } from "./agent-cors.ts";
import { type AuthorizeDeps, readAuthorization, resourceOf } from "./authorize.ts";
import { areRedirectUris, nameOrHost, signClientId } from "./client-id.ts";
import { scopes } from "./rules.ts";
import {
  type IssuedTokens,
  redeemCode,
  refreshTokens,
  revokeToken,
  type TokenDeps,
  type TokenRefusal,
} from "./tokens.ts";

export const consentPath = "/app/agenten/erlauben";
export const resourceMetadataPath = "/.well-known/oauth-protected-resource/api/mcp";
const serverMetadataPath = "/.well-known/oauth-authorization-server";
const paths = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
} as const;

/** A registration holds ten addresses of 400 characters at most, and what we don't read. */
const registrationBytesMax = 16 * 1024;
/** Discovery is read before each connection. It changes with a deployment only. */
const metadataCache = "public, max-age=3600";

type AgentAccessDeps = AuthorizeDeps &
  TokenDeps & {
    log: Log;
    /** Origins of web pages that get tokens as programs do. */
    mcpAllowedOrigins: readonly string[];
  };

/**
 * How an assistant gets to work for a person: discovery (RFC 9728, RFC 8414), registration (RFC 7591), codes and tokens (OAuth 2.1),
 * revocation (RFC 7009). Only public clients, only codes with PKCE, only for `/api/mcp`.
 */
export function agentAccessRoutes(deps: AgentAccessDeps) {
  const app = new Elysia({ detail: { hide: true } });
  const get = (path: string, answer: (request: Request) => Promise<Response>) => {
    const guarded = pageRoute(deps.log, path, ({ request }) => answer(request));
    app.get(path, guarded).head(path, guarded);
  };
  const cors = createAgentCors(deps.mcpAllowedOrigins);
  const post = (path: string, answer: (request: Request) => Promise<Response>) => {
    const guarded = (request: Request) => answerProgram(deps.log, { path, request }, answer);
    app.post(path, ({ request }) => cors.answerNamed(request, guarded), { parse: "none" });
    if (deps.mcpAllowedOrigins.length > 0)
      app.options(path, ({ request }) => cors.answerNamed(request, async () => methodNotAllowed(["POST"])));
  };
  get(resourceMetadataPath, async () => metadata(resourceMetadata(deps.publicUrl)));
  get(serverMetadataPath, async () => metadata(serverMetadata(deps.publicUrl)));
  get(paths.authorize, (request) => authorize(deps, request));
  post(paths.register, (request) => register(deps, request));
  post(paths.token, (request) => giveTokens(deps, request));
  post(paths.revoke, (request) => revoke(deps, request));
  return app;
}

async function answerProgram(
  log: Log,
  { path, request }: { path: string; request: Request },
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const context = requestContext(request);
  context.route = path;
  try {
    return await withinDeadline(answer(request));
  } catch (error) {
    return errorResponse(toServiceError(error, log, context.requestId));
  }
}

function resourceMetadata(publicUrl: string) {
  return {
    resource: resourceOf(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "PR service",
  };
}

function serverMetadata(publicUrl: string) {
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + paths.authorize,
    token_endpoint: publicUrl + paths.token,
    registration_endpoint: publicUrl + paths.register,
    revocation_endpoint: publicUrl + paths.revoke,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

async function authorize(deps: AgentAccessDeps, request: Request): Promise<Response> {
  const { clientAddress } = requestContext(request);
  const found = await readAuthorization(deps, new URL(request.url).searchParams, clientAddress);
  if (found.kind === "refused") return refusedPage(refusedTexts[found.why]);
  if (found.kind === "answered" && found.strangersHost !== null)
    return strangersPage(found.location, found.strangersHost);
  const location = found.kind === "asked" ? `${consentPath}?anfrage=${found.sealed}` : found.location;
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}

const refusedTexts = {
  unknown_client:
    "Der Dienst kennt das Programm nicht, das Sie hierher geschickt hat. Entfernen Sie die Verbindung dort, und legen Sie sie neu an.",
  unknown_address:
    "Das Programm hat eine andere Adresse für die Antwort genannt, als zu ihm gehört. Brechen Sie hier ab, und beginnen Sie im Assistenten neu.",
  too_long:
    "Die Anfrage des Programms ist zu lang. Beginnen Sie im Assistenten neu; kommt die Meldung wieder, nehmen Sie dort einen API-Schlüssel.",
};

function strangersPage(location: string, host: string): Response {
  const link = html`<p class="buttons"><a class="button" href="${location}" rel="noreferrer nofollow">Zurück zu ${host}</a></p>`;
  return refusedPage(
    `Die Anfrage des Programms war fehlerhaft. Es antwortet unter ${host}; diese Adresse hat niemand geprüft. Gehen Sie nur dorthin, wenn Sie von dort gekommen sind.`,
    link,
  );
}

/** Shown here, because nobody may be sent to an address that is not the client's. */
function refusedPage(text: string, link?: Html): Response {
  const body = renderMessagePage({ title: "Verbindung nicht möglich", text, ...(link && { link }) });
  return new Response(body, { status: 400, headers: { ...documentHeaders(), "cache-control": "no-store" } });
}

/**
 * Leaves no row: the id says all that there is to know, under our signature. A flood costs what any small request does, and so has
 * no limit of its own.
 */
async function register({ secrets }: AgentAccessDeps, request: Request): Promise<Response> {
  const body = parseJson(await readBody(request, registrationBytesMax));
  if (typeof body !== "object" || body === null) return oauthError("invalid_client_metadata");
  const { redirect_uris: redirectUris, client_name: name }: Record<string, unknown> = { ...body };
  if (!areRedirectUris(redirectUris)) return oauthError("invalid_redirect_uri");
  const client = { name: nameOrHost(name, redirectUris), redirectUris, isOfOperator: false };
  const answer = {
    client_id: signClientId(secrets, client),
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: client.name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  return json(answer, 201);
}

async function giveTokens(deps: AgentAccessDeps, request: Request): Promise<Response> {
  const form = await readForm(request);
  if (form === null || hasDoubled(form)) return oauthError("invalid_request");
  const clientId = form.get("client_id");
  const resource = form.get("resource");
  if (clientId === null) return oauthError("invalid_request");
  // A code's program has to say what its tokens are for; at a refresh the connection says so (RFC 8707, 2.2).
  if (form.get("grant_type") === "authorization_code" && resource === null)
    return oauthError("invalid_target");
  if (resource !== null && resource !== resourceOf(deps.publicUrl)) return oauthError("invalid_target");
  const [code, redirectUri, verifier] = ["code", "redirect_uri", "code_verifier"].map((name) =>
    form.get(name),
  );
  const refreshToken = form.get("refresh_token");
  switch (form.get("grant_type") ?? "") {
    case "authorization_code":
      return typeof code === "string" && typeof redirectUri === "string" && typeof verifier === "string"
        ? tokenAnswer(await redeemCode(deps, { code, clientId, redirectUri, verifier }))
        : oauthError("invalid_request");
    case "refresh_token":
      return refreshToken === null
        ? oauthError("invalid_request")
        : tokenAnswer(await refreshTokens(deps, { refreshToken, clientId, scope: form.get("scope") }));
    default:
      return oauthError("unsupported_grant_type");
  }
}

/**
 * Whether a name stands twice, which RFC 6749, 3.2, forbids. Asking for the values of each name took the square of them: 0.2 s for a form
 * of 16 KiB that anybody may send.
 */
function hasDoubled(form: URLSearchParams): boolean {
  return new Set(form.keys()).size < form.size;
}

/** 200 for an unknown token too (RFC 7009, 2.2). */
async function revoke(deps: AgentAccessDeps, request: Request): Promise<Response> {
  const form = await readForm(request);
  const [token, clientId] = [form?.get("token"), form?.get("client_id")];
  if (typeof token !== "string" || typeof clientId !== "string") return oauthError("invalid_request");
  await revokeToken(deps, { token, clientId });
  return json({}, 200);
}

function tokenAnswer(issued: IssuedTokens | TokenRefusal): Response {
  if ("error" in issued) return oauthError(issued.error, issued.error === "slow_down" ? 429 : 400);
  return json(
    {
      access_token: issued.accessToken,
      token_type: "Bearer",
      expires_in: issued.seconds,
      refresh_token: issued.refreshToken,
      scope: issued.scopes.join(" "),
    },
    200,
  );
}

const descriptions: Readonly<Record<string, string>> = {
  invalid_request: "A parameter is missing, stands twice or has the wrong form.",
  invalid_grant: "The code or token is unknown, over, used up, or was made for something else.",
  invalid_scope: "More was asked for than the person allowed.",
  invalid_target: "Tokens are given for the agent endpoint alone: send its address as `resource`.",
  unsupported_grant_type: "Only authorization_code and refresh_token are taken.",
  invalid_client_metadata: "Send one JSON object with redirect_uris.",
  invalid_redirect_uri:
    "redirect_uris: 1 to 10 addresses of 400 characters at most, 253 of them the host, https or http on 127.0.0.1, [::1] or localhost, without a fragment.",
  slow_down: "Tokens were refreshed too often. Use each for its hour, and try again later.",
};

/** RFC 6749, 5.2. */
function oauthError(error: string, status = 400): Response {
  return json({ error, error_description: descriptions[error] }, status);
}

function json(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", pragma: "no-cache" } });
}

/** Anybody may read it, from any page. */
function metadata(body: unknown): Response {
  return Response.json(body, {
    headers: { "cache-control": metadataCache, "access-control-allow-origin": "*" },
  });
}
