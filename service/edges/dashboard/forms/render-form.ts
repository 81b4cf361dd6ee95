import { v7 as uuidv7 } from "uuid";
import { type Html, html, raw, renderHtml } from "../../../floor/web/html.ts";
import type { Visit } from "../visit.ts";
import type { Field, Fields, Option } from "./fields.ts";
import { type FormState, isRefused } from "./form-state.ts";
import { idempotencyKeyName } from "./read-form.ts";

type FieldsInput = {
  /** What `pickField` and `pickManyField` offer, by the field's name. */
  options?: Readonly<Record<string, readonly Option[]>>;
  /** Prefix of the ids of the form's fields, where a page has two forms. */
  prefix?: string;
};

type FormInput = {
  visit: Pick<Visit, "agencyId">;
  /** The path of the form's definition, with its parameters filled in. */
  action: string;
  fields: Fields;
  state: FormState;
  /** The fields, laid out by hand; all of them in their order where nothing is said. */
  body?: Html;
  submit: string;
  /** Beside the main button: another button with a name and a value of its own, or a link back. */
  beside?: Html;
  /** Files are sent with it. */
  isMultipart?: boolean;
  /** What it does can't be undone. */
  isDangerous?: boolean;
  /** What stands in it is not saved: `otherFormScript` asks before another form of its page is sent. */
  isUnsaved?: boolean;
} & FieldsInput;

/** A form with its summary of what is wrong, its fields and its button. */
export function formHtml(input: FormInput): Html {
  const { visit, action, fields, state, submit, beside, prefix = "f" } = input;
  const body = input.body ?? fieldsHtml(fields, state, input);
  return html`<form class="form" method="post" action="${formAction(visit, action)}" accept-charset="utf-8"${input.isMultipart === true && html` enctype="multipart/form-data"`}${input.isUnsaved === true && html` data-unsaved`} novalidate>
${isRefused(state) && summaryHtml(state, prefix, fields)}
<input type="hidden" name="${idempotencyKeyName}" value="${uuidv7()}">
${body}
<p class="buttons"><button class="${input.isDangerous === true ? "danger" : "primary"}">${submit}</button>${beside}</p>
</form>`;
}

/** A form says for which agency it was made, so that a tab of another agency changes nothing in this one. */
export function formAction(visit: Pick<Visit, "agencyId">, path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}agency=${visit.agencyId}`;
}

/** All fields in their order. */
export function fieldsHtml(fields: Fields, state: FormState, input: FieldsInput = {}): Html {
  return html`${Object.keys(fields).map((name) => fieldHtml(fields, name, state, input))}`;
}

/** One field with label, hint and reason, for a form that lays its fields out by itself. */
export function fieldHtml(fields: Fields, name: string, state: FormState, input: FieldsInput = {}): Html {
  const field = fields[name];
  if (field === undefined) throw new Error(`The form has no field ${name}.`);
  const id = `${input.prefix ?? "f"}-${name}`;
  const problem = state.problems[name];
  const drawn = field.control({
    id,
    name,
    typed: state.typed[name] ?? [],
    described: describedBy(field, id, problem),
    options: input.options?.[name] ?? [],
  });
  if (field.shape === "hidden") return drawn;
  const notes = html`${field.hint !== undefined && html`<p class="hint" id="${`${id}-hint`}">${field.hint}</p>`}
${problem !== undefined && html`<p class="problem" id="${`${id}-problem`}">${problem}</p>`}`;
  if (field.shape === "box")
    return html`<div class="field"><label class="box">${drawn}<span>${field.label}</span></label>${notes}</div>`;
  if (field.shape === "group")
    return html`<fieldset class="field" id="${id}"><legend>${field.label}${optional(field)}</legend>${notes}<div class="boxes">${drawn}</div></fieldset>`;
  return html`<div class="field"><label for="${id}">${field.label}${optional(field)}</label>${notes}${drawn}</div>`;
}

function optional({ isOptional, shape }: Field<unknown>): Html | null {
  return isOptional && shape !== "group" ? html` <span class="optional">freiwillig</span>` : null;
}

function describedBy(field: Field<unknown>, id: string, problem: string | undefined): Html {
  const ids = [
    ...(problem === undefined ? [] : [`${id}-problem`]),
    ...(field.hint === undefined ? [] : [`${id}-hint`]),
  ];
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`}${problem !== undefined && html` aria-invalid="true"`}`;
}

const summaryStart = '<div class="summary" role="alert"';

/** The page with the refusal, which stands above all else where the page shows no form: what has no fields, or a state without one. */
export function sayingWhy(main: Html, state: FormState, fields: Fields): Html {
  return renderHtml(main).includes(summaryStart) ? main : html`${summaryHtml(state, "f", fields)}${main}`;
}

export const pleaseCheck = "Bitte prüfen Sie Ihre Angaben.";

/** Why the form was refused, in focus, so that it is read out at once. */
export function summaryHtml({ problems, message }: FormState, prefix: string, fields: Fields): Html {
  const entries = Object.entries(problems);
  return html`${raw(summaryStart)} tabindex="-1" autofocus>
<p>${message ?? pleaseCheck}</p>
${entries.length > 0 && html`<ul>${entries.map(([name, problem]) => html`<li><a href="${`#${prefix}-${name}`}">${fields[name]?.label ?? name}</a>: ${problem}</li>`)}</ul>`}
</div>`;
}
