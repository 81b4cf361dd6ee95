import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthority, runLinesOf, serveAuthority } from "../../support/time-stamp-authority.ts";
import { until } from "../../support/until.ts";
import { runProgram, startServe } from "./run-program.ts";

const authority = await createAuthority();
const server = await serveAuthority((query) => authority.reply(query));
const folder = mkdtempSync(join(tmpdir(), "demo-stamps-"));
const timeoutMs = 240_000;
afterAll(async () => {
  await server.stop();
  authority.remove();
  rmSync(folder, { recursive: true, force: true });
});

test(
  "the lines of openssl on the page of a report of the demo say that its stamp is right, with nothing but what HTTP gives",
  async () => {
    const dataDirectory = join(folder, "data");
    const demo = await runProgram(["demo", "--once", "--json", "--port", "0", "--data-dir", dataDirectory]);
    expect([demo.exitCode, demo.stderr]).toEqual([0, ""]);
    const reports = join(dataDirectory, "reports");
    const file = readdirSync(reports).find((name) => name.endsWith(".json")) ?? "";
    // What a reader has: the JSON of the report.
    const { id, integrity } = JSON.parse(readFileSync(join(reports, file), "utf8"));
    const environment = {
      DATA_DIR: dataDirectory,
      EMBEDDED_SYNC: "off",
      TIMESTAMP_URLS: server.url,
      TIMESTAMP_CA_FILE: authority.caFile,
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    };
    const serving = await startServe([], environment);
    try {
      const path = `${serving.url}/pruefen/stempel/${id}/${integrity.chainHash}`;
      const page = await until("the report of the demo is stamped", async () => {
        // Sixty looks from one network are allowed.
        await Bun.sleep(1_000);
        const text = await (await fetch(path)).text();
        return text.includes("stempel.tsr") && text.includes("openssl ts") ? text : null;
      });
      const [, href] = /<a href="([^"]+)" download>/.exec(page) ?? [];
      const answer = await fetch(new URL(href ?? "", serving.url));
      expect(answer.headers.get("content-type")).toBe("application/timestamp-reply");
      const reply = new Uint8Array(await answer.arrayBuffer());
      const { lines, answers } = await runLinesOf(page, { reply, caFile: authority.caFile });
      expect(answers).toEqual(["Verification: OK", "Verification: OK"]);
      expect(lines[0]).toContain(integrity.chainHash);
      const own = await runLinesOf(page.replaceAll(integrity.chainHash, "0".repeat(64)), {
        ...{ reply, caFile: authority.caFile },
      }).catch((error: Error) => error.message);
      expect(own).toContain("Command failed");
    } finally {
      await serving.stop("SIGTERM");
    }
  },
  timeoutMs,
);
