/**
 * Part of `bun run test:containers`: what examples/deploy/kubernetes.yaml says of the service's pods is tried by Podman: two
 * of them at once, with the manifest's user, rights, settings, secrets, volumes and probes, on a PostgreSQL and a Redis. What
 * a cluster does with a manifest (Ingress, disruption budget, roll-out) is not tried.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { newKeyFile } from "../../service/features/reporting/integrity/signing-key.ts";
import { type PublishedRelease, publishByCommands, releaseText } from "../build/support/running-image.ts";
import { createFolder } from "../support/server-process.ts";
import { type Engine, openPodman } from "./support/engine.ts";
import { countView } from "./support/main-job.ts";
import { buildOwnImage, haveServerImages, ownImage } from "./support/make-images.ts";
import { stopOwn, untilReady } from "./support/own-container.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";
import { until } from "./support/run-command.ts";

/** Building takes a minute, and several on a busy machine. */
setDefaultTimeout(900_000);

type Probe = { httpGet: { path: string; port: string } };
type PodSpec = {
  terminationGracePeriodSeconds: number;
  securityContext: { runAsUser: number; runAsGroup: number; fsGroup: number };
  containers: {
    env: { name: string; value: string }[];
    ports: { name: string; containerPort: number }[];
    startupProbe: Probe;
    livenessProbe: Probe;
    readinessProbe: Probe;
    resources: { limits: { memory: string } };
    securityContext: {
      allowPrivilegeEscalation: boolean;
      readOnlyRootFilesystem: boolean;
      capabilities: { drop: string[] };
    };
    volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  }[];
  volumes: { name: string; secret?: { defaultMode: number } }[];
};

const manifest = join(import.meta.dirname, "../../examples/deploy/kubernetes.yaml");
const documents = parseAllDocuments(readFileSync(manifest, "utf8")).map((document) => document.toJS());
const deployment = documents.find(({ kind }) => kind === "Deployment") as {
  spec: { replicas: number; template: { spec: PodSpec } };
};
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
if (container === undefined) throw new Error("The pod has no container.");
const names = Array.from({ length: deployment.spec.replicas }, (_, index) => `pod-${index}`);
/** A part of the pods' range in the manifest: the test comes from its first address, as an ingress controller would. */
const network = ["--subnet", "10.42.0.0/24", "--gateway", "10.42.0.1"];
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
  await podman.run("network", "create", ...network, "cluster");
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
  const secrets = makeSecrets();
  await Promise.all(names.map((name) => startPod(name, secrets)));
  const addresses = await Promise.all(names.map(addressOf));
  const port = portOf(container.startupProbe);
  urls = addresses.map((address) => `http://${address}:${port}`);
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
  const run = (args: readonly string[]) => podman.run("exec", names[0] ?? "", "/pr-service", ...args);
  release = await publishByCommands(run);
  await countView(proxy.url, release, 1);
});

test("they live on while the database is away, and are not ready", async () => {
  await podman.run("stop", "postgres");
  await until("no pod is ready", async () =>
    (await statusesOf(container.readinessProbe)).every((each) => each === 503),
  );
  expect(await statusesOf(container.livenessProbe)).toEqual(names.map(() => 200));
  await podman.run("start", "postgres");
  await until("both are ready", async () =>
    (await statusesOf(container.readinessProbe)).every((each) => each === 200),
  );
  await countView(proxy.url, release, 2);
});

test("they end within the time that the manifest gives them", async () => {
  for (const name of names) {
    const { exitCode } = await stopOwn(podman, name, pod.terminationGracePeriodSeconds);
    expect(exitCode).toBe("0");
  }
});

/** A folder as a Secret is mounted: of root, and readable by the group of the pod. */
function makeSecrets(): string {
  const folder = createFolder("prs-secrets-");
  chmodSync(folder, 0o755);
  const secrets = {
    "database-url": `postgres://service:${password}@postgres:5432/prservice`,
    "redis-url": "redis://redis:6379",
    "secret-key": "0123456789abcdef".repeat(4),
    "report-signing-key": newKeyFile(null),
  };
  const mode = pod.volumes.find(({ secret }) => secret !== undefined)?.secret?.defaultMode ?? 0;
  for (const [name, value] of Object.entries(secrets)) {
    const file = join(folder, name);
    writeFileSync(file, value);
    chmodSync(file, mode);
    chownSync(file, 0, pod.securityContext.fsGroup);
  }
  return folder;
}

/** A folder as an emptyDir is mounted: of root, of the group of the pod, and open to everybody. */
function makeEmptyDir(): string {
  const folder = join(createFolder("prs-data-"), "data");
  mkdirSync(folder);
  chownSync(folder, 0, pod.securityContext.fsGroup);
  chmodSync(folder, 0o2777);
  writeFileSync(join(folder, "text.md"), releaseText);
  return folder;
}

async function startPod(name: string, secrets: string): Promise<void> {
  if (container === undefined) return;
  const { runAsUser, runAsGroup, fsGroup } = pod.securityContext;
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = container.securityContext;
  const sources: Record<string, string> = { secrets, data: makeEmptyDir() };
  await podman.run(
    ...["run", "--detach", "--name", name, "--network=cluster"],
    ...["--user", `${runAsUser}:${runAsGroup}`, "--group-add", String(fsGroup)],
    ...(readOnlyRootFilesystem ? ["--read-only"] : []),
    ...(allowPrivilegeEscalation ? [] : ["--security-opt=no-new-privileges"]),
    ...capabilities.drop.map((each) => `--cap-drop=${each}`),
    ...["--memory", container.resources.limits.memory.replace(/i$/, "").toLowerCase()],
    ...container.env.flatMap((each) => ["--env", `${each.name}=${each.value}`]),
    ...container.volumeMounts.flatMap((mount) => [
      "--volume",
      `${sources[mount.name]}:${mount.mountPath}${mount.readOnly === true ? ":ro" : ""}`,
    ]),
    ownImage,
  );
}

function portOf({ httpGet }: Probe): number {
  const port = container?.ports.find(({ name }) => name === httpGet.port)?.containerPort;
  if (port === undefined) throw new Error(`There is no port ${httpGet.port}.`);
  return port;
}

/** By address and in plain HTTP, as a kubelet asks. */
async function statusesOf(probe: Probe): Promise<number[]> {
  return await Promise.all(urls.map(async (url) => (await fetch(url + probe.httpGet.path)).status));
}

async function addressOf(name: string): Promise<string> {
  const format = "{{.NetworkSettings.Networks.cluster.IPAddress}}";
  return (await podman.ask("inspect", "--format", format, name)).stdout.trim();
}

async function untilAnswers(name: string, ...command: string[]): Promise<void> {
  await until(`${name} answers`, async () => (await podman.ask("exec", name, ...command)).exitCode === 0);
}
