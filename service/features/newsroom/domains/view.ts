import { proofName, proofPath, proofRecord } from "./rules.ts";
import type { DomainRow } from "./sql.ts";

/** A domain of a newsroom with what proves it. */
export type DomainView = {
  id: string;
  clientId: number;
  host: string;
  provenAt: string | null;
  provenBy: "dns" | "http" | null;
  /** Either of the two is enough: a TXT record, or a page that answers with the token alone. */
  proof: { txtName: string; txtValue: string; pageUrl: string; pageText: string };
};

export function domainView({ provenAt, token, ...row }: DomainRow): DomainView {
  return {
    ...row,
    provenAt: provenAt?.toISOString() ?? null,
    proof: {
      txtName: proofName(row.host),
      txtValue: proofRecord(token),
      pageUrl: `https://${row.host}${proofPath}`,
      pageText: token,
    },
  };
}
