/**
 * Part of `bun run test:containers`: Docker builds the Dockerfile, and examples/deploy/compose.yaml comes up by docker-compose,
 * does the main job, goes down and comes up again.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type PublishedRelease, publishByCommands } from "../build/support/running-image.ts";
import { type Deployment, openDeployment } from "./support/compose.ts";
import { type Engine, openDocker } from "./support/engine.ts";
import { countView, viewsOf } from "./support/main-job.ts";
import { buildOwnImage, haveServerImages, ownImage } from "./support/make-images.ts";
import { programIn, stopMsMax, stopOwn, untilReady } from "./support/own-container.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";
import { until } from "./support/run-command.ts";

/** Building takes a minute, and several on a busy machine. */
setDefaultTimeout(900_000);

let docker: Engine;
let deployment: Deployment;
let proxy: TlsProxy;
let service: { name: string; url: string };
let release: PublishedRelease;

beforeAll(async () => {
  docker = await openDocker();
  await docker.clear();
  await buildOwnImage(docker, { isFresh: true });
  deployment = await openDeployment(docker, "compose.yaml");
  await haveServerImages(
    docker,
    deployment.images.filter((name) => name !== ownImage),
  );
  service = { name: deployment.containerOf("service"), url: deployment.url };
  proxy = startProxy(deployment.url);
});
afterAll(async () => {
  await proxy?.stop();
  await docker?.end();
});

const up = async () => {
  await deployment.run("up", "--detach", "--no-build");
  await untilReady(docker, service);
};

test("comes up, publishes a release and counts a view", async () => {
  await up();
  await deployment.run("ps");
  release = await publishByCommands(await programIn(docker, service.name));
  await countView(proxy.url, release, 1);
});

test("gives the service no rights and nothing but its volume to write to", async () => {
  const { stdout } = await docker.ask("inspect", service.name);
  const [container] = JSON.parse(stdout) as { Config: object; HostConfig: object }[];
  expect(container).toMatchObject({
    Config: { User: "65532:65532" },
    HostConfig: {
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      SecurityOpt: ["no-new-privileges:true"],
      Memory: 2 ** 30,
      PidsLimit: 200,
    },
  });
});

test("is looked through by `doctor`, which misses mail alone, and found healthy by the engine", async () => {
  const looked = await deployment.attempt("exec", "-T", "service", "/pr-service", "doctor");
  const wrong = looked.stdout.split("\n").filter((line) => line.startsWith("WRONG"));
  expect(wrong.map((line) => /^WRONG\s+(\w+)/.exec(line)?.[1])).toEqual(["dns", "smtp"]);
  await until("the engine finds it healthy", async () => {
    const { stdout } = await docker.ask("inspect", "--format", "{{.State.Health.Status}}", service.name);
    return stdout.trim() === "healthy";
  });
});

test("stops at once, starts again, and has its data after a `down` too", async () => {
  const stopped = await stopOwn(docker, service.name);
  expect(stopped.exitCode).toBe("0");
  expect(stopped.durationMs).toBeLessThan(stopMsMax);
  await up();
  await countView(proxy.url, release, 2);
  await deployment.run("down");
  await up();
  expect(await viewsOf(proxy.url, release)).toBe(2);
  await countView(proxy.url, release, 3);
  await deployment.run("down");
});
