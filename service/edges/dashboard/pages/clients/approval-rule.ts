import { readApprovalRule, ruleContactsMax, ruleStamp } from "../../../../features/clients/approval-rule.ts";
import type { ApprovalRule } from "../../../../features/clients/approval-rule-sql.ts";
import type { ClientContact } from "../../../../features/clients/persona-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context } from "../../definition.ts";
import { checkField, choiceField, optionalPickField } from "../../forms/choice-fields.ts";
import type { ValuesOf } from "../../forms/fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { seenStampField } from "../../forms/seen-stamp.ts";
import { clientPath } from "./client-frame.ts";

const nobody = "Niemand";

export const ruleFields = {
  seenStamp: seenStampField,
  first: optionalPickField({ label: "Erste Person", emptyLabel: "Bei jedem Text neu wählen" }),
  second: optionalPickField({ label: "Zweite Person", emptyLabel: nobody }),
  third: optionalPickField({ label: "Dritte Person", emptyLabel: nobody }),
  fourth: optionalPickField({ label: "Vierte Person", emptyLabel: nobody }),
  fifth: optionalPickField({ label: "Fünfte Person", emptyLabel: nobody }),
  order: choiceField({
    label: "In welcher Reihenfolge?",
    labels: { in_order: "Nacheinander, wie oben", at_once: "Alle gleichzeitig" },
  }),
  allowsRecorded: checkField({
    label: "Freigaben am Telefon oder auf Papier dürfen vermerkt werden",
    hint: "Sie stehen überall als „von der Agentur vermerkt“. Wer vermerkt, veröffentlicht nicht selbst.",
  }),
};

export const ruleConflict =
  "Die Regel wurde inzwischen an anderer Stelle geändert; darüber steht, was jetzt gilt. Speichern Sie noch einmal, dann gilt, was in den Feldern steht.";

const ranks = ["first", "second", "third", "fourth", "fifth"] as const;

/** What the form says, as the verb takes it. */
export function ruleOf(values: ValuesOf<typeof ruleFields>): ApprovalRule {
  const contactIds = ranks.map((rank) => values[rank]).filter((id) => id !== null);
  return { contactIds, isInOrder: values.order === "in_order", allowsRecorded: values.allowsRecorded };
}

/** Whose approval each text of the client needs: for everybody to read, for an owner to change. */
export async function approvalRuleSection(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  input: { clientId: number; contacts: readonly ClientContact[]; state: FormState | null },
): Promise<Html> {
  const rule = await readApprovalRule(deps.sql, visit.agencyId, input.clientId);
  return html`<section aria-labelledby="freigaberegel"><h2 id="freigaberegel">Wer freigibt</h2>
<p>${ruleText(rule, input.contacts)}</p>
${rule.allowsRecorded && html`<p>Freigaben am Telefon oder auf Papier dürfen vermerkt werden.</p>`}
${visit.may("approvals.rule") && editor(visit, input, rule)}</section>`;
}

/** "Jede Freigabe braucht: erst Anna, dann Bernd." */
export function ruleText(
  { contactIds, isInOrder }: ApprovalRule,
  contacts: readonly ClientContact[],
): string {
  const names = contactIds.map(
    (id) => contacts.find((contact) => contact.id === id)?.name ?? "jemand, der fehlt",
  );
  if (names.length === 0) return "Bei jedem Text wird ein Kontakt gewählt, der freigibt.";
  if (names.length === 1) return `Jede Freigabe braucht: ${names[0]}.`;
  return isInOrder
    ? `Jede Freigabe braucht: erst ${names.join(", dann ")}.`
    : `Jede Freigabe braucht: ${names.join(", ")}, gleichzeitig gefragt.`;
}

function editor(
  visit: Context["visit"],
  {
    clientId,
    contacts,
    state,
  }: { clientId: number; contacts: readonly ClientContact[]; state: FormState | null },
  rule: ApprovalRule,
): Html {
  const able = contacts.filter(({ canApprove, email }) => canApprove && email !== null);
  const people = able.map(({ id, name, role }) => ({
    value: id,
    label: role === null ? name : `${name}, ${role}`,
  }));
  const chosen = Object.fromEntries(ranks.map((rank, index) => [rank, rule.contactIds[index] ?? null]));
  const seenStamp = ruleStamp(rule);
  const filled = filledForm({
    ...{ seenStamp, ...chosen },
    order: rule.isInOrder ? "in_order" : "at_once",
    allowsRecorded: rule.allowsRecorded,
  });
  return html`<details${state !== null && html` open`}><summary>Regel ändern</summary>
<p class="hint">Höchstens ${ruleContactsMax} Personen. Jede bekommt einen eigenen Link, und veröffentlicht wird erst, wenn alle dieselbe Fassung freigegeben haben.</p>
${formHtml({
  visit,
  action: clientPath(clientId, "/kontakte/freigaberegel"),
  fields: ruleFields,
  state: state ?? filled,
  prefix: "regel",
  options: Object.fromEntries(ranks.map((rank) => [rank, people])),
  submit: "Regel speichern",
})}</details>`;
}
