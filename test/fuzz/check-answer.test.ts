import { expect, test } from "bun:test";
import { createAnswerCheck } from "./check-answer.ts";
import { findOperation, listOperations } from "./openapi-operations.ts";

const operations = listOperations();
const check = createAnswerCheck(operations);

test("an answer that the document does not list is told, and so are a wrong body and a missing header", () => {
  const operation = findOperation(operations, "POST", "/api/tools/seo-checker?a=b");
  if (operation === null) throw new Error("The document lists no SEO checker.");
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
    status,
    headers: new Headers({ "content-type": "application/json", "x-request-id": "1", ...headers }),
    body: new TextEncoder().encode(JSON.stringify(body)),
    signature: null,
  });
  expect(check(operation, answer(403, { error: "Nein." }))).toEqual([]);
  expect(check(operation, answer(418, { error: "Nein." }))).toEqual(["status 418 is not listed"]);
  expect(check(operation, answer(500, { error: "Nein." }))).toEqual(["status 500"]);
  expect(check(operation, answer(403, { error: 5 }))).toEqual(["body: data/error must be string"]);
  expect(check(operation, answer(403, { error: "Nein." }, { "content-type": "text/html" }))).toEqual([
    'content type "text/html" is not listed',
  ]);
  expect(check(operation, answer(429, { error: "Nein." }))).toContain("header Retry-After is missing");
  expect(check(null, answer(502, {}))).toEqual(["status 502 outside the document"]);
});

test("HEAD is answered as GET is, without a body", () => {
  const operation = findOperation(operations, "GET", "/api/reporting/v1/exports/x/download");
  const head = (status: number, body = "") => ({
    status,
    headers: new Headers({ "content-type": "application/json" }),
    body: new TextEncoder().encode(body),
    signature: null,
  });
  expect(check(operation, head(409), true)).toEqual([]);
  expect(check(operation, head(418), true)).toEqual(["status 418 is not listed"]);
  expect(check(operation, head(409, "{}"), true)).toEqual(["HEAD was answered with a body"]);
});
