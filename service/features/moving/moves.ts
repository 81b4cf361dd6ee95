import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { parseUrl } from "../../floor/strings/parse-url.ts";
import { type FieldProblem, refusal, refuseFields } from "../../floor/web/refuse-fields.ts";
import { lockAgency } from "../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { refuseInactiveClient } from "../clients/refuse-inactive-client.ts";
import { deleteUpload } from "../media/uploads-sql.ts";
import { normalHost } from "../newsroom/domains/rules.ts";
import { refuseMissingImprint } from "../workflow/releases/refuse-missing-imprint.ts";
import { startOf } from "./rules.ts";
import type { CountedMove, MoveFault, MoveState } from "./schema.ts";
import { endMove, findMove, insertMove, listForgottenMoves, lockReceiving, setMoveState } from "./sql.ts";

/** Of one agency: each reads a file in turn. */
const openMax = 3;
/** Of one agency, with those that wait for a person: each may keep the texts of a whole archive. */
const unfinishedMax = 20;
/** Days that a file waits for its move, and a move for the person who starts it. */
export const waitingDaysMax = 7;

type By = { actor: AuditActor; requestId?: string };

const siteProblem: FieldProblem = {
  field: "site",
  german: "Bitte die Adresse des bisherigen Newsrooms eingeben, etwa presse.kunde.de.",
  english: "expected the host of the old newsroom, such as presse.client.example.",
};
const feedProblem: FieldProblem = {
  field: "feedUrl",
  german: "Bitte die Adresse eines Feeds eingeben, die mit https:// beginnt, oder das Feld leer lassen.",
  english: "expected an address of a feed with https://.",
};

/**
 * Begins to move an old newsroom in and returns the id: from its feed, which is read at once, or from a file, which `beginMoveFile` takes.
 * The same `id` again begins nothing. Throws `not_found`, and `validation_error` with `site` and `feedUrl` or where too many moves are under way.
 */
export async function beginMove(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; site: string; feedUrl: string; id?: string },
  { actor, requestId }: By,
): Promise<string> {
  const { clientId, id = uuidv7() } = input;
  const site = input.site.trim();
  const source = normalHost(
    /^https?:\/\//i.test(site) ? (parseUrl(site)?.hostname ?? "") : site.replace(/\/$/, ""),
  );
  if (source === null) return refuseFields([siteProblem]);
  const feed = input.feedUrl.trim() === "" ? null : parseUrl(input.feedUrl.trim());
  const isFeed = feed !== null && /^https?:$/.test(feed.protocol) && feed.href.length <= 2_000;
  if (input.feedUrl.trim() !== "" && !isFeed) return refuseFields([feedProblem]);
  const feedUrl = feed?.href ?? null;
  return await sql.begin(async (transaction) => {
    await refuseInactiveClient(transaction, agencyId, clientId);
    // Two that begin at once take turns, so that no two count the same seat as free.
    await lockAgency(transaction, agencyId);
    if ((await findMove(transaction, agencyId, id)) !== null) return id;
    const fileName = feedUrl === null ? "Datei" : "Feed";
    const isBegun = await insertMove(transaction, agencyId, {
      id,
      clientId,
      source,
      feedUrl,
      fileName,
      actor,
      openMax,
      unfinishedMax,
    });
    if (!isBegun)
      throw refusal("validation_error", {
        german: `Es laufen schon ${openMax} Umzüge, oder ${unfinishedMax} sind nicht zu Ende. Bitte warten Sie, oder verwerfen Sie einen.`,
        english: `${openMax} moves are under way, or ${unfinishedMax} have not ended. Wait for the end of one, or discard one: \`pr-service newsroom move list\` and \`newsroom move discard\`.`,
      });
    await insertAudit(transaction, agencyId, {
      ...{
        actor,
        action: "newsroom.move_begun",
        subject: { type: "client", id: String(clientId) },
        details: { source },
      },
      ...(requestId !== undefined && { requestId }),
    });
    return id;
  });
}

/**
 * Moves in what the check found, or goes on with that or with the check (`startOf`). Throws `not_found`, `imprint_missing`,
 * `validation_error` for an archived client, and `version_conflict` while it is at work and where it can't go on.
 */
export async function runMove(
  sql: Sql,
  agencyId: number,
  moveId: string,
  { fault, ...by }: By & { fault?: MoveFault },
): Promise<void> {
  const move = await moveOf(sql, agencyId, moveId);
  const { clientId, state } = move;
  await refuseInactiveClient(sql, agencyId, clientId);
  await refuseMissingImprint(sql, agencyId, clientId);
  const to = startOf(move);
  if (to === null) throw state === "failed" ? cannotGoOn() : notThen();
  await changeState(sql, agencyId, { moveId, clientId, from: [state], to, ...by, ...(fault && { fault }) });
}

/** As `runMove`, without asking an old server any more that has fallen silent: texts come with the pictures that are here or in the file. */
export async function runMoveWithoutPictures(
  sql: Sql,
  agencyId: number,
  moveId: string,
  by: By,
): Promise<void> {
  await runMove(sql, agencyId, moveId, { ...by, fault: "server_silent" });
}

/** Stops a move after the text that is being moved in; `runMove` goes on with it. Throws `not_found` and `version_conflict`. */
export async function stopMove(sql: Sql, agencyId: number, moveId: string, by: By): Promise<void> {
  const { clientId } = await moveOf(sql, agencyId, moveId);
  await changeState(sql, agencyId, { moveId, clientId, from: ["running"], to: "stopped", ...by });
}

/**
 * Gives a move up that does not move texts in at this moment: its file, and what was found in it. What it has moved in stays. Throws
 * `not_found`, and `version_conflict` while it moves texts in.
 */
export async function discardMove(sql: Sql, agencyId: number, moveId: string, by: By): Promise<void> {
  const { clientId } = await moveOf(sql, agencyId, moveId);
  const from: readonly MoveState[] = ["receiving", "checking", "checked", "stopped", "failed"];
  if (!(await giveUp(sql, agencyId, { id: moveId, clientId, from, ...by }))) throw notThen();
}

/** Discards what was begun and not started within its days, of whichever agency, and returns how many it looked at. */
export async function discardForgottenMoves(sql: Sql, limit: number): Promise<number> {
  const forgotten = await listForgottenMoves(sql, { days: waitingDaysMax, limit });
  const from: readonly MoveState[] = ["receiving", "checked", "failed"];
  const actor = { type: "service", id: null } as const;
  for (const { agencyId, ...move } of forgotten)
    await giveUp(sql, agencyId, { ...move, from, actor, isUnstarted: true });
  return forgotten.length;
}

/** A move of the agency. Throws `not_found`. */
export async function moveOf(sql: Sql, agencyId: number, moveId: string): Promise<CountedMove> {
  const move = await findMove(sql, agencyId, moveId);
  if (move === null) throw new ServiceError("not_found", "The agency moves no newsroom in under this id.");
  return move;
}

async function giveUp(
  sql: Sql,
  agencyId: number,
  input: By & { clientId: number } & Parameters<typeof endMove>[2],
): Promise<boolean> {
  const { id, clientId, from, isUnstarted, actor, requestId } = input;
  return await sql.begin(async (transaction) => {
    const receiving = await lockReceiving(transaction, agencyId, id);
    if (
      !(await endMove(transaction, agencyId, { id, from, ...(isUnstarted !== undefined && { isUnstarted }) }))
    )
      return false;
    await deleteUpload(transaction, agencyId, receiving?.uploadId ?? id);
    await insertAudit(transaction, agencyId, {
      ...{ actor, action: "newsroom.move_discarded" },
      ...{ subject: { type: "client", id: String(clientId) }, details: { moveId: id } },
      ...(requestId !== undefined && { requestId }),
    });
    return true;
  });
}

async function changeState(
  sql: Sql,
  agencyId: number,
  input: By & { moveId: string; clientId: number } & Pick<
      Parameters<typeof setMoveState>[2],
      "from" | "to" | "fault"
    >,
): Promise<void> {
  const { moveId: id, clientId, from, to, fault, actor, requestId } = input;
  const details = { moveId: id, ...(fault === "server_silent" && { withoutPictures: true }) };
  await sql.begin(async (transaction) => {
    const change = { id, from, to, ...(fault && { fault }) };
    if (!(await setMoveState(transaction, agencyId, change))) throw notThen();
    await insertAudit(transaction, agencyId, {
      ...{ actor, action: to === "stopped" ? "newsroom.move_stopped" : "newsroom.move_started" },
      ...{ subject: { type: "client", id: String(clientId) }, details },
      ...(requestId !== undefined && { requestId }),
    });
  });
}

function cannotGoOn(): ServiceError {
  return refusal("version_conflict", {
    german: "Dieser Umzug kann nicht weitergehen. Beginnen Sie ihn neu.",
    english: "The move can't go on. Begin another one.",
  });
}

export function notThen(): ServiceError {
  return refusal("version_conflict", {
    german: "Der Umzug ist inzwischen weiter. Laden Sie die Seite neu.",
    english: "The move is in another state by now. Look at it again.",
  });
}
