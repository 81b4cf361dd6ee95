import { expect, test } from "bun:test";
import { join } from "node:path";
import { until } from "../../support/until.ts";

const module = join(import.meta.dirname, "../../../service/edges/cli/until-signal.ts");

test("a Ctrl-C that runners pass on once more is the same one, and a later one ends the process at once", async () => {
  const source = `
    const { untilSignal } = await import(${JSON.stringify(module)});
    void untilSignal().then(() => console.log("stopping"));
    setInterval(() => undefined, 1_000);
    console.log("ready");
  `;
  const program = Bun.spawn([process.execPath, "-e", source], { stdout: "pipe" });
  const said: string[] = [];
  const reading = (async () => {
    for await (const chunk of program.stdout) said.push(new TextDecoder().decode(chunk));
  })();
  await until("the program is ready", () => said.join("").includes("ready"));
  program.kill("SIGINT");
  await until("it stops", () => said.join("").includes("stopping"));
  program.kill("SIGINT");
  program.kill("SIGTERM");
  await Bun.sleep(200);
  expect(program.exitCode).toBeNull();
  await Bun.sleep(1_000);
  program.kill("SIGINT");
  expect(await program.exited).toBe(1);
  await reading;
});
