import { expect, test } from "bun:test";
import { classifyRequest } from "../../../service/features/measurement/classify/classify-request.ts";
import { noCrawlerRanges } from "../../../service/features/measurement/classify/crawler-ranges.ts";
import type { Purpose } from "../../../service/features/measurement/classify/is-fetched-as-resource.ts";
import { reasonNames } from "../../../service/features/measurement/classify/reasons.ts";
import { browserHeaders } from "./fixtures/browser-headers.ts";

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

test("a request for anything but a page of its own is no view by a person, and says why", () => {
  const destinations =
    "audio audioworklet embed empty fencedframe font frame iframe image json manifest object paintworklet report script serviceworker sharedworker style track video webidentity worker xslt IMAGE";
  for (const destination of destinations.split(" ")) {
    expect([destination, classify({ "sec-fetch-dest": destination, "sec-fetch-mode": "no-cors" })]).toEqual([
      destination,
      { class: "suspected_bot", reasons: ["fetchedAsResource"] },
    ]);
  }
  // Two values, as a request that was put together from two would have them.
  expect(classify({ "sec-fetch-dest": "document, image" }).class).toBe("suspected_bot");
});

test("a navigation is a person's, and so is one of a browser that sends no destination", () => {
  expect(classify({})).toEqual({ class: "human", reasons: [] });
  expect(classify({ "sec-fetch-dest": "Document" }).class).toBe("human");
  expect(classify({ "sec-fetch-dest": null }).class).toBe("human");
  expect(classify({ "sec-fetch-dest": null, "sec-fetch-mode": null, "sec-fetch-site": null }).class).toBe(
    "human",
  );
});

test("without a destination the mode tells: a click is always a navigation", () => {
  for (const mode of ["no-cors", "cors", "same-origin", "websocket"])
    expect(classify({ "sec-fetch-dest": null, "sec-fetch-mode": mode })).toEqual({
      class: "suspected_bot",
      reasons: ["fetchedAsResource"],
    });
});

test("a message of the page's own script is a person's as `empty`, and as nothing else", () => {
  const purpose = "empty";
  const sent = { "sec-fetch-mode": "no-cors", "sec-fetch-site": "same-origin", accept: "*/*" };
  expect(classify({ ...sent, "sec-fetch-dest": "empty" }, { purpose }).class).toBe("human");
  expect(classify({ ...sent, "sec-fetch-dest": null }, { purpose }).class).toBe("human");
  expect(classify({ ...sent, "sec-fetch-dest": "image" }, { purpose }).class).toBe("suspected_bot");
});

test("a crawler that is named stays what it is", () => {
  const userAgent = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
  expect(classify({ "sec-fetch-dest": "image" }, { userAgent }).class).toBe("ai_crawler");
});

function classify(
  changes: Record<string, string | null>,
  options: { purpose?: Purpose; userAgent?: string } = {},
) {
  const { userAgent = chrome, ...rest } = options;
  const headers: Record<string, string | null> = { ...browserHeaders, ...changes };
  const found = classifyRequest({
    userAgent,
    headers: (name) => headers[name] ?? null,
    clientIp: "192.0.2.1",
    isInternal: false,
    isSecure: true,
    method: "GET",
    url: "https://presse.example/newsroom/a/b",
    crawlerRanges: noCrawlerRanges,
    ...rest,
  });
  return { class: found.class, reasons: reasonNames(found.reasons) };
}
