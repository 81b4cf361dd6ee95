import { describe, expect, test } from "bun:test";
import { checkImprints } from "../../../../service/edges/cli/doctor/check-imprints.ts";
import type { AuditActor } from "../../../../service/features/audit/sql.ts";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import { getAgencyCredits } from "../../../../service/features/workflow/credits/get-agency-credits.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { publishScheduled } from "../../../../service/features/workflow/releases/publish-scheduled.ts";
import { createLog } from "../../../../service/log.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import { context, createApproved, createWorkshop, refusalOf } from "../../../support/workflow.ts";

const actor: AuditActor = { type: "operator", id: null };

describe.each(serviceKinds.map((kind) => [kind]))("an imprint on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  test("is asked for before a publication and before its schedule, which then cost nothing", async () => {
    const { sql } = service;
    const workshop = await createWorkshop(sql, { imprint: null });
    const { agencyId, clientId } = workshop;
    const draftId = await createApproved(sql, workshop);
    const input = { draftId, approvedVersion: 1, maxCredits: 1 };
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    expect(await refusalOf(publishRelease(sql, agencyId, input, context))).toBe("imprint_missing");
    expect(await refusalOf(publishRelease(sql, agencyId, { ...input, publishAt }, context))).toBe(
      "imprint_missing",
    );
    const [count] = await sql`select count(*)::integer as rows from release where agency_id = ${agencyId}`;
    expect(count?.rows).toBe(0);
    await changeNewsroom(sql, agencyId, { clientId, changes: { imprintMarkdown: "Müller" } }, actor);
    expect(await publishRelease(sql, agencyId, input, context)).toMatchObject({ status: "published" });
  });

  test("that is gone when a scheduled release is due holds it back, and its credit stays reserved", async () => {
    const { sql } = service;
    const workshop = await createWorkshop(sql);
    const { agencyId } = workshop;
    const draftId = await createApproved(sql, workshop);
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    await publishRelease(sql, agencyId, { draftId, approvedVersion: 1, maxCredits: 1, publishAt }, context);
    await sql`update newsroom set imprint_url = null where agency_id = ${agencyId}`;
    await sql`update draft set scheduled_for = now() - interval '1 second' where agency_id = ${agencyId}`;
    const lines: string[] = [];
    const log = createLog("error", (line) => lines.push(line));
    const turns = { take: <Piece>(claim: (id: number) => Promise<Piece | null>) => claim(agencyId) };
    await publishScheduled({ sql, log, publicUrl: context.publicUrl, turns }, new AbortController().signal);
    expect(lines.join()).toContain("scheduled_publication_failed");
    const [draft] = await sql`select status from draft where agency_id = ${agencyId}`;
    expect(draft?.status).toBe("scheduled");
    expect(await getAgencyCredits(sql, agencyId, {})).toMatchObject({ balance: 10, reserved: 1 });
  });

  test("that an older newsroom with releases has not is named by the doctor", async () => {
    const { sql } = service;
    const { agencyId } = await createWorkshop(sql);
    expect((await checkImprints(sql)).ok).toBe(true);
    const { clientId, clientSlug } = await createTestRelease(sql, agencyId);
    await sql`update newsroom set imprint_url = null where agency_id = ${agencyId} and client_id = ${clientId}`;
    const { ok, message } = await checkImprints(sql);
    expect(ok).toBe(false);
    expect(message).toContain(`${clientSlug} (client ${clientId})`);
    await sql`
      update agency set deletion_requested_at = now(), delete_after = now() + interval '30 days' where id = ${agencyId}`;
    // It is not shown any more.
    expect((await checkImprints(sql)).message).not.toContain(clientSlug);
  });
});
