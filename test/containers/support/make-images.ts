import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { childEnvironment } from "../../support/environment.ts";
import { createFolder, findProgram } from "../../support/server-process.ts";
import { type Engine, storeFolder } from "./engine.ts";
import { runCommand } from "./run-command.ts";

const imagesFolder = join(import.meta.dirname, "../images");
const debian = "docker.io/library/debian:12.12-slim";
/** Made once for all engines: it takes half a minute. */
const debianArchive = join(storeFolder, "debian.tar");
/** Where Debian keeps the certificates of authorities. */
const certificates = "etc/ssl/certs/ca-certificates.crt";

/** The tag that compose.yaml and the manifests name. */
export const ownImage = `pr-service:${packageJson.version}`;

/** Builds our Dockerfile: `isFresh` by nothing that lay there before, else by what an earlier test built of the same files. */
export async function buildOwnImage(engine: Engine, { isFresh }: { isFresh: boolean }): Promise<void> {
  const base = `docker.io/oven/bun:${packageJson.devDependencies.bun}-slim`;
  await haveImage(engine, base, async () => {
    const folder = createFolder("prs-image-");
    cpSync(join(imagesFolder, "bun"), folder, { recursive: true });
    copyFileSync(realpathSync(process.execPath), join(folder, "bun"));
    await buildOn(engine, base, folder);
  });
  const fresh = isFresh ? ["--no-cache"] : [];
  await engine.run("build", ...fresh, "--network", "host", "--tag", ownImage, ".");
}

/** Has every image that a compose file takes from elsewhere. */
export async function haveServerImages(engine: Engine, names: readonly string[]): Promise<void> {
  for (const name of new Set(names)) {
    const kind = name.split(":")[0] ?? "";
    const folder = join(imagesFolder, kind);
    if (!existsSync(folder)) throw new Error(`Nothing stands for the image ${name}.`);
    const full = `docker.io/library/${name}`;
    await haveImage(engine, full, () => buildOn(engine, full, folder));
  }
}

/** Debian's programs in an image, under the name that others build on. */
async function haveDebian(engine: Engine): Promise<void> {
  if ((await engine.ask("image", "inspect", debian)).exitCode === 0) return;
  await haveImage(engine, debian, async () => {
    if (!existsSync(debianArchive)) await makeDebianArchive();
    // What is fetched through a proxy of this machine has to be believed inside too.
    const change = `ENV NODE_EXTRA_CA_CERTS=/${certificates}`;
    await engine.run("import", "--change", change, debianArchive, debian);
  });
}

/** Builds an image that stands on Debian's. */
export async function buildOn(engine: Engine, name: string, folder: string): Promise<void> {
  await haveDebian(engine);
  await engine.run("build", "--network", "host", "--tag", name, folder);
}

/** Takes what can be pulled, else what `make` makes. */
async function haveImage(engine: Engine, name: string, make: () => Promise<void>): Promise<void> {
  const pulled = await engine.ask("pull", name);
  if (pulled.exitCode === 0) return;
  console.log(`${name} can't be pulled, so that one is made from Debian's packages.`);
  await make();
}

async function makeDebianArchive(): Promise<void> {
  const folder = createFolder("prs-debian-");
  const root = join(folder, "root");
  mkdirSync(root);
  const debootstrap = findProgram("debootstrap", "debootstrap");
  await runCommand([debootstrap, "--variant=minbase", "--include=ca-certificates", "bookworm", root]);
  const own = childEnvironment().SSL_CERT_FILE ?? `/${certificates}`;
  if (existsSync(own)) copyFileSync(own, join(root, certificates));
  mkdirSync(storeFolder, { recursive: true });
  // Renamed when whole, so that a half one is never taken for it.
  await runCommand(["tar", "--directory", root, "--create", "--file", `${debianArchive}.part`, "."]);
  renameSync(`${debianArchive}.part`, debianArchive);
  rmSync(folder, { recursive: true, force: true });
}
