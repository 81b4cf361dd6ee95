/**
 * Fuzzes the service from its OpenAPI document and against it: `bun test/fuzz/run.ts [--requests N] [--markdown N] [--lines N] [--seed N]
 * [--server] [--replay REQUEST]`. The seed decides every request, and is printed to repeat a run; `--server` takes private PostgreSQL and
 * Redis instead of the embedded database; `--markdown` says how many hostile texts are read before that, and `--lines` how many lines of the
 * editor are written and read back; `--replay` sends one request that a run printed, and prints the answer. Ends with 1 on a violation.
 */
import { parseArgs } from "node:util";
import { endAllServers } from "../support/server-process.ts";
import type { TestService } from "../support/service.ts";
import { fuzzEditor } from "./fuzz-editor.ts";
import { fuzzMarkdown } from "./fuzz-markdown.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { startFuzzService } from "./fuzz-service.ts";
import { createKnown, describeResult, describeViolation, runFuzz } from "./run-fuzz.ts";
import { sendRequest } from "./send-request.ts";

const usualRequests = 20_000;
/** About a minute. */
const usualTexts = 300;
/** Some twenty seconds. */
const usualLines = 100_000;
const progressEvery = 10_000;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: String(usualRequests) },
    markdown: { type: "string", default: String(usualTexts) },
    lines: { type: "string", default: String(usualLines) },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    server: { type: "boolean", default: false },
    replay: { type: "string" },
  },
});
const requests = Number(values.requests);
const texts = Number(values.markdown);
const lines = Number(values.lines);
const seed = Number(values.seed);
const isWhole = [requests, texts, lines, seed].every(Number.isSafeInteger);
if (!isWhole || requests < 1 || texts < 0 || lines < 0) {
  process.stderr.write(
    "--requests takes a whole number from 1, --markdown and --lines from 0, --seed a whole number.\n",
  );
  process.exit(2);
}
const isReplay = values.replay !== undefined;
const slowTexts = isReplay ? [] : fuzzMarkdown({ seed, drawn: texts });
if (!isReplay) console.log([`${texts} texts, ${slowTexts.length} too slow`, ...slowTexts].join("\n  "));
const lostLine = isReplay ? null : fuzzEditor({ seed, lines });
if (!isReplay) console.log(`${lines} lines of the editor, ${lostLine ?? "all with their letters"}`);
const service = await startFuzzService(values.server ? "server" : "embedded");
const exitCode = values.replay === undefined ? await fuzz(service) : await replay(service, values.replay);
await service.stop();
await endAllServers();
process.exit(exitCode);

async function fuzz(target: TestService): Promise<number> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  console.log(`seed ${seed}, ${requests} requests`);
  let told = 0;
  const result = await runFuzz({
    service: target,
    seed,
    requests,
    onProgress: ({ sent, violations }) => {
      // At once: a million requests take most of an hour.
      for (const violation of violations.slice(told)) console.log(describeViolation(violation));
      told = violations.length;
      if (sent % progressEvery === 0)
        console.log(`${sent} sent after ${seconds().toFixed(0)} s, ${violations.length} violations`);
    },
  });
  for (const line of describeResult(result)) console.log(line);
  console.log(
    `seed ${seed}, ${seconds().toFixed(1)} s, ${(requests / seconds()).toFixed(0)} requests a second`,
  );
  return result.violations.length === 0 && slowTexts.length === 0 && lostLine === null ? 0 : 1;
}

async function replay(target: TestService, text: string): Promise<number> {
  const request: FuzzRequest = JSON.parse(text);
  const answer = await sendRequest(target.url, await createKnown(target), request);
  console.log(answer.status, Object.fromEntries(answer.headers));
  console.log(new TextDecoder().decode(answer.body));
  return 0;
}
