import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { listenOnBun } from "../../../service/program/listen-on-bun.ts";
import type { Listener } from "../../../service/program/platform.ts";
import { TlsFilesError } from "../../../service/program/tls/read-tls-files.ts";
import {
  authorityPem,
  type Certificate,
  hostCertificate,
  selfSignedCertificate,
} from "../../floor/outbound/certificates.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";

describe("HTTPS from files", () => {
  let folder: string;
  let tls: { certFile: string; keyFile: string };
  let listener: Listener | undefined;
  let seen: boolean[];

  beforeEach(() => {
    folder = createFolder("prs-tls-");
    tls = { certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
    write(hostCertificate);
    seen = [];
  });
  afterEach(async () => {
    await listener?.close();
    listener = undefined;
    removeFolder(folder);
  });

  test("is what a client that checks certificates accepts, and is told to the app", async () => {
    const { url } = await listen();
    expect(url).toStartWith("https://");
    const answer = await fetch(url, { tls: { ca: authorityPem } });
    expect(await answer.text()).toBe("answer");
    expect(seen).toEqual([true]);
  });

  test("frees the port when it closes, and shows the files' certificate of the next start", async () => {
    const running = await listen();
    const port = portOf(running);
    const before = await serialOf(port);
    write(selfSignedCertificate);
    expect(await serialOf(port)).toBe(before);
    await running.drain();
    await running.close();
    expect(portOf(await listen(port))).toBe(port);
    expect(await serialOf(port)).not.toBe(before);
  });

  test("does not share a port with another service", async () => {
    const first = await listen();
    const second = listen(portOf(first));
    expect(await errorOf(second)).toMatchObject({ code: "EADDRINUSE" });
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
    expect(await errorOf(starting)).toBeInstanceOf(TlsFilesError);
    expect(await thrownBy(starting)).toThrow(message);
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
      fetch: async (_request, { isTls }) => {
        seen.push(isTls);
        return new Response("answer");
      },
    });
    return listener;
  }

  const portOf = ({ url }: Listener) => Number(new URL(url).port);

  function openConnection(port: number): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const opening = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => resolve(opening));
      opening.once("error", reject);
    });
  }

  /** The serial number of the certificate that a new connection is shown; "" without one. */
  async function serialOf(port: number): Promise<string> {
    const socket = await openConnection(port);
    const serial = socket.getPeerCertificate().serialNumber ?? "";
    socket.destroy();
    return serial;
  }
});
