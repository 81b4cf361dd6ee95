import type { Command } from "commander";
import { type GoalCheck, verifyGoals } from "../../features/reporting/goals/verify-goals.ts";
import { listAgenciesWithGoals } from "../../features/reporting/goals/verify-sql.ts";
import { isSignedClosing } from "../../features/reporting/integrity/closing.ts";
import { listClosingsOf } from "../../features/reporting/integrity/heads-sql.ts";
import { readKeyFile } from "../../features/reporting/integrity/key-file.ts";
import { listChains } from "../../features/reporting/integrity/sql.ts";
import {
  type ChainCheck,
  describeBreak,
  type KeptHead,
  verifyChain,
} from "../../features/reporting/integrity/verify-chain.ts";
import { verifyChains } from "../../features/reporting/integrity/verify-chains.ts";
import { subjectTypes } from "../../features/stamps/statements-sql.ts";
import { listStampedAgencies } from "../../features/stamps/subjects-sql.ts";
import { kindNames, type StampCheck, verifyStamps } from "../../features/stamps/verify-stamps.ts";
import type { Sql } from "../../floor/db/open.ts";
import { parseId } from "./arguments.ts";
import { compareWitnesses } from "./compare-witnesses.ts";
import { groupOf } from "./lists/add-list.ts";
import { print } from "./print.ts";
import { createProgressBar } from "./progress-bar.ts";
import { memberOf, readStampFile, type StampFile } from "./read-stamp-file.ts";
import { readTextFile } from "./read-text-file.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";

type VerifyOptions = { agency?: number; all?: boolean; head?: string; stamp?: string };

/** `report verify`. */
export function addReportVerifyCommand(program: Command): void {
  groupOf(program, "report", "frozen reports: sent, opened by links, checked")
    .command("verify")
    .description("check that every report is the one that was issued, and that none is missing")
    .option("--agency <id>", "whose reports", parseId)
    .option("--all", "those of every agency")
    .option("--head <file>", "a kept chainHead, or a data export: finds a cut end")
    .option(
      "--stamp <file>",
      "a kept stempel.tsr or token, GET /data or an agency's ZIP: finds a chain that was replaced, even with the key",
    )
    .action(async (options: VerifyOptions, command: Command) => {
      if ((options.agency === undefined) === (options.all !== true))
        throw new UsageError("Say either --agency ID or --all.");
      if (options.head !== undefined && options.agency === undefined)
        throw new UsageError("--head belongs to one agency: say --agency ID.");
      if (options.stamp !== undefined && options.agency === undefined)
        throw new UsageError("--stamp belongs to one agency: say --agency ID.");
      const head = options.head === undefined ? undefined : readHead(await readTextFile(options.head));
      const kept = options.stamp === undefined ? undefined : await readStampFile(options.stamp);
      const [checks, differing, stamps, goals] = await withDatabase(command, async ({ sql }) => {
        const found = await check(sql, command, { ...options, head });
        return [
          found,
          await compareWitnesses(sql, configOf(command), options.agency),
          await checkStamps(sql, command, { agency: options.agency, kept }),
          await checkGoals(sql, command, options.agency),
        ] as const;
      });
      const broken = [
        ...checks.flatMap(({ agencyId, chainBreak }) =>
          chainBreak === null ? [] : [describeBreak(agencyId, chainBreak)],
        ),
        ...differing.map(
          ({ store, found }) => `${describeBreak(found.agencyId, found)} Witness: ${store.name}`,
        ),
        ...stamps.flatMap(({ wrong }) => wrong),
        ...goals.flatMap(({ wrong }) => wrong),
      ];
      const reports = checks.reduce((sum, each) => sum + each.reports, 0);
      const witnesses =
        differing.length === 0
          ? {}
          : { witnesses: differing.map(({ store, found }) => ({ store: store.name, found })) };
      const fixed = goals.reduce((sum, each) => sum + each.goals, 0);
      print(command, { ok: broken.length === 0, agencies: checks, ...witnesses, stamps, goals }, [
        ...broken,
        ...stamps.flatMap(({ notes, kept }) => [...notes, ...(kept?.notes ?? [])]),
        ...(broken.length === 0
          ? [`${reports} reports of ${checks.length} agencies are complete and as they were issued.`]
          : []),
        ...(fixed > 0 && broken.length === 0 ? [`${fixed} goals are as they were fixed.`] : []),
        ...stampLines(stamps),
      ]);
      if (broken[0] !== undefined) throw new Error(broken[0]);
      const unjudged = stamps.reduce((sum, each) => sum + (each.kept?.unjudged ?? 0), 0);
      if (unjudged > 0)
        throw new UsageError(
          `${unjudged} kept stamps could not be judged. What is stored was not held to them.`,
        );
    });
}

async function check(
  sql: Sql,
  command: Command,
  { agency, head }: Omit<VerifyOptions, "head"> & { head: KeptHead | undefined },
): Promise<ChainCheck[]> {
  const config = configOf(command);
  const seal = { keys: () => readKeyFile(config) };
  const bar = createProgressBar("Reports");
  const total = agency === undefined ? await countReports(sql) : 0;
  let read = 0;
  const onProgress = (reports: number) => {
    read += reports;
    if (total > 0) bar.show(Math.min(1, read / total));
  };
  try {
    if (agency !== undefined) return [await verifyChain(sql, agency, { seal, head, onProgress })];
    const checks: ChainCheck[] = [];
    for await (const each of verifyChains(sql, { seal, onProgress })) checks.push(each);
    return checks;
  } finally {
    bar.end();
  }
}

/** Also of agencies that have goals and no report yet. */
async function checkGoals(sql: Sql, command: Command, agency: number | undefined): Promise<GoalCheck[]> {
  const config = configOf(command);
  const seal = { keys: () => readKeyFile(config) };
  const agencyIds = agency === undefined ? await listAgenciesWithGoals(sql) : [agency];
  const checks: GoalCheck[] = [];
  for (const agencyId of agencyIds) checks.push(await verifyGoals(sql, agencyId, seal));
  return checks;
}

/** Also of agencies that have approvals or published texts, and no report yet. */
async function checkStamps(
  sql: Sql,
  command: Command,
  { agency, kept }: { agency: number | undefined; kept: StampFile | undefined },
): Promise<StampCheck[]> {
  const trust = configOf(command).stamps?.trust ?? null;
  const agencyIds = agency === undefined ? await listStampedAgencies(sql) : [agency];
  const checks: StampCheck[] = [];
  for (const agencyId of agencyIds) {
    if (kept !== undefined && kept.agencyId !== null && kept.agencyId !== agencyId)
      throw new UsageError(`The file of --stamp is of agency ${kept.agencyId}, not of agency ${agencyId}.`);
    const deletedAt = kept === undefined ? null : await findDeletion(sql, command, agencyId);
    checks.push(await verifyStamps(sql, agencyId, { trust, kept: kept?.held, deletedAt }));
  }
  return checks;
}

/** When the agency last ended its chain, where the operator's log is signed. */
async function findDeletion(sql: Sql, command: Command, agencyId: number): Promise<Date | null> {
  const closings = await listClosingsOf(sql, agencyId);
  if (closings.length === 0) return null;
  const ring = await readKeyFile(configOf(command));
  const closing = closings.find((each) => isSignedClosing(each, ring));
  return closing === undefined ? null : new Date(closing.closedAt);
}

/** How many stamps of each kind hold, and how many of the others there are. */
function stampLines(stamps: readonly StampCheck[]): string[] {
  return subjectTypes.flatMap((type) => {
    const sum = (name: "stamped" | "unchecked" | "waiting" | "missing" | "wrong") =>
      stamps.reduce((total, { kinds }) => total + kinds[type][name], 0);
    const counts = [
      [sum("stamped"), "hold"],
      [sum("unchecked"), "unchecked"],
      [sum("waiting"), "still to come"],
      [sum("missing"), type === "head" ? "days without one" : "missing"],
      [sum("wrong"), "wrong"],
    ] as const;
    const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
    return said.length === 0 ? [] : [`Time stamps of ${kindNames[type].many}: ${said.join(", ")}.`];
  });
}

async function countReports(sql: Sql): Promise<number> {
  let total = 0;
  let after = 0;
  for (;;) {
    const chains = await listChains(sql, after);
    const last = chains.at(-1);
    if (last === undefined) return total;
    for (const { reports } of chains) total += reports;
    after = last.agencyId;
  }
}

/** A head by itself, or what carries one: a data export, or an event `report.created`. */
function readHead(text: string): KeptHead {
  const parsed: unknown = parseJson(text);
  for (const at of [parsed, memberOf(parsed, "chainHead"), memberOf(memberOf(parsed, "data"), "chainHead")]) {
    const number = memberOf(at, "number");
    const chainHash = memberOf(at, "chainHash");
    if (typeof number === "number" && typeof chainHash === "string") return { number, chainHash };
  }
  throw new UsageError("The file of --head holds no chainHead with number and chainHash.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("The file of --head is no JSON.");
  }
}
