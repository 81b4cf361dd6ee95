import { type MigrationAddress, migrateDatabase } from "../../../floor/db/migrate-database.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Log } from "../../../log.ts";
import { insertAudit } from "../../audit/sql.ts";
import type { KeyFileSettings } from "./key-file.ts";
import { hasKey } from "./prepare-seal.ts";
import { openReportSeal, type ReportSeal } from "./report-seal.ts";
import { chainHashOf } from "./rules.ts";
import {
  findAnchor,
  findChainEnd,
  hashOldReports,
  listUnsignedAnchors,
  type UnsignedAnchor,
  writeSignedAnchor,
} from "./sql.ts";
import { verifyChain } from "./verify-chain.ts";
import { headsOf } from "./witness.ts";
import { openWitnessFile } from "./witness-file.ts";

/** The migration that made one anchor over the unsigned reports of each agency. */
const anchoringMigration = "000033-report-chain";

/**
 * Applies the migrations that the database lacks, and signs the anchors that this very run made: whoever can write to the
 * database can add one that looks like them. Where a head was witnessed there were signed reports before, so the database was
 * put back, and nothing is signed. Returns the names of the migrations.
 */
export async function migrateAndSign(
  sql: Sql,
  config: KeyFileSettings & MigrationAddress,
  log: Log,
): Promise<string[]> {
  const applied = await migrateDatabase(sql, config);
  if (!applied.includes(anchoringMigration)) return applied;
  const isWitnessed = headsOf(await openWitnessFile(config.dataDirectory).read()).size > 0;
  const seal = await openReportSeal({ ...config, log });
  if (isWitnessed || !(await hasKey(seal))) return applied;
  const signed = await signAll(sql, seal);
  if (signed > 0) log.info("report_anchors_signed", { agencies: signed });
  return applied;
}

async function signAll(sql: Sql, seal: ReportSeal): Promise<number> {
  let total = 0;
  for (;;) {
    const anchors = await listUnsignedAnchors(sql);
    if (anchors.length === 0) return total;
    for (const anchor of anchors) {
      const signed = await signatureOf(seal, anchor);
      const isOurs = await sql.begin((transaction) =>
        writeSignedAnchor(transaction, anchor.agencyId, signed),
      );
      total += Number(isOurs);
    }
  }
}

/** An unsigned anchor whose reports hold in themselves: what an operator is asked to sign. Throws where there is none. */
export async function findAnchorToSign(
  sql: Sql,
  agencyId: number,
  seal: Pick<ReportSeal, "keys">,
): Promise<UnsignedAnchor> {
  const anchor = await findAnchor(sql, agencyId);
  if (anchor === null || anchor.chainHash !== null)
    throw new Error(`Agency ${agencyId} has no unsigned anchor.`);
  const { number, contentHash } = anchor;
  const { chainBreak } = await verifyChain(sql, agencyId, { seal });
  const isUnsigned = chainBreak?.fault === "anchor_unsigned" && chainBreak.number === number;
  const isLast = (await findChainEnd(sql, agencyId))?.number === number;
  if (!isUnsigned || !isLast || (await hashOldReports(sql, agencyId, number)) !== contentHash)
    throw new Error(
      `The reports of agency ${agencyId} are not those that its anchor names: nothing is signed.`,
    );
  return { agencyId, number, contentHash };
}

/** Signs an anchor for the operator who named its hash, and notes it in the agency's audit. */
export async function signAnchor(sql: Sql, seal: ReportSeal, anchor: UnsignedAnchor): Promise<void> {
  const { agencyId, number, contentHash } = anchor;
  const signed = await signatureOf(seal, anchor);
  await sql.begin(async (transaction) => {
    if (!(await writeSignedAnchor(transaction, agencyId, signed))) return;
    await insertAudit(transaction, agencyId, {
      actor: { type: "operator", id: null },
      action: "report_anchor.signed",
      subject: { type: "report_anchor", id: contentHash },
      details: { reports: number, chainHash: signed.chainHash, keyId: signed.keyId },
    });
  });
}

async function signatureOf(seal: ReportSeal, { agencyId, number, contentHash }: UnsignedAnchor) {
  const chainHash = chainHashOf({ agencyId, number, contentHash, previousChainHash: null });
  return { chainHash, ...(await seal.sign(chainHash)) };
}
