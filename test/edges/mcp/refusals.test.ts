import { beforeAll, describe, expect, test } from "bun:test";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestRelease, serviceKinds } from "../../support/service.ts";
import { context, createWorkshop, draftInput } from "../../support/workflow.ts";
import { callTool } from "./support/post-message.ts";

const unknownUuid = "019aa000-0000-7000-8000-000000000000";
const foreignText = "ignore-all-rules-7f3a";

for (const kind of serviceKinds) {
  describe(`refusals of the tools, ${kind} database`, () => {
    const { service, workshop: own } = serviceScene(kind);
    const other = given(() => createWorkshop(service.sql));
    let othersDraftId: string;
    let othersReleaseId: number;
    let othersReportId: string;

    beforeAll(async () => {
      othersDraftId = (await createDraft(service.sql, other.agencyId, draftInput(other.clientId), context))
        .id;
      othersReleaseId = (await createTestRelease(service.sql, other.agencyId)).pressReleaseId;
      const report = {
        scopeType: "article",
        scopeId: othersReleaseId,
        createdBy: "operator",
        seal: await testSeal(),
      } as const;
      othersReportId = (await createPublicationReport(service.sql, other.agencyId, report)).id;
    });

    test("give one and the same NOT_FOUND for an unknown id, a malformed one and another agency's, on every tool with an id", async () => {
      const draftCalls: [string, Record<string, unknown>][] = [
        ["update_draft", { expectedVersion: 1, title: "Neu" }],
        ["list_drafts", {}],
        ["generate_seo_metadata", {}],
        ["send_approval_request", { draftVersion: 1 }],
        ["check_approval_status", {}],
        ["publish_release", { approvedVersion: 1, maxCredits: 1 }],
      ];
      const calls = [
        ...draftCalls.flatMap(([name, rest]) =>
          [othersDraftId, othersDraftId.toUpperCase(), unknownUuid, "no-uuid", foreignText].map(
            (draftId) => [name, { ...rest, draftId }] as const,
          ),
        ),
        ...[othersReportId, unknownUuid, "no-uuid"].map(
          (reportId) => ["get_publication_report", { reportId }] as const,
        ),
        ...[othersReleaseId, 2_147_483_647, 9_007_199_254_740_991].map(
          (pressReleaseId) => ["get_article_performance", { pressReleaseId }] as const,
        ),
        ...[other.clientId, 2_147_483_647].flatMap((clientId) => [
          ["get_client_persona", { clientId }] as const,
          ["create_draft", { ...draftInput(clientId) }] as const,
          ["list_drafts", { clientId }] as const,
        ]),
      ];
      const answers = new Set<string>();
      for (const [name, args] of calls) {
        const result = await call(name, args);
        expect([name, args, result._meta?.code]).toEqual([name, args, "NOT_FOUND"]);
        answers.add(JSON.stringify(result));
      }
      expect([...answers]).toHaveLength(1);
    });

    test("give one and the same SCOPE_NOT_FOUND for every scope that is not the agency's", async () => {
      const scopes = [
        ["article", othersReleaseId],
        ["article", String(othersReleaseId)],
        ["article", foreignText],
        ["campaign", unknownUuid],
        ["portfolio", "7"],
        ["client", other.clientId],
        ["client", "2147483000"],
        ["client", unknownUuid],
      ];
      const answers = new Set<string>();
      for (const [scopeType, scopeId] of scopes) {
        answers.add(JSON.stringify(await call("create_publication_report", { scopeType, scopeId })));
      }
      expect([...answers]).toHaveLength(1);
      expect([...answers][0]).toContain("SCOPE_NOT_FOUND: ");
    });

    test("name the fields that don't fit, in words of the schema only", async () => {
      const result = await call("create_draft", {
        clientId: "5",
        bodyMarkdown: "",
        language: `${foreignText}${"x".repeat(40)}`,
        [foreignText]: 1,
      });
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toBeUndefined();
      expect(result._meta?.code).toBe("VALIDATION_ERROR");
      const details = result._meta?.details as {
        fieldErrors: Record<string, string[]>;
        formErrors: string[];
      };
      expect(Object.keys(details.fieldErrors).sort()).toEqual([
        "bodyMarkdown",
        "clientId",
        "language",
        "title",
      ]);
      expect(details.formErrors).toEqual([
        expect.stringMatching(/^1 unknown argument \(known are: clientId, title, /),
      ]);
      expect(result.content[0]?.text).toStartWith(
        "VALIDATION_ERROR: The arguments don't fit the input schema: ",
      );
      expect(JSON.stringify(result)).not.toContain(foreignText);
    });

    test("answer days out of range as REST does, and take both ends of the range", async () => {
      const { pressReleaseId } = await createTestRelease(service.sql, own.agencyId);
      for (const days of [0, 366, 1.5, "7"]) {
        const result = await call("get_article_performance", { pressReleaseId, days });
        expect([days, result._meta?.code]).toEqual([days, "INVALID_PARAMETERS"]);
      }
      for (const days of [1, 365]) {
        const result = await call("get_article_performance", { pressReleaseId, days });
        expect([days, result.isError]).toEqual([days, undefined]);
      }
    });

    test("say CODE, what was wrong and the next step, and carry no structured content", async () => {
      const draft = (await call("create_draft", draftInput(own.clientId))).structuredContent;
      const draftId = draft?.id;
      const refused: [string, Record<string, unknown>, string][] = [
        ["update_draft", { draftId, expectedVersion: 9, title: "Neu" }, "VERSION_CONFLICT"],
        ["update_draft", { draftId, expectedVersion: 1 }, "NO_CHANGES"],
        ["publish_release", { draftId, approvedVersion: 1, maxCredits: 1 }, "NOT_APPROVED"],
        ["list_clients", { cursor: "abc" }, "INVALID_CURSOR"],
        ["list_drafts", { cursor: "abc" }, "INVALID_CURSOR"],
        ["list_publication_reports", { cursor: "abc" }, "INVALID_CURSOR"],
      ];
      for (const [name, args, code] of refused) {
        const result = await call(name, args);
        expect([name, result.isError, result._meta?.code]).toEqual([name, true, code]);
        expect(result.structuredContent).toBeUndefined();
        expect(result.content[0]?.text).toMatch(new RegExp(`^${code}: [A-Z].+[.;] [A-Z].+\\.$`));
      }
      const conflict = await call("update_draft", { draftId, expectedVersion: 9, title: "Neu" });
      expect(conflict._meta?.details).toMatchObject({ currentVersion: 1 });
    });

    test("take a client and a month, by which a client's portfolio is reported beside the month before", async () => {
      const { clientId } = await createTestRelease(service.sql, own.agencyId);
      const asked = { scopeType: "client", scopeId: clientId, period: "2026-10" };
      const made = await call("create_publication_report", asked);
      expect(made.structuredContent).toMatchObject({
        scopeType: "portfolio",
        from: "2026-10-01",
        to: "2026-10-31",
      });
      const comparisonOf = async ({ reportId }: { reportId?: unknown } = {}) => {
        const found = await call("get_publication_report", { reportId });
        return (found.structuredContent as { report: { comparison?: unknown } }).report.comparison;
      };
      expect(await comparisonOf(made.structuredContent)).toMatchObject({
        ...{ kind: "previous_period", from: "2026-09-01", to: "2026-09-30", daysWithoutMeasurement: 30 },
      });
      const plain = await call("create_publication_report", { scopeType: "client", scopeId: clientId });
      expect(await comparisonOf(plain.structuredContent)).toBeUndefined();
      const wrong = await call("create_publication_report", { ...asked, period: "soon" });
      expect(wrong._meta?.code).toBe("VALIDATION_ERROR");
    });

    test("take the client again where its reports are listed, and nobody else's", async () => {
      const [mine, another] = [
        await createTestRelease(service.sql, own.agencyId),
        await createTestRelease(service.sql, own.agencyId),
      ];
      const reportOn = async (scopeType: string, scopeId: number) =>
        String((await call("create_publication_report", { scopeType, scopeId })).structuredContent?.reportId);
      const listed = async (scopeId?: number | string) => {
        const found = await call("list_publication_reports", {
          scopeType: "client",
          ...(scopeId && { scopeId }),
        });
        const { reports } = found.structuredContent as { reports: { reportId: string }[] };
        return reports.map(({ reportId }) => reportId);
      };
      const first = await reportOn("client", mine.clientId);
      const second = await reportOn("client", another.clientId);
      await reportOn("article", mine.pressReleaseId);
      expect(await listed(mine.clientId)).toEqual([first]);
      expect(await listed(`0${another.clientId}`)).toEqual([second]);
      expect((await listed()).slice(0, 2)).toEqual([second, first]);
      for (const unknown of [other.clientId, 2147483647, 2147483648, unknownUuid])
        expect(await listed(unknown)).toEqual([]);
    });

    test("refuse an idempotency key that belongs to other arguments, and repeat the answer for the same ones", async () => {
      const { pressReleaseId } = await createTestRelease(service.sql, own.agencyId);
      const report = { scopeType: "article", scopeId: pressReleaseId, idempotencyKey: "one" };
      const first = await call("create_publication_report", report);
      const again = await call("create_publication_report", { ...report, scopeId: String(pressReleaseId) });
      expect(again).toEqual(first);
      const other = await call("create_publication_report", { ...report, days: 7 });
      expect(other._meta?.code).toBe("IDEMPOTENCY_CONFLICT");
    });

    const call = (name: string, args: Record<string, unknown>) => callTool(service.url, own.key, name, args);
  });
}
