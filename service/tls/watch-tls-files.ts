import { X509Certificate } from "node:crypto";
import type { Log } from "../log.ts";
import { readTlsFiles, type TlsFiles, type TlsPair } from "./read-tls-files.ts";

/**
 * Renewals replace files, links (certbot) or whole directories (Kubernetes), which watchers of inodes miss. Reading two
 * small files this often costs nothing, and a certificate is renewed weeks before its end.
 */
const checkIntervalMs = 5_000;

/**
 * Calls `use` with each new pair in the files, and at once on SIGHUP; returns the function that ends this. Files that
 * can't be used are logged, once for each reason, and the pair in use stays.
 */
export function watchTlsFiles(input: {
  files: TlsFiles;
  current: TlsPair;
  log: Log;
  /** Shows the pair to new connections when it returns, or throws; the next pair waits until it resolves. */
  use: (pair: TlsPair) => Promise<void>;
}): () => void {
  let current = input.current;
  let lastProblem = "";
  let isChecking = false;

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      const pair = await readTlsFiles(input.files);
      lastProblem = "";
      if (pair.cert === current.cert && pair.key === current.key) return;
      const replaced = input.use(pair);
      current = pair;
      input.log.info("tls_certificate_replaced", { validTo: new X509Certificate(pair.cert).validTo });
      await replaced;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== lastProblem) input.log.warn("tls_files_unusable", { problem });
      lastProblem = problem;
    } finally {
      isChecking = false;
    }
  }

  const checkNow = () => void check();
  const timer = setInterval(checkNow, checkIntervalMs);
  timer.unref();
  process.on("SIGHUP", checkNow);
  return () => {
    clearInterval(timer);
    process.off("SIGHUP", checkNow);
  };
}
