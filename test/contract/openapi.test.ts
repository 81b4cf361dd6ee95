import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceScene } from "../support/cast.ts";
import { generateSdkTypes } from "../support/generate-types.ts";

const committedPath = join(import.meta.dir, "../../docs/openapi.json");
const typesPath = join(import.meta.dir, "../../sdk/src/types/openapi.ts");
const programs = join(import.meta.dir, "../../node_modules/.bin");

describe("the OpenAPI document", () => {
  const { service } = serviceScene();
  let folder: string;
  let path: string;
  let text: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "prs-openapi-"));
    path = join(folder, "openapi.json");
    text = `${JSON.stringify(await (await fetch(`${service.url}/openapi.json`)).json(), null, 2)}\n`;
    writeFileSync(path, text);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is the committed one; `bun run openapi` writes it anew", () => {
    expect(text).toBe(readFileSync(committedPath, "utf8"));
  });

  test("makes the types that the SDK has; `bun run openapi` writes them anew", async () => {
    expect(await generateSdkTypes(JSON.parse(text))).toBe(readFileSync(typesPath, "utf8"));
  });

  test("has no errors for redocly", () => {
    const result = spawnSync(join(programs, "redocly"), ["lint", path, "--format=summary"], {
      encoding: "utf8",
      env: quiet(),
    });
    expect({
      status: result.status,
      output: result.status === 0 ? "" : result.stdout + result.stderr,
    }).toEqual({ status: 0, output: "" });
  });

  test("has neither errors nor warnings for spectral:oas", () => {
    const ruleset = join(folder, ".spectral.yaml");
    writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
    const result = spawnSync(
      join(programs, "spectral"),
      ["lint", path, "--ruleset", ruleset, "--fail-severity=warn"],
      { encoding: "utf8", env: quiet() },
    );
    expect({
      status: result.status,
      output: result.status === 0 ? "" : result.stdout + result.stderr,
    }).toEqual({ status: 0, output: "" });
  });

  test("names every operation once, with both security schemes and the limit headers on each answer", () => {
    const document = JSON.parse(text);
    const operations = Object.entries<Record<string, Operation>>(document.paths)
      .filter(([at]) => at.startsWith("/api/reporting/"))
      .flatMap(([, methods]) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const operation of operations) {
      expect(operation.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
      for (const answer of Object.values(operation.responses)) {
        expect(Object.keys(answer.headers)).toContain("X-RateLimit-Remaining");
      }
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["401", "403", "429", "503"]));
    }
  });

  test("is shown at /docs with nothing loaded from elsewhere", async () => {
    const page = await fetch(`${service.url}/docs`);
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const [, source] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(source).toStartWith("/docs/");
      expect((await fetch(service.url + source)).status).toBe(200);
    }
  });
});

type Operation = {
  operationId: string;
  security: unknown;
  responses: Record<string, { headers: Record<string, unknown> }>;
};

/** The linters say hello to their makers' servers unless told otherwise. */
function quiet(): Record<string, string> {
  return {
    PATH: Bun.env.PATH ?? "",
    HOME: tmpdir(),
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    CI: "true",
  };
}
