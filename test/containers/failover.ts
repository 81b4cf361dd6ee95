/**
 * Part of `bun run test:containers`: examples/deploy/compose.failover.yaml comes up by docker-compose, does the main job, and goes
 * on when the primary and the master are killed.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { type PublishedRelease, publishByCommands } from "../build/support/running-image.ts";
import { type Deployment, openDeployment } from "./support/compose.ts";
import { type Engine, openDocker } from "./support/engine.ts";
import { countView } from "./support/main-job.ts";
import { buildOwnImage, haveDebian, haveServerImages } from "./support/make-images.ts";
import { programIn, untilReady } from "./support/own-container.ts";
import { startProxy, type TlsProxy } from "./support/proxy.ts";

/** Building takes a minute, and several on a busy machine; a failover takes up to one. */
setDefaultTimeout(900_000);

let docker: Engine;
let deployment: Deployment;
let proxy: TlsProxy;
let service: { name: string; url: string };
let release: PublishedRelease;

beforeAll(async () => {
  docker = await openDocker();
  await docker.clear();
  deployment = await openDeployment(docker, "compose.failover.yaml", ["postgres-a:5432,postgres-b:5432"]);
  await buildOwnImage(docker, { isFresh: false });
  await haveDebian(docker);
  const postgres = "pr-service-postgres:15.0";
  await docker.run("build", "--network", "host", "--tag", postgres, join(deployment.folder, "failover"));
  await haveServerImages(
    docker,
    deployment.images.filter((name) => name.startsWith("redis:")),
  );
  service = { name: deployment.containerOf("service"), url: deployment.url };
  proxy = startProxy(deployment.url);
});
afterAll(async () => {
  await proxy?.stop();
  await docker?.end();
});

test("comes up, publishes a release and counts a view", async () => {
  await deployment.run("up", "--detach", "--no-build");
  await deployment.run("exec", "-T", "postgres-a", "set-password.sh");
  await untilReady(docker, service);
  release = await publishByCommands(await programIn(docker, service.name));
  await countView(proxy.url, release, 1);
});

test("goes on with the standby and the replica when the primary and the master are killed", async () => {
  await docker.run("kill", deployment.containerOf("postgres-a"), deployment.containerOf("redis-a"));
  await untilReady(docker, service);
  await countView(proxy.url, release, 2);
  const { stdout } = await deployment.run("exec", "-T", "monitor", "pg_autoctl", "show", "state");
  expect(stdout).toMatch(/^postgres-b .*wait_primary/m);
});
