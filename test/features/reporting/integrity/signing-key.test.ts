import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ensureKeyFile,
  readKeyFile,
  rotateKeyFile,
} from "../../../../service/features/reporting/integrity/key-file.ts";
import { openReportSeal } from "../../../../service/features/reporting/integrity/report-seal.ts";
import { signatureFaultOf } from "../../../../service/features/reporting/integrity/rules.ts";
import {
  parseKeyFile,
  pemOfPublicKey,
} from "../../../../service/features/reporting/integrity/signing-key.ts";
import { createLog } from "../../../../service/log.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { until } from "../../../support/until.ts";

const log = createLog("silent", () => {});
const settings = () => ({
  reportSigningKeyFile: null,
  dataDirectory: mkdtempSync(join(tmpdir(), "prs-key-")),
});
const chainHash = "ab".repeat(32);

describe("the key that signs reports", () => {
  test("is made once by any number of processes that start at once, and for its owner only", async () => {
    const at = settings();
    await Promise.all(Array.from({ length: 8 }, () => ensureKeyFile(at)));
    const path = join(at.dataDirectory, "report-signing.key");
    const text = readFileSync(path, "utf8");
    expect(text).toStartWith("-----BEGIN PRIVATE KEY-----");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await ensureKeyFile(at);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("may be PEM of openssl, hex or base64, and nothing else", () => {
    const pem = execFileSync("openssl", ["genpkey", "-algorithm", "ed25519"], { encoding: "utf8" });
    expect(parseKeyFile(pem)?.publicKeys.size).toBe(1);
    // RFC 8032, 7.1, test 1.
    const hex = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    const known = [...(parseKeyFile(`${hex}\n`)?.publicKeys.values() ?? [])][0];
    expect(known?.jwk.x).toBe("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
    expect(parseKeyFile(Buffer.from(hex, "hex").toString("base64"))?.current.id).toBe(known?.jwk.kid ?? "");
    const rsa = execFileSync("openssl", ["genpkey", "-algorithm", "rsa"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    for (const text of ["", "x", `${hex}0`, rsa, `${pem}${pem}`, `${hex}\n${pem}`, `${hex}\n${hex}`])
      expect(parseKeyFile(text)).toBeNull();
  });

  test("may stand as hex above the public keys that `report-key list` says to add", () => {
    const seeds = ["1f", "2e"].map((byte) => `${byte.repeat(32)}\n`);
    const [own, other] = seeds.map((seed) => parseKeyFile(seed));
    const added = pemOfPublicKey([...(other?.publicKeys.values() ?? [])][0]?.jwk.x ?? "");
    const ring = parseKeyFile(`${seeds[0]}${added}`);
    expect(ring?.current.id).toBe(own?.current.id ?? "");
    expect([...(ring?.publicKeys.keys() ?? [])]).toEqual([own?.current.id ?? "", other?.current.id ?? ""]);
  });

  test("that the operator names has to be there: it is not made", async () => {
    const path = join(settings().dataDirectory, "none.pem");
    const opened = openReportSeal({ reportSigningKeyFile: path, dataDirectory: tmpdir(), log });
    expect(await thrownBy(opened)).toThrow("openssl genpkey");
    writeFileSync(path, "no key");
    const again = openReportSeal({ reportSigningKeyFile: path, dataDirectory: tmpdir(), log });
    expect(await thrownBy(again)).toThrow("holds no Ed25519 key");
  });

  test("is exchanged under a running service, which signs with the new one within 15 s and keeps the old public ones", async () => {
    const at = settings();
    const seal = await openReportSeal({ ...at, log });
    const before = { chainHash, ...(await seal.sign(chainHash)) };
    const { current } = await rotateKeyFile(at);
    expect(current.id).not.toBe(before.keyId);
    // Who meets a report of the new key looks at the file at once.
    expect((await seal.keys(current.id)).publicKeys.has(current.id)).toBe(true);
    const other = await openReportSeal({ ...at, log });
    await rotateKeyFile(at);
    const third = (await readKeyFile(at)).current.id;
    const after = await until("the other process signs with the third key", async () => {
      const signed = await other.sign(chainHash);
      return signed.keyId === third && signed;
    });
    const ring = await other.keys();
    expect([...ring.publicKeys.keys()]).toEqual([third, current.id, before.keyId]);
    expect(signatureFaultOf(before, ring)).toBeNull();
    expect(signatureFaultOf({ chainHash, ...after }, ring)).toBeNull();
  });
});
