import { expect, test } from "bun:test";
import { rateLimitHeaders } from "../../../service/floor/limits/rate-limit-headers.ts";

const verdict = {
  isAdmitted: true,
  admission: null,
  limit: 500,
  remaining: 499,
  resetAtSeconds: 1_790_003_600,
  retryAfterSeconds: 3599,
};

test("the contract's headers and the IETF fields say the same", () => {
  expect(rateLimitHeaders(verdict, "hourly", 3600)).toEqual({
    "X-RateLimit-Limit": "500",
    "X-RateLimit-Remaining": "499",
    "X-RateLimit-Reset": "1790003600",
    "RateLimit-Policy": '"hourly";q=500;w=3600',
    RateLimit: '"hourly";r=499;t=3599',
  });
});

test("a refusal says when to come back", () => {
  const headers = rateLimitHeaders({ ...verdict, isAdmitted: false, remaining: 0 }, "hourly", 3600);
  expect(headers["Retry-After"]).toBe("3599");
  expect(headers.RateLimit).toBe('"hourly";r=0;t=3599');
});

test("a policy name that would break the structured field is refused", () => {
  expect(() => rateLimitHeaders(verdict, 'a"b', 3600)).toThrow(RangeError);
});
