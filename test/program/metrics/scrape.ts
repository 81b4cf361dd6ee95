import type { TestService } from "../../support/service.ts";

/** Where a test service that was started with METRICS_PORT=0 serves its metrics: it logs that. */
export function metricsUrlOf(service: TestService): string {
  const line = service.logged.find((each) => each.includes('"event":"serving"')) ?? "{}";
  const { metricsUrl } = JSON.parse(line) as { metricsUrl?: string };
  if (metricsUrl === undefined) throw new Error("The service serves no metrics.");
  return metricsUrl;
}

/** The value of a series, by its name and labels as they stand in the text; undefined when there is none. */
export function sampleOf(text: string, series: string): number | undefined {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
