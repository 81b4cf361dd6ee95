import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type FieldProblem, refusal, refuseFields } from "../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { fileBytesMax, tooLarge } from "../media/upload-folder.ts";
import { cancelUpload, completeUpload } from "../media/uploads.ts";
import { insertImportUpload } from "../media/uploads-sql.ts";
import { normalHost } from "../newsroom/domains/rules.ts";
import { refuseInactiveClient } from "../workflow/drafts/create-draft.ts";
import { refuseMissingImprint } from "../workflow/releases/refuse-missing-imprint.ts";
import type { CountedMove } from "./schema.ts";
import { findMove, insertMove, setMoveState } from "./sql.ts";

/** Of one agency: each reads a file in turn. */
const openMax = 3;
/** Days that a file waits for its move. */
const fileDaysMax = 7;

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
 * Throws `not_found`, and `validation_error` with `site` and `feedUrl` or where too many moves are under way.
 */
export async function beginMove(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; site: string; feedUrl: string },
  { actor, requestId }: By,
): Promise<string> {
  const { clientId } = input;
  const site = input.site.trim();
  const source = normalHost(
    /^https?:\/\//i.test(site) ? (URL.parse(site)?.hostname ?? "") : site.replace(/\/$/, ""),
  );
  if (source === null) return refuseFields([siteProblem]);
  const feed = input.feedUrl.trim() === "" ? null : URL.parse(input.feedUrl.trim());
  const isFeed = feed !== null && /^https?:$/.test(feed.protocol) && feed.href.length <= 2_000;
  if (input.feedUrl.trim() !== "" && !isFeed) return refuseFields([feedProblem]);
  const feedUrl = feed?.href ?? null;
  return await sql.begin(async (transaction) => {
    await refuseInactiveClient(transaction, agencyId, clientId);
    const fileName = feedUrl === null ? "Datei" : "Feed";
    const id = await insertMove(transaction, agencyId, {
      clientId,
      source,
      feedUrl,
      fileName,
      actor,
      openMax,
    });
    if (id === null)
      throw refusal("validation_error", {
        german: `Es laufen schon ${openMax} Umzüge. Bitte warten Sie, bis einer zu Ende ist.`,
        english: `${openMax} moves are under way. Wait for the end of one.`,
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

/** Opens the upload of a move's file in parts (`appendUpload` with the id of the move). Throws `not_found`, `payload_too_large`. */
export async function beginMoveFile(
  sql: Sql,
  agencyId: number,
  input: { moveId: string; fileName: string; bytes: number },
): Promise<void> {
  const { moveId: id, bytes } = input;
  if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > fileBytesMax) throw tooLarge();
  const fileName =
    input.fileName
      .replace(/\p{Cc}/gu, "")
      .trim()
      .slice(-200) || "Datei";
  await cancelUpload(sql, agencyId, id);
  await sql.begin(async (transaction) => {
    if (!(await setMoveState(transaction, agencyId, { id, from: ["receiving"], to: "receiving", fileName })))
      throw notThen();
    await insertImportUpload(transaction, agencyId, { id, fileName, bytes, days: fileDaysMax });
  });
}

/** Ends the upload; the file is checked then. Throws `upload_conflict` where bytes are missing. */
export async function checkMove(sql: Sql, agencyId: number, moveId: string): Promise<void> {
  await completeUpload(sql, agencyId, moveId);
  if (!(await setMoveState(sql, agencyId, { id: moveId, from: ["receiving"], to: "checking" })))
    throw notThen();
}

/** Moves in what the check found, or goes on with that. Throws `not_found`, `imprint_missing`, and `version_conflict` while it is at work. */
export async function runMove(sql: Sql, agencyId: number, moveId: string, by: By): Promise<void> {
  const { clientId } = await moveOf(sql, agencyId, moveId);
  await refuseMissingImprint(sql, agencyId, clientId);
  await changeState(sql, agencyId, {
    moveId,
    clientId,
    from: ["checked", "stopped", "failed"],
    to: "running",
    ...by,
  });
}

/** Stops a move after the text that is being moved in; `runMove` goes on with it. Throws `not_found` and `version_conflict`. */
export async function stopMove(sql: Sql, agencyId: number, moveId: string, by: By): Promise<void> {
  const { clientId } = await moveOf(sql, agencyId, moveId);
  await changeState(sql, agencyId, { moveId, clientId, from: ["running"], to: "stopped", ...by });
}

/** A move of the agency. Throws `not_found`. */
export async function moveOf(sql: Sql, agencyId: number, moveId: string): Promise<CountedMove> {
  const move = await findMove(sql, agencyId, moveId);
  if (move === null) throw new ServiceError("not_found", "The agency moves no newsroom in under this id.");
  return move;
}

async function changeState(
  sql: Sql,
  agencyId: number,
  input: By & { moveId: string; clientId: number } & Pick<Parameters<typeof setMoveState>[2], "from" | "to">,
): Promise<void> {
  const { moveId: id, clientId, from, to, actor, requestId } = input;
  await sql.begin(async (transaction) => {
    if (!(await setMoveState(transaction, agencyId, { id, from, to }))) throw notThen();
    await insertAudit(transaction, agencyId, {
      ...{ actor, action: to === "running" ? "newsroom.move_started" : "newsroom.move_stopped" },
      ...{ subject: { type: "client", id: String(clientId) }, details: { moveId: id } },
      ...(requestId !== undefined && { requestId }),
    });
  });
}

function notThen(): ServiceError {
  return refusal("version_conflict", {
    german: "Der Umzug ist inzwischen weiter. Laden Sie die Seite neu.",
    english: "The move is in another state by now. Look at it again.",
  });
}
