import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The loops that run each second have run, and with them what an idle service does. */
const idleMs = 2_000;
const endTimeoutMs = 60_000;

/**
 * Starts the service of `binary` on an embedded database, lets it idle, and writes to `profile` which functions it used, for
 * `compile.bytecodeOrder`. The profile holds hashes, and is good for every target.
 */
export async function recordStart(binary: string, profile: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "prs-record-"));
  try {
    const service = Bun.spawn([binary, "serve", "--port", "0", "--json"], {
      cwd: folder,
      env: { DATA_DIR: folder, LOG_LEVEL: "warn", BUN_BYTECODE_ORDER_OUT: profile },
      stdio: ["ignore", "pipe", "inherit"],
      timeout: endTimeoutMs,
    });
    const { url } = JSON.parse(await firstLine(service.stdout)) as { url: string };
    await fetch(`${url}/ready`);
    await Bun.sleep(idleMs);
    service.kill("SIGTERM");
    if ((await service.exited) !== 0) throw new Error("The service to be recorded did not end in order.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of output) {
    text += decoder.decode(part, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split("\n", 1)[0] ?? "";
}
