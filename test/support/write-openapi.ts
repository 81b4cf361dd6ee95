/** `bun run openapi`: writes docs/openapi.json anew, after a deliberate change of the contract. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTestService } from "./service.ts";

const path = join(import.meta.dir, "../../docs/openapi.json");
const service = await startTestService("embedded", { LOG_LEVEL: "silent" });
const document: unknown = await (await fetch(`${service.url}/openapi.json`)).json();
writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
await service.stop();
process.stdout.write("docs/openapi.json is written.\n");
process.exit(0);
