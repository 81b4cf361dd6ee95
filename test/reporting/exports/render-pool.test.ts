import { expect, test } from "bun:test";
import { createRenderPool } from "../../../service/reporting/exports/render-pool.ts";
import { sampleReport } from "../../support/sample-report.ts";

const never = new AbortController().signal;
const fonts = { regular: "", semibold: "" };

test("a thread that dies while it has nothing to do is replaced, not waited for", async () => {
  const pool = createRenderPool({ module: new URL("./dying-thread.ts", import.meta.url), fonts });
  const report = sampleReport({ days: 1 });
  for (let count = 0; count < 3; count += 1) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of pool.render(report, "json", never)) chunks.push(chunk);
    expect(chunks).toEqual([new Uint8Array([1])]);
    await Bun.sleep(150);
  }
  await pool.close();
}, 10_000);
