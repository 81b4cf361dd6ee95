import { expect, test } from "bun:test";
import { createDefineOperation } from "../../service/floor/http/operation.ts";
import { setRequestContext } from "../../service/floor/http/request-context.ts";
import { createAgencyWrites } from "../../service/floor/limits/agency-writes.ts";
import { createMemoryLimiter } from "../../service/floor/limits/memory.ts";
import { createLog } from "../../service/log.ts";

const deadlineMs = 1_000;

test("a request whose deadline passed while its key was looked up is answered 503, and its work is not begun", async () => {
  let begun = 0;
  const handle = async () => {
    begun += 1;
    return new Response("{}");
  };
  const late = await call(deadlineMs + 5, handle);
  expect([late.status, late.headers.get("retry-after"), begun]).toEqual([503, "5", 0]);
  const inTime = await call(0, handle);
  expect([inTime.status, begun]).toEqual([200, 1]);
});

test("work that does not end is answered 503 at the deadline", async () => {
  const sinceMs = performance.now();
  const answer = await call(0, () => new Promise(() => {}));
  expect(answer.status).toBe(503);
  expect(performance.now() - sinceMs).toBeGreaterThanOrEqual(deadlineMs - 5);
});

/** An operation whose key is looked up while the process has no processor time for `stalledMs`. */
async function call(stalledMs: number, handle: () => Promise<Response>): Promise<Response> {
  const define = createDefineOperation({
    authenticate: async () => {
      Bun.sleepSync(stalledMs);
      return { agencyId: 1, keyId: "a", key: "svc_key_", plan: "agency", hourlyLimit: 500 };
    },
    limiter: createMemoryLimiter(),
    writes: createAgencyWrites(),
    log: createLog("error", () => {}),
  });
  const route = define({
    operationId: "waitForNothing",
    method: "GET",
    path: "/nothing",
    summary: "Nothing",
    description: "Nothing.",
    tag: "Nothing",
    responses: { 200: { description: "Nothing." } },
    errors: [],
    deadlineMs,
    handle,
  });
  const request = new Request("http://localhost/nothing");
  const receivedAtMs = performance.now();
  setRequestContext(request, {
    requestId: "r",
    clientAddress: "127.0.0.1",
    isSecure: false,
    receivedAtMs,
    route: null,
  });
  return await route.handler({ request, params: {} });
}
