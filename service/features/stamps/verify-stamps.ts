import { createHash } from "node:crypto";
import type { Sql } from "../../floor/db/open.ts";
import { checkToken, type StampFacts, type Trust } from "./check-token.ts";
import { type HeldStamp, judgeKept, type KeptCheck, say } from "./judge-kept.ts";
import { listStampsToCheck, type StampToCheck } from "./sql.ts";
import { StampFault } from "./stamp-fault.ts";
import { type SubjectType, subjectTypes } from "./statements-sql.ts";
import { countDaysWithoutHead, countMissing } from "./subjects-sql.ts";

/** A stamp that came so long after what it stamps does not prove when that came into being. */
const lateMs = 24 * 3600 * 1000;

/** Each thing that is to be stamped is in one of these; `late` are some of those that hold or are unchecked. */
type Totals = {
  /** Stamps that hold. */
  stamped: number;
  /** They fit what is stored, and nobody looked at their tokens. */
  unchecked: number;
  /** Waiting for an authority. */
  waiting: number;
  /** Nobody asked for a stamp; of heads whole days. */
  missing: number;
  late: number;
};

export type StampCheck = Totals & {
  agencyId: number;
  kinds: Record<SubjectType, Totals & { wrong: number }>;
  /** What is no proof, and why: sentences for operators. */
  wrong: string[];
  /** What is missing, late or unchecked. */
  notes: string[];
  /** What became of the stamps that somebody kept; null where none was handed in. */
  kept: KeptCheck | null;
};

type Input = {
  /** Null where the operator names no authority that is trusted: tokens are then not looked at. */
  trust: Trust | null;
  /** Stamps that somebody kept. */
  kept?: readonly HeldStamp[] | undefined;
  /** When the agency last had its reporting data deleted, by a signed entry of the operator's log. */
  deletedAt?: Date | null | undefined;
};

/** Checks every stamp of an agency: the thing as it stands, the imprint, the token with its chain of certificates, and what has none. */
export async function verifyStamps(sql: Sql, agencyId: number, input: Input): Promise<StampCheck> {
  const { trust, kept, deletedAt = null } = input;
  const kinds = { report: none(), head: none(), approval: none(), release: none(), goal: none() };
  const check: StampCheck = { agencyId, ...zeros, kinds, wrong: [], notes: [], kept: null };
  for (const type of subjectTypes) {
    let after = "";
    for (;;) {
      const found = await listStampsToCheck(sql, agencyId, { type, after });
      const last = found.at(-1);
      if (last === undefined) break;
      for (const stamp of found) await judge(check, stamp, trust);
      after = last.id;
    }
    await noteMissing(sql, check, type);
  }
  for (const count of Object.values(kinds)) for (const name of totalNames) check[name] += count[name];
  if (check.unchecked > 0)
    check.notes.unshift(
      `Agency ${agencyId}: ${check.unchecked} tokens were not checked, neither who signed them nor when. Set TIMESTAMP_CA_FILE.`,
    );
  if (kept !== undefined) {
    check.kept = await judgeKept(sql, agencyId, { kept, trust, deletedAt });
    check.wrong.push(...check.kept.wrong);
  }
  return check;
}

const zeros: Totals = { stamped: 0, unchecked: 0, waiting: 0, missing: 0, late: 0 };
const totalNames = ["stamped", "unchecked", "waiting", "missing", "late"] as const;

function none(): Totals & { wrong: number } {
  return { ...zeros, wrong: 0 };
}

async function judge(check: StampCheck, stamp: StampToCheck, trust: Trust | null): Promise<void> {
  const { type, id, current, token, stampedAt } = stamp;
  const count = check.kinds[type];
  const name = `Agency ${check.agencyId}, stamp of ${kindNames[type].one} ${id}`;
  if (token === null || stampedAt === null) {
    // Whoever has the database can write such a row: it proves nothing for or against anything.
    count.waiting += 1;
    return;
  }
  const fault = storedFaultOf(stamp) ?? (trust === null ? null : await tokenFaultOf(stamp, { token, trust }));
  if (fault !== null) {
    count.wrong += 1;
    say(check.wrong, `${name}: ${fault}`);
    return;
  }
  if (trust === null) count.unchecked += 1;
  else count.stamped += 1;
  if (current === null) say(check.notes, `${name}: the approval was deleted with its draft.`);
  if (stampedAt.getTime() - (stamp.at ?? stamp.createdAt).getTime() <= lateMs) return;
  count.late += 1;
  say(
    check.notes,
    `${name}: stamped only at ${stampedAt.toISOString()}, which proves nothing of the time before.`,
  );
}

function storedFaultOf({ type, statement, imprint, current, stampedAt }: StampToCheck): string | null {
  if (createHash("sha256").update(statement, "utf8").digest("hex") !== imprint)
    return "its text does not fit its hash.";
  if (current === null)
    return type === "approval"
      ? null
      : `what it stamped is gone. It existed by ${stampedAt?.toISOString()}, if the token says so.`;
  return current === statement ? null : "what it stamped is not what is stored now.";
}

async function tokenFaultOf(
  stamp: StampToCheck,
  { token, trust }: { token: Uint8Array; trust: Trust },
): Promise<string | null> {
  try {
    const facts = await checkToken(token, { statement: stamp.statement, trust });
    if (facts.stampedAt.getTime() !== stamp.stampedAt?.getTime())
      return `the token says another time, ${facts.stampedAt.toISOString()}.`;
    return isShown(stamp, facts) ? null : "what pages show of its authority is not what the token says.";
  } catch (error) {
    if (!(error instanceof StampFault)) throw error;
    const { code, message } = error;
    // Which of the two it is the token can't tell.
    const rest =
      code === "unknown_authority"
        ? ". Either a root that you trusted before is missing in TIMESTAMP_CA_FILE, or somebody made this authority himself"
        : "";
    return `${code}: ${message}${rest}.`;
  }
}

function isShown(stamp: StampToCheck, facts: StampFacts): boolean {
  return (
    stamp.authority === facts.authority &&
    stamp.policy === facts.policy &&
    stamp.isQualified === facts.isQualified &&
    stamp.certificateEndsAt?.getTime() === facts.certificateEndsAt.getTime()
  );
}

async function noteMissing(sql: Sql, check: StampCheck, type: SubjectType): Promise<void> {
  const { agencyId, kinds } = check;
  const { many } = kindNames[type];
  const { waiting } = kinds[type];
  if (waiting > 0) {
    const those = type === "report" ? "" : ` (${many})`;
    say(check.notes, `Agency ${agencyId}: ${waiting} stamps are still to come from an authority${those}.`);
  }
  const { count, first } =
    type === "head" ? await countDaysWithoutHead(sql, agencyId) : await countMissing(sql, agencyId, type);
  kinds[type].missing = count;
  if (count > 0) say(check.notes, `Agency ${agencyId}: ${missingWords(type, count)}, ${first} is the first.`);
}

function missingWords(type: SubjectType, count: number): string {
  if (type === "head") return `days on which no head of the chain was stamped: ${count}`;
  if (type !== "report") return `${kindNames[type].many} without a stamp: ${count}`;
  return `${count} reports have no stamp of their own, and are covered by a stamp of the chain's head from its time on`;
}

export const kindNames: Record<SubjectType, { one: string; many: string }> = {
  report: { one: "report", many: "reports" },
  head: { one: "the chain's head", many: "heads of the chain" },
  approval: { one: "approval", many: "decisions on approvals" },
  release: { one: "release and version", many: "published texts" },
  goal: { one: "goal", many: "goals" },
};
