/**
 * Gets the machine ready for the tests, before anything else runs: installs what is missing where it may (root on Debian or
 * Ubuntu), else says all that is missing and the one command for it. Needs nothing but Bun: no package is installed yet.
 */
import { spawn } from "node:child_process";
import { childEnvironment } from "../support/environment.ts";
import { explainFailure, type Need, needs, planSetup, type TestSet } from "./plan-setup.ts";
import { foldersOfThisMachine, thisMachine } from "./this-machine.ts";

const outputCharactersMax = 20_000;

const sets: readonly TestSet[] = ["suite", "containers", "field"];
const set = sets.find((name) => name === process.argv[2]);
process.exitCode = await setUp(needs(foldersOfThisMachine(), set));

async function setUp(wanted: readonly Need[]): Promise<number> {
  const plan = planSetup(thisMachine(), wanted);
  if (plan.kind === "ready") return 0;
  if (plan.kind === "ask") return refuse(plan.message);
  const started = performance.now();
  console.log(`The tests need ${plan.missing.map(({ name }) => name).join(", ")}. Installing:`);
  for (const command of plan.commands) {
    console.log(`  ${command.join(" ")}`);
    const { status, output } = await run(command);
    // Old package lists are often good enough, and one broken source of several is no reason to stop.
    if (status !== 0 && !command.includes("update")) return refuse(explainFailure(command, output));
  }
  const left = planSetup(thisMachine(), wanted);
  if (left.kind !== "ready") return refuse("Something is still missing after the installation.");
  console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  return 0;
}

function refuse(message: string): number {
  console.error(message.trimEnd());
  return 1;
}

/** Shows what the command prints, and returns it. */
function run([name = "", ...args]: readonly string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(name, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: childEnvironment({ DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" }),
    });
    let output = "";
    for (const [stream, shown] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.on("data", (bytes: Buffer) => {
        // Of a long text the end says why it failed.
        output = (output + bytes.toString("utf8")).slice(-outputCharactersMax);
        shown.write(bytes);
      });
    }
    child.once("error", (error) => resolve({ status: 1, output: error.message }));
    child.once("close", (status) => resolve({ status: status ?? 1, output }));
  });
}
