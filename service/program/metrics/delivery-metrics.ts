import type { Prometheus } from "./prometheus.ts";

/** How an attempt to deliver a webhook message ended; `error` is null after a 2xx. */
export type CountDelivery = (attempt: {
  status: string;
  error: string | null;
  durationMs: number | null;
  retryMs: number | null;
}) => void;

/** In seconds; a POST may take 10 s. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts attempts of webhook deliveries by outcome, and messages that were given up. */
export function deliveryMetrics({ library, registry }: Prometheus): { countDelivery: CountDelivery } {
  const attempts = new library.Counter({
    name: "pr_service_webhook_attempts_total",
    help: "Attempts to deliver a webhook message, by outcome (delivered, failed, unknown) and kind of error.",
    labelNames: ["status", "error"],
    registers: [registry],
  });
  const givenUp = new library.Counter({
    name: "pr_service_webhook_messages_given_up_total",
    help: "Webhook messages that will not be sent again.",
    registers: [registry],
  });
  const duration = new library.Histogram({
    name: "pr_service_webhook_duration_seconds",
    help: "Time of the POSTs that were answered.",
    buckets,
    registers: [registry],
  });
  return {
    countDelivery({ status, error, durationMs, retryMs }) {
      attempts.inc({ status, error: error ?? "none" });
      if (error !== null && retryMs === null) givenUp.inc();
      if (durationMs !== null) duration.observe(durationMs / 1000);
    },
  };
}
