import { beforeAll, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../sdk", import.meta.url));

/** Runs one of the package's own scripts; returns what it said, with its exit code first. */
async function runScript(name: string): Promise<string> {
  const child = Bun.spawn([process.execPath, "run", name], { cwd: folder, stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return `exit ${exitCode}\n${exitCode === 0 ? "" : stdout + stderr}`;
}

beforeAll(async () => {
  expect(await runScript("build")).toBe("exit 0\n");
});

test("the built types say what test-d expects of them", async () => {
  expect(await runScript("test:types")).toBe("exit 0\n");
});

test("the package resolves for Node and bundlers, as publint and attw see it", async () => {
  expect(await runScript("test:package")).toBe("exit 0\n");
});

test("the built package has no dependency and loads in Node", async () => {
  const manifest = await Bun.file(`${folder}/package.json`).json();
  expect(Object.keys(manifest).filter((name) => name.toLowerCase().includes("dependencies"))).toEqual([]);
  const script = `import { signWebhook } from "${folder}/dist/index.js";
    const { signature } = await signWebhook({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1614265330, body: '{"test": 2432232314}' });
    process.stdout.write(signature);`;
  const node = Bun.spawn(["node", "--input-type=module", "--eval", script], { stdout: "pipe" });
  expect(await new Response(node.stdout).text()).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});
