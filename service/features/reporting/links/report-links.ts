import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import { byUuid, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { createToken } from "../../../floor/secret-links/random-token.ts";
import { hashPassword } from "../../../floor/secrets/password.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { type ListedLink, linkDays, linkPasswordCharacters } from "./schema.ts";
import { insertLink, listLinkRows, revokeLink } from "./sql.ts";

export type CreateLinkInput = {
  reportId: string;
  /** 1 to 365; 90 when left out. */
  days?: number;
  password?: string;
  actor: AuditActor;
  publicUrl: string;
};

/**
 * Makes a link that opens one report as a page. Its address is returned once: only a hash of it is kept.
 * Throws `not_found` for a report that the agency has not, and `validation_error` with `days` or `password`.
 */
export async function createReportLink(
  sql: Sql,
  agencyId: number,
  { reportId, days = linkDays.default, password, actor, publicUrl }: CreateLinkInput,
): Promise<{ linkId: string; url: string; expiresAt: Date }> {
  refuseWrong({ days, password });
  const { token, tokenHash } = createToken();
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const id = uuidv7();
  const createdBy = actor.id === null ? actor.type : `${actor.type}:${actor.id}`;
  return await sql.begin(async (transaction) => {
    const link = { id, reportId, tokenHash, passwordHash, days, createdBy, mailId: null };
    const expiresAt = await insertLink(transaction, agencyId, link);
    if (expiresAt === null) throw new ServiceError("not_found", `The agency has no report ${reportId}.`);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "report_link.created",
      subject: { type: "report", id: reportId },
      details: { linkId: id, days, hasPassword: passwordHash !== null },
    });
    return { linkId: id, url: reportLinkUrl(publicUrl, token), expiresAt };
  });
}

/** Takes a link back at once; with `reportId` only one of that report. Throws `not_found` where the agency has none that opens. */
export async function revokeReportLink(
  sql: Sql,
  agencyId: number,
  { linkId, reportId, actor }: { linkId: string; reportId?: string; actor: AuditActor },
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await revokeLink(transaction, agencyId, { id: linkId, reportId: reportId ?? null }))) {
      throw new ServiceError("not_found", `The agency has no open link ${linkId}.`);
    }
    await insertAudit(transaction, agencyId, {
      actor,
      action: "report_link.revoked",
      subject: { type: "report_link", id: linkId },
    });
  });
}

/** The agency's links, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listReportLinks(
  sql: Queryable,
  agencyId: number,
  { reportId = null, ...page }: PageInput & { reportId?: string | null },
): Promise<{ links: ListedLink[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    { name: "report_links", ...byUuid },
    page,
    ({ after, rowsMax }) => listLinkRows(sql, agencyId, { reportId, before: after, limit: rowsMax }),
  );
  return { links: items, nextCursor };
}

/** `<publicUrl>/berichte/<token>` */
export function reportLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/berichte/${token}`;
}

function refuseWrong({ days, password }: { days: number; password: string | undefined }): void {
  const fieldErrors: Record<string, string[]> = {};
  if (!Number.isInteger(days) || days < linkDays.minimum || days > linkDays.maximum) {
    fieldErrors.days = [`A link opens for ${linkDays.minimum} to ${linkDays.maximum} days.`];
  }
  const { minimum, maximum } = linkPasswordCharacters;
  const characters = [...(password ?? "")].length;
  if (password !== undefined && (characters < minimum || characters > maximum)) {
    fieldErrors.password = [`A password has ${minimum} to ${maximum} characters.`];
  }
  const [first] = Object.values(fieldErrors).flat();
  if (first === undefined) return;
  throw new ServiceError("validation_error", first, { details: { formErrors: [], fieldErrors } });
}
