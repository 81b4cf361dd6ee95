import { createHash } from "node:crypto";
import type { Sql } from "../../floor/db/open.ts";
import { checkToken, imprintOf, type Trust } from "./check-token.ts";
import { countUnasked, findLink, listStampsToCheck, type StampToCheck } from "./sql.ts";
import { StampFault } from "./stamp-fault.ts";
import { type SubjectType, subjectTypes } from "./statements-sql.ts";

/** A stamp that came so long after what it stamps does not prove when that came into being. */
const lateMs = 24 * 3600 * 1000;
/** Sentences of each kind for one agency; the counts say how far it goes. */
const namedMax = 20;

export type StampCheck = {
  agencyId: number;
  /** Stamps that hold. */
  stamped: number;
  /** Waiting for an authority. */
  waiting: number;
  late: number;
  /** What is no proof, and why: sentences for operators. */
  wrong: string[];
  /** What is missing or late. */
  notes: string[];
};

type Input = {
  /** Null where the operator names no authority that is trusted: tokens are then not looked at. */
  trust: Trust | null;
  /** A token that somebody kept. */
  kept?: Uint8Array | undefined;
};

/** Checks every stamp of an agency: the thing as it stands, the imprint, and the token with its chain of certificates. */
export async function verifyStamps(sql: Sql, agencyId: number, { trust, kept }: Input): Promise<StampCheck> {
  const check: StampCheck = { agencyId, stamped: 0, waiting: 0, late: 0, wrong: [], notes: [] };
  for (const type of subjectTypes) {
    let after = "";
    for (;;) {
      const found = await listStampsToCheck(sql, agencyId, { type, after });
      const last = found.at(-1);
      if (last === undefined) break;
      for (const stamp of found) await judge(check, stamp, trust);
      after = last.id;
    }
  }
  if (trust === null && check.stamped > 0)
    note(check, `Agency ${agencyId}: tokens were not checked. Set TIMESTAMP_CA_FILE.`);
  await noteMissing(sql, check);
  if (kept !== undefined) await judgeKept(sql, check, { kept, trust });
  return check;
}

async function judge(check: StampCheck, stamp: StampToCheck, trust: Trust | null): Promise<void> {
  const { type, id, statement, imprint, current, token, stampedAt } = stamp;
  const name = `Agency ${check.agencyId}, stamp of ${names[type]} ${id}`;
  const wrong = (sentence: string) =>
    void (check.wrong.length < namedMax && check.wrong.push(`${name}: ${sentence}`));
  if (token === null || stampedAt === null) {
    // Whoever has the database can write such a row: it proves nothing for or against anything.
    check.waiting += 1;
    return;
  }
  if (createHash("sha256").update(statement, "utf8").digest("hex") !== imprint)
    return wrong("its text does not fit its hash.");
  if (current === null && type !== "approval")
    return wrong(`what it stamped is gone. It existed by ${stampedAt.toISOString()}.`);
  if (current === null) note(check, `${name}: the approval was deleted with its draft.`);
  else if (current !== statement) return wrong("what it stamped is not what is stored now.");
  const fault = await faultOf(token, { statement, trust, stamp });
  if (fault !== null) return wrong(`${fault}.`);
  check.stamped += 1;
  if (stampedAt.getTime() - (stamp.at ?? stamp.createdAt).getTime() <= lateMs) return;
  check.late += 1;
  note(
    check,
    `${name}: stamped only at ${stampedAt.toISOString()}, which proves nothing of the time before.`,
  );
}

async function faultOf(
  token: Uint8Array,
  { statement, trust, stamp }: { statement: string; trust: Trust | null; stamp?: StampToCheck },
): Promise<string | null> {
  if (trust === null) return null;
  try {
    const { stampedAt } = await checkToken(token, { statement, trust });
    return stamp === undefined || stampedAt.getTime() === stamp.stampedAt?.getTime()
      ? null
      : `the token says another time, ${stampedAt.toISOString()}`;
  } catch (error) {
    if (error instanceof StampFault) return `${error.code}: ${error.message}`;
    throw error;
  }
}

async function noteMissing(sql: Sql, check: StampCheck): Promise<void> {
  const { agencyId, waiting } = check;
  if (waiting > 0) note(check, `Agency ${agencyId}: ${waiting} stamps are still to come from an authority.`);
  const { reports, first } = await countUnasked(sql, agencyId);
  if (reports > 0)
    note(
      check,
      `Agency ${agencyId}: ${reports} reports have no stamp of their own, number ${first} is the first. A later stamp of the chain's head covers them from its time on.`,
    );
}

async function judgeKept(
  sql: Sql,
  check: StampCheck,
  { kept, trust }: { kept: Uint8Array; trust: Trust | null },
): Promise<void> {
  const imprint = imprintOf(kept);
  const link = await findLink(sql, check.agencyId, imprint);
  if (link === null) {
    check.wrong.push(
      `Agency ${check.agencyId}: the kept stamp is for ${imprint}, and no report has this hash now: the chain was replaced.`,
    );
    return;
  }
  const fault = await faultOf(kept, { statement: link, trust });
  if (fault !== null) check.wrong.push(`Agency ${check.agencyId}, kept stamp: ${fault}.`);
}

function note(check: StampCheck, sentence: string): void {
  if (check.notes.length < namedMax) check.notes.push(sentence);
}

const names: Record<SubjectType, string> = {
  report: "report",
  head: "the chain's head",
  approval: "approval",
  release: "release and version",
  goal: "goal",
};
