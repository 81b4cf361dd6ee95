import type { FileKey, FileStore } from "../../features/media/file-store.ts";
import type { S3Target } from "../../features/reporting/exports/parse-s3-url.ts";
import { stepTimeoutMs, withinStep } from "./within-step.ts";
import { writeS3File } from "./write-s3-file.ts";

/** Keeps pictures and files in an S3-compatible store, by Bun's own client. Nothing is asked of the store until it is used. */
export function openS3FileStore(target: S3Target, timeoutMs: number = stepTimeoutMs): FileStore {
  const { prefix, ...options } = target;
  const client = new Bun.S3Client(options);
  const fileOf = ({ agencyId, fileId }: FileKey) => client.file(`${prefix}media/${agencyId}/${fileId}`);
  return {
    write: (key, chunks) => writeS3File(fileOf(key), chunks, timeoutMs),
    async *read(key, { first, last }) {
      const file = fileOf(key).slice(first, last + 1);
      const reader = file.stream().getReader();
      try {
        for (;;) {
          const { done, value } = await withinStep(reader.read(), timeoutMs);
          if (done) return;
          yield value;
        }
      } finally {
        // Whoever reads no further does not wait for a store that is silent.
        reader.cancel().catch(() => undefined);
      }
    },
    remove: (key) => withinStep(fileOf(key).delete(), timeoutMs),
  };
}
