import { expect, test } from "bun:test";
import { explainStartError } from "../../../service/edges/cli/explain-start-error.ts";

const denied = (more: object) => Object.assign(new Error("permission denied"), { code: "EACCES", ...more });

test("a port that needs more rights is named, a file that this user may not open is not taken for one", () => {
  expect(String(explainStartError(denied({ syscall: "listen" }), 80))).toContain("Port 80 needs more rights");
  const error = denied({ syscall: "open", path: "/data/secret.key" });
  expect(explainStartError(error, 4780)).toBe(error);
});
