/** Names the bytes of one file of an agency; a name is never used twice. */
export type FileKey = { agencyId: number; fileId: string };

/** A part of a file: from the byte `first` to the byte `last`, both included. */
export type ByteRange = { first: number; last: number };

/** Where pictures and files are kept. */
export type FileStore = {
  /** Stores the file as it comes. Where it throws, nothing is left that anybody could read. */
  write(key: FileKey, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes of `range`, read as they are asked for; fewer where there are no more. */
  read(key: FileKey, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Removes the bytes; ones that are not there are removed already. */
  remove(key: FileKey): Promise<void>;
};
