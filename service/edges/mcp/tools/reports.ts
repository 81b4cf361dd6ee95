import { Type } from "@sinclair/typebox";
import { reportDays } from "../../../features/reporting/articles/schema.ts";
import { keptPortfolio } from "../../../features/reporting/portfolios/kept-portfolio.ts";
import { createPublicationReport } from "../../../features/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../features/reporting/reports/get-publication-report.ts";
import { listPublicationReports } from "../../../features/reporting/reports/list-publication-reports.ts";
import { summarizeReport } from "../../../features/reporting/reports/rules.ts";
import {
  ListedReport,
  PublicationReport,
  ReportSummary,
} from "../../../features/reporting/reports/schema.ts";
import { normalizeScopeId } from "../../../features/reporting/reports/scope.ts";
import {
  cursorCharactersMax,
  DateTime,
  listLimit,
  Nullable,
  OneOf,
  scopeTypes,
  Text,
  Uuid,
} from "../../../schema.ts";
import { outlineOf } from "../outline.ts";
import { adds, defineTool, reads } from "../tool.ts";

/** The report's own properties; what stands in `performance`, get_article_performance says. */
const outlineDepth = 1;

const ScopeId = Type.Union([Text(1, 100), Type.Integer({ minimum: 1 })], {
  description: "article: pressReleaseId. client: clientId. Else a UUID.",
});

/** A report on a client is one on the portfolio that is kept for it: agents know the client alone. */
const reportedTypes = [...scopeTypes, "client"] as const;

export const createPublicationReportTool = defineTool({
  name: "create_publication_report",
  title: "Create a report",
  description:
    "Freezes figures of a client, release, campaign or portfolio as a report. Else get_article_performance.",
  hints: adds,
  scope: "write",
  action: "reports.create",
  input: Type.Object(
    {
      scopeType: OneOf(reportedTypes),
      scopeId: ScopeId,
      days: Type.Optional(Type.Integer({ ...reportDays, description: "Up to today." })),
      period: Type.Optional(
        Type.String({ maxLength: 30, description: "Or 2026-10, 2026-Q3; compared with the one before." }),
      ),
      idempotencyKey: Type.Optional(
        Text(1, 100, { description: "Your own name of this call: repeating it changes nothing." }),
      ),
    },
    { additionalProperties: false },
  ),
  output: ReportSummary,
  readsInTurn: true,
  run: async ({ sql, agencyId, actor, inTurn, publicUrl, seal, readPictures }, input) => {
    const createdBy = `${actor.type}:${actor.id}`;
    const { scopeType, scopeId } = input;
    const scope =
      scopeType === "client"
        ? await keptPortfolio(sql, agencyId, Number(normalizeScopeId(scopeType, scopeId) ?? 0))
        : { type: scopeType, id: scopeId };
    return summarizeReport(
      await inTurn((longReads) =>
        createPublicationReport(sql, agencyId, {
          ...input,
          scopeType: scope.type,
          scopeId: scope.id,
          // As the dashboard does: else two reports on one month told different changes.
          ...(input.period === undefined ? {} : { comparison: "previous_period" as const }),
          createdBy,
          publicUrl,
          seal,
          readPictures,
          freshReads: async () => longReads,
        }),
      ),
    );
  },
});

export const getPublicationReportTool = defineTool({
  name: "get_publication_report",
  title: "Get a report",
  description: "A frozen report: measured figures, external values apart. It never changes: cite its id.",
  hints: reads,
  scope: "read",
  action: "reports.read",
  input: Type.Object({ reportId: Uuid }, { additionalProperties: false }),
  // How its files look is nothing to an agent; the list of tools is read before each of its starts.
  output: Type.Object({ report: outlineOf(Type.Omit(PublicationReport, ["presentation"]), outlineDepth) }),
  run: async ({ sql, agencyId, seal }, { reportId }) => ({
    report: await getPublicationReport(sql, agencyId, { reportId, seal }),
  }),
});

export const listPublicationReportsTool = defineTool({
  name: "list_publication_reports",
  title: "List reports",
  description: "Lists the agency's reports, newest first; by scope or by time.",
  hints: reads,
  scope: "read",
  action: "reports.read",
  input: Type.Object(
    {
      scopeType: Type.Optional(OneOf(reportedTypes)),
      scopeId: Type.Optional(ScopeId),
      createdSince: Type.Optional(DateTime),
      limit: Type.Optional(Type.Integer(listLimit)),
      cursor: Type.Optional(Text(1, cursorCharactersMax)),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ reports: Type.Array(ListedReport), nextCursor: Nullable(Type.String()) }),
  async run({ sql, agencyId, clientIds }, input) {
    const { reports, nextCursor } = await listPublicationReports(sql, agencyId, { ...input, clientIds });
    return { reports: reports.map(({ clientName: _name, ...report }) => report), nextCursor };
  },
});
