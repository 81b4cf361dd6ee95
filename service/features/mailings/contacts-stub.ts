import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import type { AuditActor } from "../audit/sql.ts";
import type { Addressed } from "./rules.ts";

export type Recipient = Addressed & {
  id: string;
  addressKey: string;
  language: string;
  country: string;
  source: string;
  basis: string;
  basisReason: string | null;
  topics: string[];
};
export type LeftOut = {
  objected: number;
  bounced: number;
  otherClient: number;
  blockedByCountry: number;
  blocked: { country: string; reason: string; contacts: number }[];
  duplicate: number;
  gone: number;
};
export const openedMax = 500;
export async function resolveRecipients(
  _sql: Queryable,
  _agencyId: number,
  _input: {
    clientId: number;
    listIds: readonly string[];
    contactIds: readonly string[];
    scope: readonly number[] | null;
  },
): Promise<{ contacts: Recipient[]; leftOut: LeftOut }> {
  throw new Error("stub");
}
export async function openRecipients(
  _sql: Queryable,
  _agencyId: number,
  _input: { contactIds: readonly string[]; clientId: number },
  _secrets: SecretCipher,
): Promise<(Recipient & { email: string })[]> {
  throw new Error("stub");
}
export async function recordObjection(
  _sql: Sql,
  _agencyId: number,
  _input: { addressKey: string; how: "link"; actor: AuditActor },
): Promise<void> {
  throw new Error("stub");
}
export async function noteBounce(
  _sql: Queryable,
  _agencyId: number,
  _input: { contactId: string; isHard: boolean },
): Promise<boolean> {
  throw new Error("stub");
}
export async function noteMailed(
  _sql: Queryable,
  _agencyId: number,
  _input: { contactIds: readonly string[]; isInformed: boolean },
): Promise<void> {
  throw new Error("stub");
}
export async function findContactSettings(
  _sql: Queryable,
  _agencyId: number,
): Promise<{ noticeUrl: string | null }> {
  throw new Error("stub");
}
export async function listContactLists(
  _sql: Queryable,
  _agencyId: number,
  _input: { scope: readonly number[] | null },
): Promise<{ id: string; name: string; clientId: number | null }[]> {
  throw new Error("stub");
}
