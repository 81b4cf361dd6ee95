import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { lineProblem } from "../../../floor/web/field-rules.ts";
import { refusal, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince, type SeenValues, stampOf } from "../../../floor/web/seen-stamp.ts";
import { positiveIntegerIn, uuidPattern } from "../../../schema.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { lockClient } from "../../clients/sql.ts";
import { enqueueStamps } from "../../stamps/sql.ts";
import { noteCurrentKey } from "../integrity/prepare-seal.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import {
  audienceCharacters,
  daysProblem,
  freezeGoal,
  type GoalContent,
  measuresProblem,
  objectiveCharacters,
} from "./rules.ts";
import {
  countGoals,
  deleteGoal,
  findGoal,
  type GoalFields,
  type GoalRow,
  type GoalScope,
  goalsOfClientMax,
  readFixing,
  resolveScope,
  sealGoal,
  upsertGoal,
} from "./sql.ts";

/**
 * Keeps a goal that is not fixed yet, under an id of the caller's; the same id again changes it. `replaces` names the fixed goal that
 * it is to take over from. Throws `validation_error` by field, `not_found`, `draft_locked` for one that is fixed or whose old goal another
 * one has replaced, and `version_conflict` where somebody has changed it since `seenStamp` (`goalStamp`).
 */
export async function saveGoal(
  sql: Sql,
  agencyId: number,
  input: GoalFields & { id: string; replaces: string | null; seenStamp?: string | undefined },
  actor: AuditActor,
): Promise<void> {
  const goal = checked(input);
  await sql.begin(async (transaction) => {
    if (!(await lockClient(transaction, agencyId, goal.clientId))) throw unknownGoal();
    const scopeId = await resolveScope(transaction, agencyId, goal);
    if (scopeId === null) refuseScope();
    const scope = { ...goal.scope, id: scopeId };
    if (goal.replaces !== null) await requireReplaceable(transaction, agencyId, { ...goal, scope });
    const known = await findGoal(transaction, agencyId, goal.id);
    if (known !== null && known.clientId !== goal.clientId) throw unknownGoal();
    refuseSeenBefore(known, { ...goal, scope });
    if (known === null && (await countGoals(transaction, agencyId, goal.clientId)) >= goalsOfClientMax)
      throw refusal("asset_limit_reached", {
        german: `Ein Kunde hat höchstens ${goalsOfClientMax} Ziele.`,
        english: `A client has at most ${goalsOfClientMax} goals.`,
      });
    if (!(await upsertGoal(transaction, agencyId, { ...goal, scope }))) throw fixedAlready();
    await insertAudit(transaction, agencyId, {
      actor,
      action: known === null ? "goal.added" : "goal.changed",
      subject: { type: "goal", id: goal.id },
      details: { clientId: goal.clientId, scopeType: scope.type, from: goal.from, to: goal.to },
    });
  });
}

/**
 * Fixes a goal for good: hashed, signed, and stamped from outside as soon as an authority answers. Fixing it once more changes nothing.
 * `clientIds` are those that the caller may see, null for all. Throws `not_found`, `validation_error` where its text or campaign is no
 * longer the client's, `draft_locked` where another goal has replaced the same one, and `version_conflict` where somebody has changed it
 * since `seenStamp` (`goalStamp`).
 */
export async function fixGoal(
  sql: Sql,
  agencyId: number,
  input: {
    goalId: string;
    clientIds: readonly number[] | null;
    seal: ReportSeal;
    seenStamp?: string | undefined;
  },
  actor: AuditActor,
): Promise<void> {
  const { goalId, clientIds, seal, seenStamp } = input;
  await requireGoal(sql, agencyId, { goalId, clientIds });
  await noteCurrentKey(sql, seal);
  await sql.begin(async (transaction) => {
    const { clientId } = await requireGoal(transaction, agencyId, { goalId, clientIds });
    // Whoever changes a goal of the client waits; what is read from here on is what is signed.
    await lockClient(transaction, agencyId, clientId);
    const goal = await requireGoal(transaction, agencyId, { goalId, clientIds });
    if (goal.fixedAt !== null) return;
    refuseChangedSince(seenOf(goal), { wanted: {}, seenStamp });
    await requireScope(transaction, agencyId, goal);
    const replaced = goal.replaces === null ? null : await findGoal(transaction, agencyId, goal.replaces);
    if (goal.replaces !== null && replaced?.replacedBy !== null) throw replacedAlready();
    const fixing = await readFixing(transaction, agencyId, goalId);
    if (fixing === null) throw unknownGoal();
    const content = contentOf(agencyId, goal, { ...fixing, replacesHash: replaced?.contentHash ?? null });
    const frozen = freezeGoal(content);
    const sealed = { ...frozen, ...(await seal.sign(frozen.contentHash)) };
    const fixedBy = `${actor.type}:${actor.id ?? ""}`;
    if (!(await sealGoal(transaction, agencyId, { id: goalId, ...sealed, ...fixing, fixedBy })))
      throw fixedAlready();
    await enqueueStamps(transaction, agencyId, { type: "goal", ids: [goalId] });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "goal.fixed",
      subject: { type: "goal", id: goalId },
      details: {
        clientId,
        contentHash: frozen.contentHash,
        isLater: fixing.isLater,
        replaces: goal.replaces,
      },
    });
  });
}

/**
 * Drops a goal that is not fixed. Throws `not_found`, `draft_locked` for one that is, and `version_conflict` where somebody has changed it
 * since `seenStamp` (`goalStamp`).
 */
export async function dropGoal(
  sql: Sql,
  agencyId: number,
  input: { goalId: string; clientIds: readonly number[] | null; seenStamp?: string | undefined },
  actor: AuditActor,
): Promise<void> {
  const { clientId } = await requireGoal(sql, agencyId, input);
  await sql.begin(async (transaction) => {
    await lockClient(transaction, agencyId, clientId);
    const goal = await requireGoal(transaction, agencyId, input);
    if (goal.fixedAt === null) refuseChangedSince(seenOf(goal), { wanted: {}, seenStamp: input.seenStamp });
    if ((await deleteGoal(transaction, agencyId, input.goalId)) === null) throw fixedAlready();
    await insertAudit(transaction, agencyId, {
      actor,
      action: "goal.dropped",
      subject: { type: "goal", id: input.goalId },
      details: { clientId },
    });
  });
}

/** Of what people enter of a goal, for `saveGoal`, `fixGoal` and `dropGoal`. */
export const goalStamp = (goal: GoalRow): string => stampOf(seenOf(goal));

function seenOf({ scopeType, scopeId, from, to, objective, audience, measures }: Seen): SeenValues {
  return {
    ...{ scope: `${scopeType}:${scopeId}`, from, to, objective, audience },
    measures: measures.map(({ kind, of = "", target }) => `${kind} ${of} ${target}`),
  };
}

type Seen = Pick<GoalRow, "scopeType" | "scopeId"> & Omit<GoalFields, "clientId" | "scope">;

/** Who sends the same once more undoes nothing. */
function refuseSeenBefore(
  known: GoalRow | null,
  goal: GoalFields & { seenStamp?: string | undefined },
): void {
  const { scope, seenStamp } = goal;
  if (known === null && seenStamp !== undefined) throw unknownGoal();
  if (known === null || known.fixedAt !== null) return;
  const wanted = seenOf({ ...goal, scopeType: scope.type, scopeId: scope.id });
  refuseChangedSince(seenOf(known), { wanted, seenStamp });
}

/** A goal of the agency and of one of these clients. Throws `not_found`. */
export async function requireGoal(
  sql: Queryable,
  agencyId: number,
  { goalId, clientIds }: { goalId: string; clientIds: readonly number[] | null },
): Promise<GoalRow> {
  const goal = await findGoal(sql, agencyId, goalId);
  if (goal === null || (clientIds !== null && !clientIds.includes(goal.clientId))) throw unknownGoal();
  return goal;
}

/** What is hashed of a goal. */
export function contentOf(
  agencyId: number,
  goal: Pick<GoalRow, "id" | "clientId" | "scopeType" | "scopeId" | "from" | "to" | "objective"> &
    Pick<GoalRow, "audience" | "measures">,
  fixing: { fixedAt: Date; isLater: boolean; replacesHash: string | null },
): GoalContent {
  const { id, clientId, scopeType, scopeId, from, to, objective, audience, measures } = goal;
  return {
    ...{ agencyId, id, clientId, from, to, objective, audience, measures },
    scope: { type: scopeType, id: scopeId },
    fixedAt: fixing.fixedAt.toISOString(),
    isLater: fixing.isLater,
    replacesHash: fixing.replacesHash,
  };
}

function checked<Input extends GoalFields>(input: Input): Input {
  const objective = input.objective.trim();
  const audience = input.audience.trim();
  const scope = spelt(input.scope);
  refuseFields([
    scope === null ? scopeProblem : null,
    daysProblem(input),
    lineProblem("objective", objective, objectiveCharacters),
    lineProblem("audience", audience, audienceCharacters),
    measuresProblem(input.measures),
  ]);
  return { ...input, objective, audience, scope: scope ?? input.scope };
}

/** The one spelling of a scope's id; null where it can't be the id of such a scope. */
function spelt({ type, id }: GoalScope): GoalScope | null {
  if (type !== "client" && uuidPattern.test(id)) return { type, id: id.toLowerCase() };
  return type !== "campaign" && positiveIntegerIn(id) !== null ? { type, id } : null;
}

const scopeProblem = {
  field: "scope",
  german: "Bitte wählen Sie eine Meldung, eine Kampagne nur mit Meldungen dieses Kunden, oder den Kunden.",
  english: "this is no release or campaign of this client alone, and not the client.",
};

function refuseScope(): never {
  return refuseFields(scopeProblem);
}

/** A text may have moved to another client since the goal was saved, and a campaign may have got others' releases. */
async function requireScope(
  transaction: Queryable,
  agencyId: number,
  { clientId, scopeType, scopeId }: GoalRow,
): Promise<void> {
  const scope = { type: scopeType, id: scopeId };
  if ((await resolveScope(transaction, agencyId, { clientId, scope })) !== null) return;
  throw refusal("validation_error", {
    german:
      "Wofür das Ziel ist, gehört nicht mehr allein diesem Kunden. Bearbeiten Sie das Ziel, oder verwerfen Sie es.",
    english: "What the goal is for is no longer this client's alone. Change the goal, or drop it.",
  });
}

async function requireReplaceable(
  transaction: Queryable,
  agencyId: number,
  goal: { replaces: string | null; clientId: number; scope: GoalScope },
): Promise<void> {
  const old = await findGoal(transaction, agencyId, goal.replaces ?? "");
  if (old === null || old.clientId !== goal.clientId || old.fixedAt === null) throw unknownGoal();
  if (old.replacedBy !== null) throw replacedAlready();
  if (old.scopeType !== goal.scope.type || old.scopeId !== goal.scope.id) refuseScope();
}

function unknownGoal(): ServiceError {
  return new ServiceError("not_found", "The agency has no such goal or client.");
}

function fixedAlready(): ServiceError {
  return refusal("draft_locked", {
    german:
      "Dieses Ziel ist festgelegt und bleibt, wie es ist. Ändern Sie es durch ein neues, das es ablöst.",
    english: "The goal is fixed and never changes. Add another one that replaces it.",
  });
}

function replacedAlready(): ServiceError {
  return refusal("draft_locked", {
    german: "Dieses Ziel hat schon ein anderes abgelöst. Ändern Sie das neuere.",
    english: "Another goal has replaced this one. Replace the newer one.",
  });
}
