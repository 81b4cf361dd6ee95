import type { Sql } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { findSignedIn } from "./find-visitor.ts";
import { findMemberByEmail, type RequiredProvider } from "./partner-sql.ts";
import { type Browser, openWhereLetIn } from "./sign-in.ts";
import { openAttempt, sealAttempt } from "./sign-in-attempt.ts";

export type VouchingAgency = { agencyId: number; agencyName: string };

/** Whom a partner vouches for, and where the person goes on to. */
export type Vouched = {
  /** Each trusts the partner and has the person; who has several chooses one. */
  agencies: readonly VouchingAgency[];
  personId: string;
  email: string;
  method: "oidc" | "handoff";
  isFresh: boolean;
  next: string;
};

type Deps = { sql: Sql; secrets: SecretCipher };
/** A new session, or the providers by which alone the person gets in; then the one in this browser goes on. */
export type Entered = ({ sessionToken: string } | { providers: RequiredProvider[] }) & { next: string };

/** What the browser keeps: without names of agencies, of which fifty are more than a cookie holds. */
type Sealed = Omit<Vouched, "agencies"> & { agencyIds: readonly number[]; vouchedAtMs: number };

const purpose = "partner sign-in to one of";
/** A sign-in that is confirmed later than this is not fresh any more: people press the button at once. */
const freshMs = 60_000;

/**
 * Opens the session where the browser is signed in as this person for this agency already. In any other it returns what the browser
 * keeps until the person has said yes: another site can send anybody here with a sign-in of its own choice, who would then work in a
 * stranger's account, or in the agency of whoever invited the person and registered a portal.
 */
export async function admitVouched(
  deps: Deps,
  vouched: Vouched,
  browser: Browser,
): Promise<Entered | { attempt: string }> {
  const present = browser.sessionToken === null ? null : await findSignedIn(deps.sql, browser.sessionToken);
  const { agencies, ...kept } = vouched;
  const agencyIds = agencies.map(({ agencyId }) => agencyId);
  const [agencyId, another] = agencyIds;
  if (agencyId !== undefined && another === undefined && present?.personId === kept.personId)
    if (present.agency.agencyId === agencyId) return await enter(deps, { ...kept, agencyId }, browser);
  const sealed: Sealed = { ...kept, agencyIds, vouchedAtMs: Date.now() };
  return { attempt: sealAttempt(deps.secrets, purpose, sealed) };
}

/** Opens the session after the person's yes, in the browser that was asked. `chosen` is the agency, where there was a choice. */
export async function signInVouched(
  deps: Deps,
  { attempt, chosen, browser }: { attempt: string | null; chosen: string | null; browser: Browser },
): Promise<Entered | { refusal: string }> {
  const opened = attempt === null ? null : openAttempt<Sealed>(deps.secrets, purpose, attempt)?.value;
  if (opened === null || opened === undefined) return { refusal: "no_attempt" };
  const { agencyIds, email, personId, vouchedAtMs } = opened;
  const agencyId = agencyIds.length === 1 ? agencyIds[0] : agencyIds.find((id) => String(id) === chosen);
  if (agencyId === undefined) return { refusal: "no_agency" };
  const member = await findMemberByEmail(deps.sql, agencyId, email);
  if (member?.personId !== personId) return { refusal: "no_such_person" };
  const isFresh = opened.isFresh && Date.now() - vouchedAtMs < freshMs;
  return await enter(deps, { ...opened, agencyId, isFresh }, browser);
}

async function enter(
  { sql }: Deps,
  { agencyId, personId, method, isFresh, next }: Omit<Vouched, "agencies" | "email"> & { agencyId: number },
  browser: Browser,
): Promise<Entered> {
  const by = { method, onlyAgencyId: agencyId, isFresh };
  return { ...(await openWhereLetIn(sql, { personId, browser, by })), next };
}
