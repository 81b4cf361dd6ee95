import { expect, test } from "bun:test";
import { noCrawlerRanges } from "../../../service/features/measurement/classify/crawler-ranges.ts";
import type { Hit } from "../../../service/features/measurement/hit.ts";
import { visitorSaltBytes } from "../../../service/features/measurement/visitor.ts";
import { describeVisit } from "../../../service/features/newsroom/describe-visit.ts";
import { createEdge } from "../../../service/floor/http/edge.ts";
import { createLog } from "../../../service/log.ts";
import { headersOfBrowser } from "./labelled/browser-headers-by-version.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
/** What Chrome sends over plain HTTP, and a script over HTTPS that copies it without the upgrade header. */
const { "upgrade-insecure-requests": _, ...plain } = headersOfBrowser(chrome, "http");
const proxy = "10.0.0.1";

test("what HTTPS brings along is missed over TLS and behind a trusted proxy that speaks it, and nowhere else", async () => {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.7" };
  expect(await classOf({ address: "198.51.100.7", isTls: true })).toEqual(["suspected_bot"]);
  expect(await classOf({ address: proxy, isTls: false }, forwarded)).toEqual(["suspected_bot"]);
  expect(await classOf({ address: proxy, isTls: false })).toEqual(["human"]);
  // Anybody may send the header.
  expect(await classOf({ address: "198.51.100.7", isTls: false }, forwarded)).toEqual(["human"]);
});

async function classOf(socket: { address: string; isTls: boolean }, headers: Record<string, string> = {}) {
  const classes: Hit["trafficClass"][] = [];
  const edge = createEdge(
    {
      publicUrl: null,
      allowedHosts: [],
      trustedProxies: [`${proxy}/32`],
      requiresHttps: false,
      log: createLog("silent", () => {}),
    },
    (request) => {
      const nobodyAsked = { crawlerRanges: noCrawlerRanges, verifyAddress: null };
      const visit = describeVisit(nobodyAsked, {
        request,
        newsroomRow: { agencyId: 1, newsroomId: 1, timeZone: "Europe/Berlin", level: "L1" },
        salt: new Uint8Array(visitorSaltBytes),
      });
      if (visit !== null) classes.push(visit.trafficClass);
      return new Response("");
    },
  );
  const sent = { host: "localhost", "user-agent": chrome, ...plain, ...headers };
  await edge(new Request("http://localhost/newsroom/a/b", { headers: sent }), socket);
  return classes;
}
