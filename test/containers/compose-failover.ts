/**
 * Part of `bun run test:containers`: examples/deploy/compose.failover.yaml comes up by docker-compose, does the main job, loses its
 * primary and its Redis master, does it again, and has all of it after a `down`.
 */
import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test";
import { type PublishedRelease, publishByCommands } from "../build/support/running-image.ts";
import { type Deployment, openDeployment } from "./support/compose.ts";
import { type Engine, openDocker } from "./support/engine.ts";
import { askSentinel, hasStandby, haveFailoverImages, untilTakenOver } from "./support/failover.ts";
import { countView, viewsOf } from "./support/main-job.ts";
import { buildOwnImage } from "./support/make-images.ts";
import { programIn } from "./support/own-container.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";
import { until } from "./support/run-command.ts";

/** Ten containers start one after the other, and copy a database. */
setDefaultTimeout(900_000);
const upTimeoutMs = 600_000;
const replicaAddress = "172.31.0.22";

let docker: Engine;
let deployment: Deployment;
let proxy: TlsProxy;
let release: PublishedRelease;

beforeAll(async () => {
  docker = await openDocker();
  await docker.clear();
  await buildOwnImage(docker, { isFresh: false });
  deployment = await openDeployment(docker, "compose.failover.yaml", "postgres-a:5432,postgres-b:5432");
  await haveFailoverImages(docker, deployment.images);
  proxy = startProxy(deployment.url);
});
afterAll(async () => {
  await proxy?.stop();
  await docker?.end();
});

const isReady = async () => (await fetch(`${deployment.url}/ready`).catch(() => null))?.status === 200;
const runIn = (name: string, ...command: readonly string[]) =>
  deployment.attempt("exec", "-T", name, ...command);
const isReplicated = () => hasStandby(runIn, "monitor");

test("comes up as its README says, publishes a release and counts a view", async () => {
  await deployment.run("up", "--detach", "--no-build");
  await deployment.run("exec", "-T", "postgres-a", "set-password.sh");
  await until("the service is ready", isReady, upTimeoutMs);
  await until("the standby follows", isReplicated, upTimeoutMs);
  release = await publishByCommands(await programIn(docker, deployment.containerOf("service")));
  await countView(proxy.url, release, 1);
});

test("the standby takes over when the primary is killed, and nothing counted is lost", async () => {
  await docker.run("kill", deployment.containerOf("postgres-a"));
  await untilTakenOver("The standby", async () => (await viewsOf(proxy.url, release)) === 1);
  await countView(proxy.url, release, 2);
  await docker.run("start", deployment.containerOf("postgres-a"));
  await until("the former primary follows", isReplicated, upTimeoutMs);
});

test("the replica of Redis takes over when the master is killed", async () => {
  const ask = (...question: string[]) => askSentinel(runIn, "sentinel-a", ...question);
  await until("the Sentinels know the replica", async () =>
    (await ask("replicas", "limits")).includes(replicaAddress),
  );
  await docker.run("kill", deployment.containerOf("redis-a"));
  await untilTakenOver("The replica", async () =>
    (await ask("get-master-addr-by-name", "limits")).includes(replicaAddress),
  );
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
