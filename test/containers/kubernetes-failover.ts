/**
 * Part of `bun run test:containers`: the pods of examples/deploy/kubernetes.failover.yaml are run by Podman with the manifest's user,
 * rights, settings, volumes and probes, a pod of kubernetes.yaml on them. As in a cluster, a pod that ended comes again with its volume
 * and its names, and with another address. What a cluster does itself (spreading them, NetworkPolicy) is not tried.
 */
import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test";
import { type PublishedRelease, publishByCommands } from "../build/support/running-image.ts";
import { type Engine, openPodman } from "./support/engine.ts";
import { askSentinel, hasStandby, haveFailoverImages, untilTakenOver } from "./support/failover.ts";
import { countView, viewsOf } from "./support/main-job.ts";
import { buildOwnImage } from "./support/make-images.ts";
import { programIn, untilReady } from "./support/own-container.ts";
import {
  containerOf,
  createCluster,
  makeSecret,
  makeVolume,
  manifestText,
  type PodSet,
  readManifest,
  startPod,
} from "./support/pods.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";
import { until } from "./support/run-command.ts";
import { makeServiceSecret, startServicePod, urlOf } from "./support/service-pods.ts";

/** Eight pods start, three of them one after the other, and copy a database. */
setDefaultTimeout(900_000);
const upTimeoutMs = 600_000;

type Probes = { readinessProbe: { exec: { command: string[] } } };

const file = "kubernetes.failover.yaml";
const sets = readManifest<Probes>(file, "StatefulSet");
const service = "pr-service-0";
const password = "only-here";
/** The folders that stand for a pod's volumes, which outlive it. */
const folders = new Map<string, Record<string, string>>();

let podman: Engine;
let proxy: TlsProxy;
let release: PublishedRelease;
let secret: string | undefined;

beforeAll(async () => {
  podman = openPodman();
  await podman.clear();
  await buildOwnImage(podman, { isFresh: false });
  await haveFailoverImages(podman, sets.map(imageOf));
  await createCluster(podman);
});
afterAll(async () => {
  await proxy?.stop();
  await podman?.clear();
  await podman?.end();
});

const isReplicated = () => hasStandby(runIn, "monitor-0");

test("all start at once as the manifest says, the service on them, and it counts a view", async () => {
  await startSets();
  await podman.run("exec", "postgres-0", "set-password.sh", "/run/secrets/postgres/postgres-password");
  await startService();
  await until("the standby follows", isReplicated, upTimeoutMs);
  release = await publishByCommands(await programIn(podman, service));
  await countView(proxy.url, release, 1);
});

test("the standby takes over when the primary is killed, and nothing counted is lost", async () => {
  await podman.run("kill", "postgres-0");
  await untilTakenOver("postgres-1", async () => (await viewsOf(proxy.url, release)) === 1);
  await countView(proxy.url, release, 2);
  await startAnew("postgres-0");
  await until("the former primary follows", isReplicated, upTimeoutMs);
});

test("the replica of Redis takes over when the master is killed", async () => {
  const ask = (...question: string[]) => askSentinel(runIn, "sentinel-0", ...question);
  await until("the Sentinels know the replica", async () =>
    (await ask("replicas", "limits")).includes("redis-1.redis"),
  );
  await podman.run("kill", "redis-0");
  await untilTakenOver("redis-1", async () =>
    (await ask("get-master-addr-by-name", "limits")).includes("redis-1.redis"),
  );
  await until("limits are counted again", async () => (await viewsOf(proxy.url, release)) === 2);
  await startAnew("redis-0");
  await until("the former master follows", async () =>
    (await runIn("redis-0", "redis-cli", "role")).stdout.startsWith("slave\nredis-1.redis\n"),
  );
});

test("all have their data when every pod is new", async () => {
  await podman.run("rm", "--force", service, ...sets.flatMap(podsOf));
  await startSets();
  await startService();
  await until("limits are counted", async () => (await viewsOf(proxy.url, release)) === 2);
  await countView(proxy.url, release, 3);
});

/** The name of the image without the registry that its builder puts it into. */
function imageOf(set: PodSet<Probes>): string {
  return containerOf(set.spec.template.spec).image.replace("registry.example.org/", "");
}

function podsOf({ metadata, spec }: PodSet<Probes>): string[] {
  return Array.from({ length: spec.replicas }, (_, index) => `${metadata.name}-${index}`);
}

/** All sets at once; within one each pod waits until the one before is ready. */
async function startSets(): Promise<void> {
  await Promise.all(
    sets.map(async (set) => {
      for (const name of podsOf(set)) {
        await startOf(set, name);
        await untilPodReady(set, name);
      }
    }),
  );
}

async function startOf(set: PodSet<Probes>, name: string): Promise<void> {
  const pod = set.spec.template.spec;
  const own = folders.get(name) ?? {
    data: makeVolume(pod, { isEmptyDir: false }),
    password: makeSecret(pod, { "postgres-password": password }),
  };
  folders.set(name, own);
  // The name of the service stands for all of its pods, and with the pod's name before it for one.
  const names = [set.metadata.name, `${name}.${set.metadata.name}`];
  await startPod(podman, { name, names, pod, image: imageOf(set), folders: own });
}

async function startAnew(name: string): Promise<void> {
  const set = sets.find((each) => podsOf(each).includes(name));
  if (set === undefined) throw new Error(`No set has ${name}.`);
  await podman.run("rm", "--force", name);
  await startOf(set, name);
  await untilPodReady(set, name);
}

async function untilPodReady(set: PodSet<Probes>, name: string): Promise<void> {
  const { command } = containerOf(set.spec.template.spec).readinessProbe.exec;
  const isReady = async () => {
    if ((await podman.ask("exec", name, ...command)).exitCode === 0) return true;
    const { stdout } = await podman.ask("inspect", "--format", "{{.State.Status}}", name);
    // As the kubelet does: what it keeps is the volume.
    if (stdout.trim() === "exited") {
      await podman.attempt("logs", name);
      await podman.run("rm", "--force", name);
      await startOf(set, name);
    }
    return false;
  };
  await until(`${name} is ready`, isReady, upTimeoutMs);
}

/** One of the service's pods, with the addresses that the manifest's first lines name. */
async function startService(): Promise<void> {
  secret ??= makeServiceSecret({
    databaseUrl: addressIn("postgres:").replace("…", `service:${password}`),
    redisUrl: addressIn("redis+sentinel:"),
  });
  await startServicePod(podman, service, secret);
  const url = await urlOf(podman, service);
  await untilReady(podman, { name: service, url });
  await proxy?.stop();
  proxy = startProxy(url);
}

function addressIn(protocol: string): string {
  const indent = "#   ";
  const lines = manifestText(file).split("\n");
  const line = lines.find((each) => each.startsWith(`${indent}${protocol}//`));
  if (line === undefined) throw new Error(`The manifest names no ${protocol}.`);
  return line.slice(indent.length);
}

async function runIn(name: string, ...command: readonly string[]) {
  return await podman.ask("exec", name, ...command);
}
