import { parseS3Url, type S3Target } from "../../features/reporting/exports/parse-s3-url.ts";
import { parseDatabaseUrl } from "../../floor/db/parse-database-url.ts";
import { addressRangeProblem } from "../../floor/http/address-ranges.ts";
import { parseRedisUrl } from "../../floor/limits/parse-redis-url.ts";
import { parseSecretKey } from "../../floor/secrets/secret-key.ts";
import { safeLinkUrl } from "../../floor/web/safe-url.ts";
import { createPlainReader, type Environment } from "./plain-reader.ts";

/** A set-up names a handful; a longer list is a configuration that went wrong. */
const rangesMax = 64;

export type SettingReader = ReturnType<typeof createSettingReader>;

/** Reads every kind of setting of the service. What is wrong is added to `problems`, and never with a secret. */
export function createSettingReader(environment: Environment, problems: string[]) {
  const plain = createPlainReader(environment, problems);
  const { text, list } = plain;
  return {
    ...plain,
    /** What pages would leave out has to be told here. */
    pageLink(name: string): string | null {
      const value = text(name);
      if (value === null || (/^https?:/i.test(value) && safeLinkUrl(value) !== null)) return value;
      problems.push(
        `${name} has to be a URL that begins with https:// or http://, without a password, of at most 2048 characters.`,
      );
      return null;
    },
    database(name: string, { severalServers }: { severalServers: boolean }): string | null {
      const value = text(name);
      if (value === null) return null;
      const parsed = parseDatabaseUrl(value, name);
      const isSeveral = typeof parsed !== "string" && parsed.isWritableOnly;
      if (typeof parsed === "string") problems.push(parsed);
      else if (isSeveral && !severalServers)
        problems.push(`${name} names one server, without target_session_attrs: reads may go to any.`);
      return typeof parsed === "string" ? null : value;
    },
    redis(name: string): string | null {
      const value = text(name);
      const address = value === null ? null : parseRedisUrl(value, name);
      if (typeof address === "string") problems.push(address);
      return typeof address === "string" ? null : value;
    },
    origins(name: string): string[] {
      return list(name).map((value) => {
        const isOrigin = URL.canParse(value) && new URL(value).origin === value.toLowerCase();
        if (!isOrigin)
          problems.push(`${name} holds "${value}", which is no origin such as https://agents.example.org.`);
        return value.toLowerCase();
      });
    },
    s3(name: string): S3Target | null {
      const value = text(name);
      const target = value === null ? null : parseS3Url(value);
      // The value holds a secret, and is never repeated.
      if (value !== null && target === null) {
        problems.push(`${name} has to be a URL like https://KEY:SECRET@host/bucket?region=eu-central-1.`);
      }
      return target;
    },
    secretKey(name: string): Uint8Array | null {
      const value = text(name);
      if (value === null) return null;
      const key = parseSecretKey(value);
      // The value itself is never repeated: a slip of one character would put the key into the log.
      if (key === null) {
        problems.push(`${name} has to be 32 bytes, as 64 hex digits or as base64: openssl rand -hex 32`);
      }
      return key;
    },
    /** Single addresses and ranges, split by commas or blanks. */
    cidrs(name: string): string[] {
      const entries = (text(name) ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
      if (entries.length > rangesMax) problems.push(`${name} may name at most ${rangesMax} address ranges.`);
      for (const entry of entries) {
        const problem = addressRangeProblem(entry);
        if (problem !== null) problems.push(`${name}: ${problem}.`);
      }
      return entries;
    },
  };
}
