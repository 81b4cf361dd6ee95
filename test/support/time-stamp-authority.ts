/** Time stamping authorities of tests: private ones, made and run by `openssl ts`, which answer by HTTP as those of the public do. */
import { execFile } from "node:child_process";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { initializeTSA } from "@sigstore/mock/dist/timestamp/tsa.js";
import { Integer } from "asn1js";
import { TimeStampReq } from "pkijs";
import { timestampReply } from "../../service/features/stamps/stamp-box.ts";
import { portOf } from "./port-of.ts";

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
  /**
   * The same answer, signed as no authority would: by a certificate with other uses or attributes, or over changed content. `also` are
   * options of `openssl cms`.
   */
  forge(
    query: Uint8Array,
    changes: {
      change?: (info: Buffer) => Buffer;
      usage?: string;
      inPlace?: boolean;
      also?: string[];
    },
  ): Promise<Buffer>;
  /** The answer to a request of `openssl ts -query` with these options. */
  stamp(asked: string[]): Promise<Buffer>;
  remove(): void;
};

/** Makes a root and an authority below it. */
export async function createAuthority(
  options: { isQualified?: boolean; ended?: boolean; policy?: string } = {},
): Promise<TestAuthority> {
  const { isQualified = false, policy = testPolicy } = options;
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
    `extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n${isQualified ? qualifiedStatement : ""}`,
  );
  const signing = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "extensions"];
  const days = options.ended === true ? ["-days", "-1"] : ["-days", "20"];
  await openssl("x509", "-req", "-in", "tsa.csr", ...signing, "-out", "tsa.pem", ...days);
  writeFileSync(join(folder, "serial"), "01\n");
  writeFileSync(join(folder, "tsa.cnf"), configurationOf(policy));
  let replies = 0;
  // One after the other: each writes the file of serial numbers, and one that read it meanwhile found it empty.
  let turn: Promise<unknown> = Promise.resolve();
  const certify = async (name: string, use: string, more: string[]) => {
    const extended = use === "" ? "" : `extendedKeyUsage=${use}\n`;
    writeFileSync(join(folder, `${name}.ext`), `${extended}keyUsage=critical,digitalSignature\n`);
    const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", `${name}.ext`];
    await openssl("x509", "-req", "-in", "tsa.csr", ...by, "-out", `${name}.pem`, "-days", "19", ...more);
  };
  const made: TestAuthority = {
    folder,
    caFile: join(folder, "ca.pem"),
    root: new X509Certificate(readFileSync(join(folder, "ca.pem"))),
    async reply(query) {
      replies += 1;
      const [asked, answered] = [join(folder, `${replies}.tsq`), join(folder, `${replies}.tsr`)];
      writeFileSync(asked, query);
      const replying = turn.then(() =>
        openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", asked, "-out", answered),
      );
      turn = replying.catch(() => undefined);
      await replying;
      return readFileSync(answered);
    },
    async forge(query, { change = (info) => info, usage: use, inPlace = false, also = ["-cades"] }) {
      const answer = await made.reply(query);
      const [token, info, signed] = ["token", "info", "signed"].map((name) => `${replies}.${name}`);
      writeFileSync(join(folder, `${token}.tsr`), answer);
      await openssl(
        "ts",
        "-reply",
        "-config",
        "tsa.cnf",
        "-in",
        `${token}.tsr`,
        "-token_out",
        "-out",
        `${token}`,
      );
      const read = [
        "-verify",
        "-noverify",
        "-binary",
        "-inform",
        "DER",
        "-in",
        `${token}`,
        "-out",
        `${info}`,
      ];
      await openssl("cms", ...read);
      writeFileSync(join(folder, `${info}`), change(readFileSync(join(folder, `${info}`))));
      const serial = new X509Certificate(readFileSync(join(folder, "tsa.pem"))).serialNumber;
      if (use !== undefined) await certify("other", use, inPlace ? ["-set_serial", `0x${serial}`] : []);
      const signer = ["-signer", use === undefined || inPlace ? "tsa.pem" : "other.pem", "-inkey", "tsa.key"];
      const others = inPlace ? ["-nocerts", "-certfile", "other.pem"] : ["-certfile", "ca.pem"];
      const content = ["-econtent_type", "1.2.840.113549.1.9.16.1.4", "-binary", "-nodetach", "-nosmimecap"];
      const files = ["-in", `${info}`, "-outform", "DER", "-out", `${signed}`];
      await openssl("cms", "-sign", ...content, ...signer, ...others, ...also, ...files);
      return Buffer.from(timestampReply(readFileSync(join(folder, `${signed}`))));
    },
    async stamp(asked) {
      await openssl("ts", "-query", ...asked, "-cert", "-out", "own.tsq");
      return await made.reply(readFileSync(join(folder, "own.tsq")));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  return made;
}

/** Runs the lines of `openssl` that a page gives, as its reader would beside the files: `stempel.tsr` and the root as `stelle.pem`. */
export async function runLinesOf(page: string, { reply, caFile }: { reply: Uint8Array; caFile: string }) {
  const folder = mkdtempSync(join(tmpdir(), "reader-"));
  writeFileSync(join(folder, "stempel.tsr"), reply);
  writeFileSync(join(folder, "stelle.pem"), readFileSync(caFile));
  const lines = [...page.matchAll(/<pre><code>(openssl ts|printf)([^<]+)<\/code><\/pre>/g)].map(
    ([, first, rest]) => unescapeHtml(`${first}${rest}`),
  );
  const answers: string[] = [];
  try {
    for (const line of lines) answers.push((await run("sh", ["-c", line], { cwd: folder })).stdout.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { lines, answers };
}

function unescapeHtml(text: string): string {
  const signs = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'" };
  return text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_all, name: keyof typeof signs) => signs[name]);
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
digests = sha256, sha512
accuracy = secs:1
`;
}

/** An authority of another program: it writes numbers of 32 bits, and so is handed the nonce of the request as it came. */
export async function createSigstoreAuthority(): Promise<Pick<TestAuthority, "root" | "reply">> {
  const tsa = await initializeTSA(generateKeyPairSync("ec", { namedCurve: "P-384" }));
  const info = Reflect.get(tsa, "tstInfo").bind(tsa);
  return {
    root: new X509Certificate(Buffer.from(tsa.rootCertificate.buffer)),
    async reply(query) {
      const { nonce, messageImprint } = TimeStampReq.fromBER(Uint8Array.from(query).buffer);
      const valueHex = nonce?.valueBlock.valueHexView ?? Buffer.alloc(1);
      Reflect.set(tsa, "tstInfo", (given: unknown) =>
        Object.assign(info(given), { nonce: new Integer({ valueHex }) }),
      );
      const answer = await tsa.timestamp({
        artifactHash: Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView),
        hashAlgorithmOID: "2.16.840.1.101.3.4.2.1",
        nonce: 7,
        policyOID: testPolicy,
        certReq: true,
      });
      return Buffer.from(answer.buffer);
    },
  };
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
  return {
    url: `http://127.0.0.1:${portOf(server)}/tsa`,
    queries,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
