import { v7 as uuidv7 } from "uuid";
import { type Html, html } from "../../../floor/web/html.ts";
import { idempotencyKeyName } from "../forms/read-form.ts";
import { formAction } from "../forms/render-form.ts";
import type { Visit } from "../visit.ts";

/** A button that asks once more before it does what can't be undone. Works without JavaScript. */
export function confirmHtml(input: {
  visit: Pick<Visit, "agencyId">;
  action: string;
  label: string;
  /** What will happen. */
  question: string;
  confirm: string;
  /** The next step of its page, which nobody should have to look for. */
  isPrimary?: boolean;
  /** Hidden fields that the form sends along. */
  values?: Readonly<Record<string, string>>;
}): Html {
  return html`<details class="confirm"><summary${input.isPrimary === true && html` class="button primary"`}>${input.label}</summary>
<p>${input.question}</p>
${buttonFormHtml({ ...input, label: input.confirm, isDangerous: input.isPrimary !== true })}</details>`;
}

/** A form that is only a button, or with an id one whose button stands elsewhere. */
export function buttonFormHtml(input: {
  visit: Pick<Visit, "agencyId">;
  action: string;
  label?: string;
  id?: string;
  /** What it is about, for screen readers, where the same button stands in each row. */
  about?: string;
  values?: Readonly<Record<string, string>>;
  isDangerous?: boolean;
  /** The next step of its page. */
  isPrimary?: boolean;
}): Html {
  const { visit, action, label, id, about, values = {}, isDangerous, isPrimary } = input;
  return html`<form method="post" action="${formAction(visit, action)}"${id !== undefined && html` id="${id}"`}>
<input type="hidden" name="${idempotencyKeyName}" value="${uuidv7()}">
${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${label !== undefined && html`<button${isDangerous === true && html` class="danger"`}${isPrimary === true && html` class="primary"`}>${label}${about !== undefined && html`<span class="unseen">: ${about}</span>`}</button>`}</form>`;
}
