import { afterAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments, parseDocument } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { parseKeyFile } from "../../service/features/reporting/integrity/signing-key.ts";
import { readConfig } from "../../service/program/config.ts";
import { createFolder, removeFolder } from "../support/server-process.ts";

const deployFolder = join(import.meta.dirname, "../../examples/deploy");
const read = (name: string) => readFileSync(join(deployFolder, name), "utf8");
const image = readFileSync(join(import.meta.dirname, "../../Dockerfile"), "utf8");
/** What the service may take to stop: see run-service.ts. */
const stopSecondsMax = 20;

const folder = createFolder("prs-deploy-");
afterAll(() => removeFolder(folder));
copyFileSync(join(deployFolder, "make-secrets.sh"), join(folder, "make-secrets.sh"));
execFileSync("sh", [join(folder, "make-secrets.sh")], { stdio: "ignore" });

/** Settings that the program reads; a misspelt one would be passed over in silence. */
const knownSettings = [...read("../../docs/operations.md").matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(
  ([, name]) => name,
);

describe("the Dockerfile", () => {
  test("builds with the Bun that the project pins, on top of nothing", () => {
    expect(instructions("FROM")).toEqual([
      `FROM docker.io/oven/bun:${packageJson.devDependencies.bun}-slim AS build`,
      "FROM scratch",
    ]);
  });

  test("labels the image with the program's name, version and licence", () => {
    expect(image).toContain(`org.opencontainers.image.title="${packageJson.name}"`);
    expect(image).toContain(`org.opencontainers.image.version="${packageJson.version}"`);
    expect(image).toContain(`org.opencontainers.image.licenses="${packageJson.license}"`);
  });

  test("copies what .dockerignore lets through, and nothing else", () => {
    const sent = read("../../.dockerignore").match(/(?<=^!).*/gm) ?? [];
    const copies = instructions("COPY").filter((line) => !line.includes("--from="));
    const copied = copies.flatMap((line) => line.split(" ").slice(1, -1));
    expect(copied.toSorted()).toEqual(sent.toSorted());
  });

  const instructions = (keyword: string) => image.match(new RegExp(`^${keyword} .*`, "gm")) ?? [];
});

describe("the compose file", () => {
  const document = parseDocument(read("compose.yaml"));
  const { services, volumes, secrets } = document.toJS() as Compose;
  const { service } = services;

  test("is YAML without a warning", () => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
  });

  test("configures the service for production, with nothing left to warn of", () => {
    const config = configOf(service?.environment ?? {});
    expect(config).toMatchObject({ publicUrl: "https://presse.example.org", allowInsecureHttp: false });
    expect(config.databaseUrl).toMatch(/^postgres:\/\/service:[0-9a-f]{48}@postgres:5432\/prservice$/);
    expect(config.redisUrl).toBe("redis://redis:6379");
    expect(config.secretKey).toHaveLength(32);
  });

  test("makes no secret of an argument", () => {
    const shown = /--from-literal|--requirepass|--password|postgres:\/\/[^\s:]+:[^\s@]+@/;
    for (const file of ["compose.yaml", "kubernetes.yaml", "pr-service.service", "README.md"])
      expect(read(file)).not.toMatch(shown);
  });

  test("names settings that exist", () => {
    for (const name of Object.keys(service?.environment ?? {})) expect(knownSettings).toContain(name);
  });

  test("runs this version, read-only, and gives it the time to stop", () => {
    expect(service?.image).toBe(`pr-service:${packageJson.version}`);
    expect(service?.read_only).toBe(true);
    expect(Number.parseInt(service?.stop_grace_period ?? "0", 10)).toBeGreaterThan(stopSecondsMax);
  });

  test("pins every image, checks the health of what the service waits for, and defines all it refers to", () => {
    for (const each of Object.values(services)) {
      expect(each.image).toMatch(/:\d+\.\d+/);
      for (const secret of each.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
      for (const volume of each.volumes ?? [])
        expect(Object.keys(volumes)).toContain(volume.split(":")[0] ?? "");
    }
    for (const [name, { condition }] of Object.entries(service?.depends_on ?? {})) {
      expect(condition).toBe("service_healthy");
      expect(services[name]?.healthcheck?.test[0]).toBe("CMD");
    }
  });

  test("gets its secrets from a script that others can't look into and that replaces nothing", () => {
    for (const { file } of Object.values(secrets))
      expect(statSync(join(folder, file)).size).toBeGreaterThan(40);
    expect(statSync(join(folder, "secrets")).mode & 0o077).toBe(0);
    const before = readFileSync(join(folder, "secrets/secret_key"), "utf8");
    const again = () => execFileSync("sh", [join(folder, "make-secrets.sh")], { stdio: "ignore" });
    expect(again).toThrow();
    expect(readFileSync(join(folder, "secrets/secret_key"), "utf8")).toBe(before);
  });
});

describe("the Kubernetes manifest", () => {
  const documents = parseAllDocuments(read("kubernetes.yaml"));
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const manifestOf = (kind: string) => {
    const found = manifests.find((manifest) => manifest.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind}.`);
    return found;
  };
  const ofKind = (kind: string) => manifestOf(kind).spec;
  const deployment = ofKind("Deployment");
  const pod = deployment.template.spec;
  const [container] = pod.containers;
  if (container === undefined) throw new Error("The pod has no container.");
  const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));

  test("is YAML without a warning", () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  });

  test("configures the service for production, with settings that exist", () => {
    expect(configOf(environment)).toMatchObject({
      publicUrl: "https://presse.example.org",
      redisUrl: "redis://redis.example.org",
      metrics: { host: "0.0.0.0", port: 9464 },
      // Without it every reader has the ingress controller's address, and HTTPS is not seen.
      trustedProxies: [expect.stringMatching(/^10\.\d+\.\d+\.\d+\/(?:1[6-9]|2\d)$/)],
    });
    for (const name of Object.keys(environment)) expect(knownSettings).toContain(name);
  });

  test("gives all pods the same keys, by the Secret that its first lines make", () => {
    const { mountPath } = container.volumeMounts.find(({ name }) => name === "secrets") ?? {};
    const made = [...read("kubernetes.yaml").matchAll(/--from-file=([\w-]+)/g)];
    const files = Object.entries(environment).filter(([name]) => name.endsWith("_FILE"));
    expect(files.map(([, file]) => file)).toEqual(made.map(([, name]) => `${mountPath}/${name}`));
    expect(Object.keys(environment)).toContain("SECRET_KEY_FILE");
    // With a key of its own a pod answers the reports of the others with an error, and a roll-out loses it.
    expect(Object.keys(environment)).toContain("REPORT_SIGNING_KEY_FILE");
  });

  test("keeps its data in a folder of its own: the kubelet opens an emptyDir to everybody, and the doctor would object", () => {
    const { mountPath } = container.volumeMounts.find(({ name }) => name === "data") ?? {};
    const { DATA_DIR } = environment;
    expect(DATA_DIR).toStartWith(`${mountPath}/`);
  });

  test("has a key for reports that is changed by the commands of operations.md, and the old one goes on checking", () => {
    const [make] = /openssl genpkey .*-out report-signing-key/.exec(read("kubernetes.yaml")) ?? [];
    const [, chapter = ""] = read("../../docs/operations.md").split("**A new key on Kubernetes.**");
    const [first = "", second = ""] = [...chapter.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
    const changed = createFolder("prs-report-key-");
    const keysAfter = (commands: string) => {
      // The cluster is not there: what comes after it is nothing that is asked for here.
      const script = `set -eu; kubectl() { :; }\n${commands}`;
      execFileSync("sh", ["-c", script], { cwd: changed, stdio: "ignore" });
      const ring = parseKeyFile(readFileSync(join(changed, "report-signing-key"), "utf8"));
      return { current: ring?.current.id, all: [...(ring?.publicKeys.keys() ?? [])] };
    };
    const before = keysAfter(make ?? "exit 1");
    const added = keysAfter(first);
    const after = keysAfter(second);
    removeFolder(changed);
    expect(before.all).toEqual([before.current ?? ""]);
    expect(added).toEqual({ current: before.current, all: [before.current ?? "", after.current ?? ""] });
    expect(after.all.toSorted()).toEqual(added.all.toSorted());
    expect(after.current).not.toBe(before.current);
  });

  test("probes life at /health and readiness at /ready, by a port that is there", () => {
    expect(container.startupProbe.httpGet.path).toBe("/health");
    expect(container.livenessProbe.httpGet.path).toBe("/health");
    expect(container.readinessProbe.httpGet.path).toBe("/ready");
    const ports = container.ports.map(({ name }) => name);
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
      expect(ports).toContain(probe.httpGet.port);
    expect(ofKind("Service").ports.map(({ targetPort }) => targetPort)).toEqual(["http"]);
    expect(image).toContain(`PORT=${container.ports.find(({ name }) => name === "http")?.containerPort}`);
  });

  test("lets the ingress controller take files as large as the other proxies do", () => {
    const [, size = ""] = /client_max_body_size (\w+);/.exec(read("nginx.conf")) ?? [];
    expect(manifestOf("Ingress").metadata.annotations).toEqual({
      "nginx.ingress.kubernetes.io/proxy-body-size": size,
    });
  });

  test("waits for load balancers and for what runs before it kills", () => {
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds + stopSecondsMax);
  });

  test("runs this version as the image's user, without rights, on a root it can't write to", () => {
    expect(container.image).toEndWith(`/pr-service:${packageJson.version}`);
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(image).toContain(`USER ${pod.securityContext.runAsUser}:`);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
  });

  test("asks for resources, mounts what it defines, and selects its own pods", () => {
    expect(Object.keys(container.resources.requests)).toEqual(["cpu", "memory"]);
    expect(container.resources.limits.memory).toBeDefined();
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
    expect(deployment.selector.matchLabels).toEqual(deployment.template.metadata.labels);
  });
});

describe("the systemd unit", () => {
  const lines = read("pr-service.service")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

  test("consists of sections and settings only", () => {
    for (const line of lines) expect(line).toMatch(/^(?:\[(?:Unit|Service|Install)\]|[A-Z][A-Za-z]+=.*)$/);
  });

  test("gives the service the time to stop, and offers no reload, whose signal would end it", () => {
    expect(Number.parseInt(valuesOf("TimeoutStopSec")[0] ?? "0", 10)).toBeGreaterThan(stopSecondsMax);
    expect(valuesOf("ExecReload")).toEqual([]);
  });

  test("keeps the data in the directory that systemd makes, and names settings that exist", () => {
    const environment = valuesOf("Environment").map((pair) => pair.split("=", 2));
    expect(environment).toContainEqual(["DATA_DIR", `/var/lib/${valuesOf("StateDirectory")[0]}`]);
    for (const [name] of environment) expect(knownSettings).toContain(name ?? "");
  });

  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
});

type Compose = {
  services: Record<
    string,
    {
      image: string;
      environment?: Record<string, string>;
      secrets?: string[];
      volumes?: string[];
      stop_grace_period?: string;
      read_only?: boolean;
      depends_on?: Record<string, { condition: string }>;
      healthcheck?: { test: string[] };
    }
  >;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
};
type Probe = { httpGet: { path: string; port: string } };
type Container = {
  image: string;
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  lifecycle: { preStop: { sleep: { seconds: number } } };
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  securityContext: Record<string, unknown>;
};
type Manifest = {
  kind: string;
  metadata: { annotations?: Record<string, string> };
  spec: {
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsNonRoot: boolean; runAsUser: number };
        containers: Container[];
        volumes: { name: string }[];
      };
    };
    selector: { matchLabels: Record<string, string> };
    ports: { targetPort: string }[];
  };
};

/** The configuration that the settings of a deployment give, with the secrets that make-secrets.sh made. */
function configOf(environment: Record<string, string>) {
  const entries = Object.entries(environment).map(([name, value]): [string, string] => {
    const file = value.replace(/^.*\//, "").replaceAll("-", "_");
    if (name === "REDIS_URL_FILE") return ["REDIS_URL", "redis://redis.example.org"];
    if (name.endsWith("_FILE")) return [name, join(folder, "secrets", file)];
    return [name, value.replace(/^\$\{PUBLIC_URL.*\}$/, "https://presse.example.org")];
  });
  return readConfig({ NODE_ENV: "production", ...Object.fromEntries(entries) });
}
