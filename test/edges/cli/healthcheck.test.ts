import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { healthUrlOf } from "../../../service/edges/cli/healthcheck.ts";
import { selfSignedCertificate } from "../../floor/outbound/certificates.ts";
import { runProgram } from "./run-program.ts";

test.each([
  ["127.0.0.1", false, "http://127.0.0.1:3000/health"],
  ["0.0.0.0", false, "http://127.0.0.1:3000/health"],
  ["::", true, "https://[::1]:3000/health"],
  ["10.1.2.3", true, "https://10.1.2.3:3000/health"],
])("a service that listens on %s (TLS: %p) is asked at %s", (host, isTls, url) => {
  const tls = isTls ? { certFile: "cert", keyFile: "key" } : null;
  expect(healthUrlOf({ host, port: 3000, tls })).toBe(url);
});

describe("the health check", () => {
  let server: Server;
  let status = 200;
  let environment: Record<string, string>;

  beforeAll(async () => {
    server = createServer(selfSignedCertificate, (request, answer) => {
      answer.statusCode = request.url === "/health" ? status : 404;
      answer.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    environment = { PORT: String(port), HOST: "0.0.0.0", TLS_CERT_FILE: "cert.pem", TLS_KEY_FILE: "key.pem" };
  });
  afterAll(() => {
    server.close();
  });

  test("asks over TLS, whatever name the certificate has", async () => {
    expect(await runProgram(["healthcheck"], environment)).toEqual({
      exitCode: 0,
      stdout: "ok\n",
      stderr: "",
    });
  });

  test("ends with 1 and says why when the answer is not 200", async () => {
    status = 503;
    const { exitCode, stderr } = await runProgram(["healthcheck"], environment);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`pr-service: https://127.0.0.1:${environment.PORT}/health answered 503.\n`);
  });

  test("names its port on the command line too", async () => {
    const { exitCode, stderr } = await runProgram(["healthcheck", "--port", "1"], environment);
    expect(exitCode).toBe(1);
    expect(stderr).toStartWith(
      "pr-service: https://127.0.0.1:1/health does not answer: connect ECONNREFUSED",
    );
  });
});
