import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Sql } from "../../../floor/db/open.ts";
import type { DefineOperation } from "../../../floor/http/operation.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { exampleReportId, publicationReportExample } from "./examples.ts";
import { getPublicationReport } from "./get-publication-report.ts";
import { PublicationReport } from "./schema.ts";

export function reportRoutes(define: DefineOperation, { sql, seal }: { sql: Sql; seal: ReportSeal }) {
  const get = define({
    operationId: "getPublicationReport",
    method: "GET",
    path: "/api/reporting/v1/reports/:reportId",
    tag: "Reports",
    summary: "A frozen report",
    description:
      "The snapshot as it was issued, with its method and the origin of every value. It never changes: `integrity.contentHash` is SHA-256 over the RFC 8785 form of everything but `integrity`, and `integrity.signature` is Ed25519 over `integrity.chainHash`, by a key of `/.well-known/pr-service-keys.json`. A row that does not fit is answered with 500 and never shown.",
    params: Type.Object({
      reportId: Type.String({
        format: "uuid",
        description: "As `report.created`, an export job or the data export names it.",
        examples: [exampleReportId],
      }),
    }),
    responses: {
      200: {
        description: "The report.",
        schema: Type.Object({ report: PublicationReport }),
        example: publicationReportExample,
      },
    },
    errors: ["not_found"],
    async handle({ caller, params }) {
      return {
        status: 200,
        body: { report: await getPublicationReport(sql, caller.agencyId, { ...params, seal }) },
      };
    },
  });
  return new Elysia().route(get.method, get.path, get.handler, get.hook);
}
