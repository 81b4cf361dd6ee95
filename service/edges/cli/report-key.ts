import type { Command } from "commander";
import { keyFilePath, readKeyFile, rotateKeyFile } from "../../features/reporting/integrity/key-file.ts";
import { keysDiffer, keysMissing } from "../../features/reporting/integrity/prepare-seal.ts";
import { pemOfPublicKey } from "../../features/reporting/integrity/signing-key.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- the key is the service's, and belongs to no agency whose audit could name it.
import { listNotedKeys, noteSigningKey } from "../../features/reporting/integrity/sql.ts";
import { print } from "./print.ts";
import { configOf, withDatabase } from "./with-database.ts";

export function addReportKeyCommands(program: Command): void {
  const key = program.command("report-key").description("the key that signs reports");

  key
    .command("rotate")
    .description("sign with a new key from now on; what the older ones signed stays valid")
    .action(async (_options: unknown, command: Command) => {
      const config = configOf(command);
      // All that can fail comes before the change: a running service takes the new key at once.
      const ring = await withDatabase(command, async ({ sql }) => {
        const missing = await keysMissing(sql, { keys: () => readKeyFile(config) });
        if (missing.length > 0) throw keysDiffer(config);
        const rotated = await rotateKeyFile(config);
        const jwk = rotated.publicKeys.get(rotated.current.id)?.jwk;
        if (jwk !== undefined) await noteSigningKey(sql, jwk);
        return rotated;
      });
      print(command, { keyId: ring.current.id, file: keyFilePath(config) }, [
        `Reports are signed with ${ring.current.id} from now on; a running service takes it within 15 s.`,
        `Keep a copy of ${keyFilePath(config)}, and give every replica the same file.`,
      ]);
    });

  key
    .command("list")
    .description("list the keys of the key file, and those that this database was signed with")
    .action(async (_options: unknown, command: Command) => {
      const ring = await readKeyFile(configOf(command));
      const noted = await withDatabase(command, ({ sql }) => listNotedKeys(sql));
      const held = [...ring.publicKeys.values()].map(({ jwk }) => ({ keyId: jwk.kid, publicKey: jwk.x }));
      const missing = noted.filter(({ keyId }) => !ring.publicKeys.has(keyId));
      const keys = [...held, ...missing].map(({ keyId, publicKey }) => ({
        keyId,
        isCurrent: keyId === ring.current.id,
        isInFile: ring.publicKeys.has(keyId),
        pem: pemOfPublicKey(publicKey),
      }));
      print(
        command,
        { keys },
        keys.map(({ keyId, isCurrent, isInFile, pem }) =>
          isInFile
            ? `${keyId}  ${isCurrent ? "signs" : "signed before"}`
            : `${keyId}  NOT in the key file. If you know it to be yours, add to the file:\n${pem}`,
        ),
      );
    });
}
