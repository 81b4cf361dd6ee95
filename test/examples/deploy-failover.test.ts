import { afterAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments, parseDocument } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { parseDatabaseUrl } from "../../service/floor/db/parse-database-url.ts";
import { parseRedisUrl } from "../../service/floor/limits/parse-redis-url.ts";
import { readConfig } from "../../service/program/config.ts";
import { createFolder, removeFolder } from "../support/server-process.ts";

const deployFolder = join(import.meta.dirname, "../../examples/deploy");
const read = (name: string) => readFileSync(join(deployFolder, name), "utf8");

const folder = createFolder("prs-failover-");
afterAll(() => removeFolder(folder));
copyFileSync(join(deployFolder, "make-secrets.sh"), join(folder, "make-secrets.sh"));
execFileSync("sh", [join(folder, "make-secrets.sh"), "postgres-a:5432,postgres-b:5432"], { stdio: "ignore" });

describe("the compose file with failover", () => {
  const document = parseDocument(read("compose.failover.yaml"), { merge: true });
  const { services, volumes, secrets } = document.toJS() as Compose;

  test("is YAML without a warning", () => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
  });

  test("gives the service both servers, and Sentinels that watch the master by that name", () => {
    const { DATABASE_URL_FILE: _, SECRET_KEY_FILE: __, ...rest } = services.service?.environment ?? {};
    const config = readConfig({
      ...rest,
      NODE_ENV: "production",
      PUBLIC_URL: "https://presse.example.org",
      DATABASE_URL_FILE: join(folder, "secrets/database_url"),
      SECRET_KEY_FILE: join(folder, "secrets/secret_key"),
    });
    const database = parseDatabaseUrl(config.databaseUrl ?? "");
    const redis = parseRedisUrl(config.redisUrl ?? "");
    if (typeof database === "string" || typeof redis === "string" || redis.kind === "server")
      throw new Error("The service is given a single server.");
    expect(database.isWritableOnly).toBe(true);
    const hosts = [
      ...database.servers.map(({ address }) => address.host),
      ...redis.sentinels.map(({ host }) => host),
    ];
    for (const host of hosts) expect(Object.keys(services)).toContain(host);
    for (const { host } of redis.sentinels)
      expect(services[host]?.command?.join()).toContain(
        `monitor ${redis.options.name} ${services["redis-a"]?.networks.inside?.ipv4_address} 6379 2`,
      );
    expect(services.service?.image).toBe(`pr-service:${packageJson.version}`);
  });

  test("pins every image, waits for what is looked at, and defines all it refers to", () => {
    for (const each of Object.values(services)) {
      expect(each.image).toMatch(/:\d+\.\d+/);
      for (const secret of each.secrets ?? []) expect(Object.keys(secrets)).toContain(secret);
      for (const volume of each.volumes ?? [])
        expect(Object.keys(volumes)).toContain(volume.split(":")[0] ?? "");
      for (const [name, { condition }] of Object.entries(each.depends_on ?? {})) {
        expect(condition).toBe("service_healthy");
        expect(services[name]?.healthcheck?.test[0]).toBe("CMD");
      }
    }
  });
});

describe("the Kubernetes manifest with failover", () => {
  const documents = parseAllDocuments(read("kubernetes.failover.yaml"));
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const sets = manifests.filter(({ kind }) => kind === "StatefulSet");

  test("is YAML without a warning, and holds what can fail over", () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(sets.map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([
      ["monitor", 1],
      ["postgres", 2],
      ["redis", 2],
      ["sentinel", 3],
    ]);
  });

  test("gives each pod a name by a service that is there, and mounts what it defines", () => {
    for (const { spec } of sets) {
      const service = manifests.find(
        ({ kind, metadata }) => kind === "Service" && metadata.name === spec.serviceName,
      );
      const pod = spec.template.spec;
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      const defined = [
        ...spec.volumeClaimTemplates.map(({ metadata }) => metadata.name),
        ...(pod.volumes ?? []).map(({ name }) => name),
      ];
      for (const container of pod.containers) {
        expect(container.image).toMatch(/:\d+\.\d+/);
        expect(container.volumeMounts.map(({ name }) => name)).toEqual(defined);
        expect(service?.spec.ports.map(({ port }) => port)).toEqual(
          container.ports.map(({ containerPort }) => containerPort),
        );
      }
    }
  });
});

test("the image makes databases in UTF-8: without it nothing can be published", () => {
  expect(read("failover/Dockerfile")).toMatch(/^ENV LANG=C\.UTF-8$/m);
});

test("a node that was killed forgets its number before it starts: it is 1 in each container", () => {
  expect(read("failover/start-node.sh")).toMatch(/^rm -f .*pg_autoctl\.pid"\nexec pg_autoctl run$/m);
});

test("the image starts by scripts that a shell can read, and no password is an argument", () => {
  const image = read("failover/Dockerfile");
  for (const script of ["start-node.sh", "set-password.sh"]) {
    expect(image).toContain(script);
    execFileSync("sh", ["-n", join(deployFolder, "failover", script)]);
  }
  for (const file of [
    "compose.failover.yaml",
    "kubernetes.failover.yaml",
    "failover/start-node.sh",
    "failover/set-password.sh",
  ])
    expect(read(file)).not.toMatch(
      /--from-literal|--requirepass|--password|postgres:\/\/[^\s:]+:[^\s@]+@[a-z]/,
    );
});

type Service = {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  networks: Partial<Record<string, { ipv4_address: string }>>;
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
};
type Pod = {
  securityContext: { runAsNonRoot: boolean };
  containers: {
    image: string;
    args?: string[];
    command?: string[];
    ports: { containerPort: number }[];
    volumeMounts: { name: string }[];
  }[];
  volumes?: { name: string }[];
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  spec: {
    replicas: number;
    serviceName: string;
    selector: { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: Pod };
    volumeClaimTemplates: { metadata: { name: string } }[];
    ports: { port: number }[];
  };
};
