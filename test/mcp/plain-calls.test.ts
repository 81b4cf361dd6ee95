import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createTestAgency, startTestService, type TestAgency, type TestService } from "../support/service.ts";
import { postMessage, rpc } from "./support/post-message.ts";

/** Calls that succeed, are refused, don't fit their schema, or name what does not exist. */
const calls: [name: string, args: unknown][] = [
  ["get_agency_credits", {}],
  ["get_agency_credits", undefined],
  ["get_agency_credits", { surplus: 1 }],
  ["get_agency_credits", null],
  ["get_agency_credits", []],
  ["list_clients", { limit: 3 }],
  ["list_clients", { limit: "3" }],
  ["list_clients", { cursor: "x" }],
  ["get_client_persona", { clientId: "00000000-0000-4000-8000-000000000000" }],
  ["get_article_performance", { pressReleaseId: 1 }],
  ["constructor", {}],
  ["", {}],
];
const ids = [1, 0, -1, "a", "", 1.5, null, true, { a: 1 }];

describe("a plain call, answered without the protocol's library", () => {
  let service: TestService;
  let agency: TestAgency;
  beforeAll(async () => {
    service = await startTestService("server");
    agency = await createTestAgency(service.sql);
  });
  afterAll(() => service.stop());

  const ask = async (message: unknown, headers: Record<string, string> = {}) => {
    const response = await postMessage(service.url, agency.key, message, headers);
    const body = await response.text();
    const contentType = response.headers.get("content-type");
    return { status: response.status, contentType, body: body === "" ? null : withoutTime(JSON.parse(body)) };
  };
  /** Parameters of its own make a content type that only the library takes. */
  const byLibrary = { "content-type": "application/json; charset=utf-8" };

  for (const [name, args] of calls) {
    test(`of ${name === "" ? "nothing" : name} with ${JSON.stringify(args)} has the library's answer`, async () => {
      const message = rpc("tools/call", { name, ...(args === undefined ? {} : { arguments: args }) });
      for (const version of [
        {},
        { "mcp-protocol-version": "2025-06-18" },
        { "mcp-protocol-version": "1999-01-01" },
      ]) {
        const plain = await ask(message, { ...version });
        expect(plain).toEqual(await ask(message, { ...version, ...byLibrary }));
      }
    });
  }

  test("has the library's answer for every kind of id, and for messages that are wrong or more than plain", async () => {
    const call = rpc("tools/call", { name: "get_agency_credits", arguments: {} });
    const messages = [
      ...ids.map((id) => ({ ...call, id })),
      { ...call, id: undefined },
      { ...call, jsonrpc: "1.0" },
      { ...call, surplus: 1 },
      { ...call, params: { ...call.params, _meta: { progressToken: 7 } } },
      { ...call, params: { ...call.params, surplus: 1 } },
      { ...call, params: { name: 5 } },
      { ...call, params: undefined },
    ];
    for (const message of messages) {
      expect([message, await ask(message)]).toEqual([message, await ask(message, byLibrary)]);
    }
  });

  test("leaves an audit row like any other", async () => {
    const other = await createTestAgency(service.sql);
    const call = rpc("tools/call", { name: "get_agency_credits", arguments: {} });
    for (const headers of [{}, byLibrary]) await postMessage(service.url, other.key, call, headers);
    const rows = await service.sql<{ subject: string; code: string }[]>`
      select subject_id as subject, details ->> 'resultCode' as code from audit where agency_id = ${other.agencyId}
    `;
    expect(rows.map(({ subject, code }) => [subject, code])).toEqual([
      ["get_agency_credits", "OK"],
      ["get_agency_credits", "OK"],
    ]);
  });
});

/** When the credits were summed up differs from call to call. */
function withoutTime(body: unknown): unknown {
  const text = JSON.stringify(body).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
  return JSON.parse(text);
}
