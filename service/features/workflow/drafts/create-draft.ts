import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { insertAudit } from "../../audit/sql.ts";
import { findTabooWords } from "../../clients/persona-sql.ts";
import { refuseInactiveClient } from "../../clients/refuse-inactive-client.ts";
import { checkInput } from "../check-input.ts";
import { checkReferences } from "./check-references.ts";
import { describeDraft } from "./describe-draft.ts";
import { draftOf } from "./find-draft.ts";
import { type DraftContext, readDraftText } from "./read-draft-text.ts";
import { tidyDetails } from "./release-details.ts";
import { contentHash, contentOf, requestHash } from "./rules.ts";
import { type Draft, NewDraftInput } from "./schema.ts";
import { findDraftByKey, insertDraft } from "./sql.ts";

/**
 * Creates a draft of a client; with an `idempotencyKey` once, under any concurrency.
 * Words that the client's persona avoids come back as warnings, they don't stop the draft.
 * Throws `not_found`, `validation_error`, and `idempotency_conflict` for a used key with another input.
 */
export async function createDraft(
  sql: Sql,
  agencyId: number,
  input: NewDraftInput,
  /** `sentHash` stands for what was sent, where the input is made of it and comes out otherwise each time. */
  { sentHash, ...context }: DraftContext & { sentHash?: Uint8Array },
): Promise<Draft> {
  const details = tidyDetails(input);
  checkInput(NewDraftInput, details);
  const content = contentOf(details);
  await readDraftText(context, agencyId, content.bodyMarkdown);
  const hash = sentHash ?? requestHash(input);
  const { draft, tabooWords } = await sql.begin(async (transaction) => {
    await refuseInactiveClient(transaction, agencyId, input.clientId);
    await checkReferences(transaction, agencyId, {
      referring: { clientId: input.clientId, language: content.language, releaseId: null },
      input: { ...details, assetIds: content.assetIds },
    });
    const id = uuidv7();
    const isNew = await insertDraft(transaction, agencyId, {
      id,
      clientId: input.clientId,
      content,
      contentHash: contentHash(content),
      author: context.actor,
      idempotencyKey: input.idempotencyKey ?? null,
      requestHash: input.idempotencyKey === undefined ? null : hash,
    });
    if (isNew) {
      await insertAudit(transaction, agencyId, {
        actor: context.actor,
        action: "draft.created",
        subject: { type: "draft", id },
        details: { clientId: input.clientId },
      });
    }
    const draftId = isNew ? id : await repeatedDraft(transaction, agencyId, input.idempotencyKey ?? "", hash);
    const draft = await draftOf(transaction, agencyId, draftId);
    return { draft, tabooWords: await findTabooWords(transaction, agencyId, draft.clientId) };
  });
  const text = await context.texts.read(agencyId, draft.content.bodyMarkdown);
  return await describeDraft(context.texts, agencyId, { draft, tabooWords, text });
}

async function repeatedDraft(
  sql: Queryable,
  agencyId: number,
  idempotencyKey: string,
  hash: Uint8Array,
): Promise<string> {
  const known = await findDraftByKey(sql, agencyId, idempotencyKey);
  if (known === null) throw new Error("A draft conflicted with one that is not there.");
  if (Buffer.compare(known.requestHash, hash) === 0) return known.id;
  throw new ServiceError(
    "idempotency_conflict",
    "The idempotencyKey belongs to a call with another input. Use a new key for a new draft.",
  );
}
