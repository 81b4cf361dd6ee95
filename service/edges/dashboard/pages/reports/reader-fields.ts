import { listContactsOfClients } from "../../../../features/clients/contacts-of-clients-sql.ts";
import { listMembers } from "../../../../features/people/membership-sql.ts";
import { reportRecipientsMax } from "../../../../features/reporting/mails/send-report.ts";
import {
  type FiguresScope,
  findScopeClients,
} from "../../../../features/reporting/reports/scope-clients-sql.ts";
import type { Context } from "../../definition.ts";
import { pickManyField } from "../../forms/choice-fields.ts";
import type { Option } from "../../forms/fields.ts";
import { optionalAreaField } from "../../forms/text-fields.ts";
import { addressesOf } from "./addresses.ts";

/** Who gets a report: contacts of its clients and people of the team as boxes, anybody else as an address. */
export const readerFields = {
  people: pickManyField({ label: "Empfänger", entriesMax: reportRecipientsMax }),
  recipients: optionalAreaField({
    label: "Weitere Adressen",
    hint: `Eine je Zeile, zusammen höchstens ${reportRecipientsMax} Empfänger. Sie bekommen den Bericht als PDF.`,
    charactersMax: 8_000,
    rows: 2,
  }),
};

/** Whom the boxes offer: the contacts of a scope's clients where it is known, then the team. */
export async function readerOptions(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  scope: FiguresScope | null,
): Promise<Option[]> {
  const { agencyId } = visit;
  const clientIds = scope === null ? [] : await findScopeClients(deps.sql, agencyId, scope);
  const known = clientIds.filter((id) => visit.clientIds === null || visit.clientIds.includes(id));
  const [contacts, members] = await Promise.all([
    listContactsOfClients(deps.sql, agencyId, known),
    visit.may("team.read") ? listMembers(deps.sql, agencyId) : [],
  ]);
  const offered = [
    ...contacts.map(({ name, email, clientName }) => ({
      value: email,
      label: `${name}, ${email} (${clientName})`,
    })),
    ...members.map(({ name, email }) => ({
      value: email,
      label: `${name ?? email}${name === null ? "" : `, ${email}`} (Team)`,
    })),
  ];
  return [...new Map(offered.map((option) => [option.value, option])).values()];
}

/** Stored addresses as the form shows them: those that have a box, and the others. */
export function shownReaders(recipients: readonly string[], options: readonly Option[]) {
  const hasBox = (address: string) => options.some(({ value }) => value === address);
  return {
    people: recipients.filter(hasBox),
    recipients: recipients.filter((address) => !hasBox(address)).join("\n"),
  };
}

export function chosenReaders({
  people,
  recipients,
}: {
  people: string[];
  recipients: string | null;
}): string[] {
  return [...people, ...addressesOf(recipients)];
}
