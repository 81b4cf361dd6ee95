import { describe, expect, setSystemTime, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkStamps } from "../../../service/edges/cli/doctor/check-stamps.ts";
import { askAuthority } from "../../../service/features/stamps/ask-authority.ts";
import { checkToken } from "../../../service/features/stamps/check-token.ts";
import { readConfig } from "../../../service/program/config.ts";
import { createAuthority, createSigstoreAuthority, testPolicy } from "../../support/time-stamp-authority.ts";
import { authorityScene, faultOf, rules, statement } from "./support.ts";

const { authority, closings, trust, served, ask } = authorityScene();

describe("an authority that works", () => {
  test("gives a token that says who, when and by which policy, and that openssl takes for its own", async () => {
    const { url, queries } = await served((query) => authority.reply(query));
    const { token, facts } = await ask(url);
    expect(facts).toMatchObject({
      authority: "Stempelstelle, Stempel GmbH",
      policy: testPolicy,
      isQualified: false,
    });
    expect(Math.abs(facts.stampedAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(facts.certificateEndsAt.getTime()).toBeGreaterThan(Date.now());
    expect(await checkToken(token, { statement, trust })).toMatchObject({ policy: testPolicy });
    expect(queries).toHaveLength(1);
  });

  test("is called qualified only where its certificate says so", async () => {
    const qualified = await createAuthority({ isQualified: true });
    closings.push(() => qualified.remove());
    const { url } = await served((query) => qualified.reply(query));
    const { facts } = await ask(url, { roots: [qualified.root], policies: [] });
    expect(facts.isQualified).toBe(true);
  });

  test("of another maker is taken too", async () => {
    const { root, reply } = await createSigstoreAuthority();
    const { url } = await served(reply);
    const { token, facts } = await ask(url, { roots: [root], policies: [testPolicy] });
    expect(facts.policy).toBe(testPolicy);
    expect(await checkToken(token, { statement, trust: { roots: [root], policies: [] } })).toEqual(facts);
    expect(await faultOf(ask(url))).toBe("unknown_authority");
  });

  test("is taken with a clock that is four minutes off, and refused with one that is six", async () => {
    const { url } = await served((query) => authority.reply(query));
    for (const [minutes, fault] of [
      [4, "none"],
      [-4, "none"],
      [6, "wrong_time"],
      [-6, "wrong_time"],
    ] as const) {
      setSystemTime(new Date(Date.now() + minutes * 60_000));
      try {
        expect([minutes, await faultOf(ask(url))]).toEqual([minutes, fault]);
      } finally {
        setSystemTime();
      }
    }
  });

  test("is known by either of two roots above it, in whatever order its certificates come", async () => {
    const { folder } = authority;
    const openssl = (line: string) =>
      execFileSync("openssl", line.split(" "), { cwd: folder, stdio: "ignore" });
    const bundle: Buffer[] = [];
    openssl("x509 -x509toreq -in ca.pem -signkey ca.key -out ca.csr");
    writeFileSync(
      join(folder, "above.ext"),
      "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n",
    );
    const roots = ["above1", "above2"].map((name) => {
      openssl(`req -x509 -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.pem -subj /CN=${name}`);
      const by = `-CA ${name}.pem -CAkey ${name}.key -CAcreateserial -extfile above.ext`;
      openssl(`x509 -req -in ca.csr ${by} -out ${name}.cross -days 9`);
      bundle.push(readFileSync(join(folder, `${name}.cross`)));
      return new X509Certificate(readFileSync(join(folder, `${name}.pem`)));
    });
    writeFileSync(join(folder, "above.pem"), Buffer.concat(bundle));
    const also = ["-cades", "-certfile", "above.pem"];
    const { url } = await served((query) => authority.forge(query, { also }));
    for (const root of roots) expect(await faultOf(ask(url, { roots: [root], policies: [] }))).toBe("none");
  });

  test("is told user and password where there are any", async () => {
    const seen: (string | undefined)[] = [];
    const { url } = await served(async (query, response) => {
      seen.push(response.req.headers.authorization);
      return await authority.reply(query);
    });
    const signal = new AbortController().signal;
    await askAuthority({ url, authorization: "Basic abc" }, { statement, trust, rules, signal });
    expect(seen).toEqual(["Basic abc"]);
  });
});

test("doctor asks each authority, and names the one that gives no stamp", async () => {
  const { url } = await served((query) => authority.reply(query));
  const other = await served(() => Promise.resolve(Buffer.from("nein")));
  const check = (TIMESTAMP_URLS: string) =>
    checkStamps(
      readConfig({ TIMESTAMP_URLS, TIMESTAMP_CA_FILE: authority.caFile, WEBHOOK_ALLOW_CIDRS: "127.0.0.1" }),
      null,
    );
  expect(await check(url)).toMatchObject({ ok: true });
  const mixed = await check(`${url},${other.url}`);
  expect([mixed.ok, mixed.message]).toEqual([false, expect.stringContaining(new URL(other.url).host)]);
  expect(await checkStamps(readConfig({}), null)).toMatchObject({ ok: true });
});
