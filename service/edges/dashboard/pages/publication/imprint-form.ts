import type { Html } from "../../../../floor/web/html.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { areaField } from "../../forms/text-fields.ts";
import type { Visit } from "../../visit.ts";
import { publishPath } from "../texts/paths.ts";

export const imprintFields = {
  imprintMarkdown: areaField({
    label: "Impressum",
    hint: "Name, Anschrift, Vertretung, Register, Kontakt. Es steht im Newsroom; Markdown ist möglich.",
    charactersMax: 20_000,
    rows: 5,
  }),
};

/** Asks for what the newsroom lacks where it is needed, so that nobody has to leave the page. */
export function imprintHtml(visit: Visit, draftId: string, state: FormState | null): Html | null {
  if (!visit.may("newsrooms.write")) return null;
  return formHtml({
    visit,
    action: `${publishPath(draftId)}/impressum`,
    fields: imprintFields,
    state: state ?? emptyForm,
    prefix: "impressum",
    submit: "Impressum speichern",
  });
}
