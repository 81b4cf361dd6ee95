import { ownerOf } from "../../floor/db/embedded/directory-owner.ts";
import { isServing } from "../../floor/db/embedded/start-embedded.ts";
import type { Config } from "../../program/config.ts";
import { healthStatusOf, healthUrlOf } from "./healthcheck.ts";

type AddressSettings = Pick<Config, "publicUrl" | "databaseUrl" | "dataDirectory" | "host" | "port" | "tls">;

/**
 * What an address begins with that a command prints: PUBLIC_URL, or where the service runs. Where none is found it is the
 * address that one would have by the command's own configuration, and a line on stderr says so.
 */
export async function serviceAddress(config: AddressSettings): Promise<string> {
  if (config.publicUrl !== null) return config.publicUrl;
  const configured = new URL(healthUrlOf(config)).origin;
  const found = config.databaseUrl === null ? await ownersAddress(config) : await answering(configured);
  if (found !== null) return found;
  process.stderr.write(
    `pr-service: no service was found. The address is the one it will have with this HOST and PORT; start it with \`pr-service serve\`, or set PUBLIC_URL.\n`,
  );
  return configured;
}

/** The service that owns the data directory has written down where it listens. */
async function ownersAddress({ dataDirectory }: AddressSettings): Promise<string | null> {
  const owner = ownerOf(dataDirectory);
  return owner?.kind === "service" && (await isServing(dataDirectory)) ? owner.url : null;
}

/** Services on PostgreSQL may run anywhere; one of this machine is known by its answer. */
async function answering(origin: string): Promise<string | null> {
  const status = await healthStatusOf(`${origin}/health`).catch(() => null);
  return status === 200 ? origin : null;
}
