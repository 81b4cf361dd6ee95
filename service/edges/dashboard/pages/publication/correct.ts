import { correctRelease } from "../../../../features/workflow/releases/correct-release.ts";
import { readReleaseText } from "../../../../features/workflow/releases/read-release.ts";
import { html } from "../../../../floor/web/html.ts";
import { textCharactersMax } from "../../../../press-text/markdown/text-limits.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { areaField, optionalTextField, textField } from "../../forms/text-fields.ts";
import { approvalPath, releasePagePath, textsPath } from "../texts/paths.ts";
import { releaseOfVisit } from "./draft-of-visit.ts";

const path = "/app/meldungen/erschienen/:pressReleaseId/berichtigen";
/** A text of full length, each character sent as up to nine bytes, and the fields beside it. */
const bodyBytesMax = 1_000_000;

const fields = {
  note: textField({
    label: "Was wird berichtigt?",
    hint: "Ein Satz für Leser: Er steht auf der Seite hinter „Berichtigt am …“.",
    charactersMax: 500,
  }),
  title: textField({ label: "Überschrift", charactersMax: 300 }),
  subtitle: optionalTextField({ label: "Unterzeile", charactersMax: 500 }),
  bodyMarkdown: areaField({ label: "Text (Markdown)", charactersMax: textCharactersMax, rows: 18 }),
};

const correctPage = definePage({
  path,
  action: "releases.correct",
  async handle(context) {
    const { pressReleaseId } = await releaseOfVisit(context);
    const { deps, visit } = context;
    const { title, subtitle, bodyMarkdown } = await readReleaseText(deps.sql, visit.agencyId, pressReleaseId);
    return await showCorrection(context, filledForm({ title, subtitle, bodyMarkdown }));
  },
});

const correctForm = defineForm({
  path,
  action: "releases.correct",
  fields,
  bodyBytesMax,
  async handle(context) {
    const { visit, deps, values } = context;
    const { pressReleaseId } = await releaseOfVisit(context);
    const { subtitle, ...change } = values;
    const draft = await correctRelease(
      deps.sql,
      visit.agencyId,
      { pressReleaseId, ...change, subtitle: subtitle ?? "" },
      { ...deps, actor: visit.actor },
    );
    return {
      location: approvalPath(draft.id),
      notice: `Fassung ${draft.version} berichtigt die Meldung. Bitten Sie jetzt um die Freigabe.`,
    };
  },
  show: showCorrection,
  reasons: {
    no_changes: "Der Text ist derselbe wie der veröffentlichte. Bitte ändern Sie zuerst etwas.",
  },
});

export const correctDefinitions = [correctPage, correctForm];

async function showCorrection(
  context: Context<{ pressReleaseId: string }>,
  state: FormState,
): Promise<PageContent> {
  const { pressReleaseId, title } = await releaseOfVisit(context);
  const back = releasePagePath(pressReleaseId);
  return {
    title: "Meldung berichtigen",
    lead: "Leser sehen den bisherigen Text, bis der neue freigegeben und veröffentlicht ist.",
    trail: [
      { label: "Meldungen", href: textsPath },
      { label: title, href: back },
    ],
    main: formHtml({
      visit: context.visit,
      action: `${back}/berichtigen`,
      fields,
      state,
      submit: "Als neue Fassung speichern",
      beside: html`<a href="${back}">Abbrechen</a>`,
    }),
  };
}
