/** Chains of reports for tests of stamps, and what somebody makes of one who has the database and the key. */
import { createHash, type X509Certificate } from "node:crypto";
import type { ReportSeal } from "../../service/features/reporting/integrity/report-seal.ts";
import { chainHashOf } from "../../service/features/reporting/integrity/rules.ts";
import { createPublicationReport } from "../../service/features/reporting/reports/create-publication-report.ts";
import { headQueue, stampQueue } from "../../service/features/stamps/sql.ts";
import { stampLoops } from "../../service/features/stamps/stamp-loops.ts";
import type { Sql } from "../../service/floor/db/open.ts";
import { createAddressRanges } from "../../service/floor/http/address-ranges.ts";
import { announceForgotten } from "../../service/floor/queues/announce-work.ts";
import { createLog } from "../../service/log.ts";
import { createTestAgency, createTestRelease } from "./service.ts";
import type { TestAuthority } from "./time-stamp-authority.ts";
import { setTriggersAside } from "./triggers.ts";

export type ChainRow = {
  agencyId: number;
  id: string;
  number: number;
  contentHash: string;
  previousChainHash: string | null;
};

export async function createReportChain(
  sql: Sql,
  seal: ReportSeal,
  reports: number,
): Promise<{ agencyId: number; reports: ChainRow[] }> {
  const { agencyId } = await createTestAgency(sql);
  const { pressReleaseId } = await createTestRelease(sql, agencyId);
  for (let index = 0; index < reports; index += 1)
    await createPublicationReport(sql, agencyId, {
      ...{ seal, scopeType: "article", scopeId: pressReleaseId, days: 7, createdBy: "operator" },
    });
  const rows = await sql<ChainRow[]>`
    select agency_id as "agencyId", id, number, content_hash as "contentHash", previous_chain_hash as "previousChainHash"
    from publication_report where agency_id = ${agencyId} order by number
  `;
  return { agencyId, reports: [...rows] };
}

/** As the operator could who hosts the service: other contents, all hashes and signatures made anew. */
export async function rebuildChain(sql: Sql, seal: ReportSeal, agencyId: number): Promise<void> {
  await sql.begin(async (transaction) => {
    await setTriggersAside(transaction);
    let previousChainHash: string | null = null;
    const rows = await transaction<{ id: string; number: number; content: string }[]>`
      select id, number, content from publication_report where agency_id = ${agencyId} order by number
    `;
    for (const { id, number, content } of rows) {
      const changed = content.replace('"views":0', '"views":9');
      const contentHash = createHash("sha256").update(changed).digest("hex");
      const chainHash: string = chainHashOf({ agencyId, number, contentHash, previousChainHash });
      const { signature, keyId } = await seal.sign(chainHash);
      await transaction`
        update publication_report
        set content = ${changed}, content_hash = ${contentHash}, previous_chain_hash = ${previousChainHash},
          chain_hash = ${chainHash}, signature = ${signature}, key_id = ${keyId}
        where agency_id = ${agencyId} and id = ${id}
      `;
      await transaction`
        update report_chain
        set last_chain_hash = ${chainHash}, last_signature = ${signature}, last_key_id = ${keyId}
        where agency_id = ${agencyId}
      `;
      previousChainHash = chainHash;
    }
  });
}

/** Lets a loop of stamps do all that is due; `urls` are asked in this order, and `also` are roots beside that of the authority. */
export async function runStampLoop(
  sql: Sql,
  name: "stamps" | "stamp-heads",
  {
    urls,
    authority,
    also = [],
  }: { urls: readonly string[]; authority: TestAuthority; also?: X509Certificate[] },
): Promise<void> {
  await announceForgotten(sql, headQueue);
  await announceForgotten(sql, stampQueue);
  const stamps = {
    authorities: urls.map((url) => ({ url, authorization: null })),
    trust: { roots: [authority.root, ...also], policies: [] },
  };
  const targetRules = { allowCidrs: createAddressRanges(["127.0.0.1"]) };
  const log = createLog("silent", () => undefined);
  const loop = stampLoops({ sql, log, targetRules, stamps }).find((each) => each.name === name);
  const { signal } = new AbortController();
  while ((await loop?.run(signal)) === true);
}
