import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { deleteContactsOfImport } from "../../media-contacts/change-sql.ts";
import { deleteMembersOfImport } from "../../media-contacts/list-members-sql.ts";
import { removeReplacedMentions } from "./keep-ids-sql.ts";
import type { ImportKind } from "./kinds.ts";
import { deleteOwnRows, deleteReplaced, leftOverRowsAtOnce, restoreReplaced } from "./left-over-sql.ts";
import {
  claimLeftOver,
  endLeftOver,
  giveUpImport,
  type LeftOver,
  listAgenciesWithLeftOvers,
} from "./state-sql.ts";

/** Rows of a file and those that it replaced, a million each, in parts. */
const partsMax = 5_000;

const tableOf: Record<Exclude<ImportKind, "media-contacts">, string> = {
  "media-mentions": "media_mention",
  "search-visibility": "search_visibility",
  "ai-visibility": "ai_visibility_run",
};

/**
 * Removes what one import left behind, of an agency or of any: rows that it replaced, or, where it was given up, its own, after
 * which those that it was to replace stand as before. False when there is none. What is not done at the signal is done later.
 */
export async function removeLeftOver(
  sql: Sql,
  agencyId: number | null,
  signal?: AbortSignal,
): Promise<boolean> {
  const isEnding = () => signal?.aborted === true;
  if (isEnding()) return false;
  const leftOver = agencyId === null ? await claimAny(sql) : await claimLeftOver(sql, agencyId);
  if (leftOver === null) return false;
  const steps = stepsOf(leftOver);
  for (const step of steps) {
    for (let part = 0; part < partsMax; part += 1) {
      if (isEnding()) return await putBack(sql, leftOver);
      if ((await step(sql)) < leftOverRowsAtOnce) break;
    }
  }
  await endLeftOver(sql, leftOver);
  return true;
}

type Step = (sql: Sql) => Promise<number>;

function stepsOf({ kind, state, agencyId, id }: LeftOver): Step[] {
  const own = { importId: id, rowsMax: leftOverRowsAtOnce };
  if (kind === "media-contacts")
    return [
      (sql) => deleteMembersOfImport(sql, agencyId, own),
      (sql) => deleteContactsOfImport(sql, agencyId, own),
    ];
  const table = tableOf[kind];
  if (state === "given_up")
    return [
      (sql) => deleteOwnRows(sql, agencyId, { ...own, table }),
      (sql) => restoreReplaced(sql, agencyId, { ...own, table }),
    ];
  if (kind !== "media-mentions") return [(sql) => deleteReplaced(sql, agencyId, { ...own, table })];
  return [(sql) => inTransaction(sql, (inner) => removeReplacedMentions(inner, agencyId, own))];
}

/** Agency by agency, because a cluster locks rows of one agency alone. */
async function claimAny(sql: Sql): Promise<LeftOver | null> {
  for (const agencyId of await listAgenciesWithLeftOvers(sql)) {
    const leftOver = await claimLeftOver(sql, agencyId);
    if (leftOver !== null) return leftOver;
  }
  return null;
}

async function putBack(sql: Sql, { agencyId, id }: LeftOver): Promise<false> {
  await giveUpImport(sql, agencyId, id);
  return false;
}
