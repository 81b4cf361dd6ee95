import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../support/service.ts";

const program = join(import.meta.dirname, "../../../node_modules/.bin/prism");
/** It starts in about 3 s; our machines may be busy with other tests. */
const startTimeoutMs = 120_000;

export type Prism = { url: string; stop: () => Promise<void> };

/** A proxy before `upstream` that checks requests and answers against the OpenAPI document at `path`. */
export async function startPrism(path: string, upstream: string): Promise<Prism> {
  const port = await freePort();
  const child = spawn(
    program,
    ["proxy", path, upstream, "--port", String(port), "--verboseLevel", "info", "--cors", "false"],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(new Error(`prism does not start: ${output}`));
    const timer = setTimeout(giveUp, startTimeoutMs);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (!output.includes("Prism is listening")) return;
        clearTimeout(timer);
        resolve();
      });
    child.once("close", giveUp);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

type Violation = { location: string[]; message: string };

/** What the document says against an answer that came through the proxy; the request's own faults are left out. */
export function answerViolations(response: Response): Violation[] {
  const header = response.headers.get("sl-violations");
  if (header === null) return [];
  if (header.startsWith("Too many")) return [{ location: ["response"], message: header }];
  return (JSON.parse(header) as Violation[]).filter(({ location }) => location[0] === "response");
}
