import { expect, test } from "bun:test";
import { isDatabaseUnavailable } from "../../../service/floor/db/is-unavailable.ts";

const errorOf = (code: string, message: string) => Object.assign(new Error(message), { code });
const closed =
  "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally";

test("a worker of a cluster that dies in the middle of a statement is a database that is away, and a fault is none", () => {
  expect(isDatabaseUnavailable(errorOf("XX000", closed))).toBe(true);
  expect(isDatabaseUnavailable(errorOf("08006", "connection to the remote node failed"))).toBe(true);
  expect(isDatabaseUnavailable(errorOf("XX000", "cache lookup failed for relation 7"))).toBe(false);
  expect(isDatabaseUnavailable(errorOf("23505", closed))).toBe(false);
});
