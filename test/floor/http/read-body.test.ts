import { expect, test } from "bun:test";
import { readBody, readOffBytesMax } from "../../../service/floor/http/read-body.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";

const bytesMax = 1_000;
const chunkBytes = 64 * 1024;

test("a body of the greatest size is taken, and one byte more is refused", async () => {
  expect((await readBody(announcing(bytesMax).request, bytesMax)).byteLength).toBe(bytesMax);
  expect(await thrownBy(readBody(announcing(bytesMax + 1).request, bytesMax))).toThrow(
    "larger than 1000 bytes",
  );
});

test.each([
  [
    "form is read to its end, so that its sender sees the answer",
    undefined,
    readOffBytesMax,
    readOffBytesMax,
  ],
  [
    "form is not read at all where it is larger than anybody sends by mistake",
    undefined,
    readOffBytesMax + 1,
    0,
  ],
  ["body of a program is not read at all", "application/json", bytesMax + 1, 0],
])("a refused %s", async (_, type, announced, read) => {
  const { request, sent } = announcing(announced, type);
  expect(await errorOf(readBody(request, bytesMax))).toMatchObject({ code: "payload_too_large" });
  expect(sent.bytes).toBe(read);
});

test("whoever leaves in the middle of a refused form is refused as well", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
  const headers = {
    "content-length": String(bytesMax + 1),
    "content-type": "application/x-www-form-urlencoded",
  };
  const request = new Request("http://localhost/", { method: "POST", body, headers });
  expect(await errorOf(readBody(request, bytesMax))).toMatchObject({ code: "payload_too_large" });
});

/** A request that announces `bytes`, and how many of them were taken from it. */
function announcing(bytes: number, type = "multipart/form-data; boundary=x") {
  const sent = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = new Uint8Array(Math.min(chunkBytes, bytes - sent.bytes));
        sent.bytes += chunk.byteLength;
        controller.enqueue(chunk);
        if (sent.bytes === bytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-length": String(bytes), "content-type": type };
  return { request: new Request("http://localhost/", { method: "POST", body, headers }), sent };
}
