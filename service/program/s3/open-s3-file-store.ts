import type { FileKey, FileStore } from "../../features/media/file-store.ts";
import type { S3Target } from "../../features/reporting/exports/parse-s3-url.ts";
import { readS3File } from "./read-s3-file.ts";
import { removeS3File } from "./remove-s3-file.ts";
import { stepTimeoutMs } from "./within-step.ts";
import { writeS3File } from "./write-s3-file.ts";

/** Keeps pictures and files in an S3-compatible store, by Bun's own client. Nothing is asked of the store until it is used. */
export function openS3FileStore(target: S3Target, timeoutMs: number = stepTimeoutMs): FileStore {
  const { prefix, ...options } = target;
  const client = new Bun.S3Client(options);
  const fileOf = ({ agencyId, fileId }: FileKey) => client.file(`${prefix}media/${agencyId}/${fileId}`);
  return {
    write: (key, chunks) => writeS3File(fileOf(key), chunks, timeoutMs),
    read: (key, { first, last }) => readS3File(fileOf(key).slice(first, last + 1), timeoutMs),
    remove: (key) => removeS3File(fileOf(key), timeoutMs),
  };
}
