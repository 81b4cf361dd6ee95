/** `bun run schema`: writes service/floor/db/schema.sql anew, after a migration was added. */
import { writeFileSync } from "node:fs";
import { dumpSchema, schemaDumpPath } from "./dump-schema.ts";
import { createMigratedDatabase } from "./service.ts";

writeFileSync(schemaDumpPath, dumpSchema(await createMigratedDatabase()));
process.stdout.write("service/floor/db/schema.sql is written.\n");
process.exit(0);
