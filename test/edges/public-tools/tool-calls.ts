import { request as sendRequest } from "node:http";
import type { DatabaseKind, TestService } from "../../support/service.ts";
import { startTestService } from "../../support/service.ts";

export const toolPaths = {
  statement: "/api/tools/crisis-pr",
  headlines: "/api/tools/headline-generator",
  check: "/api/tools/seo-checker",
} as const;
export type ToolName = keyof typeof toolPaths;
export const toolNames = Object.keys(toolPaths) as ToolName[];

/** Something that each tool takes. */
export const goodInputs: Record<ToolName, Record<string, string>> = {
  statement: { problem: "In unserem Lager in Kassel hat es heute Morgen gebrannt." },
  headlines: { topic: "Die Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel" },
  check: { text: "Stadtwerke Fulda eröffnen ihren ersten Solarpark am Rand der Stadt." },
};

/** A service behind a proxy on loopback, so that each call may come from a client of its own. */
export function startProxiedService(
  kind: DatabaseKind,
  environment: Record<string, string> = {},
): Promise<TestService> {
  return startTestService(kind, { TRUSTED_PROXIES: "127.0.0.1", ...environment });
}

/** An IPv4 address that no other call has; the Redis of a run is shared, so chance makes it. */
export function newClient(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `11.${part()}.${part()}.${part()}`;
}

type Call = {
  body?: BodyInit;
  input?: unknown;
  from?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Calls a tool; with a client of its own unless `from` says which. */
export function callTool(service: { url: string }, tool: ToolName, call: Call = {}): Promise<Response> {
  return fetch(service.url + toolPaths[tool], {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": call.from ?? newClient(),
      ...call.headers,
    },
    body: call.body ?? JSON.stringify(call.input ?? goodInputs[tool]),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  });
}

/** Status and body of an answer, with the sentence of an error told apart from a code. */
export async function outcomeOf(
  response: Response,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}

/** Calls a tool from one of the many addresses of loopback, straight to the socket. Returns the status. */
export function callFromLoopback(
  service: { url: string },
  tool: ToolName,
  { address, headers = {} }: { address: string; headers?: Record<string, string> },
): Promise<number> {
  const { hostname, port } = new URL(service.url);
  const body = JSON.stringify(goodInputs[tool]);
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(
      {
        hostname,
        port,
        path: toolPaths[tool],
        method: "POST",
        localAddress: address,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
