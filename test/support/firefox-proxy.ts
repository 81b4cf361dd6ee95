#!/usr/bin/env bun
/**
 * Debian's Firefox as Playwright wants to start it: its one command that this Firefox does not know yet is answered here, all others are
 * passed on. The arguments are those of Firefox.
 */
const unknownCommand = "emulation.setMediaFeaturesOverride";
const announced = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const firefox = Bun.spawn(["/usr/bin/firefox-esr", ...Bun.argv.slice(2)], {
  stdin: "ignore",
  stdout: "ignore",
  stderr: "pipe",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => firefox.kill(signal));
const target = await addressOf(firefox.stderr);

const server = Bun.serve<{ firefox: WebSocket; waiting: string[] }, never>({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request, self) {
    const { pathname } = new URL(request.url);
    const data = { firefox: new WebSocket(new URL(pathname, target)), waiting: [] };
    return self.upgrade(request, { data }) ? undefined : new Response(null, { status: 400 });
  },
  websocket: {
    maxPayloadLength: 256 * 1024 * 1024,
    open(socket) {
      const { firefox: behind, waiting } = socket.data;
      behind.onopen = () => {
        for (const message of waiting.splice(0)) behind.send(message);
      };
      behind.onmessage = ({ data }) => void socket.send(String(data));
      behind.onclose = () => socket.close();
    },
    message(socket, message) {
      const text = String(message);
      const { id, method } = JSON.parse(text);
      if (method === unknownCommand) {
        socket.send(JSON.stringify({ type: "success", id, result: {} }));
        return;
      }
      const { firefox: behind, waiting } = socket.data;
      if (behind.readyState === WebSocket.OPEN) behind.send(text);
      else waiting.push(text);
    },
    close: (socket) => socket.data.firefox.close(),
  },
});
process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.port}\n`);
process.exit(await firefox.exited);

/** Where this Firefox listens; what it writes later is read and dropped, so that it never waits for a reader. */
async function addressOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  void (async () => {
    let text = "";
    for await (const chunk of stream) {
      text = (text + new TextDecoder().decode(chunk)).slice(-10_000);
      const found = announced.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    }
  })();
  return await promise;
}
