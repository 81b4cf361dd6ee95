import { newKeyFile } from "../../../service/features/reporting/integrity/signing-key.ts";
import type { Engine } from "./engine.ts";
import { ownImage } from "./make-images.ts";
import { addressOf, containerOf, makeSecret, makeVolume, readManifest, startPod } from "./pods.ts";

type Probe = { httpGet: { path: string; port: string } };
type Probes = { startupProbe: Probe; livenessProbe: Probe; readinessProbe: Probe };

const [deployment] = readManifest<Probes>("kubernetes.yaml", "Deployment");
if (deployment === undefined) throw new Error("The manifest has no Deployment.");

/** The service's pods as kubernetes.yaml wants them. */
export const { replicas } = deployment.spec;
export const pod = deployment.spec.template.spec;
export const { livenessProbe, readinessProbe } = containerOf(pod);

export function makeServiceSecret(servers: { databaseUrl: string; redisUrl: string }): string {
  return makeSecret(pod, {
    "database-url": servers.databaseUrl,
    "redis-url": servers.redisUrl,
    "secret-key": "0123456789abcdef".repeat(4),
    "report-signing-key": newKeyFile(null),
  });
}

export async function startServicePod(engine: Engine, name: string, secrets: string): Promise<void> {
  const data = makeVolume(pod, { isEmptyDir: true });
  await startPod(engine, { name, pod, image: ownImage, folders: { secrets, data } });
}

export async function urlOf(engine: Engine, name: string): Promise<string> {
  const { startupProbe, ports } = containerOf(pod);
  const wanted = startupProbe.httpGet.port;
  const port = ports.find((each) => each.name === wanted)?.containerPort;
  if (port === undefined) throw new Error(`There is no port ${wanted}.`);
  return `http://${await addressOf(engine, name)}:${port}`;
}
