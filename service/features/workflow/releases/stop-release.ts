import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { releaseReservation } from "../credits/sql.ts";
import { heldDraftOf, refuseNewerVersion } from "../drafts/find-draft.ts";
import { isCorrection } from "../drafts/rules.ts";
import { type DraftRow, setDraftStatus } from "../drafts/sql.ts";
import { findReleaseState, setReleaseStatus } from "./lifecycle-sql.ts";
import { withdrawCorrection } from "./withdraw-correction.ts";

export type StopReleaseOutput = {
  draftId: string;
  pressReleaseId: number | null;
  /** `approved`: the schedule is off. `published`: a correction was withdrawn, the release stays as it is. */
  status: "approved" | "published";
  version: number;
  creditsFreed: number;
};

type Stopped = {
  release: { draftId: string } | { pressReleaseId: number };
  /** What is meant: a second click on "stop" must not throw away the text of the correction whose schedule the first one stopped. */
  what: "schedule" | "correction";
  /** The version of the correction that was seen; left out where none was. */
  expectedVersion?: number | undefined;
  actor: AuditActor;
};

/**
 * Takes a scheduled publication back to `approved` and frees its credit, or withdraws a correction that is under way.
 * Throws `not_found`, `already_published` where the publication was faster, `release_status_conflict` where there is nothing of what is
 * meant, and `version_conflict` for a correction that somebody wrote on.
 */
export async function stopRelease(
  sql: Sql,
  agencyId: number,
  { release, what, expectedVersion, actor }: Stopped,
): Promise<StopReleaseOutput> {
  return await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, await draftIdOf(transaction, agencyId, release));
    const pressReleaseId = draft.releaseId;
    const isScheduled = draft.status === "scheduled";
    if (what === "schedule" ? !isScheduled : isScheduled || !isCorrection(draft))
      throw refusalOf(draft, what);
    refuseNewerVersion(draft, expectedVersion);
    const result =
      what === "schedule"
        ? await stopSchedule(transaction, agencyId, { draft, actor })
        : await stopCorrection(transaction, agencyId, { draft, actor });
    return { draftId: draft.id, pressReleaseId, ...result };
  });
}

async function draftIdOf(
  transaction: Queryable,
  agencyId: number,
  release: Stopped["release"],
): Promise<string> {
  if ("draftId" in release) return release.draftId;
  const state = await findReleaseState(transaction, agencyId, release.pressReleaseId);
  if (state === null) {
    throw new ServiceError("not_found", `There is no release ${release.pressReleaseId}.`);
  }
  if (state.draftId !== null) return state.draftId;
  throw new ServiceError("already_published", "The release is published. It can be archived or corrected.");
}

/** Takes the plan of a draft that the transaction holds off, for whoever stops it and where its date passed. */
export async function stopSchedule(
  transaction: Queryable,
  agencyId: number,
  { draft, actor }: { draft: DraftRow; actor: AuditActor },
) {
  await lockAgency(transaction, agencyId);
  const creditsFreed = await releaseReservation(transaction, agencyId, draft.id);
  await setDraftStatus(transaction, agencyId, {
    draftId: draft.id,
    status: "approved",
    approvedVersion: draft.version,
  });
  // Of a correction readers keep what they have.
  if (draft.releaseId !== null && !isCorrection(draft)) {
    await setReleaseStatus(transaction, agencyId, { pressReleaseId: draft.releaseId, status: "approved" });
  }
  await noteStop(transaction, agencyId, { draft, action: "release.stopped", version: draft.version, actor });
  return { status: "approved", version: draft.version, creditsFreed } as const;
}

async function stopCorrection(
  transaction: Queryable,
  agencyId: number,
  input: { draft: DraftRow; actor: AuditActor },
) {
  const version = await withdrawCorrection(transaction, agencyId, input);
  await noteStop(transaction, agencyId, { ...input, action: "release.correction_withdrawn", version });
  return { status: "published", version, creditsFreed: 0 } as const;
}

async function noteStop(
  transaction: Queryable,
  agencyId: number,
  input: { draft: DraftRow; action: string; version: number; actor: AuditActor },
): Promise<void> {
  const { draft, action, version, actor } = input;
  await insertAudit(transaction, agencyId, {
    actor,
    action,
    subject: { type: "draft", id: draft.id },
    details: { pressReleaseId: draft.releaseId, version },
  });
}

function refusalOf(draft: DraftRow, what: Stopped["what"]): ServiceError {
  const facts = { status: draft.status, currentVersion: draft.version };
  if (draft.status === "published" && what === "schedule") {
    const message = "The release is published. It can be archived or corrected.";
    return new ServiceError("already_published", message, { facts });
  }
  const [german, english] =
    what === "schedule"
      ? ["Es ist nichts mehr geplant.", "Nothing is scheduled. A correction is withdrawn by `--correction`."]
      : isCorrection(draft)
        ? [
            "Die Berichtigung erscheint gleich. Stoppen Sie sie zuerst.",
            "It is about to appear. Stop it first.",
          ]
        : ["Es ist keine Berichtigung mehr in Arbeit.", "No correction is under way."];
  return refusal("release_status_conflict", { german, english, facts });
}
