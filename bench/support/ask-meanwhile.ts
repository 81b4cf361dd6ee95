const pauseMs = 5;

/** How long another agency waits for its article report while `work` runs. */
export async function askMeanwhile<T>(
  url: string,
  { key, releaseId }: { key: string; releaseId: number },
  work: () => Promise<T>,
): Promise<{ result: T; latency: string }> {
  const latenciesMs: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      const startedAt = performance.now();
      const response = await fetch(`${url}/api/reporting/v1/articles/${releaseId}`, {
        headers: { "x-api-key": key },
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`The article report answered ${response.status}.`);
      latenciesMs.push(performance.now() - startedAt);
      await Bun.sleep(pauseMs);
    }
  })();
  const result = await work();
  isDone = true;
  await asking;
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { result, latency: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms` };
}
