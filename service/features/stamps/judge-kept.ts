import type { Sql } from "../../floor/db/open.ts";
import { checkAuthority, imprintOf, isSha256, type StampFacts, type Trust } from "./check-token.ts";
import { StampFault } from "./stamp-fault.ts";
import type { SubjectType } from "./statements-sql.ts";
import { findStated, type Stated } from "./subjects-sql.ts";

/** A stamp that somebody kept; `subject` says what it is for where it comes from an archive. */
export type HeldStamp = { token: Uint8Array; subject: { type: SubjectType; id: string } | null };

export type KeptCheck = {
  /** Kept stamps for what is stored now. */
  holding: number;
  /** Kept stamps that say nothing for or against what is stored. */
  unjudged: number;
  /** Proof that something was replaced or deleted: sentences for operators. */
  wrong: string[];
  /** What was checked of the others, or why nothing was. */
  notes: string[];
};

type Input = { trust: Trust | null; deletedAt: Date | null };

/** Sentences of each kind for one agency; the counts say how far it goes. */
const namedMax = 20;
/** Hashes that one look through everything of an agency compares. */
const comparedAtOnce = 1_000;
const checked =
  "Checked: hash, signature, key usage, policy, and certificates up to a trusted root at that time. Not checked: lists of revoked certificates.";

/**
 * Holds stamps that somebody kept against what is stored now. A token that does not prove anything by itself is no fault of what is
 * stored: anybody could make one. Only a right one, for something that is not here any more, is.
 */
export async function judgeKept(
  sql: Sql,
  agencyId: number,
  { kept, ...input }: Input & { kept: readonly HeldStamp[] },
): Promise<KeptCheck> {
  const check: KeptCheck = { holding: 0, unjudged: 0, wrong: [], notes: [] };
  for (let start = 0; start < kept.length; start += comparedAtOnce) {
    const part = kept.slice(start, start + comparedAtOnce).map((held) => ({ held, imprint: hashOf(held) }));
    const imprints = part.flatMap(({ imprint }) => imprint ?? []);
    const releaseIds = part.flatMap(({ held: { subject } }) =>
      subject?.type === "release" ? [subject.id] : [],
    );
    const rows = await findStated(sql, agencyId, { imprints, releaseIds });
    const stated = new Map(rows.map((each) => [each.imprint, each]));
    for (const { held, imprint } of part) {
      const found = stated.get(imprint ?? "");
      const name = `Agency ${agencyId}, kept stamp${held.subject === null ? "" : ` of ${held.subject.type} ${held.subject.id}`}`;
      await judgeOne(check, held, { ...input, imprint, found, name });
    }
  }
  return check;
}

/** Null for a token that can't be read, or names another kind of hash. */
function hashOf({ token }: HeldStamp): string | null {
  try {
    const imprint = imprintOf(token);
    return isSha256(imprint) ? imprint.hash : null;
  } catch (error) {
    if (error instanceof StampFault) return null;
    throw error;
  }
}

async function judgeOne(
  check: KeptCheck,
  held: HeldStamp,
  input: Input & { imprint: string | null; found: Stated | undefined; name: string },
): Promise<void> {
  const { imprint, found, name, trust, deletedAt } = input;
  const leave = (reason: string) => {
    check.unjudged += 1;
    say(check.notes, `${name} can't be judged: ${reason}`);
  };
  if (imprint === null)
    return leave(
      "it can't be read, or is for another kind of hash than SHA-256, which this service has stamped.",
    );
  const what = found === undefined ? "nothing that is stored now" : `${found.type} ${found.id}`;
  if (trust === null)
    return leave(`its hash is that of ${what}. Who signed it was not checked: set TIMESTAMP_CA_FILE.`);
  const facts = await factsOf(held.token, trust);
  if (facts instanceof StampFault)
    return leave(`${facts.code}: ${facts.message}. Its hash is that of ${what}. ${adviceOn(facts)}`);
  const at = facts.stampedAt.toISOString();
  if (found !== undefined) {
    check.holding += 1;
    say(check.notes, `${name}: ${what} existed by ${at}, says ${facts.authority}. ${checked}`);
    return;
  }
  if (held.subject?.type === "approval") return leave("approvals are deleted with their drafts.");
  if (deletedAt !== null && facts.stampedAt <= deletedAt)
    return leave(
      `the agency had its reporting data deleted at ${deletedAt.toISOString()}, after this stamp.`,
    );
  say(
    check.wrong,
    `${name} is for ${imprint}, given at ${at} by ${facts.authority}, and no report or other thing of the agency has this hash now: the chain was replaced, or what was stamped was changed or deleted${held.subject === null ? ", or the stamp is of another agency or service" : ""}.`,
  );
}

async function factsOf(token: Uint8Array, trust: Trust): Promise<StampFacts | StampFault> {
  try {
    return await checkAuthority(token, trust);
  } catch (error) {
    if (error instanceof StampFault) return error;
    throw error;
  }
}

function adviceOn({ code }: StampFault): string {
  return code === "unknown_authority"
    ? "If you know the authority, add its root to TIMESTAMP_CA_FILE."
    : "By itself it is no proof of anything.";
}

/** Names the first of what is wrong. */
export function say(sentences: string[], sentence: string): void {
  if (sentences.length < namedMax) sentences.push(sentence);
}
