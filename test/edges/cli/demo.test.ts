import { expect, test } from "bun:test";
import { readdirSync, rmSync, statSync } from "node:fs";
import type { ArticleReport } from "../../../sdk/src/index.ts";
import { runProgram } from "./run-program.ts";

test("the demo does the whole job once, says what came of it, and leaves the reports and no database", async () => {
  const ended = await runProgram(["demo", "--once", "--json", "--port", "0"], {
    // A proxy of the company that does not know our loopback: nothing may be sent through it.
    HTTP_PROXY: "http://127.0.0.1:9",
  });
  expect(ended.stderr).toBe("");
  expect(ended.exitCode).toBe(0);
  const document = JSON.parse(ended.stdout) as DemoDocument;
  expect(document.releases).toHaveLength(5);

  const { requests, articleReport, conversion } = document.steps;
  expect(requests.counted).toBe(requests.people + requests.machines + requests.clicks);
  expect(requests.requests).toBeGreaterThan(300);

  // Nine of twelve: one lives where nobody is written to unasked, two are of other clients or topics.
  expect(document.steps.mailing).toMatchObject({
    recipients: 9,
    leftOut: { blockedByCountry: 1, duplicate: 1 },
    figures: { sent: 8, undeliverable: 1, objections: 1, clicks: 12, pictureClicks: 3 },
    media: { addressed: 8, reported: 3 },
  });

  const { performance } = articleReport;
  const today = performance.series.at(-1);
  expect(today?.views).toBeGreaterThan(0);
  // Each reader of the demo has an address of their own: fewer visitors would mean that proxies are not believed.
  expect(today?.uniqueVisitors).toBe(today?.views ?? 0);
  const seen = performance.trafficClasses.filter((each) => each.requests > 0).map((each) => each.class);
  expect(seen).toContainValues(["human", "search_engine", "ai_crawler", "link_preview", "monitoring"]);

  expect(conversion.first.duplicate).toBe(false);
  expect(conversion.again).toEqual({ id: conversion.first.id, duplicate: true });
  expect(conversion.refusal.status).toBe(401);
  expect(document.steps.exports.files.map(({ format }) => format)).toEqual(["pdf", "csv", "json"]);
  for (const { path, bytes } of document.steps.exports.files) expect(statSync(path).size).toBe(bytes);
  expect(document.steps.exports.verified).toBe(true);
  const { goal } = document.steps;
  expect(goal.measures.map(({ outcome }) => outcome)).toEqual(["reached", "open", "reached", "open"]);
  expect(statSync(goal.path).size).toBeGreaterThan(10_000);
  expect(document.steps.webhook).toMatchObject({
    event: { type: "conversion.recorded" },
    verified: true,
    changedByte: "wrong_signature",
  });

  expect(document.steps.work.approvalUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/approvals\/[\w-]{43}$/);

  // The files are the reader's; all else is gone.
  expect(readdirSync(document.dataDirectory)).toEqual(["reports"]);
  rmSync(document.dataDirectory, { recursive: true });
});

type DemoDocument = {
  dataDirectory: string;
  releases: { pressReleaseId: number; url: string }[];
  steps: {
    requests: { people: number; machines: number; clicks: number; requests: number; counted: number };
    mailing: Record<string, unknown>;
    articleReport: ArticleReport;
    conversion: {
      first: { id: string; duplicate: boolean };
      again: { id: string; duplicate: boolean };
      refusal: { status: number; body: unknown };
    };
    exports: { files: { format: string; path: string; bytes: number }[]; verified: boolean };
    goal: { path: string; measures: { outcome: string }[] };
    webhook: { event: { type: string }; verified: boolean; changedByte: string };
    work: { approvalUrl: string };
  };
};
