import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import packageJson from "../../package.json" with { type: "json" };
import { createDatabase } from "../support/postgres.ts";
import { sharedRedis } from "../support/redis.ts";
import { createFolder, removeFolder } from "../support/server-process.ts";
import { freePort } from "../support/service.ts";
import { environmentOf, execForm, executeDockerfile, type Stage } from "./support/execute-dockerfile.ts";
import { type MinimalRoot, runInRoot, spawnInRoot } from "./support/minimal-root.ts";
import { expectReport, publishByCommands, serveInRoot } from "./support/running-image.ts";

const projectFolder = join(import.meta.dirname, "../..");
const text = readFileSync(join(projectFolder, "Dockerfile"), "utf8");
/** Installing and compiling take 8 s, and several times that on a busy machine. */
const buildTimeoutMs = 240_000;
const readyTimeoutMs = 60_000;

describe("the Dockerfile", () => {
  const instructions = DockerfileParser.parse(text).getInstructions();
  const argumentsOf = (keyword: string) =>
    instructions.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent());

  test("gives a linter nothing to say", () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
  });

  test("builds with the Bun that the project pins, on top of nothing", () => {
    expect(argumentsOf("FROM")).toEqual([
      `oven/bun:${packageJson.devDependencies.bun}-slim AS build`,
      "scratch",
    ]);
  });

  test("labels the image with the program's name, version and licence", () => {
    const labels = argumentsOf("LABEL").join(" ");
    expect(labels).toContain(`org.opencontainers.image.title="${packageJson.name}"`);
    expect(labels).toContain(`org.opencontainers.image.version="${packageJson.version}"`);
    expect(labels).toContain(`org.opencontainers.image.licenses="${packageJson.license}"`);
  });

  test("copies nothing that .dockerignore keeps back, and .dockerignore lets nothing through that is not copied", () => {
    const sent = readFileSync(join(projectFolder, ".dockerignore"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const copied = instructions
      .filter((each) => each.getKeyword() === "COPY")
      .map((each) => each.getArguments().map((argument) => argument.getValue()))
      .filter(([first = ""]) => !first.startsWith("/"))
      .flatMap((paths) => paths.slice(0, -1));
    expect(copied.toSorted()).toEqual(sent.toSorted());
  });
});

describe("the image, made by the Dockerfile's own steps", () => {
  let folder: string;
  let image: Stage;
  let root: MinimalRoot;
  let port: number;
  let service: ChildProcess;

  beforeAll(async () => {
    folder = createFolder("prs-");
    // The image's user, who is none of this machine's, has to get through.
    chmodSync(folder, 0o755);
    image = executeDockerfile({ text, context: projectFolder, folder });
    const data = join(folder, "data");
    mkdirSync(data);
    port = await freePort();
    root = {
      root: image.root,
      data,
      user: image.settings.get("USER") ?? "",
      // Tests listen on loopback only; a port of a container is its own.
      environment: { ...environmentOf(image), HOST: "127.0.0.1", PORT: String(port) },
    };
    await serve();
  }, buildTimeoutMs);
  afterAll(() => {
    service.kill("SIGKILL");
    removeFolder(folder);
  });

  const url = () => `http://127.0.0.1:${port}`;

  /** `docker run`: the entry point with its default arguments. */
  async function serve(): Promise<ChildProcess> {
    const [program, ...args] = [...execForm(image, "ENTRYPOINT"), ...execForm(image, "CMD")];
    expect(program).toBe("/pr-service");
    service = await serveInRoot({ root, args, url: url(), readyTimeoutMs });
    return service;
  }

  test("holds the binary, the C library, and no shell", () => {
    const files = readdirSync(image.root, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const names = files
      .map((each) => each.name)
      .filter((name) => !/^(?:lib(?:c|m|dl|pthread)|ld-linux.*)\.so/.test(name));
    expect(names.toSorted()).toEqual(["group", "nsswitch.conf", "passwd", "pr-service"]);
  });

  test("runs as a user without rights, given by number", () => {
    expect(image.settings.get("USER")).toMatch(/^[1-9]\d+:[1-9]\d+$/);
  });

  test("is found healthy by its own health check, which needs no shell", () => {
    const [program, ...args] = execForm(image, "HEALTHCHECK");
    expect(program).toBe("/pr-service");
    expect(runInRoot(root, args)).toEqual({ exitCode: 0, stdout: "ok\n", stderr: "" });
  });

  test("is found unhealthy where nothing listens", () => {
    const answer = runInRoot({ ...root, environment: { ...root.environment, PORT: "1" } }, ["healthcheck"]);
    expect(answer.exitCode).toBe(1);
    expect(answer.stderr).toStartWith("pr-service: http://127.0.0.1:1/health does not answer");
  });

  test("serves the page that shows its API, with the files that come from a package", async () => {
    const page = await fetch(`${url()}/docs`);
    expect(await page.text()).toContain("swagger-ui-bundle.js");
    for (const name of ["swagger-ui.css", "swagger-ui-bundle.js"]) {
      const answer = await fetch(`${url()}/docs/${name}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(
        readFileSync(join(projectFolder, "node_modules/swagger-ui-dist", name), "utf8"),
      );
    }
  });

  test("does the main job: a release goes out, a reader comes, a report is drawn as PDF; a restart loses nothing", async () => {
    const release = publishByCommands(root);
    await expectReport({ url: url(), service }, release, { serveAgain: serve });
  });

  test(
    "serves by two processes, each of them this very program, and ends with both",
    async () => {
      const data = join(folder, "by-processes");
      mkdirSync(data);
      const place = { DATABASE_URL: await createDatabase(), REDIS_URL: (await sharedRedis()).url };
      const environment = { ...root.environment, ...place, PORT: String(await freePort()) };
      const supervisor = spawnInRoot({ ...root, data, environment }, ["serve", "--processes", "2"]);
      const [said] = await once(supervisor.stdout ?? supervisor, "data");
      expect(String(said)).toContain(`:${environment.PORT} with 2 processes`);
      expect((await fetch(`http://127.0.0.1:${environment.PORT}/ready`)).status).toBe(200);
      supervisor.kill("SIGTERM");
      await once(supervisor, "exit");
      expect(supervisor.exitCode).toBe(0);
    },
    readyTimeoutMs,
  );

  test("takes no settings from files that lie where it is started", () => {
    const lying = { ...root, data: join(folder, "lying") };
    mkdirSync(lying.data);
    writeFileSync(join(lying.data, ".env"), "DATABASE_URL=mysql://wrong\n");
    writeFileSync(join(lying.data, "bunfig.toml"), 'preload = ["./absent.ts"]\n');
    const binary = join(image.root, "pr-service");
    copyFileSync(binary, join(lying.data, "pr-service"));
    const { exitCode, stdout } = Bun.spawnSync([join(lying.data, "pr-service"), "--version"], {
      cwd: lying.data,
    });
    expect({ exitCode, stdout: stdout.toString() }).toEqual({
      exitCode: 0,
      stdout: `${packageJson.version}\n`,
    });
  });
});
