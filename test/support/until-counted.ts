const lookAgainMs = 50;

/** Waits until `calls` calls with the key were counted, one for each call that came in. A look is a call too: returns how many there were. */
export async function untilCounted(url: string, key: string, calls: number): Promise<number> {
  for (let looks = 1; ; looks += 1) {
    const { headers } = await fetch(`${url}/api/reporting/v1/webhooks`, { headers: { "x-api-key": key } });
    const [limit, remaining] = ["limit", "remaining"].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`)),
    );
    if ((limit ?? 0) - (remaining ?? 0) >= calls + looks) return looks;
    await Bun.sleep(lookAgainMs);
  }
}
