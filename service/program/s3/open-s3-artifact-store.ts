import type { ArtifactKey, ArtifactStore } from "../../reporting/exports/artifact-store.ts";
import type { S3Target } from "../../reporting/exports/parse-s3-url.ts";

/** S3's smallest part; files below it, which is nearly all, go up in one request. One part is in memory, never the file. */
const partBytes = 5 * 1024 * 1024;
const retriesMax = 3;

/** Keeps files of exports in an S3-compatible store, by Bun's own client. Nothing is asked of the store until it is used. */
export function openS3ArtifactStore(target: S3Target): ArtifactStore {
  const { prefix, ...options } = target;
  const client = new Bun.S3Client(options);
  const fileOf = (key: ArtifactKey) =>
    client.file(`${prefix}exports/${key.agencyId}/${key.jobId}/${key.artifactId}`);
  return {
    async write(key, chunks) {
      const writer = fileOf(key).writer({ partSize: partBytes, queueSize: 1, retry: retriesMax });
      try {
        for await (const chunk of chunks) {
          await writer.write(chunk);
          await writer.flush();
        }
      } catch (error) {
        // Bun 1.4.5 has no way to give an upload up, not even `end(error)`: it completes what has come so far.
        await Promise.resolve(writer.end()).catch(() => undefined);
        await fileOf(key).delete();
        throw error;
      }
      await writer.end();
    },
    async *read(key) {
      const file = fileOf(key);
      if (await file.exists()) yield* file.stream();
    },
    remove: (key) => fileOf(key).delete(),
  };
}
