import { callConversions, conversionBody } from "../../support/conversion-call.ts";
import { faultSettings } from "../../support/environment.ts";
import { until } from "../../support/until.ts";

/** One answer under load. `status` 0: no answer at all, the connection was refused or broken. */
export type Answer = {
  kind: "conversion" | "report" | "page";
  status: number;
  retryAfter: string | null;
  startedAtMs: number;
  durationMs: number;
};

export type Load = {
  answers: Answer[];
  /** Events whose conversion was acknowledged with 200 or 201. */
  acknowledged: Set<string>;
  stop(): Promise<void>;
};

export type LoadTarget = { url: string; key: string; pressReleaseId: number; path: string };

/** Longer than every deadline of the service: who waits for this long was forgotten. */
const answerTimeoutMs = 40_000;
/**
 * After each answer, so that a refusing service is not asked thousands of times a second. In the suite, where other faults
 * are made on the same two cores, also so that a working one is asked some hundred times a second and not a thousand.
 */
const pauseDefaultMs = faultSettings().rounds === undefined ? 50 : 5;

/**
 * Sends conversions, report requests and page views, `workers` of each kind at a time and each with `pauseMs` after its
 * answer, until it is stopped.
 */
export function startLoad(target: LoadTarget, workers: number, pauseMs = pauseDefaultMs): Load {
  const answers: Answer[] = [];
  const acknowledged = new Set<string>();
  let isStopped = false;

  async function convert(): Promise<Response> {
    const body = conversionBody(target.pressReleaseId);
    const response = await callConversions({ ...target, body, signal: AbortSignal.timeout(answerTimeoutMs) });
    if (response.status === 200 || response.status === 201) acknowledged.add(String(body.eventId));
    return response;
  }
  const get = (path: string) => () =>
    fetch(target.url + path, {
      headers: path.startsWith("/api/") ? { "x-api-key": target.key } : { "user-agent": browser },
      signal: AbortSignal.timeout(answerTimeoutMs),
    });

  async function work(kind: Answer["kind"], ask: () => Promise<Response>): Promise<void> {
    while (!isStopped) {
      const startedAtMs = performance.now();
      const response = await ask().catch(() => null);
      await response?.arrayBuffer().catch(() => null);
      answers.push({
        kind,
        status: response?.status ?? 0,
        retryAfter: response?.headers.get("retry-after") ?? null,
        startedAtMs,
        durationMs: performance.now() - startedAtMs,
      });
      await Bun.sleep(pauseMs);
    }
  }

  const report = get(`/api/reporting/v1/articles/${target.pressReleaseId}`);
  const running = Array.from({ length: workers }, () => [
    work("conversion", convert),
    work("report", report),
    work("page", get(target.path)),
  ]).flat();
  return {
    answers,
    acknowledged,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Waits until conversions, reports and pages that began after `sinceMs` were all answered well, and says after what time. */
export async function untilServed(load: Load, sinceMs: number, timeoutMs: number): Promise<number> {
  const kinds = ["conversion", "report", "page"] as const;
  const isServed = () =>
    kinds.every((kind) =>
      load.answers.some((answer) => answer.kind === kind && answer.startedAtMs >= sinceMs && isGood(answer)),
    );
  await until("all is served again", isServed, sinceMs + timeoutMs - performance.now());
  return Math.round(performance.now() - sinceMs);
}

function isGood({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** What an answer may be while the database is away: a good one, or 503 that says when to come back. */
export function isGoodOrAway(answer: Answer): boolean {
  return isGood(answer) || (answer.status === 503 && answer.retryAfter !== null);
}

/** How often each status was answered. */
export function countStatuses(answers: readonly Pick<Answer, "status">[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const browser =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
