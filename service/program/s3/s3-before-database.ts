type Store<Key, Range extends unknown[]> = {
  write(key: Key, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  read(key: Key, ...range: Range): AsyncIterable<Uint8Array>;
  remove(key: Key): Promise<void>;
};

/**
 * Keeps files in S3, and reads from the database what S3 answers that it does not have: the files of the time before `EXPORT_S3_URL`
 * was set. An S3 that is away, or refuses, is an error: its files are not lost.
 */
export function s3BeforeDatabase<Key, Range extends unknown[]>(
  s3: Store<Key, Range>,
  database: Store<Key, Range>,
): Store<Key, Range> {
  return {
    write: (key, chunks) => s3.write(key, chunks),
    async *read(key, ...range) {
      let isInS3 = false;
      for await (const bytes of s3.read(key, ...range)) {
        isInS3 = true;
        yield bytes;
      }
      if (!isInS3) yield* database.read(key, ...range);
    },
    async remove(key) {
      await s3.remove(key);
      await database.remove(key);
    },
  };
}
