import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import type { AuditActor } from "../../audit/sql.ts";
import { readApprovalRule } from "../../clients/approval-rule.ts";
import { type ClientContact, listClientContactRows } from "../../clients/persona-sql.ts";
import type { Seat } from "./approver-sql.ts";

export type ChosenApprovers = {
  approvers: ClientContact[];
  isInOrder: boolean;
  /** An owner asked somebody else than the client's rule says. */
  exceptsRule: boolean;
};

/**
 * Who is asked for an approval: those whom the client's rule names, or the one contact that is chosen.
 * Throws `not_found`, `no_approver`, and `validation_error` for another contact than the rule names.
 */
export async function chooseApprovers(
  transaction: Queryable,
  agencyId: number,
  {
    clientId,
    input: { contactId, exceptsRule = false },
    context: { actor },
  }: {
    clientId: number;
    input: { contactId?: string | undefined; exceptsRule?: boolean };
    context: { actor: AuditActor };
  },
): Promise<ChosenApprovers> {
  const contacts = await listClientContactRows(transaction, agencyId, clientId, { isHeld: true });
  const { contactIds, isInOrder } = await readApprovalRule(transaction, agencyId, clientId);
  if (exceptsRule || contactIds.length === 0) {
    const approvers = [chooseContact(contacts, contactId, actor)];
    return { approvers, isInOrder, exceptsRule: exceptsRule && contactIds.length > 0 };
  }
  if (contactId !== undefined && !contactIds.includes(contactId.toLowerCase())) {
    throw refusal("validation_error", {
      german:
        "Bei diesem Kunden legt eine Regel fest, wer freigibt. Eine Ausnahme für einen Text macht jemand mit der Rolle Inhaber.",
      english: "The client's rule says who approves. Leave contactId out; an owner makes an exception.",
    });
  }
  const approvers = contactIds.flatMap((id) => contacts.filter((contact) => contact.id === id));
  const isWhole =
    approvers.length === contactIds.length &&
    approvers.every(({ canApprove, email }) => canApprove && email !== null);
  if (isWhole) return { approvers, isInOrder, exceptsRule: false };
  throw refusal("no_approver", {
    german:
      "Wer nach der Regel dieses Kunden freigibt, ist nicht mehr vollständig: Jemand darf nicht mehr freigeben oder hat keine E-Mail-Adresse. Jemand mit der Rolle Inhaber berichtigt das bei den Kontakten.",
    english:
      "Somebody whom the client's approval rule names may not approve any more, or has no mail address. An owner mends that.",
  });
}

/** The seats of a round of several; none where one person decides. */
export function seatsOf({ approvers, isInOrder }: ChosenApprovers): Seat[] {
  if (approvers.length < 2) return [];
  return approvers.map(({ id, name }, index) => ({
    contactId: id,
    name,
    turn: isInOrder ? index + 1 : 1,
    status: isInOrder && index > 0 ? "waiting" : "asked",
  }));
}

/** The contact that is named, else the first that can be asked: without a mail address only by an operator, who hands the link over. */
function chooseContact(
  contacts: readonly ClientContact[],
  contactId: string | undefined,
  actor: AuditActor,
): ClientContact {
  const named = contacts.filter(({ id }) => contactId === undefined || id === contactId.toLowerCase());
  if (contactId !== undefined && named.length === 0) {
    throw new ServiceError(
      "not_found",
      "The client has no such contact. get_client_persona lists its contacts.",
    );
  }
  const approvers = named.filter(({ canApprove }) => canApprove);
  const needsAddress = actor.type !== "operator" && actor.type !== "service";
  const approver = approvers.find(({ email }) => email !== null || !needsAddress);
  if (approver !== undefined) return approver;
  throw refusal("no_approver", {
    german: "Dieser Kontakt lässt sich nicht um eine Freigabe bitten. Bitte wählen Sie einen anderen.",
    english:
      approvers.length > 0
        ? "Who may approve for this client has no mail address. Ask the agency to enter one, or the operator to ask by `pr-service draft request`."
        : "No such contact of this client may approve. Choose one with canApprove, or ask the agency to register one.",
  });
}
