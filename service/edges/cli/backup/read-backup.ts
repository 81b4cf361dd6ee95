import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createTarDecoder } from "modern-tar";
import {
  type Manifest,
  type ManifestFile,
  manifestBytesMax,
  manifestName,
  parseManifest,
} from "./manifest.ts";

const chunkBytes = 256 * 1024;
const onlyOwner = 0o600;
const onlyOwnerFolder = 0o700;
/** Names as a backup of ours has them; none can lead out of the directory. */
const namePattern = /^(?:database(?:\/[A-Za-z0-9_.-]+)*\/?|secret\.key|report-signing\.key|manifest\.json)$/;

/**
 * Unpacks the backup `file` into the empty directory `target` and compares every byte with the manifest.
 * Throws for a file that is no backup, is damaged, or was cut off.
 */
export async function readBackup(
  file: string,
  target: string,
  show: (share: number) => void,
): Promise<Manifest> {
  const source = await open(file, "r");
  const unpacked: ManifestFile[] = [];
  try {
    const entries = (await streamOf(source, show)).pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      if (!namePattern.test(header.name) || header.name.includes("..")) throw new Error(noBackup(file));
      const path = join(target, header.name);
      if (header.type === "directory") {
        await mkdir(path, { recursive: true, mode: onlyOwnerFolder });
        await body.cancel();
      } else if (header.type === "file") {
        if (header.name === manifestName && header.size > manifestBytesMax) throw new Error(noBackup(file));
        const sha256 = await writeFileOf(body, path);
        if (header.name !== manifestName) unpacked.push({ name: header.name, bytes: header.size, sha256 });
      } else {
        throw new Error(noBackup(file));
      }
    }
  } catch (error) {
    if (error instanceof Error && error.message === noBackup(file)) throw error;
    throw new Error(`${file} is damaged or no backup of pr-service.`, { cause: error });
  } finally {
    await source.close().catch(() => undefined);
  }
  const manifest = parseManifest(
    await readFile(join(target, manifestName), "utf8").catch(() => {
      throw new Error(`${file} is cut off or no backup of pr-service: its manifest is missing.`);
    }),
  );
  const found = new Map(unpacked.map((each) => [each.name, each]));
  const damaged = manifest.files.find(({ name, bytes, sha256 }) => {
    const same = found.get(name);
    return same === undefined || same.bytes !== bytes || same.sha256 !== sha256;
  });
  if (damaged !== undefined) throw new Error(`${file} is damaged: ${damaged.name} is not as it was.`);
  if (found.size !== manifest.files.length) throw new Error(`${file} holds files that its manifest lacks.`);
  return manifest;
}

function noBackup(file: string): string {
  return `${file} is no backup of pr-service.`;
}

async function streamOf(
  source: FileHandle,
  show: (share: number) => void,
): Promise<ReadableStream<Uint8Array>> {
  const { size } = await source.stat();
  let bytesDone = 0;
  return new ReadableStream({
    async pull(controller) {
      const buffer = new Uint8Array(chunkBytes);
      const { bytesRead } = await source.read(buffer, 0, chunkBytes);
      if (bytesRead === 0) return controller.close();
      bytesDone += bytesRead;
      show(bytesDone / size);
      controller.enqueue(buffer.subarray(0, bytesRead));
    },
  });
}

async function writeFileOf(body: ReadableStream<Uint8Array>, path: string): Promise<string> {
  const hash = createHash("sha256");
  await mkdir(dirname(path), { recursive: true, mode: onlyOwnerFolder });
  const out = await open(path, "wx", onlyOwner);
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      await out.writeFile(chunk);
    }
    await out.sync();
  } finally {
    await out.close();
  }
  return hash.digest("hex");
}
