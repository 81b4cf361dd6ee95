import { describe, expect, test } from "bun:test";
import { createConnectionPool } from "../../../service/floor/outbound/connection-pool.ts";
import { post } from "./posting.ts";
import { answeringEach, noContent, startReceiver } from "./receivers.ts";

describe("a connection that is kept", () => {
  const answers: [name: string, answer: string][] = [
    ["says that it is the last", "HTTP/1.1 204 X\r\nConnection: Close\r\n\r\n"],
    ["is of HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"],
    ["has another one behind it", `${noContent}HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n`],
  ];
  for (const [name, answer] of answers) {
    test(`is closed after an answer that ${name}`, async () => {
      await using receiver = await startReceiver(answeringEach((socket) => socket.write(answer)));
      const connections = createConnectionPool();
      for (let count = 0; count < 3; count += 1) {
        expect((await post(receiver, { connections })).status).not.toBe(299);
      }
      expect(receiver.received).toHaveLength(3);
      connections.clear();
    });
  }

  // What is behind an answer, in the same piece, in the next one, or a little later, and what comes for the next post.
  const smuggled = [
    ["HTTP/1.1 204 X\r\nContent-Length: 45\r\n\r\n", "HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n"],
    [`${noContent}HTTP/1.1 299 Forged\r\nContent-Le`, "ngth: 0\r\n\r\n"],
    [`${noContent}HTTP/`, "1.1 299 Forged\r\nContent-Length: 0\r\n\r\n"],
    ["HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n"],
    ["HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 299 Forged\r\n\r\n"],
    ["HTTP/1.1 304 X\r\nContent-Length: 45\r\n\r\n", "HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n"],
  ] as const;
  for (const [first, second] of smuggled) {
    for (const waitMs of [0, 2]) {
      test(`takes no answer smuggled ${waitMs} ms behind ${JSON.stringify(first)} for the next post's`, async () => {
        let smuggled = Promise.resolve();
        await using receiver = await startReceiver(
          answeringEach((socket, request) => {
            socket.write(request === 1 ? first : noContent);
            if (request > 1) return;
            smuggled = new Promise((resolve) => {
              // A connection that was closed takes nothing any more, which ends the wait as well.
              socket.once("close", () => resolve());
              setTimeout(() => socket.write(second, () => resolve()), waitMs);
            });
          }),
        );
        const connections = createConnectionPool();
        for (let count = 0; count < 3; count += 1) {
          const outcome = await post(receiver, { connections }).catch((error: unknown) => error);
          expect(outcome).not.toMatchObject({ status: 299 });
          // What comes only after the next post was sent can't be told from its answer: that is HTTP/1.1.
          await smuggled;
          await Bun.sleep(5);
        }
        connections.clear();
      });
    }
  }

  test("is closed when bytes come that nobody asked for: they answer no later post", async () => {
    let forge = () => {};
    await using receiver = await startReceiver(
      answeringEach((socket) => {
        socket.write(noContent);
        forge = () => socket.write("HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n");
      }),
    );
    const connections = createConnectionPool();
    await post(receiver, { connections });
    forge();
    await receiver.closed;
    expect(await post(receiver, { connections })).toMatchObject({ status: 204 });
    expect(receiver.received).toHaveLength(2);
    connections.clear();
  });
});
