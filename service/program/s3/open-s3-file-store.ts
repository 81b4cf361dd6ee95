import type { FileKey, FileStore } from "../../media/file-store.ts";
import type { S3Target } from "../../reporting/exports/parse-s3-url.ts";
import { writeS3File } from "./write-s3-file.ts";

/** Keeps pictures and files in an S3-compatible store, by Bun's own client. Nothing is asked of the store until it is used. */
export function openS3FileStore(target: S3Target): FileStore {
  const { prefix, ...options } = target;
  const client = new Bun.S3Client(options);
  const fileOf = ({ agencyId, fileId }: FileKey) => client.file(`${prefix}media/${agencyId}/${fileId}`);
  return {
    write: (key, chunks) => writeS3File(fileOf(key), chunks),
    async *read(key, { first, last }) {
      yield* fileOf(key)
        .slice(first, last + 1)
        .stream();
    },
    remove: (key) => fileOf(key).delete(),
  };
}
