import { afterAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder, removeFolder } from "../support/server-process.ts";

const deployFolder = join(import.meta.dirname, "../../examples/deploy");
const script = join(deployFolder, "run-command.sh");
const unitText = readFileSync(join(deployFolder, "pr-service.service"), "utf8");
const settings = unitText.split("\n").filter((line) => /^[A-Z]\w+=/.test(line));

/** In the place of systemd's programs: one shows the unit, the other prints what it is asked for. */
const programs = createFolder("prs-systemd-");
afterAll(() => removeFolder(programs));
writeFileSync(join(programs, "systemd-run"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n", { mode: 0o755 });

test("a command gets the data, settings, keys and user of the unit, with its drop-ins", () => {
  const dropIn = "[Service]\nEnvironment=DATABASE_URL_FILE=%d/database-url\\\nMAIL_FROM=presse@example.org";
  const sent = askedBy(`${unitText}\n${dropIn}\n`, "agency", "create", "--name", "A $B", "");
  const unit = sent.find((each) => each.startsWith("--unit="))?.slice("--unit=".length);
  const credentials = `/run/credentials/${unit}.service`;
  const taken = settings
    .filter((line) => /^(?:DynamicUser|Environment|LoadCredential|State|UMask|WorkingDirectory)/.test(line))
    .map((line) => line.replace("%d", credentials));
  expect(sent.slice(sent.indexOf(`--unit=${unit}`) + 1)).toEqual([
    // The name that systemd takes from the unit's: under another one the data would change hands while the service runs.
    "--property=User=pr-service",
    ...taken.map((line) => `--property=${line}`),
    `--property=Environment=DATABASE_URL_FILE=${credentials}/database-url MAIL_FROM=presse@example.org`,
    // Doubled, since systemd would put a variable there.
    ...["/usr/local/bin/pr-service", "agency", "create", "--name", "A $$B", ""],
  ]);
  expect(taken).toContain(`Environment=SECRET_KEY_FILE=${credentials}/secret-key`);
});

test("the script starts the unit's program, and knows each setting of the unit that is about data, keys and user", () => {
  expect(settings).toContain("ExecStart=/usr/local/bin/pr-service serve");
  const names =
    readFileSync(script, "utf8")
      .match(/(?<=^names=['"]).*(?=['"]$)/gm)
      ?.join("|") ?? "";
  const about = settings
    .map((line) => line.split("=")[0] ?? "")
    .filter((name) => /Cred|Env|User|Direc|UMask/.test(name));
  expect(about.length).toBeGreaterThan(5);
  for (const name of about) expect(names.split("|")).toContain(name);
});

test("nothing is run where the data or keys can't be known", () => {
  expect(() => askedBy("[Service]\nEnvironment=DATA_DIR=%S/pr-service\n", "doctor")).toThrow("%S/pr-service");
  expect(() => askedBy(null, "doctor")).toThrow();
});

/** What the script asks of systemd; null where there is no unit. */
function askedBy(unit: string | null, ...args: string[]): string[] {
  writeFileSync(join(programs, "unit"), unit ?? "");
  const body = unit === null ? "exit 1" : `cat ${join(programs, "unit")}`;
  writeFileSync(join(programs, "systemctl"), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  const env = { PATH: `${programs}:/usr/bin:/bin` };
  const output = execFileSync("sh", [script, ...args], { env, stdio: "pipe", encoding: "utf8" });
  return output.split("\n").slice(0, -1);
}
