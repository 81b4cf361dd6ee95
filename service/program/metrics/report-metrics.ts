import type { Prometheus } from "./prometheus.ts";

/** Counts stored reports that were found not to fit their hash, signature or place: anything above 0 is an alarm. */
export function reportMetrics({ library, registry }: Prometheus): { countReportFault(): void } {
  const faults = new library.Counter({
    name: "pr_service_report_faults_total",
    help: "Stored reports that did not fit their hash or signature, when read or by the nightly check.",
    registers: [registry],
  });
  return { countReportFault: () => faults.inc() };
}
