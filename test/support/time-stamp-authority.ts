/** Time stamping authorities of tests: private ones, made and run by `openssl ts`, which answer by HTTP as those of the public do. */
import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

const run = promisify(execFile);

/** `id-etsi-qcs-QcCompliance`: a certificate with it calls itself a qualified one. */
const qualifiedStatement =
  "1.3.6.1.5.5.7.1.3=ASN1:SEQUENCE:statements\n[statements]\nfirst=SEQUENCE:compliance\n[compliance]\nid=OID:0.4.0.1862.1.1\n";
export const testPolicy = "1.3.6.1.4.1.99999.1";

export type TestAuthority = {
  folder: string;
  /** PEM file of the root. */
  caFile: string;
  root: X509Certificate;
  /** The answer to a request, both DER. */
  reply(query: Uint8Array): Promise<Buffer>;
  remove(): void;
};

/** Makes a root and an authority below it. */
export async function createAuthority(
  options: { usage?: string; isQualified?: boolean; ended?: boolean; policy?: string } = {},
): Promise<TestAuthority> {
  const { usage = "critical,timeStamping", isQualified = false, policy = testPolicy } = options;
  const folder = mkdtempSync(join(tmpdir(), "authority-"));
  const openssl = async (...given: string[]) => void (await run("openssl", given, { cwd: folder }));
  const subject = "/O=Stempel GmbH/CN=Stempelstelle";
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  await openssl(
    "req",
    "-x509",
    ...key,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=Wurzel",
    "-days",
    "30",
  );
  await openssl("req", ...key, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", subject);
  writeFileSync(
    join(folder, "extensions"),
    `extendedKeyUsage=${usage}\nkeyUsage=critical,digitalSignature\n${isQualified ? qualifiedStatement : ""}`,
  );
  const signing = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "extensions"];
  const days = options.ended === true ? ["-days", "-1"] : ["-days", "20"];
  await openssl("x509", "-req", "-in", "tsa.csr", ...signing, "-out", "tsa.pem", ...days);
  writeFileSync(join(folder, "serial"), "01\n");
  writeFileSync(join(folder, "tsa.cnf"), configurationOf(policy));
  let replies = 0;
  return {
    folder,
    caFile: join(folder, "ca.pem"),
    root: new X509Certificate(readFileSync(join(folder, "ca.pem"))),
    async reply(query) {
      replies += 1;
      const [asked, answered] = [join(folder, `${replies}.tsq`), join(folder, `${replies}.tsr`)];
      writeFileSync(asked, query);
      await openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", asked, "-out", answered);
      return readFileSync(answered);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function configurationOf(policy: string): string {
  return `[tsa]
default_tsa = own
[own]
serial = serial
signer_cert = tsa.pem
certs = ca.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = ${policy}
digests = sha256
accuracy = secs:1
`;
}

/** Serves an authority, or whatever `answer` does in its place. */
export async function serveAuthority(
  answer: (query: Buffer, response: ServerResponse) => Promise<Buffer | null>,
): Promise<{ url: string; queries: Buffer[]; stop(): Promise<void> }> {
  const queries: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const query = await buffer(request).catch(() => Buffer.alloc(0));
    queries.push(query);
    const reply = await answer(query, response);
    if (reply === null) return;
    response.writeHead(200, { "content-type": "application/timestamp-reply" }).end(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/tsa`,
    queries,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
