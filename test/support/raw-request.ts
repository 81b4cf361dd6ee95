import { connect } from "node:net";

/** A service that says nothing for this long has not understood that the request is complete. */
const silenceTimeoutMs = 5_000;

/** Sends bytes as they are and returns what comes back until the connection ends. */
export function rawRequest(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.setTimeout(silenceTimeoutMs, () => socket.destroy());
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
