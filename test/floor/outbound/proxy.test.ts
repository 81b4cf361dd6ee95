import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { authorityPem, hostCertificate } from "./certificates.ts";
import { answering, startReceiver } from "./receivers.ts";

/** Posts in a process of its own, because a proxy is read from the environment at the start. */
const program = `
  import { postPinned } from ${JSON.stringify(new URL("../../../service/floor/outbound/post-pinned.ts", import.meta.url).href)};
  import { createAddressRanges } from ${JSON.stringify(new URL("../../../service/floor/http/address-ranges.ts", import.meta.url).href)};
  const rules = { allowCidrs: createAddressRanges(["127.0.0.0/8"]), resolve: async () => [{ address: "127.0.0.1" }] };
  const post = { headers: {}, body: new Uint8Array(2), rules, timeoutMs: 5_000, ca: ${JSON.stringify(authorityPem)} };
  for (const url of process.argv.slice(-2)) console.log((await postPinned(url, post)).status);
`;

test("no proxy of the environment gets a byte, whatever switches it on, and the process ends by itself after it", async () => {
  await using proxy = await startReceiver(answering("HTTP/1.1 502 X\r\nContent-Length: 0\r\n\r\n"));
  const created = answering("HTTP/1.1 201 X\r\nContent-Length: 0\r\n\r\n");
  await using plain = await startReceiver(created);
  await using secure = await startReceiver(created, hostCertificate);
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const env = {
    PATH: "/usr/bin:/bin",
    NODE_USE_ENV_PROXY: "1",
    HTTP_PROXY: proxyUrl,
    HTTPS_PROXY: proxyUrl,
    http_proxy: proxyUrl,
    https_proxy: proxyUrl,
    ALL_PROXY: proxyUrl,
  };
  const urls = [`http://hooks.example:${plain.port}/`, `https://hooks.example:${secure.port}/`];
  const child = spawn(process.execPath, ["-e", program, ...urls], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(output.trim()).toBe("201\n201");
  expect(exitCode).toBe(0);
  expect(proxy.received).toEqual([]);
  expect(plain.received).toHaveLength(1);
  expect(secure.received).toHaveLength(1);
});
