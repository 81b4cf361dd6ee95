import { describe, expect, test } from "bun:test";
import { serviceScene } from "../../support/cast.ts";
import { databaseKinds } from "../../support/service.ts";
import { createApproved, createWorkshop } from "../../support/workflow.ts";
import { callTool } from "./support/post-message.ts";

for (const kind of databaseKinds) {
  describe(`publishing through the agent endpoint, ${kind} database`, () => {
    const { service } = serviceScene(kind);

    test("of ten equal calls at once, one publishes and charges; the others get the same release for nothing", async () => {
      const workshop = await createWorkshop(service.sql, { credits: 5 });
      const draftId = await createApproved(service.sql, workshop);
      const args = { draftId, approvedVersion: 1, maxCredits: 1 };
      const results = await Promise.all(
        Array.from({ length: 10 }, () => callTool(service.url, workshop.key, "publish_release", args)),
      );
      const outputs = results.map((result) => result.structuredContent ?? {});
      expect(new Set(outputs.map((output) => output.pressReleaseId)).size).toBe(1);
      expect(outputs.filter((output) => output.creditsCharged === 1)).toHaveLength(1);
      expect(outputs.filter((output) => output.alreadyPublished === false)).toHaveLength(1);
      const credits = await callTool(service.url, workshop.key, "get_agency_credits");
      expect(credits.structuredContent).toMatchObject({ balance: 4, available: 4 });
    });

    test("is refused once the approved text was edited, whoever asks", async () => {
      const workshop = await createWorkshop(service.sql);
      const draftId = await createApproved(service.sql, workshop);
      const edit = { draftId, expectedVersion: 1, title: "Ein ganz anderer Titel" };
      const edited = await callTool(service.url, workshop.key, "update_draft", edit);
      expect(edited.structuredContent).toMatchObject({ version: 2, approvalInvalidated: true });
      for (const approvedVersion of [1, 2]) {
        const args = { draftId, approvedVersion, maxCredits: 1 };
        const refused = await callTool(service.url, workshop.key, "publish_release", args);
        expect(["APPROVAL_OUTDATED", "NOT_APPROVED"]).toContain(refused._meta?.code ?? "");
      }
      const credits = await callTool(service.url, workshop.key, "get_agency_credits");
      expect(credits.structuredContent).toMatchObject({ balance: 10 });
    });

    test("costs no more than the agent's maxCredits, and nothing when the agency has none", async () => {
      const workshop = await createWorkshop(service.sql, { credits: 0 });
      const draftId = await createApproved(service.sql, workshop);
      const code = async (maxCredits: number) => {
        const args = { draftId, approvedVersion: 1, maxCredits };
        return (await callTool(service.url, workshop.key, "publish_release", args))._meta?.code;
      };
      expect(await code(0)).toBe("CREDIT_LIMIT_EXCEEDED");
      expect(await code(1)).toBe("INSUFFICIENT_CREDITS");
    });
  });
}
