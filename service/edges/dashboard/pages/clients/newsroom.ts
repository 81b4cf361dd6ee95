import { settingSections } from "../../../../features/clients/newsroom-settings.ts";
import { listAssets } from "../../../../features/media/list-assets.ts";
import { isPicture } from "../../../../features/media/media-types.ts";
import { changeNewsroom } from "../../../../features/newsroom/settings/change-newsroom.ts";
import { type NewsroomView, showNewsroom } from "../../../../features/newsroom/settings/show-newsroom.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import { colorScript } from "../../forms/color-field.ts";
import type { Option } from "../../forms/fields.ts";
import { emptyForm, type FormState, filledForm } from "../../forms/form-state.ts";
import { readFile } from "../../forms/read-form.ts";
import { fieldHtml, formAction, formHtml } from "../../forms/render-form.ts";
import { otherFormScript } from "../../parts/other-form-script.ts";
import { uploadRefusal } from "../../uploads/define-uploads.ts";
import { clientOf, clientPage, clientPath, clientsPath } from "./client-frame.ts";
import {
  checkLogo,
  isLogoRefusal,
  logoFieldHtml,
  logoFormBytesMax,
  logoName,
  storeLogo,
} from "./logo-file.ts";
import { accentNote, changesOf, newsroomFields, typedNewsroom } from "./newsroom-fields.ts";
import { previewScript } from "./preview-script.ts";

const path = `${clientsPath}/:id/newsroom` as const;
const tab = "/newsroom";
/** A select with more is no help: logos and portraits are uploaded when they are needed. */
const picturesOffered = 100;
const conflict =
  "Diese Einstellungen wurden inzwischen an anderer Stelle geändert. Es wurde nichts überschrieben: Vergleichen Sie beides und speichern Sie dann noch einmal.";
/** Imprint, privacy notice and boilerplate at their longest, in letters that take nine bytes each in a form. */
const bodyBytesMax = 800_000;

const newsroomPage = definePage({
  path,
  action: "newsrooms.write",
  scripts: [previewScript, colorScript, otherFormScript],
  async handle(context) {
    const { visit, deps } = context;
    const { id } = await clientOf(context);
    const view = await showNewsroom(deps.sql, visit.agencyId, id);
    return await showSettings(context, filledForm(typedNewsroom(view)));
  },
});

const newsroomForm = defineForm({
  path,
  action: "newsrooms.write",
  scripts: [previewScript, colorScript, otherFormScript],
  fields: newsroomFields,
  bodyBytesMax,
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const { changed, accentColors } = await changeNewsroom(
      deps.sql,
      visit.agencyId,
      { clientId: id, changes: changesOf(values), seenStamp: values.seenStamp },
      visit.actor,
    );
    const note = changed.includes("accentColor") ? accentNote(values.accentColor, accentColors) : "";
    return {
      location: clientPath(id, tab),
      notice:
        changed.length === 0
          ? "Es war nichts zu ändern."
          : `Die Einstellungen sind gespeichert. ${note}`.trim(),
    };
  },
  show: showSettings,
  reasons: { version_conflict: conflict },
});

/** A logo where it is needed: into the library, and into the newsroom at once. */
const logoForm = defineRawForm({
  path: `${path}/logo`,
  action: "newsrooms.write",
  scripts: [previewScript, colorScript, otherFormScript],
  async handle(context) {
    const { visit, deps, request } = context;
    const client = await clientOf(context);
    const refused = async (message: string) => {
      const view = await showNewsroom(deps.sql, visit.agencyId, client.id);
      return {
        ...(await showSettings(context, { ...filledForm(typedNewsroom(view)), message }, message)),
        status: 400 as const,
      };
    };
    try {
      const file = await readFile(request, logoName, logoFormBytesMax);
      checkLogo(file);
      await storeLogo(context, { client, file });
    } catch (error) {
      if (!isLogoRefusal(error)) throw error;
      return await refused(uploadRefusal(error));
    }
    return {
      location: clientPath(client.id, tab),
      notice: "Das Logo ist gespeichert und steht im Newsroom.",
    };
  },
});

export const newsroomDefinitions = [newsroomPage, newsroomForm, logoForm];

async function showSettings(
  context: Context<{ id: string }>,
  state: FormState,
  logoProblem: string | null = null,
): Promise<PageContent> {
  const { visit, deps } = context;
  const client = await clientOf(context);
  const view = await showNewsroom(deps.sql, visit.agencyId, client.id);
  const previewPath = formAction(visit, clientPath(client.id, `${tab}/vorschau`));
  const note = accentNote(view.accentColor, view.accentColors);
  const pictures = await pictureOptions(context, client.id, view);
  const options = { contactPictureAssetId: pictures, logoAssetId: pictures };
  const field = (name: keyof typeof newsroomFields) => fieldHtml(newsroomFields, name, state, { options });
  return clientPage(visit, client, {
    tab,
    lead: "Was Journalistinnen und Journalisten sehen, und was dort gezählt wird.",
    ...(visit.may("newsrooms.move") && {
      tools: html`<a class="button" href="${clientPath(client.id, `${tab}/umzug`)}">Newsroom umziehen</a>`,
    }),
    main: html`<div class="with-preview" data-preview="${previewPath}">
${formHtml({
  visit,
  action: clientPath(client.id, tab),
  fields: newsroomFields,
  state,
  submit: "Speichern",
  ...(client.status === "active" ? { beside: previewButton(previewPath) } : {}),
  body: html`${field("seenStamp")}${settingSections.map(
    ({ title, names }) => html`<h2>${title}</h2>
${names.map((name) => html`${field(name)}${name === "accentColor" && html`<p class="hint" id="farbhinweis" aria-live="polite">${note}</p>`}`)}`,
  )}`,
})}
</div>
<section id="logo" aria-labelledby="logo-titel"><h2 id="logo-titel">Logo hochladen</h2>
${formHtml({
  visit,
  action: clientPath(client.id, `${tab}/logo`),
  fields: {},
  state: emptyForm,
  isMultipart: true,
  submit: "Logo hochladen",
  body: logoFieldHtml({ label: "PNG, JPEG oder WebP, auch hierher gezogen", problem: logoProblem }),
})}</section>`,
  });
}

function previewButton(previewPath: string): Html {
  return html`<button formaction="${previewPath}" formtarget="_blank" data-preview-button>Vorschau in neuem Fenster</button>`;
}

/** The newest pictures of the client, and those that are chosen, however old they are. */
async function pictureOptions(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  clientId: number,
  { logoAssetId, contactPictureAssetId }: NewsroomView,
): Promise<Option[]> {
  const { assets } = await listAssets(deps.sql, visit.agencyId, { clientId, limit: picturesOffered });
  const newest = assets.filter(isPicture).map(({ id, fileName }) => ({ value: id, label: fileName }));
  const chosen = [...new Set([logoAssetId, contactPictureAssetId])].filter((id) => id !== null);
  const older = chosen.filter((id) => newest.every(({ value }) => value !== id));
  return [...newest, ...older.map((id) => ({ value: id, label: "Bisheriges Bild" }))];
}
