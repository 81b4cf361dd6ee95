import type { ArtifactKey, ArtifactStore } from "../../features/reporting/exports/artifact-store.ts";
import type { S3Target } from "../../features/reporting/exports/parse-s3-url.ts";
import { readS3File } from "./read-s3-file.ts";
import { removeS3File } from "./remove-s3-file.ts";
import { stepTimeoutMs } from "./within-step.ts";
import { writeS3File } from "./write-s3-file.ts";

/** Keeps files of exports in an S3-compatible store, by Bun's own client. Nothing is asked of the store until it is used. */
export function openS3ArtifactStore(target: S3Target, timeoutMs: number = stepTimeoutMs): ArtifactStore {
  const { prefix, ...options } = target;
  const client = new Bun.S3Client(options);
  const fileOf = (key: ArtifactKey) =>
    client.file(`${prefix}exports/${key.agencyId}/${key.jobId}/${key.artifactId}`);
  return {
    write: (key, chunks) => writeS3File(fileOf(key), chunks, timeoutMs),
    read: (key) => readS3File(fileOf(key), timeoutMs),
    remove: (key) => removeS3File(fileOf(key), timeoutMs),
  };
}
