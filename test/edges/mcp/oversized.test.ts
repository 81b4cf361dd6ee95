import { expect, test } from "bun:test";
import { connect } from "node:net";
import { serviceScene } from "../../support/cast.ts";

const bodyBytesMax = 256 * 1024;
/** Far less than the 30 s after which a silent connection is closed. */
const answerMsMax = 20_000;
/** Who says nothing for so long is taken to wait. */
const silenceMs = 2_000;

const { service, agency } = serviceScene();

test.each([
  ["one byte past the cap", bodyBytesMax + 1],
  ["past what the server itself takes", 2 * 1024 * 1024],
  ["a gigabyte", 1024 ** 3],
])("an announced length of %s is refused before a byte of the body has come", async (_name, bytes) => {
  expect(await ask(`Content-Length: ${bytes}`)).toContain("413");
});

test("an announced length at the cap is waited for", async () => {
  expect(await ask(`Content-Length: ${bodyBytesMax}`, "", silenceMs)).toBe("");
});

test("chunks past the cap are refused without waiting for their end", async () => {
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  expect(await ask("Transfer-Encoding: chunked", `${chunk.repeat(4)}1\r\nx\r\n`)).toContain("413");
  expect(await ask("Transfer-Encoding: chunked", chunk.repeat(4), silenceMs)).toBe("");
});

/** Sends the head of a message and `body`, never an end, and returns the first line of the answer; empty for none in time. */
function ask(headers: string, body = "", timeoutMs = answerMsMax): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${agency.key}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`,
      ),
    );
    const settle = (line: string) => {
      socket.destroy();
      resolve(line);
    };
    socket.setTimeout(timeoutMs, () => settle(""));
    socket.on("error", () => settle("reset"));
    socket.on("data", (bytes) => settle(bytes.toString().split("\r\n", 1)[0] ?? ""));
  });
}
