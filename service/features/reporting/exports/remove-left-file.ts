import type { Queryable } from "../../../floor/db/open.ts";
import type { ArtifactKey, ArtifactStore } from "./artifact-store.ts";
import { forgetLeftFile } from "./left-files-sql.ts";

/** Removes a file that no job names any more, and forgets it. Throws where the store can't be reached; then it stays noted. */
export async function removeLeftFile(
  { sql, artifactStore }: { sql: Queryable; artifactStore: Pick<ArtifactStore, "remove"> },
  key: ArtifactKey,
): Promise<void> {
  await artifactStore.remove(key);
  await forgetLeftFile(sql, key);
}
