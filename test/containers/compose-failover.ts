/**
 * Part of `bun run test:containers`: examples/deploy/compose.failover.yaml comes up by docker-compose, does the main job, loses its
 * primary and its Redis master, does it again, and has all of it after a `down`.
 */
import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { type PublishedRelease, publishByCommands } from "../build/support/running-image.ts";
import { type Deployment, openDeployment } from "./support/compose.ts";
import { type Engine, openDocker } from "./support/engine.ts";
import { countView, viewsOf } from "./support/main-job.ts";
import { buildOn, buildOwnImage, haveServerImages, ownImage } from "./support/make-images.ts";
import { programIn } from "./support/own-container.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";
import { until } from "./support/run-command.ts";

/** Ten containers start one after the other, and copy a database. */
setDefaultTimeout(900_000);
const upTimeoutMs = 600_000;
const replicaAddress = "172.31.0.22";
const postgresImage = "pr-service-postgres:15.0";

let docker: Engine;
let deployment: Deployment;
let proxy: TlsProxy;
let release: PublishedRelease;

beforeAll(async () => {
  docker = await openDocker();
  await docker.clear();
  await buildOwnImage(docker, { isFresh: false });
  deployment = await openDeployment(docker, "compose.failover.yaml", "postgres-a:5432,postgres-b:5432");
  const elsewhere = deployment.images.filter((name) => name !== ownImage && name !== postgresImage);
  await haveServerImages(docker, elsewhere);
  await buildOn(docker, postgresImage, join(import.meta.dirname, "../../examples/deploy/failover"));
  proxy = startProxy(deployment.url);
});
afterAll(async () => {
  await proxy?.stop();
  await docker?.end();
});

const isReady = async () => (await fetch(`${deployment.url}/ready`).catch(() => null))?.status === 200;
const hasStandby = async () => {
  const states =
    "select string_agg(reportedstate::text, ' ' order by reportedstate::text) from pgautofailover.node";
  const ask = ["psql", "--dbname=pg_auto_failover", "--no-align", "--tuples-only", "--command", states];
  return (await deployment.attempt("exec", "-T", "monitor", ...ask)).stdout.trim() === "primary secondary";
};

test("comes up as its README says, publishes a release and counts a view", async () => {
  await deployment.run("up", "--detach", "--no-build");
  await deployment.run("exec", "-T", "postgres-a", "set-password.sh");
  await until("the service is ready", isReady, upTimeoutMs);
  await until("the standby follows", hasStandby, upTimeoutMs);
  release = await publishByCommands(await programIn(docker, deployment.containerOf("service")));
  await countView(proxy.url, release, 1);
});

test("the standby takes over when the primary is killed, and nothing counted is lost", async () => {
  const began = performance.now();
  await docker.run("kill", deployment.containerOf("postgres-a"));
  await until(
    "a reader is counted again",
    async () => (await viewsOf(proxy.url, release)) === 1,
    upTimeoutMs,
  );
  console.log(`  The standby had taken over after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  await countView(proxy.url, release, 2);
  await docker.run("start", deployment.containerOf("postgres-a"));
  await until("the former primary follows", hasStandby, upTimeoutMs);
});

test("the replica of Redis takes over when the master is killed", async () => {
  const askSentinel = async (...question: string[]) => {
    const ask = ["redis-cli", "-p", "26379", "sentinel", ...question];
    return (await deployment.attempt("exec", "-T", "sentinel-a", ...ask)).stdout;
  };
  await until("the Sentinels know the replica", async () =>
    (await askSentinel("replicas", "limits")).includes(replicaAddress),
  );
  const began = performance.now();
  await docker.run("kill", deployment.containerOf("redis-a"));
  await until("the Sentinels name the replica", async () =>
    (await askSentinel("get-master-addr-by-name", "limits")).includes(replicaAddress),
  );
  console.log(`  The replica had taken over after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  await until("limits are counted again", async () => (await viewsOf(proxy.url, release)) === 2);
  await docker.run("start", deployment.containerOf("redis-a"));
});

test("has its data after a `down`", async () => {
  await deployment.run("down");
  await deployment.run("up", "--detach", "--no-build");
  await until("the service is ready", isReady, upTimeoutMs);
  // The Sentinels look for their master at first, and a call of the API waits for its limit or is refused.
  await until("limits are counted", async () => (await viewsOf(proxy.url, release)) === 2);
  await countView(proxy.url, release, 3);
  await deployment.run("down");
});
