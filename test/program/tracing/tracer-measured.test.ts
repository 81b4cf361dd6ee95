import { expect, test } from "bun:test";
import { createLog } from "../../../service/log.ts";
import { createTracer } from "../../../service/program/tracing/create-tracer.ts";
import { processorMsOf } from "../../support/processor-time.ts";
import { freePort } from "../../support/service.ts";

const request = new Request("http://localhost/");
const context = { requestId: "r", clientAddress: "", isSecure: false, receivedAtMs: 0, route: null };

test("spans never hold a request up or fail it when the collector is dead, and drop what is too much", async () => {
  const logged: string[] = [];
  const tracer = createTracer(
    { endpoint: `http://127.0.0.1:${await freePort()}`, headers: {}, serviceName: "test" },
    createLog("warn", (line) => logged.push(line)),
    { sendTimeoutMs: 1_000 },
  );
  const spentMs = await processorMsOf(() => {
    for (let count = 0; count < 10_000; count += 1)
      tracer.observeAnswer({ request, context, status: 200, durationMs: 1 });
  });
  expect(spentMs).toBeLessThan(2_000);
  await tracer.close();
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("spans_dropped");
});
