import type { Action } from "../../../../features/people/rights.ts";
import { firstCharacters } from "../../../../floor/strings/first-characters.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import {
  type Context,
  type Definition,
  defineForm,
  type PageContent,
  type ParamsOf,
} from "../../definition.ts";
import type { Field, Fields, Option } from "../../forms/fields.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formAction } from "../../forms/render-form.ts";
import { optionalTextField } from "../../forms/text-fields.ts";
import type { Script } from "../../script.ts";
import type { Visit } from "../../visit.ts";

const queryCharactersMax = 200;

/** What was searched for; null for nothing. */
export function searchOf(typed: string | null | undefined): string | null {
  const text = firstCharacters((typed ?? "").trim(), queryCharactersMax);
  return text === "" || text.includes("\0") || !text.isWellFormed() ? null : text;
}

/** A line to search a list by; `kept` is what else stays in the address. */
export function searchHtml(path: string, query: URLSearchParams, label: string, kept = ""): Html {
  return html`<form class="list-search" method="get" action="${path}">${[...new URLSearchParams(kept)].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label for="liste-q">${label}</label>
${lineHtml("liste-q", searchOf(query.get("q")), html`<button>Suchen</button>`)}</form>`;
}

/** A line of a form to search what the form offers; the page hands over `searchButton` for it. */
export function searchField(label: string): Field<string | null> {
  return {
    ...optionalTextField({ label, charactersMax: queryCharactersMax }),
    isOptional: false,
    control: ({ id, typed, options }) =>
      html`${lineHtml(id, typed[0] ?? null, html`<button formaction="${`${options[0]?.value}#${id}`}">Suchen</button>`)}${
        // A form that is drawn again looks like one that was saved.
        typed.length > 0 &&
        html`<p class="facts" role="status">${searchOf(typed[0]) !== null && "Was dazu passt, steht jetzt zur Auswahl. "}Noch ist nichts gespeichert.</p>`
      }`,
  };
}

/** Where the form at a path is searched, for the options of its `searchField`, which is named `q`. */
export function searchButton(visit: Visit, path: string): Option[] {
  return [{ value: formAction(visit, `${path}/suchen`), label: "Suchen" }];
}

/**
 * Draws the form of a page again with what its search finds and all that was typed, right or not. Works without a script. The search comes
 * before the form's own button, so that Enter in any line searches and stores nothing.
 */
export function defineSearch<const Path extends string>({
  path,
  fields,
  ...definition
}: {
  path: Path;
  action: Action;
  fields: Fields;
  scripts?: readonly Script[];
  show: (context: Context<ParamsOf<`${Path}/suchen`>>, state: FormState) => Promise<PageContent>;
}): Definition {
  const asTyped = Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, read: (typed: readonly string[]) => ({ value: typed }) },
  ]);
  return defineForm({
    path: `${path}/suchen`,
    fields: Object.fromEntries(asTyped) as Record<string, Field<readonly string[]>>,
    ...definition,
    handle: (context) => definition.show(context, filledForm(context.values)),
  });
}

function lineHtml(id: string, text: string | null, button: Html): Html {
  return html`<div class="line"><input type="search" id="${id}" name="q" maxlength="${queryCharactersMax}" value="${text ?? ""}" autocomplete="off">${button}</div>`;
}
