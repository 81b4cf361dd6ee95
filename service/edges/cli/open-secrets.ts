import type { Command } from "commander";
import { hasEmbedded } from "../../floor/db/embedded/start-embedded.ts";
import type { Sql } from "../../floor/db/open.ts";
import { hasSecretKey, openSecretKey } from "../../floor/secrets/open-secret-key.ts";
import { createSecretCipher, type SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { configOf, warnings, withDatabase } from "./with-database.ts";

/**
 * Opens what is stored encrypted, under the key that the service uses. Throws where that is nowhere to be found, and a new one would store
 * secrets that the service can't read, find no subscriber, and miss objections. A database that nobody has used yet gets a new key.
 * A command that has its database open hands that in as `sql`: the embedded one is opened once.
 */
export async function openSecrets(command: Command, sql?: Sql): Promise<SecretCipher> {
  const { secretKey, dataDirectory, databaseUrl } = configOf(command);
  if (secretKey !== null) return createSecretCipher(secretKey);
  const isThere = databaseUrl !== null || hasEmbedded(dataDirectory);
  const isUsed = () => (sql ? isInUse(sql) : withDatabase(command, (database) => isInUse(database.sql)));
  if (isThere && !hasSecretKey(dataDirectory) && (await isUsed()))
    throw new Error(
      `SECRET_KEY is missing, and there is no secret.key in DATA_DIR (${dataDirectory}): take it from the service. Under another key its secrets can't be read, nor its subscribers and objections be found.`,
    );
  return createSecretCipher(await openSecretKey(dataDirectory, warnings()));
}

/** Whether a key is in use already: something is stored under it, or a service has run here, as people signed in or pages were read. */
async function isInUse(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isInUse: boolean }[]>`
    select
      exists (select from webhook)
      or exists (select from newsroom_subscription)
      or exists (select from media_contact)
      or exists (select from media_contact_objection)
      or exists (select from mail_sender)
      or exists (select from partner where client_secret_encrypted is not null)
      or exists (select from person_session)
      or exists (select from hit_recorder)
      as "isInUse"
  `;
  return row?.isInUse === true;
}
