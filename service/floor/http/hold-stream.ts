/** A reader that has not taken `stepBytes` more in half an hour has gone: a line of 1.1 Mbit/s brings them. */
const stepMsMax = 30 * 60_000;
const stepBytes = 250_000_000;

/** The same stream, that says once when nobody reads it any more: at its end, when it fails, is cancelled, or is read too slowly. */
export function holdStream(
  stream: ReadableStream<Uint8Array>,
  { signal, onEnd }: { signal: AbortSignal; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
    onEnd();
  };
  const giveUp = () => {
    end();
    reader.cancel().catch(() => undefined);
  };
  let timer = setTimeout(giveUp, stepMsMax);
  let bytesLeft = stepBytes;
  const count = ({ length }: Uint8Array) => {
    bytesLeft -= length;
    if (bytesLeft > 0) return;
    clearTimeout(timer);
    timer = setTimeout(giveUp, stepMsMax);
    bytesLeft = stepBytes;
  };
  // A server drops the stream of a client that went before the first byte, without a word to the stream.
  signal.addEventListener("abort", giveUp, { once: true });
  if (signal.aborted) giveUp();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          // A download that was given up ends with an error, or its file would look complete.
          if (isOver) return controller.error(new Error("The download took too long."));
          if (!done) {
            count(value);
            return controller.enqueue(value);
          }
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
