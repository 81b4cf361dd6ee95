import type { PublicationReport } from "../../reports/schema.ts";
import type { Wording } from "./wording.ts";

/** What a reader needs to check a report and its position in the agency's chain, with a label each. */
export function integrityFacts(
  { id, integrity }: PublicationReport,
  { texts, formats }: Wording,
): [label: string, value: string][] {
  const chainFacts: [string, string | null][] =
    "version" in integrity
      ? [
          [texts.reportNumber, formats.number(integrity.number)],
          [texts.contentHash, integrity.contentHash],
          [texts.chainHash, integrity.chainHash],
          [texts.signedBy, integrity.keyId],
        ]
      : [
          [texts.contentHash, integrity.contentHash],
          [texts.previousHash, integrity.previousHash],
        ];
  return [[texts.reportId, id], ...chainFacts].flatMap(([label, value]) =>
    value === null ? [] : [[label, value]],
  );
}
