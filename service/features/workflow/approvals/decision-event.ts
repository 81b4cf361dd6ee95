import type { Queryable } from "../../../floor/db/open.ts";
import { quoted } from "../../../floor/strings/quoted.ts";
import { payloadBytesMax } from "../../events/enqueue-event.ts";
import type { NewWebhookEvent } from "../../events/event-schema.ts";
import type { DraftRow } from "../drafts/sql.ts";
import { listApprovers } from "./approver-sql.ts";
import type { PassageComment } from "./schema.ts";

/** Of a payload, for its frame: type, moment and agency. */
const frameBytes = 512;

/**
 * What programs learn of a decision: once for each round, after its last one. A payload has room for some ten pages: what is longer is cut,
 * because no decision may fail by what is told of it. All of it stands in the approval.
 */
export async function decisionEventOf(
  transaction: Queryable,
  agencyId: number,
  input: {
    draft: DraftRow;
    approvalId: string;
    status: "approved" | "changes_requested";
    decidedAt: Date;
    decidedBy: string;
    comment: string | null;
    passages?: readonly PassageComment[];
    kind: "link" | "recorded";
  },
): Promise<NewWebhookEvent> {
  const { draft, approvalId, passages = [], comment, kind } = input;
  const approvers = await listApprovers(transaction, agencyId, approvalId);
  const facts = {
    approvalId,
    draftId: draft.id,
    draftVersion: draft.version,
    clientId: draft.clientId,
    decidedAt: input.decidedAt.toISOString(),
    decidedBy: input.decidedBy,
    ...(approvers.length > 0 && {
      approvers: approvers
        .filter(({ status }) => status !== "passed_on")
        .map(({ name, status, decidedAt }) => ({
          name,
          status,
          decidedAt: decidedAt?.toISOString() ?? null,
        })),
    }),
    ...(kind === "recorded" && { kind }),
  };
  const room = payloadBytesMax - frameBytes - bytesOf(facts);
  const whole = comment ?? linesOf(passages);
  // Half of it where both say the same, for programs that know of one comment only and for the others.
  const told = whole === null ? null : cutTo(whole, comment === null ? room / 2 : room);
  const comments = within(
    passages.map(({ quote, comment: on }) => ({ quote, comment: on })),
    room - bytesOf(told),
  );
  return {
    type: input.status === "approved" ? "approval.granted" : "approval.changes_requested",
    data: { ...facts, comment: told, ...(comments.length > 0 && { comments }) },
  };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** As many of the first ones as have room. */
function within<T>(values: readonly T[], bytesMax: number): T[] {
  let left = bytesMax;
  const end = values.findIndex((value) => {
    left -= bytesOf(value) + 1;
    return left < 0;
  });
  return values.slice(0, end === -1 ? values.length : end);
}

/** The beginning of a text that has room as JSON. */
function cutTo(text: string, bytesMax: number): string {
  if (bytesOf(text) <= bytesMax) return text;
  // No character takes fewer bytes than one, and a whole one is never cut.
  let characters = [...text].slice(0, Math.floor(bytesMax));
  while (bytesOf(`${characters.join("")} …`) > bytesMax)
    characters = characters.slice(0, Math.floor(characters.length * 0.9));
  return `${characters.join("")} …`;
}

/** Comments on passages as one text, for programs that know of one comment only; null where there are none. */
export function linesOf(comments: readonly { quote: string | null; comment: string }[]): string | null {
  if (comments.length === 0) return null;
  return comments
    .map(({ quote, comment }) => (quote === null ? comment : `${quoted(quote)}: ${comment}`))
    .join("\n\n");
}
