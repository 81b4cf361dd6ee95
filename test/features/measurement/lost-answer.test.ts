import { afterAll, expect, test } from "bun:test";
import { connect, createServer, type Socket } from "node:net";
import { createRecorder } from "../../../service/features/measurement/record.ts";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { ensureMigratedTemplate } from "../../support/migrated-postgres.ts";
import { createDatabase } from "../../support/shared-postgres.ts";
import { until } from "../../support/until.ts";
import { interaction, pageView } from "./sample-hits.ts";

const silent = createLog("silent", () => {});
const closings: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closings.reverse()) await close();
});

/** The answer that is lost on its way back, by the tag that PostgreSQL ends a statement with. */
const tags = { "after its commit": "COMMIT\0", "before its commit": "INSERT 0 41\0" } as const;

for (const [moment, tag] of Object.entries(tags)) {
  test(`a connection that is lost ${moment} neither loses nor doubles a hit`, async () => {
    const { direct, proxied, proxy } = await openBehindProxy();
    const recorder = createRecorder({ sql: proxied, log: silent });
    await recorder.recordInteraction(interaction());
    proxy.cutAt = tag;
    for (let n = 0; n < 40; n += 1) recorder.recordPageView(pageView({ visitorId: BigInt(n) }));
    await recorder.recordInteraction(interaction());
    await recorder.close();
    expect(proxy.cuts).toBe(1);
    expect(recorder.stats()).toMatchObject({ written: 42, dropped: 0 });
    expect(recorder.stats().failedAttempts).toBeGreaterThanOrEqual(1);
    const [counted] = await direct`
      select requests::integer, interactions::integer, visitors::integer
      from hit_day
    `;
    expect(counted).toEqual({ requests: 40, interactions: 2, visitors: 40 });
    const [raw] = await direct`select count(*)::integer as hits from hit`;
    expect(raw?.hits).toBe(42);
  });
}

test("while the database is away page views wait, an interaction is refused in time, and all count once it is back", async () => {
  const { direct, proxied, goAway, comeBack } = await openBehindProxy();
  const logged: string[] = [];
  const recorder = createRecorder({ sql: proxied, log: createLog("warn", (line) => logged.push(line)) });
  await recorder.recordInteraction(interaction());
  goAway();
  for (let n = 0; n < 1_500; n += 1) recorder.recordPageView(pageView());
  expect(await recorder.recordInteraction(interaction()).catch((error) => error.code)).toBe(
    "service_unavailable",
  );
  expect(recorder.stats()).toMatchObject({ waiting: 1_501, dropped: 0 });
  expect(logged).toHaveLength(1);
  await comeBack();
  await recorder.close();
  const [counted] = await direct`select requests::integer, interactions::integer from hit_day`;
  expect(counted).toEqual({ requests: 1_500, interactions: 2 });
});

test("what is given up at the end is stored as lost, where the database answers again in time", async () => {
  const { direct, proxied, goAway, comeBack } = await openBehindProxy();
  const recorder = createRecorder({ sql: proxied, log: silent });
  await recorder.recordInteraction(interaction());
  goAway();
  for (let n = 0; n < 30; n += 1) recorder.recordPageView(pageView());
  const closing = recorder.close(300);
  await until(() => recorder.stats().dropped > 0);
  await comeBack();
  await closing;
  expect(recorder.stats()).toMatchObject({ written: 1, dropped: 30 });
  const [lost] = await direct`select sum(hits)::integer as hits from lost_hit_day`;
  expect(lost?.hits).toBe(30);
});

/** A TCP proxy before a database that can cut a connection instead of passing an answer on, or be away altogether. */
async function openBehindProxy() {
  const url = new URL(await createDatabase(await ensureMigratedTemplate()));
  const target = { host: url.hostname, port: Number(url.port) };
  const proxy = { cutAt: null as string | null, cuts: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (bytes) => upstream.write(bytes));
    upstream.on("data", (bytes) => {
      if (proxy.cutAt === null || !bytes.toString("latin1").includes(proxy.cutAt)) return client.write(bytes);
      proxy.cutAt = null;
      proxy.cuts += 1;
      client.destroy();
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", () => resolve()));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const direct = await openDatabase({ databaseUrl: url.href, dataDirectory: "" });
  url.port = String(port);
  const proxied = await openDatabase({ databaseUrl: url.href, dataDirectory: "", connectionsMax: 2 });
  closings.push(
    () => direct.close(),
    () => server.close(),
    () => proxied.close(),
  );
  const goAway = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { direct: direct.sql, proxied: proxied.sql, proxy, goAway, comeBack: () => listen(port) };
}
