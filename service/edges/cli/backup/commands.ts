import type { Command } from "commander";
import { withPausedDatabase } from "../../../floor/db/embedded/with-paused-database.ts";
import type { Config } from "../../../program/config.ts";
import { print } from "../print.ts";
import { createProgressBar } from "../progress-bar.ts";
import { configOf } from "../with-database.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const bytesPerMegabyte = 1_000_000;

export function addBackupCommands(program: Command): void {
  program
    .command("backup <file>")
    .description("copy the embedded database to a file, while the service runs if it does")
    .option(
      "--without-keys",
      "leave out secret.key and report-signing.key: keep copies of them elsewhere",
      false,
    )
    .action(async (file: string, { withoutKeys }: { withoutKeys: boolean }, command: Command) => {
      const { dataDirectory } = embeddedOnly(configOf(command), "pg_dump");
      const bar = createProgressBar("Backup");
      const written = await withPausedDatabase(dataDirectory, (assertPaused) =>
        writeBackup(dataDirectory, file, { show: bar.show, withoutKeys, assertPaused }),
      ).finally(bar.end);
      const { bytes, files, keys } = written;
      print(command, { file, ...written }, [
        `${file}: ${(bytes / bytesPerMegabyte).toFixed(1)} MB, ${files} files. It holds personal data: keep it safe.`,
        keys.length > 0
          ? `It also holds ${keys.join(" and ")}. Whoever has the file can read stored secrets and sign reports. --without-keys leaves them out.`
          : "It holds no keys. Keep copies of secret.key and report-signing.key (or SECRET_KEY and REPORT_SIGNING_KEY_FILE) elsewhere: without them stored secrets, addresses and reports can't be read, and nobody knows who has objected to press mails.",
      ]);
    });
  program
    .command("restore <file>")
    .description("put a backup of the embedded database into an empty data directory")
    .option("--force", "take the place of what is there, which is kept under another name", false)
    .action(async (file: string, options: { force: boolean }, command: Command) => {
      const config = embeddedOnly(configOf(command), "pg_restore");
      const { dataDirectory } = config;
      const bar = createProgressBar("Restore");
      const { force } = options;
      const all = await restoreBackup(file, dataDirectory, { force, show: bar.show }).finally(bar.end);
      const restored = { ...all, keysMissing: all.keysMissing.filter((name) => !isGiven(name, config)) };
      print(command, { file, dataDirectory, ...restored }, [
        `${dataDirectory} is as it was on ${restored.createdAt} (migration ${restored.migration}).`,
        ...restored.keysMissing.map(
          (name) =>
            `${name} is missing: put it into ${dataDirectory} before the first start. ${lossOf[name]}`,
        ),
        ...restored.kept.map((name) => `What was there before is kept as ${dataDirectory}/${name}.`),
      ]);
    });
}

const lossOf: Record<string, string> = {
  "secret.key":
    'Or set SECRET_KEY. A new key would read no stored secret and no address of a subscriber or contact, and would not know who has objected to press mails: see "A lost SECRET_KEY" in docs/operations.md.',
  "report-signing.key": "A new one would read no stored report. Or set REPORT_SIGNING_KEY_FILE.",
};

/** Whether the configuration names the key that this file of the data directory would hold. */
function isGiven(name: string, config: Config): boolean {
  return name === "secret.key" ? config.secretKey !== null : config.reportSigningKeyFile !== null;
}

function embeddedOnly(config: Config, instead: string): Config {
  if (config.databaseUrl === null) return config;
  throw new Error(
    `This is for the embedded database, and DATABASE_URL names a server. Use ${instead}, or unset DATABASE_URL.`,
  );
}
