import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { FreshReads } from "../../../floor/db/fresh-reads.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { ScopeType } from "../../../schema.ts";
import { insertPictures } from "../../agencies/settings/sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { methodologyVersion } from "../../measurement/vocabulary.ts";
import { enqueueStamps } from "../../stamps/sql.ts";
import { reportDays, schemaVersion } from "../articles/schema.ts";
import { lockChain } from "../integrity/chain-sql.ts";
import { noteCurrentKey } from "../integrity/prepare-seal.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { chainHashOf } from "../integrity/rules.ts";
import type { WitnessLine } from "../integrity/witness.ts";
import { choosePictures, type ReadPictures } from "./choose-pictures.ts";
import { cleanReportComment } from "./comment.ts";
import type { ComparisonKind } from "./periods.ts";
import { type AskedDays, isOfPeriod, readPeriod, readReportFigures } from "./read-report-figures.ts";
import { readSealed } from "./read-sealed.ts";
import { clientsOfContent } from "./require-report-within.ts";
import { freezeContent, type ReportContent, thawReport } from "./rules.ts";
import type { PublicationReport } from "./schema.ts";
import { normalizeScopeId, type Scope } from "./scope.ts";
import { findReportByIdempotencyKey, insertReport } from "./sql.ts";

export type ReportRequest = {
  /** Signs the report. */
  seal: ReportSeal;
  scopeType: ScopeType;
  /** Number or digits of a release, UUID of a campaign or portfolio. */
  scopeId: string | number;
  /** Calendar days with today; 30 when left out. */
  days?: number;
  /** Instead of `days`, as `parsePeriod` reads it: `2026-10`. */
  period?: string;
  /** What the figures are compared with; the days before where left out. */
  comparison?: ComparisonKind | "none";
  /** Who asks, as `api_key:<id>`, `schedule:<id>` or `operator`. */
  createdBy: string;
  /** The agency's own words on the figures: Markdown of up to 4,000 characters. */
  comment?: string;
  /** Scheme and host that readers see; without it the report has no address of its release. */
  publicUrl?: string;
  /** Where pictures come from; without it the report has none but the agency's logo. */
  readPictures?: ReadPictures;
  /** 1 to 100 characters. The same key gives the same report again. */
  idempotencyKey?: string;
  /** Where the figures are read; from `sql` when left out. */
  freshReads?: FreshReads;
  /** Runs inside the report's transaction, after it is written; what it throws undoes the report. */
  alongside?: (transaction: Queryable, report: PublicationReport) => Promise<void>;
};

/**
 * Freezes the figures of a release, campaign or portfolio as the next report of the agency's chain, and enqueues its webhook
 * event.
 * Throws `scope_not_found`, `validation_error` for a period that is none, and `idempotency_conflict` where the key was used for another
 * scope, period or number of days.
 */
export async function createPublicationReport(
  sql: Sql,
  agencyId: number,
  request: ReportRequest,
): Promise<PublicationReport> {
  const scope = scopeOf(request);
  const { comparison } = request;
  const asked: AskedDays =
    request.period === undefined
      ? { days: request.days ?? reportDays.default }
      : { period: readPeriod(request.period) };
  const idempotencyKey = request.idempotencyKey ?? null;
  const [seal, comment] = [request.seal, cleanReportComment(request.comment)];
  const wanted = { idempotencyKey, scope, asked, comparison, comment, seal };
  const known = await findKnown(sql, agencyId, wanted);
  if (known !== null) return known;
  const reads = (await request.freshReads?.()) ?? sql;
  const { publicUrl, readPictures } = request;
  const { clientLogoAssetId, ...figures } = await readReportFigures(reads, agencyId, {
    ...{ scope, asked, comparison, publicUrl },
  });
  const clientIds = await clientsOfContent(reads, agencyId, figures);
  const chosen = await choosePictures(reads, agencyId, { figures, clientLogoAssetId, readPictures });
  await noteCurrentKey(sql, seal);
  let head: WitnessLine | undefined;
  const created = await sql.begin(async (transaction) => {
    // Before the chain is locked: nobody waits for a megabyte of pictures.
    await insertPictures(transaction, agencyId, chosen.files);
    const position = await lockChain(transaction, agencyId);
    // Again with the chain in hand: of equal calls at once only the first may add a report.
    const added = await findKnown(transaction, agencyId, wanted);
    if (added !== null) return added;
    const content: ReportContent = {
      id: uuidv7(),
      schemaVersion,
      methodologyVersion,
      createdAt: position.createdAt.toISOString(),
      createdBy: request.createdBy,
      ...figures,
      ...(comment === undefined ? {} : { comment }),
      presentation: { ...figures.presentation, ...chosen.presentation },
    };
    const sealed = await sealContent(content, { agencyId, position, seal });
    const { number, chainHash } = sealed;
    await insertReport(transaction, agencyId, {
      ...sealed,
      scopeType: scope.type,
      scopeId: scope.id,
      title: content.scope.title,
      days: content.performance.window.days,
      from: content.performance.window.from,
      to: content.performance.window.to,
      createdAt: position.createdAt,
      createdBy: content.createdBy,
      idempotencyKey,
      clientIds,
    });
    const report = thawReport({ ...sealed, agencyId, previousHash: null });
    await enqueueCreated(transaction, agencyId, report, sealed);
    await enqueueStamps(transaction, agencyId, { type: "report", ids: [report.id] });
    await request.alongside?.(transaction, report);
    const { chainId, previousChainHash: after } = position;
    head = { agencyId, chainId, number, chainHash, after, at: report.createdAt };
    return report;
  });
  if (head !== undefined) seal.witness?.(head);
  return created;
}

async function enqueueCreated(
  transaction: Queryable,
  agencyId: number,
  { id, scope, createdAt }: PublicationReport,
  { number, contentHash, chainHash, signature, keyId }: Awaited<ReturnType<typeof sealContent>>,
): Promise<void> {
  await enqueueEvent(transaction, agencyId, {
    type: "report.created",
    data: {
      reportId: id,
      scopeType: scope.type,
      scopeId: scope.id,
      contentHash,
      createdAt,
      chainHead: { number, chainHash, signature, keyId },
    },
  });
}

/** The row of a report: its frozen text, its hashes in the agency's chain, and the signature over them. */
async function sealContent(
  content: ReportContent,
  input: {
    agencyId: number;
    position: { number: number; previousChainHash: string | null };
    seal: ReportSeal;
  },
) {
  const { agencyId, seal } = input;
  const { number, previousChainHash } = input.position;
  const { text, contentHash } = freezeContent(content);
  const chainHash = chainHashOf({ agencyId, number, contentHash, previousChainHash });
  const signature = await seal.sign(chainHash);
  return { id: content.id, number, content: text, contentHash, previousChainHash, chainHash, ...signature };
}

function scopeOf(request: Pick<ReportRequest, "scopeType" | "scopeId">): Scope {
  const id = normalizeScopeId(request.scopeType, request.scopeId);
  if (id === null) {
    throw new ServiceError("scope_not_found", `The scope's id can't be that of a ${request.scopeType}.`);
  }
  return { type: request.scopeType, id };
}

async function findKnown(
  sql: Queryable,
  agencyId: number,
  wanted: {
    idempotencyKey: string | null;
    scope: Scope;
    asked: AskedDays;
    comparison: ReportRequest["comparison"];
    comment: string | undefined;
    seal: ReportSeal;
  },
): Promise<PublicationReport | null> {
  if (wanted.idempotencyKey === null) return null;
  const { scope, asked } = wanted;
  const known = await findReportByIdempotencyKey(sql, agencyId, wanted.idempotencyKey);
  if (known === null) return null;
  const report = await readSealed(sql, wanted.seal, known);
  if (
    known.scopeType !== scope.type ||
    known.scopeId !== scope.id ||
    !("days" in asked ? known.days === asked.days : isOfPeriod(report, asked.period)) ||
    (report.comparison?.kind ?? report.presentation?.comparison) !== wanted.comparison ||
    report.comment !== wanted.comment
  ) {
    throw new ServiceError("idempotency_conflict", "The idempotency key was used for another report.");
  }
  return report;
}
