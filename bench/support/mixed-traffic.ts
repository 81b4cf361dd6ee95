import { callConversions, conversionBody } from "../../test/support/conversion-call.ts";
import type { TestAgency, TestRelease } from "../../test/support/service.ts";

type Scene = { url: string; agency: TestAgency; releases: readonly TestRelease[] };

/** Requests under way at once: with more the service is behind, and the run says so by failing. */
const inFlightMax = 200;
const browser = "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Of ten requests: six page views, two conversions, two reports. */
const turn = [
  "view",
  "view",
  "conversion",
  "view",
  "report",
  "view",
  "view",
  "conversion",
  "view",
  "report",
] as const;

/** Sends requests at an even rate, whatever they take, until `endsAtMs`; returns how many. Throws for a refused one. */
export async function mixedTraffic(
  scene: Scene,
  { requestsPerSecond, endsAtMs }: { requestsPerSecond: number; endsAtMs: number },
): Promise<number> {
  const startedAt = performance.now();
  const inFlight = new Set<Promise<void>>();
  let sent = 0;
  let fault: unknown;
  while (performance.now() < endsAtMs && fault === undefined) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * requestsPerSecond);
    while (sent < due && inFlight.size < inFlightMax) {
      const work = send(scene, sent)
        .catch((error: unknown) => {
          fault ??= error;
        })
        .finally(() => inFlight.delete(work));
      inFlight.add(work);
      sent += 1;
    }
    await Bun.sleep(5);
  }
  await Promise.all(inFlight);
  if (fault !== undefined) throw fault;
  return sent;
}

async function send({ url, agency, releases }: Scene, number: number): Promise<void> {
  const kind = turn[number % turn.length];
  const release = releases[Math.floor(number / turn.length) % releases.length];
  if (release === undefined) throw new Error("There is no release to ask for.");
  const response = await (kind === "view"
    ? fetch(`${url}${release.path}`, { headers: { "user-agent": `${browser} n/${number % 5_000}` } })
    : kind === "report"
      ? fetch(`${url}/api/reporting/v1/articles/${release.pressReleaseId}`, {
          headers: { "x-api-key": agency.key },
        })
      : callConversions({ url, key: agency.key, body: conversionBody(release.pressReleaseId) }));
  await response.arrayBuffer();
  if (response.status >= 300) throw new Error(`A ${kind} was answered with ${response.status}.`);
}
