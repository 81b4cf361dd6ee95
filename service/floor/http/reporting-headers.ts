import { rateLimitHeaders } from "../limits/rate-limit-headers.ts";
import type { LimitVerdict } from "../limits/sliding-window.ts";
import { hourlyWindowSeconds } from "./caller.ts";

/** The dated version of the reporting contract, on every answer of the Reporting API. */
export const apiVersion = "2026-07-22";

/** Sets the headers that every answer of the Reporting API carries, errors included, and returns the same response. */
export function setReportingHeaders(response: Response, verdict: LimitVerdict): Response {
  for (const [name, value] of Object.entries(rateLimitHeaders(verdict, "hourly", hourlyWindowSeconds))) {
    response.headers.set(name, value);
  }
  response.headers.set("x-service-api-version", apiVersion);
  response.headers.set("cache-control", "private, no-store");
  return response;
}
