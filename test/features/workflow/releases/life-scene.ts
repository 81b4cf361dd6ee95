import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { getAgencyCredits } from "../../../../service/features/workflow/credits/get-agency-credits.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { publicationQueue } from "../../../../service/features/workflow/drafts/sql.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { publishScheduled } from "../../../../service/features/workflow/releases/publish-scheduled.ts";
import { restoreRelease } from "../../../../service/features/workflow/releases/restore-release.ts";
import { stopRelease } from "../../../../service/features/workflow/releases/stop-release.ts";
import { createTurns } from "../../../../service/floor/queues/take-turns.ts";
import { createLog } from "../../../../service/log.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import type { DatabaseKind } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { context, createWorkshop, freshToken } from "../../../support/workflow.ts";

const hourMs = 3_600_000;
const { actor } = context;

/** A service with a workshop, and what is done with releases there. */
export function releaseLifeScene(kind: DatabaseKind) {
  const { service } = serviceScene(kind);
  const workshop = given(() => createWorkshop(service.sql, { credits: 100 }));

  const draft = (draftId: string) => draftOf(service.sql, workshop.agencyId, draftId);
  const publish = async (draftId: string, publishAt?: Date) =>
    publishRelease(
      service.sql,
      workshop.agencyId,
      {
        draftId,
        approvedVersion: (await draft(draftId)).version,
        maxCredits: 1,
        ...(publishAt !== undefined && { publishAt: publishAt.toISOString() }),
      },
      context,
    );
  const schedule = (draftId: string) => publish(draftId, new Date(Date.now() + hourMs));
  const stop = (
    release: { draftId: string } | { pressReleaseId: number },
    {
      what = "schedule" as "schedule" | "correction",
      expectedVersion = undefined as number | undefined,
      agencyId = workshop.agencyId,
    } = {},
  ) => stopRelease(service.sql, agencyId, { release, what, expectedVersion, actor });
  const archive = (pressReleaseId: number, agencyId = workshop.agencyId) =>
    archiveRelease(service.sql, agencyId, { pressReleaseId, actor });
  const restore = (pressReleaseId: number, agencyId = workshop.agencyId) =>
    restoreRelease(service.sql, agencyId, { pressReleaseId, actor, publicUrl: context.publicUrl });
  const correct = (pressReleaseId: number, input: object = {}, agencyId = workshop.agencyId) =>
    correctRelease(
      service.sql,
      agencyId,
      {
        pressReleaseId,
        note: "Es sind 130 Plätze, nicht 120.",
        bodyMarkdown: "Es sind **130** Plätze.",
        ...input,
      },
      context,
    );
  const approve = async (draftId: string) => {
    const { version } = await draft(draftId);
    const request = { draftId, draftVersion: version, acceptWarnings: true };
    const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
    const token = await freshToken(service.sql, approvalId);
    await decideApproval(service.sql, token, { status: "approved", comment: null });
    return token;
  };
  const credits = () => getAgencyCredits(service.sql, workshop.agencyId, {});
  const pageOf = async (url: string) => {
    const answer = await fetch(service.url + new URL(url).pathname);
    return { status: answer.status, text: await answer.text() };
  };
  const eventsOf = async (pressReleaseId: number) => {
    const rows = await service.sql<{ eventType: string }[]>`
      select event_type as "eventType"
      from webhook_message
      where agency_id = ${workshop.agencyId}
        and payload::jsonb -> 'data' ->> 'pressReleaseId' = ${String(pressReleaseId)}
      order by id`;
    return rows.map((row) => row.eventType);
  };
  const statusesOf = async (pressReleaseId: number) => {
    const [row] = await service.sql`
      select r.status as release, d.status as draft
      from release r
      join draft d on d.agency_id = r.agency_id and d.id = r.draft_id
      where r.agency_id = ${workshop.agencyId}
        and r.id = ${pressReleaseId}`;
    return [row?.release, row?.draft];
  };
  const runSchedule = async () => {
    await announceAll(service.sql);
    const { sql } = service;
    const turns = createTurns(sql, publicationQueue);
    const log = createLog("silent", () => {});
    await publishScheduled({ sql, log, publicUrl: context.publicUrl, turns }, new AbortController().signal);
  };

  return {
    ...{ service, workshop, draft, publish, schedule, stop, archive, restore, correct, approve, credits },
    ...{ pageOf, eventsOf, statusesOf, runSchedule },
  };
}

export async function untilCorrected(read: () => Promise<{ text: string }>): Promise<string> {
  return await until("the page shows the correction", async () => {
    const { text } = await read();
    return text.includes("Berichtigt am") && text;
  });
}
