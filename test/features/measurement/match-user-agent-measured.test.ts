import { expect, test } from "bun:test";
import { matchUserAgent } from "../../../service/features/measurement/classify/match-user-agent.ts";
import { processorMsOf } from "../../support/processor-time.ts";

test("a hostile user agent of 10 KB is answered in milliseconds", async () => {
  for (const part of ["a", "Current", "Spider", "bot ", "(", "Mozilla/5.0 (", "1.", "Chirp\n"]) {
    const userAgent = part.repeat(Math.ceil(10_240 / part.length));
    expect(await processorMsOf(() => matchUserAgent(userAgent))).toBeLessThan(500);
  }
});
