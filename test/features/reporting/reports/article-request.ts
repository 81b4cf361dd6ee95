import type { ReportSeal } from "../../../../service/features/reporting/integrity/report-seal.ts";
import type { TestRelease } from "../../../support/service.ts";

/** What asks for a report on a release. */
export const articleRequest = (release: TestRelease, seal: ReportSeal, more: object = {}) => ({
  scopeType: "article" as const,
  scopeId: release.pressReleaseId,
  createdBy: "operator",
  seal,
  ...more,
});
