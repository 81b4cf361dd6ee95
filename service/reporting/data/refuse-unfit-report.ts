import { ServiceError } from "../../errors.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { rowFaultOf, type SealedRow } from "../integrity/rules.ts";

const decoder = new TextDecoder();
const beforeIntegrity = ',"integrity":';

/** Raises the alarm and throws for a report of the export that does not fit its hash or signature: it is never handed out. */
export async function refuseUnfitReport(
  record: Uint8Array,
  { agencyId, seal }: { agencyId: number; seal: ReportSeal },
): Promise<void> {
  const row = rowOf(decoder.decode(record), agencyId);
  const fault = rowFaultOf(row, await seal.keys(row.keyId));
  if (fault === null) return;
  seal.alarm({ agencyId, reportId: row.id, number: row.number, fault });
  throw new ServiceError("internal_error", `The report ${row.id} does not fit its hash or signature.`);
}

/** The content is hashed as it is stored, so it is cut out of the record instead of written anew. */
function rowOf(text: string, agencyId: number): SealedRow {
  const cut = text.lastIndexOf(beforeIntegrity);
  const integrity: Partial<SealedRow> = JSON.parse(text.slice(cut + beforeIntegrity.length, -1));
  const { id }: { id: string } = JSON.parse(text);
  return {
    id,
    agencyId,
    content: `${text.slice(0, cut)}}`,
    number: integrity.number ?? 0,
    contentHash: integrity.contentHash ?? "",
    previousHash: integrity.previousHash ?? null,
    previousChainHash: integrity.previousChainHash ?? null,
    chainHash: integrity.chainHash ?? null,
    signature: integrity.signature ?? null,
    keyId: integrity.keyId ?? null,
  };
}
