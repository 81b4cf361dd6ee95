import type { Command } from "commander";
import type { HeadBreak } from "../../features/reporting/integrity/compare-heads.ts";
import { noteAcknowledgement } from "../../features/reporting/integrity/note-acknowledgement.ts";
import { findAnchorToSign, signAnchor } from "../../features/reporting/integrity/sign-anchors.ts";
import { describeBreak } from "../../features/reporting/integrity/verify-chain.ts";
import { headsOf, type WitnessLine } from "../../features/reporting/integrity/witness.ts";
import { stampHeadByHand } from "../../features/stamps/stamp-loops.ts";
import { beforeEveryUuid } from "../../floor/db/keyset-list.ts";
import { openWitnesses } from "../../program/open-witnesses.ts";
import { parseId } from "./arguments.ts";
import { compareWitnesses } from "./compare-witnesses.ts";
import { groupOf } from "./lists/add-list.ts";
import { openSeal } from "./open-seal.ts";
import { print } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";

/** A sentence or two, for whoever reads the audit years later. */
const reasonCharsMax = 500;

type AcknowledgeOptions = { agency?: number; all?: boolean; reason: string };

/** `report stamp`, `report anchor sign` and `report witness acknowledge`: what only an operator may decide. */
export function addReportWitnessCommands(program: Command): void {
  const report = groupOf(program, "report", "frozen reports: sent, opened by links, checked");

  report
    .command("stamp")
    .description(
      "have the head of the chain stamped once more, for instance before an authority's certificate ends",
    )
    .requiredOption("--agency <id>", "whose chain", parseId)
    .action(async ({ agency }: { agency: number }, command: Command) => {
      const head = await withDatabase(command, ({ sql }) => stampHeadByHand(sql, agency));
      if (head === null) throw new Error(`Agency ${agency} has no chain of reports.`);
      const names = configOf(command).stamps?.authorities.length ?? 0;
      const rest = names > 0 ? "A running service has it stamped." : "It waits until TIMESTAMP_URLS is set.";
      print(command, { agencyId: agency, head }, [`The head ${head} is to be stamped. ${rest}`]);
    });

  report
    .command("anchor")
    .description("the signature over reports from before version 2")
    .command("sign")
    .description("show what an unsigned anchor covers, and sign it once its hash is named")
    .requiredOption("--agency <id>", "whose reports", parseId)
    .option("--hash <hash>", "the hash that was shown: signs it")
    .action(sign);

  report
    .command("witness")
    .description("the heads of chains that are kept outside the database")
    .command("acknowledge")
    .description("take the chain of the database as it is now, for instance after a restored backup")
    .option("--agency <id>", "whose chain", parseId)
    .option("--all", "each chain that differs")
    .requiredOption("--reason <text>", "why it is right, up to 500 characters")
    .action(acknowledge);
}

async function sign(options: { agency: number; hash?: string }, command: Command): Promise<void> {
  const config = configOf(command);
  await withDatabase(command, async ({ sql }) => {
    const seal = await openSeal(config, sql, { signs: true });
    const anchor = await findAnchorToSign(sql, options.agency, seal);
    for (const store of openWitnesses(config)) {
      const chainHash = headsOf(await store.read()).get(options.agency)?.chainHash ?? null;
      if (chainHash !== null)
        throw new Error(
          `${store.name} has witnessed signed reports of agency ${options.agency}, and these are unsigned: somebody put them there, or an old backup. Nothing is signed. If you know why: pr-service report witness acknowledge --agency ${options.agency} --reason TEXT`,
        );
    }
    const covers = `${anchor.number} reports of agency ${anchor.agencyId} without signature, numbers 1 to ${anchor.number}, hash ${anchor.contentHash}`;
    const isNamed = options.hash === anchor.contentHash;
    if (options.hash !== undefined && !isNamed)
      throw new UsageError("--hash is not the hash of the anchor. Without --hash it is shown.");
    if (isNamed) await signAnchor(sql, seal, anchor);
    print(command, { ...anchor, signed: isNamed }, [
      isNamed
        ? `Signed: ${covers}.`
        : `Unsigned: ${covers}.\nTheir hashes fit, and nothing shows who wrote them. If they are those that were issued: add --hash ${anchor.contentHash}`,
    ]);
  });
}

async function acknowledge(options: AcknowledgeOptions, command: Command): Promise<void> {
  const { agency } = options;
  const reason = options.reason.trim();
  if ((agency === undefined) === (options.all !== true))
    throw new UsageError("Say either --agency ID or --all.");
  if (reason === "" || reason.length > reasonCharsMax)
    throw new UsageError(`--reason has to have 1 to ${reasonCharsMax} characters.`);
  const acknowledged = await withDatabase(command, async ({ sql }) => {
    const differing = await compareWitnesses(sql, configOf(command), agency);
    // Both or neither: what is not noted is not acknowledged.
    await sql.begin(async (transaction) => {
      for (const { store, found } of differing)
        await noteAcknowledgement(transaction, found, { reason, store: store.name });
      for (const [store, breaks] of Map.groupBy(differing, (each) => each.store))
        await store.append(breaks.map(({ found }) => lineOf(found, reason)));
    });
    return differing.map(({ store, found }) => ({ store: store.name, found }));
  });
  if (acknowledged.length === 0) throw new Error("Nothing differs from what was witnessed here.");
  print(
    command,
    { acknowledged },
    acknowledged.map(
      ({ store, found }) => `Acknowledged in ${store}: ${describeBreak(found.agencyId, found)}`,
    ),
  );
}

function lineOf({ agencyId, witnessed, found }: HeadBreak, reason: string): WitnessLine {
  const { chainId, number, chainHash } =
    found?.chainHash == null
      ? { chainId: beforeEveryUuid, number: witnessed.number, chainHash: null }
      : found;
  const at = new Date().toISOString();
  return { agencyId, chainId, number, chainHash, after: witnessed.chainHash, at, reason };
}
