/**
 * Part of `bun run test:containers`: what examples/deploy/kubernetes.yaml says of the service's pods is tried by Podman: two
 * of them at once, with the manifest's user, rights, settings, secrets, volumes and probes, on a PostgreSQL and a Redis. What
 * a cluster does with a manifest (Ingress, disruption budget, roll-out) is not tried.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PublishedRelease, publishByCommands } from "../build/support/running-image.ts";
import { createFolder } from "../support/server-process.ts";
import { type Engine, openPodman } from "./support/engine.ts";
import { countView } from "./support/main-job.ts";
import { buildOwnImage, haveServerImages } from "./support/make-images.ts";
import { programIn, stopOwn, untilReady } from "./support/own-container.ts";
import { createCluster } from "./support/pods.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";
import { until } from "./support/run-command.ts";
import {
  livenessProbe,
  makeServiceSecret,
  pod,
  readinessProbe,
  replicas,
  startServicePod,
  urlOf,
} from "./support/service-pods.ts";

/** Building takes a minute, and several on a busy machine. */
setDefaultTimeout(900_000);

const names = Array.from({ length: replicas }, (_, index) => `pod-${index}`);
const servers = { postgres: "postgres:18.1-trixie", redis: "redis:8.4.0-alpine" };
const password = "only-here";

let podman: Engine;
let proxy: TlsProxy;
let urls: string[];
let release: PublishedRelease;

beforeAll(async () => {
  podman = openPodman();
  await podman.clear();
  await buildOwnImage(podman, { isFresh: false });
  await haveServerImages(podman, Object.values(servers));
  await createCluster(podman);
  const folder = createFolder("prs-servers-");
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "password"), password);
  const settings = { USER: "service", DB: "prservice", PASSWORD_FILE: "/run/password" };
  const environment = Object.entries(settings).flatMap(([name, value]) => [
    "--env",
    `POSTGRES_${name}=${value}`,
  ]);
  const own = [...environment, "--volume", `${join(folder, "password")}:/run/password:ro`];
  await podman.run("run", "--detach", "--network=cluster", "--name=postgres", ...own, servers.postgres);
  await podman.run("run", "--detach", "--network=cluster", "--name=redis", servers.redis);
  await untilAnswers("postgres", "pg_isready", "--username=service", "--dbname=prservice");
  await untilAnswers("redis", "redis-cli", "ping");
});
afterAll(async () => {
  await proxy?.stop();
  await podman?.clear();
  await podman?.end();
});

test("the pods start at once, and one of them migrates", async () => {
  const secret = makeServiceSecret({
    databaseUrl: `postgres://service:${password}@postgres:5432/prservice`,
    redisUrl: "redis://redis:6379",
  });
  await Promise.all(names.map((name) => startServicePod(podman, name, secret)));
  urls = await Promise.all(names.map((name) => urlOf(podman, name)));
  await Promise.all(names.map((name, index) => untilReady(podman, { name, url: urls[index] ?? "" })));
});

test("the doctor finds their data closed to others, on a volume that is not", async () => {
  for (const name of names) {
    const looked = await podman.attempt("exec", name, "/pr-service", "doctor");
    expect(looked.stdout).toContain("data_directory: /data/service is closed to other users.");
  }
});

test("one publishes a release, and the other counts the view", async () => {
  proxy = startProxy(urls[1] ?? "");
  release = await publishByCommands(await programIn(podman, names[0] ?? ""));
  await countView(proxy.url, release, 1);
});

test("they live on while the database is away, and are not ready", async () => {
  await podman.run("stop", "postgres");
  await until("no pod is ready", async () =>
    (await statusesOf(readinessProbe)).every((each) => each === 503),
  );
  expect(await statusesOf(livenessProbe)).toEqual(names.map(() => 200));
  await podman.run("start", "postgres");
  await until("both are ready", async () => (await statusesOf(readinessProbe)).every((each) => each === 200));
  await countView(proxy.url, release, 2);
});

test("they end within the time that the manifest gives them", async () => {
  for (const name of names) {
    const { exitCode } = await stopOwn(podman, name, pod.terminationGracePeriodSeconds);
    expect(exitCode).toBe("0");
  }
});

/** By address and in plain HTTP, as a kubelet asks. */
async function statusesOf(probe: typeof readinessProbe): Promise<number[]> {
  return await Promise.all(urls.map(async (url) => (await fetch(url + probe.httpGet.path)).status));
}

async function untilAnswers(name: string, ...command: string[]): Promise<void> {
  await until(`${name} answers`, async () => (await podman.ask("exec", name, ...command)).exitCode === 0);
}
