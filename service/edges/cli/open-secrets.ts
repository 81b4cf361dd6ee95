import type { Command } from "commander";
import { openSecretKey } from "../../floor/secrets/open-secret-key.ts";
import { createSecretCipher, type SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { createLog } from "../../log.ts";
import { configOf } from "./with-database.ts";

/** Opens what is stored encrypted, under the key that the service uses. */
export async function openSecrets(command: Command): Promise<SecretCipher> {
  const { secretKey, dataDirectory } = configOf(command);
  const log = createLog("warn", (line) => void process.stderr.write(`${line}\n`));
  return createSecretCipher(secretKey ?? (await openSecretKey(dataDirectory, log)));
}
