import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import { byUuid, isUuid, limitForPeople, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { createToken } from "../../../floor/secret-links/random-token.ts";
import { createPassword, hashPassword } from "../../../floor/secrets/password.ts";
import { refusal, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { uuidPattern } from "../../../schema.ts";
import { insertAudit } from "../../audit/sql.ts";
import { refuseInactiveClient } from "../../clients/refuse-inactive-client.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { isCorrection } from "../drafts/rules.ts";
import type { DraftRow } from "../drafts/sql.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import {
  countOpenLinks,
  type EmbargoLinkRow,
  hasEmbargoLink,
  insertEmbargoLink,
  listEmbargoLinkRows,
  replaceFreshLink,
  revokeEmbargoLinkRow,
} from "./sql.ts";

/** Shorter ones are guessed within the tries that a link allows in a year. */
const passwordCharactersMin = 10;
export const passwordCharactersMax = 200;
const nameCharactersMax = 200;
const dayMs = 24 * 3600 * 1000;
/** A link that nobody gave an end; releases under embargo appear within days. */
const validDaysDefault = 30;
const validDaysMax = 366;
/** Of one draft at a time: a release goes to a few dozen journalists before its date, and beyond that it is no secret. */
const openLinksMax = 100;
const list = { name: "embargo_links", ...byUuid, limitDefault: limitForPeople, limitMax: 500 };

export type CreateEmbargoLinkInput = {
  draftId: string;
  /** Whom the link is for. */
  name: string;
  /** Left out, one is made. */
  password?: string | undefined;
  expiresAt?: Date | undefined;
  /** Of the form: sent twice it makes one link, and the later answer has the token and the password that hold. */
  id?: string;
};

/**
 * Makes a link that shows an approved version before its date. The token and the password are returned this once and stored as
 * hashes. Throws `not_found`, `not_approved`, and `validation_error` with what is wrong in each field.
 */
export async function createEmbargoLink(
  sql: Sql,
  agencyId: number,
  input: CreateEmbargoLinkInput,
  context: WorkflowContext,
): Promise<{ id: string; url: string; password: string; expiresAt: string; isReplaced: boolean }> {
  const name = input.name.trim();
  const password = input.password ?? createPassword();
  const expiresAt = input.expiresAt ?? new Date(Date.now() + validDaysDefault * dayMs);
  refuseWrong({ name, password, expiresAt });
  const passwordHash = await hashPassword(password);
  const { token, tokenHash } = createToken();
  const { id, isReplaced } = await sql.begin(async (transaction) => {
    const draft = await heldDraftOf(transaction, agencyId, input.draftId);
    refuseUnfit(draft);
    // Its page would show nothing.
    await refuseInactiveClient(transaction, agencyId, draft.clientId);
    const link = { draftId: draft.id, draftVersion: draft.version, name, tokenHash, passwordHash, expiresAt };
    const repeated = input.id === undefined ? null : { ...link, id: input.id };
    const isReplaced = repeated !== null && (await replaceFreshLink(transaction, agencyId, repeated));
    let id = input.id ?? uuidv7();
    if (!isReplaced) {
      if ((await countOpenLinks(transaction, agencyId, draft.id)) >= openLinksMax) throw tooManyLinks();
      if (repeated !== null && (await hasEmbargoLink(transaction, agencyId, id))) id = uuidv7();
      await insertEmbargoLink(transaction, agencyId, { ...link, id });
    }
    await insertAudit(transaction, agencyId, {
      actor: context.actor,
      action: "embargo_link.created",
      subject: { type: "embargo_link", id },
      details: { draftId: draft.id, draftVersion: draft.version },
    });
    return { id, isReplaced };
  });
  return {
    id,
    isReplaced,
    url: `${context.publicUrl}/vorab/${token}`,
    password,
    expiresAt: expiresAt.toISOString(),
  };
}

/** A page of an agency's links, newest first, without tokens and passwords. Throws `invalid_cursor`, `validation_error`. */
export async function listEmbargoLinks(
  sql: Queryable,
  agencyId: number,
  { draftId = null, ...page }: PageInput & { draftId?: string | null | undefined },
): Promise<{ links: EmbargoLinkRow[]; nextCursor: string | null }> {
  if (draftId !== null && !isUuid(draftId)) return { links: [], nextCursor: null };
  const { items, nextCursor } = await listPage(list, page, ({ after, rowsMax }) =>
    listEmbargoLinkRows(sql, agencyId, { draftId, beforeId: after, limit: rowsMax }),
  );
  return { links: items, nextCursor };
}

/** Ends a link at once. Throws `not_found` for one that is not the agency's, or is revoked already. */
export async function revokeEmbargoLink(
  sql: Sql,
  agencyId: number,
  { id }: { id: string },
  { actor }: Pick<WorkflowContext, "actor">,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const isRevoked = uuidPattern.test(id) && (await revokeEmbargoLinkRow(transaction, agencyId, id));
    if (!isRevoked)
      throw new ServiceError("not_found", "There is no such link that still works. List them for their ids.");
    await insertAudit(transaction, agencyId, {
      actor,
      action: "embargo_link.revoked",
      subject: { type: "embargo_link", id },
    });
  });
}

function refuseWrong({
  name,
  password,
  expiresAt,
}: {
  name: string;
  password: string;
  expiresAt: Date;
}): void {
  const nameCharacters = [...name].length;
  const passwordCharacters = [...password].length;
  const aheadMs = expiresAt.getTime() - Date.now();
  refuseFields([
    nameCharacters < 1 || nameCharacters > nameCharactersMax || name.includes("\0")
      ? {
          field: "name",
          german: `Bitte geben Sie an, für wen der Link ist (1 bis ${nameCharactersMax} Zeichen).`,
          english: `say for whom the link is, in 1 to ${nameCharactersMax} characters.`,
        }
      : null,
    passwordCharacters < passwordCharactersMin || passwordCharacters > passwordCharactersMax
      ? {
          field: "password",
          german: `Bitte wählen Sie ein Passwort mit ${passwordCharactersMin} bis ${passwordCharactersMax} Zeichen.`,
          english: `expected ${passwordCharactersMin} to ${passwordCharactersMax} characters.`,
        }
      : null,
    aheadMs > 0 && aheadMs <= validDaysMax * dayMs
      ? null
      : {
          field: "expiresAt",
          german: `Bitte wählen Sie einen Zeitpunkt in den nächsten ${validDaysMax} Tagen: So lange kann ein Link gelten.`,
          english: `expected a moment in the future, at most ${validDaysMax} days ahead.`,
        },
  ]);
}

/** Only what a human approved is shown, and only while there is a date to wait for. Of a correction readers have the release already. */
function refuseUnfit(draft: DraftRow): void {
  const isApproved = draft.status === "approved" || draft.status === "scheduled";
  if (!isApproved || draft.approvedVersion !== draft.version || isCorrection(draft)) {
    throw new ServiceError(
      "not_approved",
      "Only an approved version of a release that is not published yet can be shown before its date. Ask for its approval first.",
    );
  }
  if (embargoEnd(draft.content.embargoUntil, draft.scheduledFor) === null)
    throw refusal("validation_error", {
      german: "Der Entwurf hat weder eine Sperrfrist noch einen Termin, der noch bevorsteht.",
      english:
        "The draft has neither an embargo nor a date to appear that is still ahead. Give it one first.",
    });
}

function tooManyLinks(): ServiceError {
  return refusal("validation_error", {
    german: `Ein Entwurf hat höchstens ${openLinksMax} gültige Links.`,
    english: `A draft has at most ${openLinksMax} links that work. Revoke one first.`,
  });
}

/** When a text may be used: at its embargo's end, or when it is to appear. Null where neither is ahead. */
export function embargoEnd(embargoUntil: Date | null, scheduledFor: Date | null): Date | null {
  const now = new Date();
  return [embargoUntil, scheduledFor].find((end) => end !== null && end > now) ?? null;
}
