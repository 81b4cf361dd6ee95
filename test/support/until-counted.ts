import { until } from "./until.ts";

/** Waits until `calls` calls with the key were counted, one for each call that came in. A look is a call too: returns how many there were. */
export async function untilCounted(url: string, key: string, calls: number): Promise<number> {
  let looks = 0;
  return await until(`${calls} calls are counted`, async () => {
    looks += 1;
    const { headers } = await fetch(`${url}/api/reporting/v1/webhooks`, { headers: { "x-api-key": key } });
    const [limit, remaining] = ["limit", "remaining"].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`)),
    );
    return (limit ?? 0) - (remaining ?? 0) >= calls + looks ? looks : null;
  });
}
