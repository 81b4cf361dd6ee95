import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { renderJson } from "../../../../service/features/reporting/exports/render-json.ts";
import { sampleReport } from "../../../support/sample-report.ts";

test("the JSON of a report is exactly the snapshot, in canonical order", () => {
  const report = sampleReport({ scopeType: "portfolio" });
  const text = new TextDecoder().decode(renderJson(report));
  expect(JSON.parse(text)).toEqual(report);
  expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(report).toSorted());
  const reversed = Object.fromEntries(Object.entries(report).toReversed()) as typeof report;
  expect(new TextDecoder().decode(renderJson(reversed))).toBe(text);
});

test("the content hash can be computed again from the JSON alone", () => {
  const { integrity, ...content } = JSON.parse(new TextDecoder().decode(renderJson(sampleReport())));
  expect(
    createHash("sha256")
      .update(canonicalize(content) ?? "")
      .digest("hex"),
  ).toBe(integrity.contentHash);
});
