import { describe, expect, test } from "bun:test";
import {
  Client as ClientOfTwo,
  StreamableHTTPClientTransport as TransportOfTwo,
} from "@modelcontextprotocol/client";
import { Client as ClientOfOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportOfOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import * as oauth from "oauth4webapi";
import { allow, goesOnTo, pathOf } from "../../features/agent-access/support/connect.ts";
import { serviceScene } from "../../support/cast.ts";
import { callback, personAsProvider } from "./support/person-as-provider.ts";
import { callTool } from "./support/post-message.ts";

const { service, workshop, owner } = serviceScene();
const info = { name: "test", version: "1.0.0" };

const clients: Record<string, (url: URL, provider: Provider) => Opening> = {
  "@modelcontextprotocol/client 2.x without a handshake": (url, provider) => openTwo("auto", url, provider),
  "@modelcontextprotocol/client 2.x with the older handshake": (url, provider) =>
    openTwo("legacy", url, provider),
  "@modelcontextprotocol/sdk 1.x": openOne,
};

describe("an official client that knows nothing but the address", () => {
  for (const [name, open] of Object.entries(clients)) {
    test(`${name} signs its person in, writes a draft, and is refused to publish before it was allowed to`, async () => {
      const { provider, answered, asks } = personAsProvider(owner, ["read", "write"]);
      const opening = open(new URL("/api/mcp", service.url), provider);
      expect(await refusalOf(opening.connect())).toContain("Unauthorized");
      expect(asks).toEqual(["read write"]);
      await opening.finish(answered[0]?.searchParams ?? new URLSearchParams());
      const client = await opening.connect();
      const draft = (await client.call("create_draft", {
        clientId: workshop.clientId,
        title: "Neues Werk",
        bodyMarkdown: "Ein Text.",
      })) as { structuredContent: { id: string } };
      const publishing = { draftId: draft.structuredContent.id, approvedVersion: 1, maxCredits: 1 };
      expect(await refusalOf(client.call("publish_release", publishing))).not.toBe("");
      // The newer client asks its person for more by itself; the older one renews its token and gives up.
      expect(asks.slice(1)).toEqual(name.includes("2.x") ? ["read write publish"] : []);
      const [row] =
        await service.sql`select count(*)::integer as published from release where client_id = ${workshop.clientId}`;
      expect(row?.published).toBe(0);
      await client.close();
    });
  }
});

test("oauth4webapi, which takes nothing on trust, gets from the 401 to tokens and renews them", async () => {
  const issuer = new URL(service.url);
  const plain = { [oauth.allowInsecureRequests]: true };
  const endpoint = new URL(`${service.url}/api/mcp`);
  const resource = await oauth.processResourceDiscoveryResponse(
    endpoint,
    await oauth.resourceDiscoveryRequest(endpoint, plain),
  );
  expect(resource.authorization_servers).toEqual([service.url]);
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...plain, algorithm: "oauth2" }),
  );
  const registered = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      { client_name: "Streng", redirect_uris: [callback], token_endpoint_auth_method: "none" },
      plain,
    ),
  );
  const client = { client_id: registered.client_id };
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const at = new URL(server.authorization_endpoint ?? "");
  for (const [name, value] of Object.entries({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: callback,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    scope: "read",
    state,
    resource: resource.resource,
  }))
    at.searchParams.set(name, value);
  const asked = await fetch(at, { redirect: "manual" });
  const back = goesOnTo(await allow(owner, pathOf(asked), { scopes: ["read"] }));
  const answer = oauth.validateAuthResponse(server, client, back, state);
  const none = oauth.None();
  const more = { ...plain, additionalParameters: { resource: resource.resource } };
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, none, answer, callback, verifier, more),
  );
  const renewed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, none, tokens.refresh_token ?? "", more),
  );
  expect([tokens.scope, renewed.token_type, renewed.scope]).toEqual(["read", "bearer", "read"]);
  expect((await callTool(service.url, renewed.access_token, "list_clients")).isError).toBeUndefined();
  const forged = new URL(back);
  forged.searchParams.set("iss", "https://evil.example");
  expect(() => oauth.validateAuthResponse(server, client, forged, state)).toThrow();
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, none, renewed.refresh_token ?? "", plain),
  );
  const late = await oauth.refreshTokenGrantRequest(server, client, none, renewed.refresh_token ?? "", more);
  expect(await refusalOf(oauth.processRefreshTokenResponse(server, client, late))).not.toBe("");
});

function openTwo(mode: "auto" | "legacy", url: URL, provider: Provider): Opening {
  let transport = new TransportOfTwo(url, { authProvider: provider });
  return {
    connect: async () => {
      transport = new TransportOfTwo(url, { authProvider: provider });
      const client = new ClientOfTwo(info, { versionNegotiation: { mode } });
      await client.connect(transport);
      return {
        call: (name, args) => client.callTool({ name, arguments: args }),
        close: () => client.close(),
      };
    },
    finish: (answer) => transport.finishAuth(answer),
  };
}

function openOne(url: URL, provider: Provider): Opening {
  let transport = new TransportOfOne(url, { authProvider: provider });
  return {
    connect: async () => {
      transport = new TransportOfOne(url, { authProvider: provider });
      const client = new ClientOfOne(info);
      await client.connect(transport as Transport);
      return {
        call: (name, args) => client.callTool({ name, arguments: args }),
        close: () => client.close(),
      };
    },
    finish: (answer) => transport.finishAuth(answer.get("code") ?? ""),
  };
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "";
  } catch (error) {
    return error instanceof Error ? `${error.name} ${error.message}` : String(error);
  }
}

type Connected = {
  call: (name: string, args: Record<string, unknown>) => Promise<unknown>;
  close: () => Promise<void>;
};

/** Connects with the provider; what it throws says that the person has to be asked. `finish` hands over what came back. */
type Opening = { connect: () => Promise<Connected>; finish: (answer: URLSearchParams) => Promise<void> };

type Provider = ReturnType<typeof personAsProvider>["provider"];
