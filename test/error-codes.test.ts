import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { errorCodesPath, renderErrorCodesPage } from "./support/write-error-codes.ts";

test("docs/error-codes.md explains each code as the program has it", () => {
  expect(readFileSync(errorCodesPath, "utf8")).toBe(renderErrorCodesPage());
});
