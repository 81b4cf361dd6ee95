import { spawn } from "node:child_process";
import { allow, goesOnTo, pathOf, registeredClient } from "../../../features/agent-access/support/connect.ts";
import { createTestAgency, freePort, startTestService } from "../../../support/service.ts";
import { createDashboardUser } from "../../dashboard/support.ts";

/** The suite waits five minutes for its person; this one answers at once. */
const runTimeoutMs = 60_000;

/**
 * Runs the suite's scenarios for authorization servers: metadata, and the grant of a code. The suite prints the address that a person
 * is to open; a person of the service opens it and says yes.
 */
export async function runAuthorization({
  suite,
  folder,
  revision,
}: {
  suite: string;
  folder: string;
  revision: string;
}): Promise<boolean> {
  const service = await startTestService("embedded");
  try {
    const { agencyId } = await createTestAgency(service.sql);
    const person = await createDashboardUser(service, agencyId);
    const clientId = await registeredClient(service, { redirect_uris: ["http://127.0.0.1/callback"] });
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [
        ...[suite, "authorization", "--url", service.url, "--client-id", clientId, "--port", String(port)],
        ...["--resource", `${service.url}/api/mcp`, "--output-dir", folder],
        ...["--spec-version", revision],
      ],
      { cwd: folder, stdio: ["ignore", "pipe", "pipe"], timeout: runTimeoutMs },
    );
    let output = "";
    let hasAnswered = false;
    const listen = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      const [address] = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output) ?? [];
      if (address === undefined || hasAnswered) return;
      hasAnswered = true;
      fetch(address, { redirect: "manual" })
        .then((asked) => allow(person, pathOf(asked)))
        .then((answer) => fetch(goesOnTo(answer)))
        .catch((error: unknown) => console.error(error));
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
    const isPassed = exitCode === 0 && hasAnswered && !/FAIL|WARNING|SKIPPED/.test(output);
    const results = [...output.matchAll(/^\S (\S+): (\d+ passed, (\d+) failed)$/gm)];
    for (const [, name, result, failed] of results)
      console.log(`${failed === "0" ? "ok  " : "FAIL"}  ${revision}  ${name}: ${result}`);
    if (!isPassed || results.length === 0) console.log(output);
    return isPassed && results.length > 0;
  } finally {
    await service.stop();
  }
}
