import { expect, test } from "bun:test";
import { serviceScene } from "../../support/cast.ts";
import { processorMsOf } from "../../support/processor-time.ts";

/** What the form of a token may have. */
const formBytesMax = 16 * 1024;

const { service } = serviceScene();

test("a form of names takes time by its length and not by the square of it", async () => {
  const names = Array.from({ length: formBytesMax / 4 }, (_, at) => at.toString(36).padStart(3, "0"));
  const body = `${names.join("&")}&`;
  expect(body).toHaveLength(formBytesMax);
  const spentMs = await processorMsOf(async () => {
    // The square of it took 0.2 s each, for anybody.
    for (let each = 0; each < 10; each += 1) expect(await statusOf(body)).toBe(400);
  });
  expect(spentMs).toBeLessThan(250);
});

async function statusOf(body: string): Promise<number> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await fetch(`${service.url}/oauth/token`, { method: "POST", headers, body });
  await answer.body?.cancel();
  return answer.status;
}
