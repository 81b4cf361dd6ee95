import { expect, test } from "bun:test";
import { fileBody } from "../../../service/features/media/stream-of.ts";
import { thrownBy } from "../../support/error-of.ts";

async function* pieces(...lengths: number[]) {
  for (const length of lengths) yield new Uint8Array(length).fill(length);
}

test("a file of 1 MiB is sent whole, so that its length is said, and one byte more as it comes", async () => {
  const half = 512 * 1024;
  const whole = await fileBody(pieces(half, half), 2 * half);
  expect(whole).toBeInstanceOf(Uint8Array);
  const streamed = await fileBody(pieces(half, half + 1), 2 * half + 1);
  expect(streamed).toBeInstanceOf(ReadableStream);
  expect((await new Response(whole).bytes()).length).toBe(2 * half);
  expect((await new Response(streamed).bytes()).length).toBe(2 * half + 1);
});

test("a short file that can't be read fails before its answer begins", async () => {
  async function* broken() {
    yield* pieces(1);
    throw new Error("The store is away.");
  }
  expect(await thrownBy(fileBody(broken(), 2))).toThrow("The store is away.");
});
