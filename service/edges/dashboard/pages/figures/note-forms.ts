import { addNote, noteCharactersMax, removeNote } from "../../../../features/reporting/figures/notes.ts";
import { requireScope } from "../../../../features/reporting/figures/read-figures.ts";
import type { FiguresScope } from "../../../../features/reporting/reports/scope-clients-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { textField } from "../../forms/text-fields.ts";
import { optionalDayField } from "../../forms/value-fields.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { numberInPath, uuidInPath } from "../../parts/path-id.ts";
import { figuresPath, folders, scopePath } from "./paths.ts";
import { type ChosenPeriod, withPeriod } from "./period.ts";

const noteFields = {
  day: optionalDayField({ label: "Tag" }),
  text: textField({ label: "Notiz", charactersMax: noteCharactersMax }),
};

/** The forms that add and remove notes of a release or client. */
export const noteDefinitions = (["article", "client"] as const).flatMap((type) => {
  const path = `${folders[type]}/:id/notizen`;
  const scopeOf = (id = ""): FiguresScope => ({ type, id: String(numberInPath(id)) });
  const showForm = async (
    { visit, params, query, deps }: Context,
    state: FormState,
  ): Promise<PageContent> => {
    const scope = scopeOf(params.id);
    // What was typed is shown to nobody whose page this is not.
    await requireScope(deps.sql, visit.agencyId, { scope, clientIds: visit.clientIds });
    const back = scopePath(scope);
    return {
      title: "Notiz eintragen",
      trail: [
        { label: "Zahlen", href: figuresPath },
        { label: "Zurück zu den Zahlen", href: back },
      ],
      main: formHtml({
        visit,
        action: withPeriod(`${back}/notizen`, query),
        fields: noteFields,
        state,
        submit: "Eintragen",
      }),
    };
  };
  return [
    defineForm({
      path,
      action: "figures.note",
      fields: noteFields,
      async handle({
        visit,
        params,
        values,
        deps,
        idempotencyKey,
        query,
      }: Context & { values: { day: string | null; text: string }; idempotencyKey: string }) {
        const { agencyId, clientIds, actor } = visit;
        const scope = scopeOf(params.id);
        const { day, text } = values;
        // Another text from the same form, as after the browser's way back, is another note: it was lost without a word.
        const id = timedIdOfForm(agencyId, idempotencyKey, { day, text });
        await addNote(deps.sql, agencyId, { id, scope, day: day ?? "", text, clientIds }, actor);
        return { location: withPeriod(scopePath(scope), query), notice: "Die Notiz ist eingetragen." };
      },
      show: showForm,
    }),
    defineForm({
      path: `${path}/:noteId/entfernen`,
      action: "figures.note",
      fields: {},
      async handle({ visit, params, deps, query }: Context) {
        const scope = scopeOf(params.id);
        const input = { id: uuidInPath(params.noteId ?? ""), scope, clientIds: visit.clientIds };
        await removeNote(deps.sql, visit.agencyId, input, visit.actor);
        return { location: withPeriod(scopePath(scope), query), notice: "Die Notiz ist entfernt." };
      },
      show: showForm,
    }),
  ];
});

/** The form below the chart; null where nobody writes notes, or this person does not. */
export function noteForm(
  { visit }: Context,
  scope: FiguresScope,
  { today, query }: ChosenPeriod,
): Html | null {
  if (!hasNotes(scope) || !visit.may("figures.note")) return null;
  const action = `${scopePath(scope)}/notizen?${query}`;
  const state = { ...emptyForm, typed: { day: [today] } };
  return html`<details class="note-form"><summary>Notiz eintragen …</summary><p class="facts">Höchstens ${noteCharactersMax} Zeichen, etwa „Pressekonferenz“ oder „Newsletter verschickt“. Notizen stehen auch in Berichten, die danach entstehen.</p>
${formHtml({ visit, action, fields: noteFields, state, submit: "Eintragen", prefix: "notiz" })}</details>`;
}

/** The button beside a note in the list below the chart. */
export function noteRemoval(
  { visit }: Context,
  scope: FiguresScope,
  { noteId, text, period }: { noteId: string; text: string; period: ChosenPeriod },
): Html | null {
  if (!hasNotes(scope) || !visit.may("figures.note")) return null;
  const action = `${scopePath(scope)}/notizen/${noteId}/entfernen?${period.query}`;
  return buttonFormHtml({ visit, action, label: "Entfernen", about: text });
}

function hasNotes({ type }: FiguresScope): boolean {
  return type === "article" || type === "client";
}
