import { connect, type Socket } from "node:net";

/** What became of a request: its answer, or how it failed. */
export type Outcome =
  | {
      status: number;
      headers: string;
      body: string;
      /** The server said `Connection: close`. */
      isLast: boolean;
    }
  /** No connection came about: nothing was sent. */
  | "refused"
  /** It was sent, and its connection ended before the whole answer was there. */
  | "broken";

export type KeepAliveClient = {
  /** Sends one request over the connection of the one before, if that is still open. */
  send(request: string): Promise<Outcome>;
  close(): void;
};

/**
 * A client of HTTP/1.1 that keeps its connection and never sends anything twice. The runtime's own clients send a request
 * again by themselves whose kept connection turned out to be closed, and so see no reset.
 */
export function openKeepAliveClient(url: string): KeepAliveClient {
  const { hostname, port } = new URL(url);
  let socket: Socket | null = null;

  async function open(): Promise<Socket | null> {
    const opened = connect(Number(port), hostname);
    // What happens to a connection between two requests is noticed by the next.
    opened.on("error", () => {});
    const isOpen = await new Promise<boolean>((resolve) => {
      opened.once("connect", () => resolve(true)).once("close", () => resolve(false));
    });
    opened.once("close", () => {
      if (socket === opened) socket = null;
    });
    opened.once("end", () => {
      if (socket === opened) socket = null;
    });
    return isOpen ? opened : null;
  }

  return {
    async send(request) {
      socket ??= await open();
      const used = socket;
      if (used === null) return "refused";
      const outcome = await answerOn(used, request);
      if (typeof outcome === "object" && outcome.isLast) socket = null;
      return outcome;
    },
    close: () => socket?.destroy(),
  };
}

function answerOn(socket: Socket, request: string): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let text = "";
  const read = (chunk: Buffer) => {
    text += chunk.toString("latin1");
    const answer = readAnswer(text);
    if (answer !== null) resolve(answer);
  };
  const end = () => resolve("broken");
  socket.on("data", read).on("close", end).on("end", end);
  socket.write(request);
  return promise.finally(() => socket.off("data", read).off("close", end).off("end", end));
}

/** Null until the answer is whole. Of the service's answers only streamed ones are chunked. */
function readAnswer(text: string): Exclude<Outcome, string> | null {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const headers = text.slice(0, headEnd);
  const body = text.slice(headEnd + 4);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1]);
  const length = /^content-length: (\d+)$/im.exec(headers)?.[1];
  const isWhole = length === undefined ? body.endsWith("0\r\n\r\n") : body.length >= Number(length);
  return isWhole ? { status, headers, body, isLast: /^connection: close$/im.test(headers) } : null;
}
