import fc from "fast-check";
import { createTestAgency, createTestRelease, type TestService } from "../support/service.ts";
import { createAnswerCheck } from "./check-answer.ts";
import { noiseRequest, operationRequest } from "./draw-request.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { findOperation, listOperations } from "./openapi-operations.ts";
import { type Answer, type Known, sendRequest } from "./send-request.ts";

type Violation = {
  problem: string;
  operation: string;
  request: FuzzRequest;
  /** What the service logged of a request that it answered with 5xx. */
  logged?: readonly string[];
};
export type FuzzResult = {
  sent: number;
  /** Operation (or `noise`) → status → how many. */
  statuses: Map<string, Map<number, number>>;
  violations: Violation[];
  /** Times that the service said it was overloaded (503), with the requests. */
  overloaded: Violation[];
};
export type FuzzRun = {
  service: TestService;
  seed: number;
  requests: number;
  onProgress?: (result: FuzzResult) => void;
};

/** Below the 128 requests at once from which on a service may refuse; enough to make requests meet each other. */
const lanes = 16;
/** Requests of one agency: its stored data stays small, so that `GET /data` stays quick, and its hourly limit far. */
const chunkRequests = 1_000;
/** Violations kept with their requests: the first thousand tell all, and a broken service breaks every request. */
const violationsMax = 1_000;
/** Exports and whole-data calls cost many times what the others do, and whoever waits for them tries less. */
const weightOf: Record<string, number> = {
  createReportingExport: 2,
  exportReportingData: 1,
  deleteReportingData: 1,
  downloadReportingExport: 3,
};
const usualWeight = 4;
const noiseWeight = 8;

const secretShapes = /svc_key_[0-9A-Za-z]{8}|svc_whsec_[0-9A-Za-z]{8}/;
const signatureShape = /[0-9a-f]{64}/g;

/** Sends drawn requests to a service and checks each answer against the OpenAPI document, and the log for secrets. */
export async function runFuzz(run: FuzzRun): Promise<FuzzResult> {
  const operations = listOperations();
  const check = createAnswerCheck(operations);
  const arbitrary = fc.oneof(
    ...operations.map((operation) => ({
      arbitrary: operationRequest(operation),
      weight: weightOf[operation.id] ?? usualWeight,
    })),
    { arbitrary: noiseRequest(), weight: noiseWeight },
  );
  const result: FuzzResult = { sent: 0, statuses: new Map(), violations: [], overloaded: [] };

  async function handle(known: Known, request: FuzzRequest, signatures: Set<string>): Promise<void> {
    const isHead = request.method === "HEAD";
    const method = isHead ? "GET" : request.method;
    const operation = hidesPath(request) ? null : findOperation(operations, method, request.path);
    const name = operation === null ? "noise" : isHead ? `HEAD ${operation.id}` : operation.id;
    result.sent += 1;
    const answer = await sendRequest(run.service.url, known, request).catch(
      (error: unknown) => `no answer: ${String(error)}`,
    );
    const problems = typeof answer === "string" ? [answer] : check(operation, answer, isHead);
    const logged = typeof answer === "string" || answer.status < 500 ? [] : loggedOf(run.service, answer);
    for (const problem of problems) keep(result.violations, { problem, operation: name, request, logged });
    if (typeof answer === "string") return;
    if (answer.signature !== null) signatures.add(answer.signature);
    const counts = result.statuses.get(name) ?? new Map<number, number>();
    result.statuses.set(name, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
    if (answer.status === 503) keep(result.overloaded, { problem: "503", operation: name, request });
    learn(known, name, answer);
  }

  for (let chunk = 0; result.sent < run.requests; chunk += 1) {
    const count = Math.min(chunkRequests, run.requests - result.sent);
    const queue = fc.sample(arbitrary, { seed: run.seed + chunk, numRuns: count });
    const known = await createKnown(run.service);
    const signatures = new Set<string>();
    const work = async () => {
      for (let request = queue.pop(); request !== undefined; request = queue.pop())
        await handle(known, request, signatures);
    };
    await Promise.all(Array.from({ length: lanes }, work));
    for (const line of run.service.logged.splice(0)) {
      const isLeak =
        secretShapes.test(line) || line.match(signatureShape)?.some((text) => signatures.has(text));
      if (isLeak === true)
        keep(result.violations, {
          problem: `a secret in the log: ${line}`,
          operation: "log",
          request: nothing,
        });
    }
    run.onProgress?.(result);
  }
  return result;
}

/** What a run found, in the lines of a report: a table of operations and statuses, then each violation. */
export function describeResult(result: FuzzResult): string[] {
  const rows = [...result.statuses].sort(([left], [right]) => left.localeCompare(right));
  const columns = [...new Set(rows.flatMap(([, counts]) => [...counts.keys()]))].sort(
    (left, right) => left - right,
  );
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["operation", ...columns]),
    line(["---", ...columns.map(() => "---:")]),
    ...rows.map(([name, counts]) => line([name, ...columns.map((status) => counts.get(status) ?? "")])),
    ...result.overloaded.map((violation) => describeViolation(violation, "overloaded")),
    ...result.violations.map((violation) => describeViolation(violation)),
    `${result.sent} requests, ${result.violations.length} violations, ${result.overloaded.length} times overloaded`,
  ];
}

/** What was wrong, and the request, which `--replay` sends again. */
export function describeViolation(violation: Violation, kind = "VIOLATION"): string {
  const { problem, operation, request, logged = [] } = violation;
  return [`${kind} ${operation}: ${problem}`, JSON.stringify(request), ...logged].join("\n  ");
}

function loggedOf({ logged }: TestService, answer: Answer): string[] {
  const requestId = answer.headers.get("x-request-id");
  return requestId === null ? [] : logged.filter((line) => line.includes(requestId));
}

/** With one of these in the Host nobody can tell where the path begins: it is refused as a request for nothing listed. */
function hidesPath(request: FuzzRequest): boolean {
  return request.headers.some(([name, value]) => name === "host" && /[/?#\\]/.test(value));
}

const nothing: FuzzRequest = { method: "", path: "", headers: [], body: null };

function keep(list: Violation[], violation: Violation): void {
  if (list.length < violationsMax) list.push(violation);
}

/** An agency of its own with a published release; whose limit a chunk does not reach. */
export async function createKnown(service: TestService): Promise<Known> {
  const agency = await createTestAgency(service.sql);
  const release = await createTestRelease(service.sql, agency.agencyId);
  const unknown = "019a9f00-1c1d-7a2b-9f3e-0a1b2c3d4e5f";
  return {
    key: agency.key,
    release: String(release.pressReleaseId),
    client: release.clientSlug,
    newsroomPath: release.path,
    report: unknown,
    job: unknown,
    webhook: unknown,
  };
}

function learn(known: Known, operation: string, answer: Answer): void {
  if (answer.status === 202 && operation === "createReportingExport")
    known.job = textAt(answer, "id") ?? known.job;
  if (answer.status === 201 && operation === "createReportingWebhook")
    known.webhook = textAt(answer, "id") ?? known.webhook;
  if (answer.status === 200 && operation === "getReportingExport")
    known.report = textAt(answer, "job", "reportId") ?? known.report;
}

function textAt(answer: Answer, ...names: string[]): string | null {
  let value: unknown = JSON.parse(new TextDecoder().decode(answer.body));
  for (const name of names)
    value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof value === "string" ? value : null;
}
