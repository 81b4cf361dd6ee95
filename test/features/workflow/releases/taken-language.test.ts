import { describe, expect, test } from "bun:test";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { getAgencyCredits } from "../../../../service/features/workflow/credits/get-agency-credits.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishNewRelease } from "../../../../service/features/workflow/releases/publish-new-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { restoreRelease } from "../../../../service/features/workflow/releases/restore-release.ts";
import { stopRelease } from "../../../../service/features/workflow/releases/stop-release.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { context, createApproved, createWorkshop, freshToken, refusalOf } from "../../../support/workflow.ts";

const { actor, publicUrl } = context;

describe.each(serviceKinds.map((kind) => [kind]))("a language of a release on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  const workshop = given(() => createWorkshop(service.sql, { credits: 100 }));

  test("is one draft's: of two that were written before either appeared, the second is refused and costs nothing", async () => {
    const [first, second] = await twoDrafts();
    const { pressReleaseId } = await publish(first);
    const before = await getAgencyCredits(service.sql, workshop.agencyId, {});
    const refused = await publish(second).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "validation_error",
      facts: { pressReleaseId },
      details: { formErrors: [expect.stringContaining("In dieser Sprache gibt es diese Meldung schon")] },
    });
    expect(await getAgencyCredits(service.sql, workshop.agencyId, {})).toMatchObject({
      balance: before.balance,
      reserved: before.reserved,
    });
    await archiveRelease(service.sql, workshop.agencyId, { pressReleaseId, actor });
    expect((await publish(second)).status).toBe("published");
  });

  test("is one draft's also where both are published at the same moment, now or by schedule", async () => {
    for (const inMs of [undefined, 3_600_000]) {
      const drafts = await twoDrafts();
      const results = await Promise.allSettled(drafts.map((draftId) => publish(draftId, inMs)));
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const refused = results.find((result) => result.status === "rejected");
      expect(refused?.reason).toMatchObject({ code: "validation_error" });
    }
  });

  test("is taken by a scheduled text until that is stopped, and the scheduled one is in its own way neither moved nor published", async () => {
    const [first, second] = await twoDrafts();
    await publish(first, 3_600_000);
    expect(await refusalOf(publish(second))).toBe("validation_error");
    expect((await publish(first, 7_200_000)).status).toBe("scheduled");
    await stopRelease(service.sql, workshop.agencyId, {
      release: { draftId: first },
      what: "schedule",
      actor,
    });
    expect((await publish(second)).status).toBe("published");
    expect(await refusalOf(publish(first))).toBe("validation_error");
  });

  test("is not given back to an archived release while another text has it", async () => {
    const [first, second] = await twoDrafts();
    const { pressReleaseId } = await publish(first);
    await archiveRelease(service.sql, workshop.agencyId, { pressReleaseId, actor });
    const other = await publish(second);
    const restore = () =>
      restoreRelease(service.sql, workshop.agencyId, { pressReleaseId, actor, publicUrl });
    expect(await refusalOf(restore())).toBe("validation_error");
    await archiveRelease(service.sql, workshop.agencyId, { pressReleaseId: other.pressReleaseId, actor });
    expect(await restore()).toMatchObject({ pressReleaseId });
  });

  test("is not taken by a correction that was written before the other text appeared", async () => {
    const translationOf = await original();
    const draftId = await createApproved(service.sql, workshop, { language: "fr", translationOf });
    const { pressReleaseId } = await publish(draftId);
    await correct(draftId, { pressReleaseId, note: "Englisch.", language: "en" });
    const release = { title: "Plant", bodyMarkdown: "Text", language: "EN", translationOf };
    await publishNewRelease(service.sql, workshop.clientId, release);
    expect(await refusalOf(publish(draftId))).toBe("validation_error");
  });

  test("is taken by a planned correction already, until that is stopped", async () => {
    const translationOf = await original();
    const draftId = await createApproved(service.sql, workshop, { language: "fr", translationOf });
    const { pressReleaseId } = await publish(draftId);
    await correct(draftId, { pressReleaseId, note: "Englisch.", language: "en" });
    expect((await publish(draftId, 5_000)).status).toBe("scheduled");
    const release = { title: "Plant", bodyMarkdown: "Text", language: "EN", translationOf };
    const other = () => publishNewRelease(service.sql, workshop.clientId, release);
    expect(await refusalOf(other())).toBe("validation_error");
    // It is in its own way neither moved nor published.
    expect((await publish(draftId, 6_000)).status).toBe("scheduled");
    await stopRelease(service.sql, workshop.agencyId, { release: { draftId }, what: "schedule", actor });
    expect(await other()).toMatchObject({ pressReleaseId: expect.any(Number) });
  });

  test("is no matter of a correction that leaves it, where two were online before; one that takes it is refused", async () => {
    const translationOf = await original();
    const drafts = ["en", "fr"].map((language) =>
      createApproved(service.sql, workshop, { language, translationOf }),
    );
    const [first = "", second = ""] = await Promise.all(drafts);
    const { pressReleaseId } = await publish(first);
    const other = await publish(second);
    await correct(first, { pressReleaseId, note: "Die Zahl.", bodyMarkdown: "Vierzig" });
    await correct(second, { pressReleaseId: other.pressReleaseId, note: "Sprache.", language: "it" });
    await service.sql`
      update release set language = 'EN'
      where agency_id = ${workshop.agencyId} and id = ${other.pressReleaseId}`;
    expect((await publish(first)).status).toBe("published");
    await service.sql`
      update release set language = 'it'
      where agency_id = ${workshop.agencyId} and id = ${pressReleaseId}`;
    expect(await refusalOf(publish(second))).toBe("validation_error");
  });

  test("is one release's where an operator publishes the same translation twice at once", async () => {
    const release = { bodyMarkdown: "Text", language: "en", translationOf: await original() };
    const attempts = ["Plant", "Factory", "Works"].map((title) =>
      publishNewRelease(service.sql, workshop.clientId, { ...release, title }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === "fulfilled").length).toBe(1);
  });

  /** The next version of a draft whose release is online, approved. */
  const correct = async (draftId: string, correction: Parameters<typeof correctRelease>[2]) => {
    await correctRelease(service.sql, workshop.agencyId, correction, context);
    const request = { draftId, draftVersion: 2, acceptWarnings: true };
    const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
    const token = await freshToken(service.sql, approvalId);
    await decideApproval(service.sql, token, { status: "approved", comment: null });
  };
  const original = async () => {
    const release = { title: "Werk", bodyMarkdown: "Text" };
    return (await publishNewRelease(service.sql, workshop.clientId, release)).pressReleaseId;
  };
  const twoDrafts = async (): Promise<[string, string]> => {
    const input = { language: "en", translationOf: await original() };
    return [
      await createApproved(service.sql, workshop, input),
      await createApproved(service.sql, workshop, input),
    ];
  };
  const publish = async (draftId: string, inMs?: number) =>
    publishRelease(
      service.sql,
      workshop.agencyId,
      {
        draftId,
        approvedVersion: (await draftOf(service.sql, workshop.agencyId, draftId)).version,
        maxCredits: 1,
        ...(inMs !== undefined && { publishAt: new Date(Date.now() + inMs).toISOString() }),
      },
      context,
    );
});
