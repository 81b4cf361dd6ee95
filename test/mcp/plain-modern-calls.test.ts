import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answerPlainCalls } from "../../service/mcp/answer-plain-calls.ts";
import type { Toolset } from "../../service/mcp/tool-server.ts";
import type { Call } from "../../service/mcp/transport.ts";
import { createTestAgency, startTestService, type TestAgency, type TestService } from "../support/service.ts";
import { modernHeaders, modernRpc, postMessage } from "./support/post-message.ts";

const name = "get_agency_credits";
const plainCall = modernRpc("tools/call", { name, arguments: {} });
const plainHeaders = modernHeaders("tools/call", name);
const { params } = plainCall;
const prefix = "io.modelcontextprotocol/";

describe("a plain call of revision 2026-07-28, answered without the protocol's library", () => {
  let service: TestService;
  let agency: TestAgency;
  beforeAll(async () => {
    service = await startTestService("server");
    agency = await createTestAgency(service.sql);
    // From here on the sender is known.
    await postMessage(service.url, agency.key, plainCall, plainHeaders);
  });
  afterAll(() => service.stop());

  const ask = async (message: unknown, headers: Record<string, string>) => {
    const response = await postMessage(service.url, agency.key, message, headers);
    const contentType = response.headers.get("content-type");
    return { status: response.status, contentType, body: withoutTime(await response.text()) };
  };
  /** Parameters of its own make a content type that only the library takes. */
  const byLibrary = { "content-type": "application/json; charset=utf-8" };
  const expectSame = async (message: unknown, headers: Record<string, string>) => {
    const answer = await ask(message, headers);
    expect([message, headers, answer]).toEqual([
      message,
      headers,
      await ask(message, { ...headers, ...byLibrary }),
    ]);
    return answer;
  };

  for (const [tool, args] of [
    [name, {}],
    [name, undefined],
    [name, { surplus: 1 }],
    [name, null],
    [name, []],
    ["list_clients", { limit: 3 }],
    ["list_clients", { limit: "3" }],
    ["get_client_persona", { clientId: "00000000-0000-4000-8000-000000000000" }],
    ["constructor", {}],
    ["", {}],
  ] as const) {
    test(`of ${tool === "" ? "nothing" : tool} with ${JSON.stringify(args)} has the library's answer`, async () => {
      const message = modernRpc("tools/call", {
        name: tool,
        ...(args === undefined ? {} : { arguments: args }),
      });
      await expectSame(message, modernHeaders("tools/call", tool));
    });
  }

  test("has the library's answer for every kind of id, and for messages that are wrong or more than plain", async () => {
    const messages = [
      ...[1, 0, -1, "a", "", 1.5, null, true, { a: 1 }].map((id) => ({ ...plainCall, id })),
      { ...plainCall, id: undefined },
      { ...plainCall, jsonrpc: "1.0" },
      { ...plainCall, surplus: 1 },
      { ...plainCall, method: "tools/list" },
      { ...plainCall, params: { ...params, surplus: 1 } },
      { ...plainCall, params: { ...params, name: 5 } },
      { ...plainCall, params: { ...params, name: "list_clients" } },
      { ...plainCall, params: { ...params, requestState: "x", inputResponses: {} } },
      { ...plainCall, params: { name, arguments: {} } },
    ];
    for (const message of messages) await expectSame(message, plainHeaders);
  });

  test("has the library's answer for every sender, the first time and the second", async () => {
    const meta = params._meta;
    const senders = [
      {},
      { ...meta, progressToken: 7 },
      { ...meta, traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
      { ...meta, [`${prefix}protocolVersion`]: "2026-07-29" },
      { ...meta, [`${prefix}protocolVersion`]: "2025-11-25" },
      { ...meta, [`${prefix}protocolVersion`]: undefined },
      { ...meta, [`${prefix}clientInfo`]: undefined },
      { ...meta, [`${prefix}clientInfo`]: { name: 5, version: "1" } },
      { ...meta, [`${prefix}clientInfo`]: { name: "x".repeat(3_000), version: "1" } },
      { ...meta, [`${prefix}clientCapabilities`]: undefined },
      { ...meta, [`${prefix}clientCapabilities`]: [] },
      { ...meta, [`${prefix}clientCapabilities`]: { sampling: 1 } },
      { ...meta, [`${prefix}clientCapabilities`]: { sampling: {}, elicitation: { form: {} } } },
    ];
    for (const sender of senders) {
      const message = { ...plainCall, params: { ...params, _meta: sender } };
      expect(await expectSame(message, plainHeaders)).toEqual(await expectSame(message, plainHeaders));
    }
  });

  test("has the library's answer whatever its headers say", async () => {
    for (const headers of [
      {},
      { ...plainHeaders, "mcp-method": "tools/list" },
      { ...plainHeaders, "mcp-name": "list_clients" },
      { ...plainHeaders, "mcp-name": ` ${name} ` },
      { ...plainHeaders, "mcp-name": `=?base64?${btoa(name)}?=` },
      { ...plainHeaders, "mcp-protocol-version": "2025-11-25" },
      { ...plainHeaders, "mcp-protocol-version": "2026-07-29" },
      { ...plainHeaders, "mcp-session-id": "s1" },
      { ...plainHeaders, "mcp-param-limit": "3" },
      { ...plainHeaders, accept: "application/json" },
      { ...plainHeaders, accept: "text/event-stream" },
      { ...plainHeaders, accept: "*/*" },
      { "mcp-method": "tools/call", "mcp-name": name },
      { "mcp-protocol-version": "2026-07-28" },
    ]) {
      await expectSame(plainCall, headers);
    }
  });
});

describe("the sender of a plain call", () => {
  const toolset: Toolset = { listed: [], call: async () => ({ content: [] }) };
  const call: Call = {
    caller: { keyId: "k", key: "", agencyId: 1, plan: "agency", hourlyLimit: 1 },
    requestId: "r",
  };

  /** Sends `message` twice and says how often the library was asked. */
  async function askedOf(message: unknown, answer: object): Promise<number> {
    let asked = 0;
    const serve = answerPlainCalls(
      () => toolset,
      async () => {
        asked += 1;
        return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
      },
    );
    for (let time = 1; time <= 2; time += 1) {
      const headers = { ...plainHeaders, "content-type": "application/json" };
      const response = await serve(new Request("http://localhost/api/mcp", { headers }), message, call);
      expect(response.status).toBe(200);
    }
    return asked;
  }

  test("is checked by the library once", async () => {
    expect(await askedOf(plainCall, { result: {} })).toBe(1);
  });

  test("is checked again where the library refused it, and where it says more each time", async () => {
    expect(await askedOf(plainCall, { error: {} })).toBe(2);
    const traced = { ...plainCall, params: { ...params, _meta: { ...params._meta, progressToken: 1 } } };
    expect(await askedOf(traced, { result: {} })).toBe(2);
  });
});

/** When the credits were summed up differs from call to call. */
function withoutTime(text: string): unknown {
  return text === "" ? null : JSON.parse(text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"));
}
