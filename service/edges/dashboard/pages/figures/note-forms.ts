import { addNote, noteCharactersMax, removeNote } from "../../../../features/reporting/figures/notes.ts";
import { requireScope } from "../../../../features/reporting/figures/read-figures.ts";
import type { FiguresScope } from "../../../../features/reporting/reports/scope-clients-sql.ts";
import { type Context, defineForm, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { idOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { textField } from "../../forms/text-fields.ts";
import { optionalDayField } from "../../forms/value-fields.ts";
import { numberInPath, uuidInPath } from "../../parts/path-id.ts";
import { figuresPath, folders, scopePath } from "./paths.ts";
import { withPeriod } from "./period.ts";

export const noteFields = {
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
        const id = idOfForm(agencyId, idempotencyKey);
        await addNote(
          deps.sql,
          agencyId,
          { id, scope, day: values.day ?? "", text: values.text, clientIds },
          actor,
        );
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
