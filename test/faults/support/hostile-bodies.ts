import { connect } from "node:net";
import { callConversions } from "../../support/conversion-call.ts";
import type { LoadTarget } from "./start-load.ts";

/** What became of the bodies of one kind: how many, how they were answered, and the most that one could send. */
export type HostileBodies = Record<
  "oversized" | "endless" | "deep",
  { sent: number; statuses: Record<string, number>; bytesMax: number }
>;

/** As much as a person could send by mistake, and 65,000 times what is allowed. */
const announcedBytes = 1_073_741_824;
/** Who may send this much is stopped by nobody: the cap and what the buffers of a connection hold is far less. */
const stoppedBytesMax = 64 * 1024 * 1024;
const chunkBytes = 16_384;
/** As deep as the cap of a body allows. */
const deepBody = "[".repeat(8_000) + "]".repeat(8_000);
/** After each, so that what is measured is the service and not the noise of this process. */
const pauseMs = 20;

/** Sends oversized bodies, chunked bodies without an end and deep JSON, `workers` of each at a time, until it is stopped. */
export function startHostileBodies(target: LoadTarget, workers: number) {
  const bodies: HostileBodies = { oversized: none(), endless: none(), deep: none() };
  let isStopped = false;

  async function work(kind: keyof HostileBodies, send: () => Promise<Sent>): Promise<void> {
    while (!isStopped) {
      const { status, bytes } = await send();
      const seen = bodies[kind];
      seen.sent += 1;
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      seen.bytesMax = Math.max(seen.bytesMax, bytes);
      await Bun.sleep(pauseMs);
    }
  }
  const chunk = "x".repeat(chunkBytes);
  const oversized = () => pour(target, `Content-Length: ${announcedBytes}`, chunk);
  const endless = () =>
    pour(target, "Transfer-Encoding: chunked", `${chunkBytes.toString(16)}\r\n${chunk}\r\n`);
  const deep = async () => {
    const { status } = await callConversions({ ...target, body: deepBody });
    return { status, bytes: deepBody.length };
  };
  const running = Array.from({ length: workers }, () => [
    work("oversized", oversized),
    work("endless", endless),
    work("deep", deep),
  ]).flat();
  return {
    bodies,
    async stop(): Promise<HostileBodies> {
      isStopped = true;
      await Promise.all(running);
      return bodies;
    },
  };
}

type Sent = { status: number; bytes: number };

function none(): HostileBodies["deep"] {
  return { sent: 0, statuses: {}, bytesMax: 0 };
}

/** Sends `piece` again and again as fast as it is taken, until the answer or the end comes; 0: the end without an answer. */
function pour(target: LoadTarget, header: string, piece: string): Promise<Sent> {
  const { hostname, port } = new URL(target.url);
  const head = `POST /api/reporting/v1/conversions HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${target.key}\r\n${header}\r\n\r\n`;
  return new Promise((resolve) => {
    const sent: Sent = { status: 0, bytes: 0 };
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      more();
    });
    const more = () => {
      if (socket.destroyed) return;
      sent.bytes += piece.length;
      if (sent.bytes > stoppedBytesMax) socket.destroy();
      else if (socket.write(piece)) setImmediate(more);
      else socket.once("drain", more);
    };
    socket.once("data", (bytes) => {
      sent.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString("latin1"))?.[1] ?? 0);
      socket.destroy();
    });
    // Cut off while it sends: the end follows.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => resolve(sent));
  });
}
