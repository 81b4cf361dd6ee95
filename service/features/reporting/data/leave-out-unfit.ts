import type { ReportSeal } from "../integrity/report-seal.ts";
import { rowFaultOf, type SealedRow } from "../integrity/rules.ts";
import type { LeftOutReport } from "./collection.ts";

const decoder = new TextDecoder();
const beforeIntegrity = ',"integrity":';

/** Raises the alarm and names a report of the export that does not fit its hash or signature: it is never handed out. */
export async function leaveOutUnfit(
  record: Uint8Array,
  { agencyId, seal }: { agencyId: number; seal: ReportSeal },
): Promise<LeftOutReport | null> {
  const row = readRow(decoder.decode(record), agencyId);
  if (row === null) {
    seal.alarm({ agencyId, fault: "content_changed" });
    return { id: null, number: null };
  }
  const fault = rowFaultOf(row, await seal.keys(row.keyId));
  if (fault === null) return null;
  // A report from before version 2 does not say its number here.
  const number = row.number === 0 ? null : row.number;
  seal.alarm({ agencyId, reportId: row.id, number, fault });
  return { id: row.id, number };
}

/** Null where what somebody wrote over the content is no JSON any more. */
function readRow(text: string, agencyId: number): SealedRow | null {
  try {
    return rowOf(text, agencyId);
  } catch {
    return null;
  }
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
