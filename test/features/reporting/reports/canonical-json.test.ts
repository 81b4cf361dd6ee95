import { expect, test } from "bun:test";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { canonicalJson } from "../../../../sdk/src/canonical-json.ts";

test("what the service hashes is what the SDK checks: both write the same canonical text of any JSON value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 5 }), (value) => {
      let fromSdk: string | null = null;
      try {
        fromSdk = canonicalJson(value);
      } catch {
        // A lone surrogate: PostgreSQL and our schemas refuse it before it could come so far.
        return;
      }
      expect(fromSdk).toBe(canonicalize(value) ?? "");
    }),
    { numRuns: 2_000 },
  );
});

test("numbers and names follow RFC 8785 in both", () => {
  const value = {
    "\u20ac": 1,
    "\r": -0,
    "\ud83d\ude00": 1e21,
    "\u0080": 1e-7,
    "1": 0.1 + 0.2,
    "</script>": [4.5],
  };
  expect(canonicalJson(value)).toBe(canonicalize(value) ?? "");
  expect(canonicalJson(value)).toStartWith('{"\\r":0,"1":0.30000000000000004,"</script>":[4.5],');
});
