/**
 * Part of `bun run test:containers`: the image on a data folder that 0.2.0 filled, and within small memory under load. The image of 0.2.0
 * ended at once, so its folder is filled by its program, taken out of the history.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type PublishedRelease, publishByCommands, releaseText } from "../build/support/running-image.ts";
import { countStatuses, isGoodOrAway, startLoad } from "../faults/support/start-load.ts";
import { exportCalls } from "../support/export-calls.ts";
import { createFolder } from "../support/server-process.ts";
import { freePort } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { createDatabase } from "../support/shared-postgres.ts";
import { openPreviousRelease } from "../upgrades/support/previous-release.ts";
import { type Engine, openPodman } from "./support/engine.ts";
import { countView, viewsOf } from "./support/main-job.ts";
import { buildOwnImage } from "./support/make-images.ts";
import { programIn, startOwn, stopOwn } from "./support/own-container.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";
import { runCommand } from "./support/run-command.ts";

setDefaultTimeout(900_000);

/** Podman's own network: the test comes from its first address. */
const gateway = "10.88.0.1";
const loadMs = 20_000;
const workers = 4;
const reports = 5;
const imageUser = "65532:65532";

let podman: Engine;
let url: string;
let proxy: TlsProxy;
let published: string[];

beforeAll(async () => {
  podman = openPodman();
  await podman.clear();
  await buildOwnImage(podman, { isFresh: false });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  proxy = startProxy(url);
  published = ["--publish", `127.0.0.1:${port}:3000`, "--env", `TRUSTED_PROXIES=${gateway}`];
});
afterAll(async () => {
  await proxy?.stop();
  await podman?.end();
});

test("goes on with what 0.2.0 wrote: its release, figures and report hold, and new ones come", async () => {
  const { folder, release } = await fillByPreviousRelease();
  const args = [...published, "--volume", `${folder}:/data`];
  await startOwn(podman, { name: "upgraded", url, args });
  expect(await viewsOf(proxy.url, release)).toBe(1);
  await countView(proxy.url, release, 2);
  const verified = await podman.run("exec", "upgraded", "/pr-service", "report", "verify", "--all", "--json");
  expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true });
  await drawReport(release);
  await publishByCommands(await programIn(podman, "upgraded"));
  expect((await stopOwn(podman, "upgraded")).exitCode).toBe("0");
});

test.each([
  ["512m", "the embedded database"],
  ["256m", "PostgreSQL"],
])("serves pages, reports and files under load within %s of memory, with %s", async (memory, database) => {
  const name = `small-${memory}`;
  const limits = [`--memory=${memory}`, `--memory-swap=${memory}`];
  await startOwn(podman, {
    name,
    url,
    args: [...limits, ...(database === "PostgreSQL" ? await beside() : published)],
  });
  const run = await programIn(podman, name);
  const release = await publishByCommands(run, ["--hourly-limit", "1000000"]);
  const { agency, pressReleaseId, path } = release;
  const target = { url: proxy.url, key: agency.key, pressReleaseId: Number(pressReleaseId), path };
  const load = startLoad(target, workers);
  for (let report = 0; report < reports; report += 1) await drawReport(release);
  await Bun.sleep(loadMs);
  await load.stop();
  console.log(`  ${memory}: ${JSON.stringify(countStatuses(load.answers))}, ${await memoryOf(name)}`);
  expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
  const { stdout } = await podman.run("inspect", "--format", "{{.State.Status}} {{.State.OOMKilled}}", name);
  expect(stdout.trim()).toBe("running false");
  expect((await stopOwn(podman, name)).exitCode).toBe("0");
});

/** On the machine's own network, where it reaches a PostgreSQL. */
async function beside(): Promise<string[]> {
  const environment = {
    DATABASE_URL: await createDatabase(),
    SECRET_KEY: "07".repeat(32),
    HOST: "127.0.0.1",
    PORT: new URL(url).port,
    TRUSTED_PROXIES: "127.0.0.1",
  };
  return [
    "--network=host",
    ...Object.entries(environment).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
  ];
}

/** A data folder with a release that was read once and has a report, written by the previous program and handed to the image's user. */
async function fillByPreviousRelease(): Promise<{ folder: string; release: PublishedRelease }> {
  const { program } = openPreviousRelease(createFolder("previous-release-"));
  const folder = createFolder("previous-data-");
  await Bun.write(join(folder, "text.md"), releaseText);
  const environment = {
    DATA_DIR: folder,
    // Its own one in the folder.
    REPORT_SIGNING_KEY_FILE: "",
    PUBLIC_URL: "http://localhost",
    ALLOWED_HOSTS: "127.0.0.1",
  };
  const service = await startServiceProcess(environment, { program });
  const run = (args: readonly string[]) =>
    runCommand(
      [
        process.execPath,
        program,
        ...args.map((arg) => arg.replace("/data/text.md", join(folder, "text.md"))),
      ],
      { environment, isQuiet: true },
    );
  const release = await publishByCommands(run);
  await countView(service.url, release, 1);
  const { job } = await exportCalls({ url: service.url }, release.agency).finished(orderOf(release));
  expect(job.status).toBe("completed");
  expect(await service.stop()).toBe(0);
  execFileSync("chown", ["-R", imageUser, folder]);
  return { folder, release };
}

async function drawReport(release: PublishedRelease): Promise<void> {
  const calls = exportCalls({ url: proxy.url }, release.agency);
  const { job } = await calls.finished(orderOf(release));
  expect(job.status).toBe("completed");
  const bytes = await (await calls.download(job.id)).bytes();
  expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe("%PDF-");
}

const orderOf = ({ pressReleaseId }: PublishedRelease) => ({
  scopeType: "article",
  scopeId: pressReleaseId,
  days: 30,
  format: "pdf",
});

/** The memory that the container has now, as the engine says. */
async function memoryOf(name: string): Promise<string> {
  const { stdout } = await podman.ask("stats", "--no-stream", "--format", "{{.MemUsage}}", name);
  return stdout.trim();
}
