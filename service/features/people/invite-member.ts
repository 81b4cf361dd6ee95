import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { isMailAddress } from "../../floor/web/mail-address.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { lockAgency } from "../agencies/sql.ts";
import { type AuditActor, countActsOfDay, insertAudit } from "../audit/sql.ts";
import { checkClientLimit } from "./check-limits.ts";
import { countMembers, insertMember, isApprover, membersMax } from "./membership-sql.ts";
import { upsertPerson } from "./person-sql.ts";
import type { Role } from "./rights.ts";
import { normaliseEmail } from "./rules.ts";

export type InviteMemberInput = {
  email: string;
  name?: string | null;
  role: Role;
  /** Null for every client. */
  clientIds: readonly number[] | null;
};

/**
 * Each brings a mail with the agency's name to an address that nobody has confirmed. A team of fifty comes in on one day; a larger one
 * on two, or by the operator's command, which sends none.
 */
export const invitationsPerDayMax = 50;

/**
 * Lets the person with this address work for the agency. Sends nothing: how the person learns of it is for the caller.
 * Throws `not_found` for an unknown agency, and `validation_error` for an address that is none, belongs to it already or approves for it,
 * for clients that are not its own, for a full team, and where its people have invited `invitationsPerDayMax` within a day.
 */
export async function inviteMember(
  sql: Sql,
  agencyId: number,
  input: InviteMemberInput,
  actor: AuditActor,
): Promise<{ personId: string; email: string }> {
  const email = normaliseEmail(input.email);
  if (email === null || !isMailAddress(email))
    refuseFields({
      field: "email",
      german: "Bitte geben Sie eine vollständige E-Mail-Adresse wie name@example.org ein.",
      english: "Give a mail address such as name@example.org.",
    });
  const { role, clientIds } = input;
  return await sql.begin(async (transaction) => {
    if (!(await lockAgency(transaction, agencyId)))
      throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
    await checkClientLimit(transaction, agencyId, input);
    const { members } = await countMembers(transaction, agencyId);
    if (members >= membersMax)
      refuseFields({
        field: "email",
        german: `Mehr als ${membersMax} Personen sind nicht möglich. Bitte entfernen Sie zuerst jemanden.`,
        english: `An agency has at most ${membersMax} people. Remove one first.`,
      });
    if (await isApprover(transaction, agencyId, email))
      refuseFields({
        field: "email",
        german:
          "Mit dieser Adresse gibt ein Kontakt eines Kunden Texte frei. Nehmen Sie ihm zuerst die Freigabe, oder laden Sie eine andere Adresse ein.",
        english: "A contact of a client approves with this address. Take that right away first.",
      });
    if (actor.type === "person") await refuseManyInvitations(transaction, agencyId);
    const person = await upsertPerson(transaction, { id: uuidv7(), email, name: input.name ?? null });
    if (!(await insertMember(transaction, agencyId, { personId: person.id, role, clientIds })))
      refuseFields({
        field: "email",
        german: "Diese Adresse gehört schon zum Team. Ändern Sie dort die Rolle.",
        english: "This person belongs to the agency already. Change its role instead.",
      });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "person.invited",
      subject: { type: "person", id: person.id },
      details: { role, clientIds: clientIds === null ? null : [...clientIds] },
    });
    return { personId: person.id, email };
  });
}

/** The agency is locked, so two at once are counted one after the other. */
async function refuseManyInvitations(transaction: Queryable, agencyId: number): Promise<void> {
  const act = { action: "person.invited", actorType: "person", countMax: invitationsPerDayMax } as const;
  if ((await countActsOfDay(transaction, agencyId, act)) < invitationsPerDayMax) return;
  refuseFields({
    field: "email",
    german: `Heute sind schon ${invitationsPerDayMax} Personen eingeladen worden, mehr sind an einem Tag nicht möglich. Bitte morgen wieder.`,
    english: `The people of an agency invite at most ${invitationsPerDayMax} a day. Go on tomorrow.`,
  });
}
