/** Largest answer that is read from an AI server, in bytes; a statement has 3,000, and reasoning text may come with it. */
const answerBytesMax = 1024 * 1024;

/**
 * `fetch` that follows no redirect, because key and text would go to a host that nobody configured, and that ends with an
 * error when the answer is larger than any answer we can use, whatever its headers say.
 */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (response.body === null) return response;
  let received = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength;
      if (received > answerBytesMax)
        controller.error(new RangeError(`The answer is larger than ${answerBytesMax} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counting), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}
