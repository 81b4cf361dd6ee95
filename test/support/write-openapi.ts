/** `bun run openapi`: writes docs/openapi.json and the SDK's types anew, after a deliberate change of the contract. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateSdkTypes } from "./generate-types.ts";
import { startTestService } from "./service.ts";

const projectFolder = join(import.meta.dirname, "../..");
const service = await startTestService("embedded", { LOG_LEVEL: "silent" });
const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Record<string, unknown>;
writeFileSync(join(projectFolder, "docs/openapi.json"), `${JSON.stringify(document, null, 2)}\n`);
writeFileSync(join(projectFolder, "sdk/src/types/openapi.ts"), await generateSdkTypes(document));
await service.stop();
process.stdout.write("docs/openapi.json and sdk/src/types/openapi.ts are written.\n");
process.exit(0);
