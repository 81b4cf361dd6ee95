import { accentStyle } from "../../floor/web/accent-color.ts";
import { documentHeaders } from "../../floor/web/content-security-policy.ts";
import type { PageLanguage } from "../../floor/web/language.ts";
import type { SentPage } from "../../floor/web/page-response.ts";
import type { MeasurementLevel } from "../measurement/vocabulary.ts";
import { engagementScript } from "./beacon/engagement-script.ts";

/**
 * The headers of a newsroom page. `no-cache` lets a browser keep it but makes it ask each time: every view is counted, and an
 * unchanged page costs 304 and no body. Source: RFC 9111 section 5.2.2.4, RFC 9110 section 13.1.2.
 */
export function pageHeaders(page: {
  level: MeasurementLevel;
  language: PageLanguage;
  etag: string;
  lastModified: Date | null;
  accentColor: string | null;
}): Pick<SentPage, "headers" | "etag"> {
  // At L2 a page carries the id of its view: one kept by the browser would send its beacon to an earlier view.
  const isKept = page.level !== "L2";
  // Every answer copies its headers, and copying a `Headers` is faster than copying an object.
  const headers = new Headers({
    ...documentHeaders({ script: scriptOf(page.level), ...lookOf(page) }),
    "cache-control": isKept ? "private, no-cache" : "private, no-store",
    vary: "accept-encoding",
    ...(page.lastModified === null ? {} : { "last-modified": page.lastModified.toUTCString() }),
    ...(isKept ? { etag: page.etag } : {}),
  });
  return { headers, etag: isKept ? page.etag : null };
}

/** Style and language of a newsroom's pages. */
export function lookOf({ accentColor, language }: { accentColor: string | null; language: PageLanguage }) {
  return { style: accentColor === null ? null : accentStyle(accentColor), language };
}

/** Only level L2 has a script. */
export function scriptOf(level: MeasurementLevel): string | null {
  return level === "L2" ? engagementScript : null;
}
