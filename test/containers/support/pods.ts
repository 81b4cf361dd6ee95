import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { createFolder } from "../../support/server-process.ts";
import type { Engine } from "./engine.ts";

type Container = {
  image: string;
  command?: string[];
  args?: string[];
  env: { name: string; value?: string; valueFrom?: { fieldRef: { fieldPath: string } } }[];
  ports: { name: string; containerPort: number }[];
  resources: { limits: { memory: string } };
  securityContext: {
    allowPrivilegeEscalation: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities: { drop: string[] };
  };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
};
export type PodSpec<Probes> = {
  terminationGracePeriodSeconds: number;
  securityContext: { runAsUser: number; runAsGroup: number; fsGroup: number };
  containers: (Container & Probes)[];
  volumes?: { name: string; secret?: { defaultMode: number } }[];
};
/** A Deployment or a StatefulSet, with the probes that its containers have. */
export type PodSet<Probes> = {
  kind: string;
  metadata: { name: string };
  spec: { replicas: number; template: { spec: PodSpec<Probes> } };
};

const network = "cluster";
const deployFolder = join(import.meta.dirname, "../../../examples/deploy");

export function manifestText(file: string): string {
  return readFileSync(join(deployFolder, file), "utf8");
}

/** What a manifest of examples/deploy holds of a kind, as it says it. */
export function readManifest<Probes>(file: string, kind: string): PodSet<Probes>[] {
  const documents = parseAllDocuments(manifestText(file));
  return documents.map((document) => document.toJS() as PodSet<Probes>).filter((each) => each.kind === kind);
}

/** A part of the pods' range in the manifests: the test comes from its first address, as an ingress controller would. */
export async function createCluster(engine: Engine): Promise<void> {
  await engine.run("network", "create", "--subnet", "10.42.0.0/24", "--gateway", "10.42.0.1", network);
}

/** Starts a pod as a container with its user, rights, limits, settings and folders, found by its name and by `names`. */
export async function startPod<Probes>(
  engine: Engine,
  input: {
    name: string;
    names?: readonly string[];
    pod: PodSpec<Probes>;
    image: string;
    /** The folders that stand for its volumes, by their names. */
    folders: Record<string, string>;
  },
): Promise<void> {
  const { name, names = [], pod, image, folders } = input;
  const { securityContext: user } = pod;
  const container = containerOf(pod);
  const { securityContext: rights, command: [program, ...rest] = [], args = [] } = container;
  await engine.run(
    ...["run", "--detach", "--name", name, "--hostname", name, `--network=${network}`],
    ...names.map((each) => `--network-alias=${each}`),
    ...["--user", `${user.runAsUser}:${user.runAsGroup}`, "--group-add", String(user.fsGroup)],
    ...(rights.readOnlyRootFilesystem === true ? ["--read-only"] : []),
    ...(rights.allowPrivilegeEscalation ? [] : ["--security-opt=no-new-privileges"]),
    ...rights.capabilities.drop.map((each) => `--cap-drop=${each}`),
    ...["--memory", container.resources.limits.memory.replace(/i$/, "").toLowerCase()],
    ...environmentOf(container, name),
    ...container.volumeMounts.flatMap((mount) => [
      "--volume",
      `${folders[mount.name]}:${mount.mountPath}${mount.readOnly === true ? ":ro" : ""}`,
    ]),
    ...(program === undefined ? [] : ["--entrypoint", program]),
    ...[image, ...rest, ...args],
  );
}

/** As the kubelet sets it: a value may name what stands above it. */
function environmentOf({ env }: Container, name: string): string[] {
  const values = new Map<string, string>();
  for (const { name: key, value, valueFrom } of env) {
    if (valueFrom !== undefined && valueFrom.fieldRef.fieldPath !== "metadata.name")
      throw new Error(`Nothing stands for ${valueFrom.fieldRef.fieldPath}.`);
    const known = (_: string, other: string) => values.get(other) ?? "";
    values.set(key, value?.replace(/\$\((\w+)\)/g, known) ?? name);
  }
  return [...values].flatMap(([key, value]) => ["--env", `${key}=${value}`]);
}

export function containerOf<Probes>({ containers: [container] }: PodSpec<Probes>): Container & Probes {
  if (container === undefined) throw new Error("The pod has no container.");
  return container;
}

export async function addressOf(engine: Engine, name: string): Promise<string> {
  const format = `{{.NetworkSettings.Networks.${network}.IPAddress}}`;
  return (await engine.ask("inspect", "--format", format, name)).stdout.trim();
}

/** A folder as a Secret is mounted: of root, and readable by the group of the pod. */
export function makeSecret<Probes>(pod: PodSpec<Probes>, files: Record<string, string>): string {
  const folder = createFolder("prs-secret-");
  chmodSync(folder, 0o755);
  const mode = pod.volumes?.find(({ secret }) => secret !== undefined)?.secret?.defaultMode ?? 0;
  for (const [name, value] of Object.entries(files)) {
    const file = join(folder, name);
    writeFileSync(file, value);
    chmodSync(file, mode);
    chownSync(file, 0, pod.securityContext.fsGroup);
  }
  return folder;
}

/** A folder as a volume is mounted: of root, of the group of the pod, and an emptyDir is open to everybody besides. */
export function makeVolume<Probes>(pod: PodSpec<Probes>, { isEmptyDir }: { isEmptyDir: boolean }): string {
  const folder = join(createFolder("prs-data-"), "data");
  mkdirSync(folder);
  chownSync(folder, 0, pod.securityContext.fsGroup);
  chmodSync(folder, isEmptyDir ? 0o2777 : 0o2775);
  return folder;
}
