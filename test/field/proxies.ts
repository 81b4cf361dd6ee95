/**
 * Debian's nginx, haproxy and Caddy before two services, by our examples: who asks, HTTPS, HTTP/2, files of 100 MB in both directions, bodies
 * of 110 MB, slow clients, kept connections, and a restart of each service that nobody notices.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { inviteMember } from "../../service/features/people/invite-member.ts";
import { issueSignInLink } from "../../service/features/people/sign-in.ts";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { callConversions, conversionBody } from "../support/conversion-call.ts";
import { startRedis } from "../support/redis.ts";
import { createFolder } from "../support/server-process.ts";
import { createMigratedDatabase, createTestRelease, type TestRelease } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { createWorkshop, type Workshop } from "../support/workflow.ts";
import { type ProxyName, proxiedHost, type RunningProxy, startProxy } from "./support/proxies.ts";

const run = promisify(execFile);
const outputBytesMax = 64 * 1024 * 1024;
const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** What a file may have: service/features/media/upload-folder.ts. */
const fileBytesMax = 100_000_000;
/** What proxies are to let through: docs/operations.md. */
const bodyBytes = 110_000_000;
/** Who reads slowly, and how fast: most of a file of 100 MB waits in the proxy or the service meanwhile. */
const slowReaders = { count: 20, bytesPerSecond: 100_000 };
/** A page while they read; alone it takes some 10 ms. */
const pageMsMax = 1_000;

const folder = createFolder("prs-proxies-");
let settings: Record<string, string>;
let database: Database;
let workshop: Workshop;
let release: TestRelease;
let services: ServiceProcess[];

beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 4 });
  workshop = await createWorkshop(database.sql);
  release = await createTestRelease(database.sql, workshop.agencyId);
  settings = {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    REDIS_URL: (await startRedis()).url,
    PUBLIC_URL: `https://${proxiedHost}`,
    SECRET_KEY: "ab".repeat(32),
    TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_CONNECTIONS: "8",
  };
  services = await Promise.all([startServiceProcess(settings), startServiceProcess(settings)]);
}, 180_000);
afterAll(async () => {
  for (const service of services ?? []) await service.stop();
  await database?.close();
}, 60_000);

describe.each(["nginx", "haproxy", "Caddy"] satisfies ProxyName[])("behind %s", (name) => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = await startProxy(name, [services[0]?.url ?? "", services[1]?.url ?? ""]);
  }, 60_000);
  afterAll(() => proxy?.stop());

  const figure = (text: string) => console.info(`${proxy.version}: ${text}`);
  /** curl through the proxy; 127.0.0.2 stands for a client elsewhere, because 127.0.0.1 is the trusted proxy. */
  const curl = async (path: string, ...options: string[]) => {
    const to = ["--connect-to", `${proxiedHost}:443:127.0.0.1:${proxy.httpsPort}`];
    const all = ["-sSk", "-A", browser, "--interface", "127.0.0.2", ...to, ...options];
    const { stdout } = await run("curl", [...all, `https://${proxiedHost}${path}`], {
      maxBuffer: outputBytesMax,
    });
    return stdout;
  };
  const numbersOf = async (path: string, format: string, ...options: string[]) =>
    (await curl(path, "-o", "/dev/null", "-w", format, ...options)).split(" ");

  test("a page comes by HTTP/2, as HTTPS, over one kept connection; plain HTTP leads there", async () => {
    const head = await curl(release.path, "-D", "-", "-o", "/dev/null");
    expect(head).toMatch(/^HTTP\/2 200/);
    expect(head).toContain("strict-transport-security: max-age=63072000");
    const many = Array.from({ length: 19 }, () => [
      "-o",
      "/dev/null",
      `https://${proxiedHost}${release.path}`,
    ]);
    const made = await curl(
      release.path,
      "-o",
      "/dev/null",
      ...many.flat(),
      "-w",
      "%{http_code} %{num_connects}\n",
    );
    expect(made.trim().split("\n")).toEqual(["200 1", ...Array.from({ length: 19 }, () => "200 0")]);
    if (proxy.httpPort === null) return;
    const plain = await fetch(`http://127.0.0.1:${proxy.httpPort}${release.path}`, {
      headers: { host: proxiedHost },
      redirect: "manual",
    });
    expect([plain.status, plain.headers.get("location")]).toEqual([
      301,
      `https://${proxiedHost}${release.path}`,
    ]);
  });

  test("HEAD says what GET has, and waits for no body", async () => {
    const bytes = (await curl(release.path)).length;
    const head = await curl(release.path, "-I");
    expect(bytes).toBeGreaterThan(3_000);
    expect(head).toMatch(/^HTTP\/2 200/);
    const said = /content-length: (\d+)/.exec(head)?.[1];
    expect(Number(said)).toBe(Buffer.byteLength(await curl(release.path)));
  });

  test("each client is one visitor, whatever it says of itself", async () => {
    const own = await createTestRelease(database.sql, workshop.agencyId);
    const asks = (address: string, ...options: string[]) =>
      curl(own.path, "--interface", address, ...options);
    await asks("127.0.0.2");
    await asks("127.0.0.3");
    await asks("127.0.0.3", "-H", "X-Forwarded-For: 203.0.113.9");
    await asks("127.0.0.3", "-H", "X-Forwarded-For: 127.0.0.1", "-H", "Forwarded: for=203.0.113.9");
    const seen = await until("all four are measured", async () => {
      const [row] = await database.sql<{ views: number; visitors: number }[]>`
        select count(*)::integer as views, count(distinct visitor_id)::integer as visitors
        from hit where agency_id = ${workshop.agencyId} and release_id = ${own.pressReleaseId}`;
      return row?.views === 4 ? row : null;
    });
    expect(seen.visitors).toBe(2);
  });

  const media = () => `/app/kunden/${workshop.clientId}/mediathek`;
  const fileOf = (bytes: number) => join(folder, `${bytes}.pdf`);
  /** Sends files of these sizes in one form: the status, the seconds, where it leads, the bytes that were sent, and the page. */
  const upload = async (cookie: string, ...sizes: number[]) => {
    const answerFile = join(folder, "answer.html");
    for (const bytes of sizes) {
      const content = Buffer.alloc(bytes, Math.random().toString(36));
      content.write("%PDF-1.7\n");
      writeFileSync(fileOf(bytes), content);
    }
    const form = sizes.flatMap((bytes) => ["-F", `datei=@${fileOf(bytes)};type=application/pdf`]);
    const format = "%{http_code} %{time_total} %{redirect_url} %{size_upload}";
    const said = ["-o", answerFile, "-w", format, "-b", cookie, "-H", "sec-fetch-site: same-origin"];
    const answer = await curl(`${media()}/hochladen`, ...said, ...form);
    const [status, seconds, location = "", sent] = answer.split(" ");
    const page = await Bun.file(answerFile).text();
    const original = `${media()}/${location.split("/").at(-1)?.split("?")[0]}/datei`;
    return { status, seconds: Number(seconds).toFixed(1), original, sent: Number(sent), page };
  };
  /** Takes the file out and holds it against the one that was sent. */
  const takeOut = async (cookie: string, original: string, bytes: number) => {
    const out = join(folder, "out.pdf");
    const took = await curl(original, "-b", cookie, "-o", out, "-w", "%{http_code} %{time_total}");
    expect(took).toStartWith("200 ");
    expect(await hashOf(out)).toBe(await hashOf(fileOf(bytes)));
    return Number(took.split(" ")[1]).toFixed(1);
  };

  test("a body of 110 MB goes through: the file of 100 MB in it is taken whole, one of 110 MB is refused by the service", async () => {
    const cookie = await signIn();
    const taken = await upload(cookie, fileBytesMax, bodyBytes - fileBytesMax);
    expect(taken).toMatchObject({ status: "303" });
    expect(taken.sent).toBeGreaterThan(bodyBytes);
    await takeOut(cookie, taken.original, fileBytesMax);
    const refused = await upload(cookie, bodyBytes);
    expect(refused).toMatchObject({ status: "400", page: expect.stringContaining("größer, als hier") });
    figure(`110 MB in ${taken.seconds} s in, refused in ${refused.seconds} s`);
  }, 180_000);

  test("a file of 100 MB goes in and comes out as it was; one byte more is refused by the service", async () => {
    const cookie = await signIn();
    const { status, seconds, original } = await upload(cookie, fileBytesMax);
    expect(status).toBe("303");
    const secondsOut = await takeOut(cookie, original, fileBytesMax);
    figure(`100 MB in ${seconds} s in, ${secondsOut} s out`);
    const refused = await upload(cookie, fileBytesMax + 1);
    expect(refused).toMatchObject({ status: "400", page: expect.stringContaining("größer, als hier") });

    const stop = new AbortController();
    const slow = Array.from({ length: slowReaders.count }, () =>
      run(
        "curl",
        [
          ...["-sSk", "-b", cookie, "--limit-rate", String(slowReaders.bytesPerSecond), "-o", "/dev/null"],
          ...[
            "--connect-to",
            `${proxiedHost}:443:127.0.0.1:${proxy.httpsPort}`,
            `https://${proxiedHost}${original}`,
          ],
        ],
        { signal: stop.signal },
      ).catch(() => null),
    );
    await Bun.sleep(1_500);
    const pages: number[] = [];
    for (let page = 0; page < 30; page += 1) {
      const [code, time] = await numbersOf(release.path, "%{http_code} %{time_total}");
      expect(code).toBe("200");
      pages.push(Number(time) * 1_000);
    }
    stop.abort();
    await Promise.all(slow);
    const [median = 0, slowest = 0] = [14, 29].map((rank) =>
      Math.round(pages.toSorted((one, other) => one - other)[rank] ?? 0),
    );
    figure(`beside ${slowReaders.count} slow readers of it a page took ${median} ms, at most ${slowest} ms`);
    expect(median).toBeLessThan(pageMsMax);
  }, 180_000);

  test("a client that sends slowly is waited for; all reporting data comes whole", async () => {
    const cookie = await signIn();
    const file = join(folder, "small.pdf");
    writeFileSync(file, Buffer.alloc(400_000, `%PDF-1.7\n${Math.random()}`));
    const [status, seconds] = await numbersOf(
      `/app/kunden/${workshop.clientId}/mediathek/hochladen`,
      "%{http_code} %{time_total}",
      ...["-b", cookie, "-F", `datei=@${file};type=application/pdf`, "-H", "sec-fetch-site: same-origin"],
      ...["--limit-rate", "100000"],
    );
    expect([status, Number(seconds) > 3]).toEqual(["303", true]);
    const data = await curl(
      "/api/reporting/v1/data",
      "-H",
      `X-API-Key: ${workshop.key}`,
      "--limit-rate",
      "200000",
    );
    expect(JSON.parse(data)).toHaveProperty("conversions");
  }, 60_000);

  test("no request fails while each service is started anew, one after the other", async () => {
    const url = `https://127.0.0.1:${proxy.httpsPort}`;
    const tls = { rejectUnauthorized: false, serverName: proxiedHost };
    const headers = { host: proxiedHost, "user-agent": browser };
    let isOver = false;
    const answers: Record<string, number> = {};
    const note = (answer: string) => {
      answers[answer] = (answers[answer] ?? 0) + 1;
    };
    const client = async (turn: number) => {
      while (!isOver) {
        const asked =
          turn % 2 === 0
            ? fetch(url + release.path, { headers, tls })
            : callConversions({
                url,
                key: workshop.key,
                body: conversionBody(release.pressReleaseId),
                headers: { host: proxiedHost },
                tls,
              });
        note(await asked.then(async (answer) => `${answer.status} ${(await answer.text()) && ""}`, String));
        await Bun.sleep(5);
      }
    };
    const clients = Array.from({ length: 8 }, (_, turn) => client(turn));
    for (const [index, service] of services.entries()) {
      const port = Number(new URL(service.url).port);
      expect(await service.stop()).toBe(0);
      services[index] = await startServiceProcess(settings, { port });
      await Bun.sleep(1_500);
    }
    isOver = true;
    await Promise.all(clients);
    figure(`two restarts, answers: ${JSON.stringify(answers)}`);
    expect(
      Object.keys(answers)
        .map((answer) => answer.trim())
        .toSorted(),
    ).toEqual(["200", "201"]);
  }, 120_000);

  /** The cookie of a new person; `__Host-` shows that the service knows the page to be HTTPS. */
  async function signIn(): Promise<string> {
    const email = `${crypto.randomUUID()}@example.org`;
    const operator = { type: "operator", id: null } as const;
    await inviteMember(database.sql, workshop.agencyId, { email, role: "owner", clientIds: null }, operator);
    const link = await issueSignInLink(database.sql, email);
    const sent = ["-X", "POST", "-D", "-", "-o", "/dev/null", "-H", "sec-fetch-site: same-origin"];
    const answer = await curl(`/app/anmelden/${link?.token}`, ...sent);
    const cookie = /^set-cookie: (__Host-session=[^;]+)/m.exec(answer)?.[1];
    if (cookie === undefined) throw new Error(`Signing in failed: ${answer}`);
    return cookie;
  }
});

async function hashOf(file: string): Promise<string> {
  return new Bun.CryptoHasher("sha256").update(await Bun.file(file).arrayBuffer()).digest("hex");
}
