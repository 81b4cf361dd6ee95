import type { Command } from "commander";
import { createLog } from "../log.ts";
import { openSecretKey } from "../secrets/open-secret-key.ts";
import { createSecretCipher, type SecretCipher } from "../secrets/secret-cipher.ts";
import { configOf } from "./with-database.ts";

/** Opens what is stored encrypted, under the key that the service uses. */
export async function openSecrets(command: Command): Promise<SecretCipher> {
  const { secretKey, dataDirectory } = configOf(command);
  const log = createLog("warn", (line) => void process.stderr.write(`${line}\n`));
  return createSecretCipher(secretKey ?? (await openSecretKey(dataDirectory, log)));
}
