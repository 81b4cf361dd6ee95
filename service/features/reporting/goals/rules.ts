import canonicalize from "canonicalize";
import { isCalendarDay } from "../../../floor/web/field-rules.ts";
import { formatCount } from "../../../floor/web/format.ts";
import type { FieldProblem } from "../../../floor/web/refuse-fields.ts";
import { matchTypes } from "../../../schema.ts";
import { sha256, signatureFaultOf } from "../integrity/rules.ts";
import type { KeyRing } from "../integrity/signing-key.ts";
import {
  type GoalMeasure,
  type GoalScopeType,
  type GoalStage,
  type MeasureKind,
  measureKinds,
  measuresMax,
} from "./schema.ts";

export const objectiveCharacters = { min: 1, max: 300 };
export const audienceCharacters = { min: 1, max: 200 };
/** Of a conversion's kind or an engine's name. */
const ofCharactersMax = 80;
const targetMax = 1_000_000_000;
const percentMax = 100;
/** As many days as a report has at most. */
const goalDaysMax = 365;
const dayMs = 86_400_000;

/** All that is fixed of a goal. */
export type GoalContent = {
  agencyId: number;
  id: string;
  clientId: number;
  scope: { type: GoalScopeType; id: string };
  from: string;
  to: string;
  objective: string;
  audience: string;
  measures: GoalMeasure[];
  fixedAt: string;
  isLater: boolean;
  /** The hash of the goal that it replaces. */
  replacesHash: string | null;
};

/** The text that is hashed and kept: RFC 8785 of the goal, and its SHA-256 in lower-case hex. */
export function freezeGoal(content: GoalContent): { statement: string; contentHash: string } {
  const statement = canonicalize(content);
  if (statement === undefined) throw new TypeError("A goal must be an object.");
  return { statement, contentHash: sha256(statement) };
}

/** What a stamp of a fixed goal is for: the SHA-256 of what `stamps/statements-sql.ts` makes of its row. */
export function stampedHashOf(agencyId: number, goal: { id: string; contentHash: string | null }): string {
  return sha256(JSON.stringify({ agencyId, contentHash: goal.contentHash, goalId: goal.id }));
}

export type SealedGoal = {
  /** The columns that pages and reports show, as they stand. */
  content: GoalContent;
  statement: string;
  contentHash: string;
  signature: string;
  keyId: string;
};

export type GoalFault = "content_changed" | "columns_changed" | "unknown_key" | "signature_wrong";

/** What does not fit in a fixed goal, or null. */
export function goalFaultOf(goal: SealedGoal, ring: KeyRing): GoalFault | null {
  const { content, statement, contentHash, signature, keyId } = goal;
  if (sha256(statement) !== contentHash) return "content_changed";
  if (canonicalize(content) !== statement) return "columns_changed";
  return signatureFaultOf({ chainHash: contentHash, signature, keyId }, ring);
}

export function isShare(kind: MeasureKind): boolean {
  return kind === "key_message_share" || kind === "ai_share";
}

const stages: Record<MeasureKind, GoalStage> = {
  clippings: "outputs",
  key_message_share: "outputs",
  ai_share: "outputs",
  views: "outtakes",
  visitors: "outtakes",
  contact_clicks: "outtakes",
  conversions: "outcomes",
};

export function stageOf(kind: MeasureKind): GoalStage {
  return stages[kind];
}

/** What is wrong with a goal's measures, or null. */
export function measuresProblem(measures: readonly GoalMeasure[]): FieldProblem | null {
  const problem = (german: string, english: string) => ({ field: "measures", german, english });
  if (measures.length === 0 || measures.length > measuresMax)
    return problem(
      `Bitte nennen Sie 1 bis ${measuresMax} Messgrößen.`,
      `a goal has 1 to ${measuresMax} measures.`,
    );
  if (new Set(measures.map(({ kind, of }) => `${kind} ${of ?? ""}`)).size !== measures.length)
    return problem("Bitte nennen Sie jede Messgröße nur einmal.", "each measure stands once.");
  return measures.map(measureProblem).find((found) => found !== null) ?? null;
}

function measureProblem({ kind, of, target }: GoalMeasure): FieldProblem | null {
  const problem = (german: string, english: string) => ({ field: "measures", german, english });
  if (!measureKinds.includes(kind))
    return problem("Diese Messgröße gibt es nicht.", `measures are ${measureKinds.join(", ")}.`);
  const max = isShare(kind) ? percentMax : targetMax;
  if (!Number.isSafeInteger(target) || target < 1 || target > max)
    return problem(
      `Bitte geben Sie als Zielwert eine ganze Zahl von 1 bis ${formatCount(max)} ein${isShare(kind) ? " (Prozent)" : ""}.`,
      `the target of ${kind} is a whole number from 1 to ${max}.`,
    );
  if (kind === "clippings")
    return of === undefined || matchTypes.some((each) => each === of)
      ? null
      : problem("Bitte wählen Sie eine Art von Clippings.", `clippings are of ${matchTypes.join(", ")}.`);
  const isNamed = kind === "conversions" || kind === "ai_share";
  if (!isNamed)
    return of === undefined
      ? null
      : problem("Diese Messgröße hat keine nähere Angabe.", `${kind} is of nothing.`);
  const isText = of !== undefined && of.trim() !== "" && !/\p{Cc}/u.test(of) && of.isWellFormed();
  return isText && [...of].length <= ofCharactersMax
    ? null
    : problem(
        kind === "conversions"
          ? `Bitte nennen Sie die Art der Conversions, wie sie gemeldet wird (höchstens ${ofCharactersMax} Zeichen).`
          : `Bitte nennen Sie den KI-Dienst (höchstens ${ofCharactersMax} Zeichen).`,
        `${kind} needs its ${kind === "conversions" ? "kind" : "engine"}, of up to ${ofCharactersMax} characters.`,
      );
}

/** What is wrong with a goal's days, or null. */
export function daysProblem({ from, to }: { from: string; to: string }): FieldProblem | null {
  const problem = (field: "from" | "to", german: string, english: string) => ({ field, german, english });
  if (!isCalendarDay(from))
    return problem("from", "Bitte wählen Sie den ersten Tag.", "this is no calendar day.");
  if (!isCalendarDay(to))
    return problem("to", "Bitte wählen Sie den letzten Tag.", "this is no calendar day.");
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= goalDaysMax
    ? null
    : problem(
        "to",
        `Bitte wählen Sie einen Zeitraum von 1 bis ${goalDaysMax} Tagen.`,
        `the period has 1 to ${goalDaysMax} days.`,
      );
}
