import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../service/log.ts";
import { watchTlsFiles } from "../../service/tls/watch-tls-files.ts";
import { hostCertificate, selfSignedCertificate } from "../safe-target/certificates.ts";
import { createFolder, removeFolder } from "../support/server-process.ts";

let folder: string;
beforeEach(() => {
  folder = createFolder("prs-tls-");
});
afterEach(() => removeFolder(folder));

test("a pair that can't be shown is not said to be, and is tried again", async () => {
  const files = { certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
  writeFileSync(files.certFile, selfSignedCertificate.cert);
  writeFileSync(files.keyFile, selfSignedCertificate.key);
  const logged: string[] = [];
  let attempts = 0;
  const stop = watchTlsFiles({
    files,
    current: hostCertificate,
    log: createLog("info", (line) => logged.push(line)),
    use() {
      attempts += 1;
      if (attempts === 1) throw new Error("The server takes no such certificate.");
      return Promise.resolve();
    },
  });
  await lookUntil(() => attempts === 1);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("takes no such certificate");
  await lookUntil(() => attempts === 2);
  stop();
  expect(logged).toHaveLength(2);
  expect(logged[1]).toContain("tls_certificate_replaced");
});

/** Has the files looked at again and again, until something has come of it. */
async function lookUntil(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!isDone() && Date.now() < deadline) {
    process.emit("SIGHUP");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // What is logged of a look comes with it.
  await new Promise((resolve) => setTimeout(resolve, 20));
}
