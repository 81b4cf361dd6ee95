/** Names the bytes that one attempt at a job wrote: a later attempt can't touch them. */
export type ArtifactKey = { agencyId: number; jobId: string; artifactId: string };

/** Where the files of exports are kept. */
export type ArtifactStore = {
  /** Stores the file as it comes. Throws LeaseLostError when the attempt is not the job's any more, if the store knows that. */
  write(key: ArtifactKey, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** The file from its beginning, read as it is asked for. Yields nothing where there is none. */
  read(key: ArtifactKey): AsyncIterable<Uint8Array>;
  /** Removes the file; one that is not there is removed already. */
  remove(key: ArtifactKey): Promise<void>;
};
