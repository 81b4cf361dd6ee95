/**
 * Part of `bun run test:containers`: Podman builds the Dockerfile and runs the image, as it is deployed and as people run it
 * who were told nothing.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { expectReport, type PublishedRelease, publishByCommands } from "../build/support/running-image.ts";
import { createFolder } from "../support/server-process.ts";
import { freePort } from "../support/service.ts";
import { type Engine, openPodman } from "./support/engine.ts";
import { countView, viewsOf } from "./support/main-job.ts";
import { buildOwnImage, ownImage } from "./support/make-images.ts";
import { hardened, programIn, startOwn, stopMsMax, stopOwn, untilReady } from "./support/own-container.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";
import { until } from "./support/run-command.ts";

/** Building takes a minute, and several on a busy machine. */
setDefaultTimeout(900_000);

const projectFolder = join(import.meta.dirname, "../..");
/** Podman's own network: the test comes from its first address. */
const gateway = "10.88.0.1";

let podman: Engine;
let url: string;
let proxy: TlsProxy;
let published: string[];
let release: PublishedRelease;

beforeAll(async () => {
  podman = openPodman();
  await podman.clear();
  await buildOwnImage(podman, { isFresh: true });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  proxy = startProxy(url);
  published = ["--publish", `127.0.0.1:${port}:3000`, "--env", `TRUSTED_PROXIES=${gateway}`];
});
afterAll(async () => {
  await proxy?.stop();
  await podman?.end();
});

test("holds the program, the C library, and no shell; what is the user's is /data", async () => {
  await podman.run("create", "--name", "looked-at", ownImage);
  const archive = join(createFolder("prs-image-"), "image.tar");
  await podman.run("export", "--output", archive, "looked-at");
  const entries = execFileSync("tar", ["--list", "--verbose", "--numeric-owner", "--file", archive], {
    encoding: "utf8",
  });
  const files = entries.split("\n").filter((line) => line.startsWith("-"));
  const names = files.map((line) => line.split("/").at(-1)?.split(" ").at(-1) ?? "");
  const own = names.filter((name) => !/^(?:lib(?:c|m|dl|pthread)|ld-linux.*)\.so/.test(name));
  expect(own.toSorted()).toEqual(["group", "nsswitch.conf", "passwd", "pr-service"]);
  expect(entries).toMatch(/^drwxrwx--- 65532\/0 .* data\/$/m);
  const { stdout } = await podman.run("image", "inspect", "--format", "{{json .Config}}", ownImage);
  expect(JSON.parse(stdout)).toMatchObject({
    User: "65532:65532",
    Labels: { "org.opencontainers.image.version": packageJson.version },
  });
});

test("starts on a new volume, publishes a release, counts a view, stops at once and starts again with its data", async () => {
  await startOwn(podman, { name: "service", url, args: [...published, "--volume", "service-data:/data"] });
  release = await publishByCommands(await programIn(podman, "service"));
  await countView(proxy.url, release, 1);

  const stopped = await stopOwn(podman, "service");
  expect(stopped.exitCode).toBe("0");
  expect(stopped.durationMs).toBeLessThan(stopMsMax);
  await podman.run("start", "service");
  await untilReady(podman, { name: "service", url });
  expect(await viewsOf(proxy.url, release)).toBe(1);
  await countView(proxy.url, release, 2);
});

test("is found healthy by its own health check, and looks after itself by `doctor`", async () => {
  const { stdout } = await podman.run(
    "image",
    "inspect",
    "--format",
    "{{json .Config.Healthcheck.Test}}",
    ownImage,
  );
  expect(JSON.parse(stdout)).toEqual(["CMD", "/pr-service", "healthcheck"]);
  expect((await podman.run("healthcheck", "run", "service")).exitCode).toBe(0);
  const elsewhere = ["--env", "PORT=1", "service", "/pr-service", "healthcheck"];
  const unhealthy = await podman.attempt("exec", ...elsewhere);
  expect(unhealthy.exitCode).toBe(1);
  expect(unhealthy.stderr).toContain("pr-service: http://127.0.0.1:1/health does not answer");
  // It ends with 1, because it has neither PostgreSQL nor an address; the folder is right.
  const looked = await podman.attempt("exec", "service", "/pr-service", "doctor");
  expect(looked.stdout).toContain("data_directory: /data is closed to other users.");
  expect(looked.stdout).toContain("Up to date, at migration");
});

test("shows its API with the files of a package, draws a report, and has it after another stop", async () => {
  for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
    const answer = await fetch(`${proxy.url}/docs/${name}`);
    expect(await answer.text()).toBe(
      readFileSync(join(projectFolder, "node_modules/swagger-ui-dist", name), "utf8"),
    );
  }
  const stop = async () => expect((await stopOwn(podman, "service")).exitCode).toBe("0");
  const serveAgain = async () => {
    await podman.run("start", "service");
    await untilReady(podman, { name: "service", url });
  };
  await expectReport({ url: proxy.url, stop, serveAgain }, release);
  await stop();
});

test("runs as another user, on a new volume", async () => {
  const args = [...published, "--user", "1000", "--volume", "other-data:/data"];
  await startOwn(podman, { name: "other", url, args });
  await publishByCommands(await programIn(podman, "other"));
  expect((await stopOwn(podman, "other")).exitCode).toBe("0");
});

test("says of a folder of the machine that is another's what to do, and that helps", async () => {
  const folder = join(createFolder("prs-mounted-"), "data");
  mkdirSync(folder, { mode: 0o700 });
  const mounted = [...hardened, "--volume", `${folder}:/data`];
  for (const user of [[], ["--user", "1000"], ["--user", "1001:1001"]]) {
    const refused = await podman.attempt("run", "--rm", ...mounted, ...user, ownImage);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("The data directory /data can't be written to");
    const [, owner = "none"] = /\(chown -R (\d+:\d+),/.exec(refused.stderr) ?? [];
    execFileSync("chown", ["-R", owner, folder]);
    await podman.run("run", "--rm", ...mounted, ...user, ownImage, "migrate");
  }
});

test("says the same of a volume that another user wrote to before", async () => {
  const args = ["--user", "1000", "--volume", "service-data:/data", ownImage];
  const refused = await podman.attempt("run", "--rm", ...hardened, ...args);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain("The data directory /data can't be written to");
});

test("stops at once while it still starts: as the first process it hears only what it listens to", async () => {
  const sockets: { destroy: () => void }[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const database = `DATABASE_URL=postgres://service:none@127.0.0.1:${port}/none`;
  await podman.run(
    "run",
    "--detach",
    "--name",
    "early",
    ...hardened,
    "--network=host",
    "--env",
    database,
    ownImage,
  );
  await until("it asks for its database", async () => sockets.length > 0);
  const stopped = await stopOwn(podman, "early");
  for (const socket of sockets) socket.destroy();
  silent.close();
  expect(stopped.exitCode).toBe("143");
});

test("takes no settings from files that lie where it is started", async () => {
  const folder = createFolder("prs-lying-");
  chownSync(folder, 65_532, 65_532);
  await Bun.write(join(folder, ".env"), "DATABASE_URL=mysql://wrong\n");
  await Bun.write(join(folder, "bunfig.toml"), 'preload = ["./absent.ts"]\n');
  const { stdout } = await podman.run(
    "run",
    "--rm",
    ...hardened,
    "--volume",
    `${folder}:/data`,
    ownImage,
    "--version",
  );
  expect(stdout).toBe(`${packageJson.version}\n`);
});
