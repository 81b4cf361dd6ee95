import { readFileSync } from "node:fs";
import type { Environment } from "./plain-reader.ts";

/** Settings that hold credentials. Each may stand in a file instead, whose path is in the variable with `_FILE` at its end. */
const secretSettings = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_REPLICA_URL",
  "REDIS_URL",
  "SECRET_KEY",
  "SMTP_URL",
  "IMAP_URL",
  "AI_API_KEY",
  "EXPORT_S3_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "TIMESTAMP_CREDENTIALS",
] as const;

/**
 * The environment with the content of secret files in the place of their variables, as Docker, Kubernetes and systemd hand
 * secrets over: other processes can't read them from /proc, and `docker inspect` does not show them. What is wrong is
 * added to `problems`, never with a value.
 */
export function readSecretFiles(environment: Environment, problems: string[]): Environment {
  const found: Environment = {};
  for (const name of secretSettings) {
    const path = environment[`${name}_FILE`]?.trim();
    if (path === undefined || path === "") continue;
    if ((environment[name]?.trim() ?? "") !== "") {
      problems.push(`${name} and ${name}_FILE are both set: set one of them.`);
      continue;
    }
    try {
      const text = readFileSync(path, "utf8");
      // Taken for none, it would start a service on a new database or under a new key.
      if (text.trim() === "") problems.push(`${name}_FILE: ${path} is empty.`);
      found[name] = text;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
      problems.push(`${name}_FILE: ${path} can't be read${code}.`);
    }
  }
  return { ...environment, ...found };
}
