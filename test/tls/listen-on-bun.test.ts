import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { listenOnBun } from "../../service/listen-on-bun.ts";
import { createLog } from "../../service/log.ts";
import type { Listener } from "../../service/platform.ts";
import { TlsFilesError } from "../../service/tls/read-tls-files.ts";
import {
  authorityPem,
  type Certificate,
  hostCertificate,
  selfSignedCertificate,
} from "../safe-target/certificates.ts";
import { createFolder, removeFolder } from "../support/server-process.ts";

describe("HTTPS from files", () => {
  let folder: string;
  let tls: { certFile: string; keyFile: string };
  let listener: Listener | undefined;
  let logged: string[];
  let seen: boolean[];
  /** Answers to /slow wait for this. */
  let slow: PromiseWithResolvers<void>;

  beforeEach(() => {
    folder = createFolder("prs-tls-");
    tls = { certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
    write(hostCertificate);
    logged = [];
    seen = [];
    slow = Promise.withResolvers();
  });
  afterEach(async () => {
    slow.resolve();
    await listener?.close();
    listener = undefined;
    removeFolder(folder);
  });

  function write({ cert, key }: Certificate): void {
    writeFileSync(tls.certFile, cert);
    writeFileSync(tls.keyFile, key);
  }

  async function listen(port = 0): Promise<Listener> {
    listener = await listenOnBun({
      host: "127.0.0.1",
      port,
      tls,
      log: createLog("debug", (line) => logged.push(line)),
      fetch: async (request, { isTls }) => {
        seen.push(isTls);
        if (request.url.endsWith("/slow")) await slow.promise;
        return new Response("answer");
      },
    });
    return listener;
  }

  const portOf = ({ url }: Listener) => Number(new URL(url).port);
  const get = (url: string) => fetch(url, { keepalive: false, tls: { rejectUnauthorized: false } });

  function openConnection(port: number): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const opening = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => resolve(opening));
      opening.once("error", reject);
    });
  }

  /** The whole answer, which comes in one piece. */
  function ask(socket: TLSSocket): Promise<string> {
    return new Promise((resolve, reject) => {
      socket.once("data", (bytes) => resolve(bytes.toString()));
      socket.once("error", reject);
      socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    });
  }

  /** The serial number of the certificate that a new connection is shown; "" without one. */
  async function serialOf(port: number): Promise<string> {
    const socket = await openConnection(port);
    const serial = socket.getPeerCertificate().serialNumber ?? "";
    socket.destroy();
    return serial;
  }

  async function untilLogged(event: string): Promise<void> {
    const deadline = Date.now() + 5_000;
    while (!logged.some((line) => line.includes(`"event":"${event}"`))) {
      if (Date.now() > deadline) throw new Error(`${event} was not logged: ${logged.join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test("is what a client that checks certificates accepts, and is told to the app", async () => {
    const { url } = await listen();
    expect(url).toStartWith("https://");
    const answer = await fetch(url, { tls: { ca: authorityPem } });
    expect(await answer.text()).toBe("answer");
    expect(seen).toEqual([true]);
  });

  test("shows the new certificate after a change, and ends no answer under way", async () => {
    const running = await listen();
    const port = portOf(running);
    const before = await serialOf(port);
    const underWay = get(`${running.url}/slow`);
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    write(selfSignedCertificate);
    process.emit("SIGHUP");
    await untilLogged("tls_certificate_replaced");
    const after = await serialOf(port);
    expect(after).not.toBe(before);
    expect(await (await get(running.url)).text()).toBe("answer");

    slow.resolve();
    expect(await (await underWay).text()).toBe("answer");
  });

  test("gives every new connection to the new certificate, and answers who was connected a last time", async () => {
    const running = await listen();
    const port = portOf(running);
    const before = await serialOf(port);
    const connected = await openConnection(port);
    expect(await ask(connected)).not.toMatch(/^connection: close\r$/im);

    write(selfSignedCertificate);
    process.emit("SIGHUP");
    await untilLogged("tls_certificate_replaced");
    // By chance half of them would be the old one's; those it had not accepted when it closed would be reset.
    const serials = await Promise.all(Array.from({ length: 40 }, () => serialOf(port)));
    expect(new Set(serials).size).toBe(1);
    expect(serials).not.toContain(before);

    const hungUp = new Promise<void>((resolve) => connected.once("end", resolve));
    const last = await ask(connected);
    expect(last).toEndWith("answer");
    expect(last).toMatch(/^connection: close\r$/im);
    await hungUp;
    expect(await (await get(running.url)).text()).toBe("answer");
  });

  test("sees a change by itself, without a signal, also behind a replaced link", async () => {
    const links = { certFile: join(folder, "live-cert"), keyFile: join(folder, "live-key") };
    const old = tls;
    symlinkSync(old.certFile, links.certFile);
    symlinkSync(old.keyFile, links.keyFile);
    tls = links;
    const port = portOf(await listen());
    const before = await serialOf(port);

    tls = { certFile: join(folder, "cert2.pem"), keyFile: join(folder, "key2.pem") };
    write(selfSignedCertificate);
    for (const [link, target] of [
      [links.certFile, tls.certFile],
      [links.keyFile, tls.keyFile],
    ] as const) {
      rmSync(link);
      symlinkSync(target, link);
    }
    const deadline = Date.now() + 10_000;
    while ((await serialOf(port)) === before) {
      if (Date.now() > deadline) throw new Error("the certificate was not replaced");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, 15_000);

  test("keeps the certificate while the files do not fit each other, says so once, and takes them when they do", async () => {
    const port = portOf(await listen());
    const before = await serialOf(port);
    writeFileSync(tls.certFile, selfSignedCertificate.cert);
    process.emit("SIGHUP");
    await untilLogged("tls_files_unusable");
    process.emit("SIGHUP");
    expect(await serialOf(port)).toBe(before);
    expect(logged.filter((line) => line.includes("tls_files_unusable"))).toHaveLength(1);
    expect(logged.join()).not.toContain("PRIVATE KEY");

    writeFileSync(tls.keyFile, selfSignedCertificate.key);
    process.emit("SIGHUP");
    await untilLogged("tls_certificate_replaced");
    expect(await serialOf(port)).not.toBe(before);
  });

  test("frees the port when it closes, after changes too", async () => {
    const running = await listen();
    const port = portOf(running);
    write(selfSignedCertificate);
    process.emit("SIGHUP");
    await untilLogged("tls_certificate_replaced");
    await running.drain();
    await running.close();
    expect(portOf(await listen(port))).toBe(port);
  });

  test("does not share a port with another service", async () => {
    const first = await listen();
    const second = listen(portOf(first));
    await expect(second).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  test.each([
    ["a certificate that is none", "certFile", "nothing", /TLS_CERT_FILE .* is no certificate in PEM form/],
    ["a key that is none", "keyFile", "nothing", /TLS_KEY_FILE .* is no private key in PEM form/],
    ["another certificate's key", "keyFile", selfSignedCertificate.key, /is not that of the certificate/],
    ["a file that is missing", "keyFile", null, /TLS_KEY_FILE: .* can't be read \(ENOENT\)/],
  ] as const)("does not start with %s", async (_name, file, content, message) => {
    if (content === null) rmSync(tls[file]);
    else writeFileSync(tls[file], content);
    const starting = listen();
    await expect(starting).rejects.toBeInstanceOf(TlsFilesError);
    await expect(starting).rejects.toThrow(message);
  });
});
