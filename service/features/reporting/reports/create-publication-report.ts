import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { FreshReads } from "../../../floor/db/fresh-reads.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { ScopeType } from "../../../schema.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { readExternalInsights } from "../../insights/read-external-insights.ts";
import { methodologyVersion } from "../../measurement/vocabulary.ts";
import { dayWindow, readPerformance, readReleaseFigures } from "../articles/read-performance.ts";
import { reportDays, schemaVersion } from "../articles/schema.ts";
import { noteCurrentKey } from "../integrity/prepare-seal.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { chainHashOf } from "../integrity/rules.ts";
import type { WitnessLine } from "../integrity/witness.ts";
import { insertPictures } from "../../agencies/settings/sql.ts";
import { choosePictures, type ReadPictures } from "./choose-pictures.ts";
import { cleanReportComment } from "./comment.ts";
import { describeMethod } from "./describe-method.ts";
import { readPresentation } from "./read-presentation.ts";
import { readSealed } from "./read-sealed.ts";
import { freezeContent, type ReportContent, thawReport } from "./rules.ts";
import type { PublicationReport } from "./schema.ts";
import { normalizeScopeId, type Scope } from "./scope.ts";
import { findScope } from "./scope-sql.ts";
import { findAgency, findReportByIdempotencyKey, insertReport, lockChain } from "./sql.ts";

export type ReportRequest = {
  /** Signs the report. */
  seal: ReportSeal;
  scopeType: ScopeType;
  /** Number or digits of a release, UUID of a campaign or portfolio. */
  scopeId: string | number;
  /** Calendar days with today; 30 when left out. */
  days?: number;
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
 * Throws `scope_not_found`, and `idempotency_conflict` where the key was used for another scope or number of days.
 */
export async function createPublicationReport(
  sql: Sql,
  agencyId: number,
  request: ReportRequest,
): Promise<PublicationReport> {
  const scope = scopeOf(request);
  const days = request.days ?? reportDays.default;
  const idempotencyKey = request.idempotencyKey ?? null;
  const [seal, comment] = [request.seal, cleanReportComment(request.comment)];
  const asked = { idempotencyKey, scope, days, comment, seal };
  const known = await findKnown(sql, agencyId, asked);
  if (known !== null) return known;
  const reads = (await request.freshReads?.()) ?? sql;
  const { figures, ...pictured } = await readFigures(reads, agencyId, { ...request, scope, days });
  const chosen = await choosePictures(reads, agencyId, { ...pictured, readPictures: request.readPictures });
  await noteCurrentKey(sql, seal);
  let head: WitnessLine | undefined;
  const created = await sql.begin(async (transaction) => {
    // Before the chain is locked: nobody waits for a megabyte of pictures.
    await insertPictures(transaction, agencyId, chosen.files);
    const position = await lockChain(transaction, agencyId);
    // Again with the chain in hand: of equal calls at once only the first may add a report.
    const added = await findKnown(transaction, agencyId, asked);
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
    const { number, contentHash, chainHash } = sealed;
    await insertReport(transaction, agencyId, {
      ...sealed,
      scopeType: scope.type,
      scopeId: scope.id,
      title: content.scope.title,
      days,
      from: content.performance.window.from,
      to: content.performance.window.to,
      createdAt: position.createdAt,
      createdBy: content.createdBy,
      idempotencyKey,
    });
    const report = thawReport({ ...sealed, agencyId, previousHash: null });
    await enqueueEvent(transaction, agencyId, {
      type: "report.created",
      data: {
        reportId: report.id,
        scopeType: scope.type,
        scopeId: scope.id,
        contentHash,
        createdAt: report.createdAt,
        chainHead: { number, chainHash, signature: sealed.signature, keyId: sealed.keyId },
      },
    });
    await request.alongside?.(transaction, report);
    const { chainId, previousChainHash: after } = position;
    head = { agencyId, chainId, number, chainHash, after, at: report.createdAt };
    return report;
  });
  if (head !== undefined) seal.witness?.(head);
  return created;
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
  asked: {
    idempotencyKey: string | null;
    scope: Scope;
    days: number;
    comment: string | undefined;
    seal: ReportSeal;
  },
): Promise<PublicationReport | null> {
  if (asked.idempotencyKey === null) return null;
  const known = await findReportByIdempotencyKey(sql, agencyId, asked.idempotencyKey);
  if (known === null) return null;
  const report = await readSealed(sql, asked.seal, known);
  if (
    known.scopeType !== asked.scope.type ||
    known.scopeId !== asked.scope.id ||
    known.days !== asked.days ||
    report.comment !== asked.comment
  ) {
    throw new ServiceError("idempotency_conflict", "The idempotency key was used for another report.");
  }
  return report;
}

/** Everything that the report says, as of one moment: its parts can't contradict each other. */
async function readFigures(
  sql: Sql,
  agencyId: number,
  input: { scope: Scope; days: number; publicUrl?: string },
) {
  const { scope, days, publicUrl } = input;
  return await sql.begin("isolation level repeatable read read only", async (snapshot) => {
    const found = await findScope(snapshot, agencyId, scope);
    if (found === null) {
      throw new ServiceError("scope_not_found", `The agency has no ${scope.type} ${scope.id}.`);
    }
    const { releaseIds } = found;
    const window = await dayWindow(snapshot, agencyId, days);
    const agency = await findAgency(snapshot, agencyId);
    const performance = await readPerformance(snapshot, agencyId, { releaseIds, window });
    const releases = await readReleaseFigures(snapshot, agencyId, { releaseIds, window });
    const externalInsights = await readExternalInsights(snapshot, agencyId, { releaseIds, window });
    const look = await readPresentation(snapshot, agencyId, { releaseIds, publicUrl });
    const { presentation, clientLogoAssetId } = look;
    const [first] = releases;
    const figures = {
      agency,
      scope: { ...scope, title: found.title },
      ...(scope.type === "article" && first !== undefined ? { release: first.release } : { releases }),
      presentation,
      performance,
      ...(externalInsights === undefined ? {} : { externalInsights }),
      methodology: describeMethod({
        language: presentation.language,
        performance,
        releases,
        releasesLeftOut: found.releasesLeftOut,
      }),
    };
    return { figures, releases, window, clientLogoAssetId };
  });
}
