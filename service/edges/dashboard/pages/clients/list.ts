import { createClient } from "../../../../features/clients/create-client.ts";
import type { LegalText } from "../../../../features/clients/legal-text.ts";
import { listClients } from "../../../../features/clients/list-clients.ts";
import { urlCharactersMax } from "../../../../floor/web/field-rules.ts";
import { html } from "../../../../floor/web/html.ts";
import { mailAddressOctetsMax } from "../../../../floor/web/mail-address.ts";
import { refuseFields } from "../../../../floor/web/refuse-fields.ts";
import { candidateSlugs } from "../../../../floor/web/slug.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { fieldsHtml, formHtml } from "../../forms/render-form.ts";
import {
  optionalAddressField,
  optionalAreaField,
  optionalTextField,
  textField,
} from "../../forms/text-fields.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { foldedFilterHtml, typedIn } from "../../parts/list-filter.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { uploadRefusal } from "../../uploads/define-uploads.ts";
import { clientPath, clientsPath } from "./client-frame.ts";
import {
  checkLogo,
  hasLogo,
  isLogoRefusal,
  logoFieldHtml,
  logoFormBytesMax,
  logoName,
  storeLogo,
} from "./logo-file.ts";

const newPath = `${clientsPath}/neu`;
/** What a person looks through before a search is quicker. */
const clientsPerPage = 50;

const logoThere = "Ein Logo ist schon da. Soll es ein anderes sein, wählen Sie es bitte hier aus.";

const newFields = {
  name: textField({ label: "Name", charactersMax: 200, autocomplete: "organization" }),
  slug: optionalTextField({
    label: "Ende der Adresse",
    hint: "Steht in der Adresse des Newsrooms, etwa „mueller-maschinenbau“. Ohne Angabe wird es aus dem Namen gebildet.",
    charactersMax: 80,
  }),
  contactEmail: optionalTextField({
    label: "E-Mail-Adresse der Pressestelle",
    hint: "Steht im Newsroom. Gehört sie niemandem aus Ihrem Team, gehen Freigaben auch dorthin, bis es einen anderen Kontakt gibt.",
    charactersMax: mailAddressOctetsMax,
  }),
  imprintUrl: optionalAddressField({
    label: "Impressum: Adresse",
    hint: "Ein Newsroom ohne Impressum ist nicht zu sehen (§ 5 DDG). Sie können es auch später angeben.",
    charactersMax: urlCharactersMax,
  }),
  imprintMarkdown: optionalAreaField({
    label: "oder Impressum: Text",
    hint: "Steht dann im Newsroom selbst. Markdown ist möglich.",
    charactersMax: 20_000,
    rows: 5,
  }),
};

const listPage = definePage({
  path: clientsPath,
  action: "clients.read",
  async handle({ visit, query, deps }) {
    const words = typedIn(query, "q") ?? "";
    const status = query.get("stand") === "archived" ? "archived" : "active";
    const { clients, nextCursor } = await listClients(deps.sql, visit.agencyId, {
      limit: clientsPerPage,
      status,
      clientIds: visit.clientIds,
      ...(words === "" ? {} : { query: words }),
      cursor: cursorOf(query),
    });
    const mayCreate = visit.may("clients.create");
    return {
      title: "Kunden",
      lead: "Für wen Sie arbeiten: Newsroom, Kontakte, Persona und Mediathek.",
      tools: mayCreate ? html`<a class="button primary" href="${newPath}">Kunden anlegen</a>` : html``,
      main: html`${foldedFilterHtml({
        path: clientsPath,
        label: "Kunden filtern",
        query,
        fields: [
          { name: "q", label: "Name enthält", type: "search" },
          {
            name: "stand",
            label: "Stand",
            all: "Aktive",
            options: [{ value: "archived", label: "Archivierte" }],
          },
        ],
      })}
${
  clients.length === 0
    ? emptyClients(words !== "" || status === "archived" || query.has("cursor"), mayCreate)
    : html`${tableHtml({
        caption: "Kunden",
        rows: clients,
        columns: [
          { label: "Kunde", cell: ({ id, name }) => html`<a href="${clientPath(id)}">${name}</a>` },
          { label: "Offene Texte", cell: ({ openDrafts }) => openDrafts, isNumber: true },
          { label: "Freigaben offen", cell: ({ pendingApprovals }) => pendingApprovals, isNumber: true },
          { label: "Persona", cell: ({ hasPersona }) => (hasPersona ? "ja" : "–") },
        ],
      })}
${pagerHtml({ path: clientsPath, query, nextCursor })}`
}`,
    };
  },
});

function emptyClients(isFiltered: boolean, mayCreate: boolean) {
  if (isFiltered)
    return emptyHtml({ title: "Nichts gefunden", text: "Zu dieser Auswahl gibt es keinen Kunden." });
  return emptyHtml({
    title: "Noch kein Kunde",
    text: "Mit dem ersten Kunden entsteht sein Newsroom. Dann können Sie Meldungen schreiben.",
    ...(mayCreate ? { link: { label: "Kunden anlegen", href: newPath } } : {}),
  });
}

const newPage = definePage({
  path: newPath,
  action: "clients.create",
  handle: (context) => showNew(context, emptyForm),
});

const newForm = defineForm({
  path: newPath,
  action: "clients.create",
  fields: newFields,
  fileName: logoName,
  bodyBytesMax: logoFormBytesMax,
  async handle(context) {
    const { visit, values, deps, file, idempotencyKey } = context;
    const { name, slug, contactEmail } = values;
    if (file !== null) checkLogo(file);
    const created = await createClient(
      deps.sql,
      visit.agencyId,
      {
        name,
        slugs: slug === null ? candidateSlugs(name, "kunde") : [slug],
        persona: null,
        contactEmail,
        imprint: imprintOf(values),
        formId: timedIdOfForm(visit.agencyId, idempotencyKey, values),
      },
      visit.actor,
    );
    const notice = `${name} ist angelegt.`;
    const location = clientPath(created.clientId);
    if (file === null) return { location, notice };
    const logoLocation = `${clientPath(created.clientId, "/newsroom")}#logo`;
    // A copy of the form may bring another file than the first, and nobody knows which is meant.
    if (!created.isNew && (await hasLogo(context, created.clientId)))
      return { location: logoLocation, notice: `${notice} ${logoThere}` };
    try {
      await storeLogo(context, { client: { id: created.clientId, name }, file });
    } catch (error) {
      if (!isLogoRefusal(error)) throw error;
      return { location: logoLocation, notice: `${notice} Das Logo fehlt noch: ${uploadRefusal(error)}` };
    }
    return { location, notice };
  },
  show: showNew,
});

export const clientListDefinitions = [listPage, newPage, newForm];

function imprintOf(values: { imprintUrl: string | null; imprintMarkdown: string | null }): LegalText | null {
  const { imprintUrl: url, imprintMarkdown: markdown } = values;
  if (url !== null && markdown !== null) {
    refuseFields({
      field: "imprintUrl",
      german: "Bitte entweder eine Adresse oder einen Text angeben.",
      english: "give an address or a text, not both.",
    });
  }
  if (url !== null) return { url };
  return markdown === null ? null : { markdown };
}

async function showNew({ visit }: Context, state: FormState): Promise<PageContent> {
  return {
    title: "Kunden anlegen",
    trail: [{ label: "Kunden", href: clientsPath }],
    main: formHtml({
      visit,
      action: newPath,
      fields: newFields,
      state,
      isMultipart: true,
      body: html`${fieldsHtml(newFields, state)}${logoFieldHtml({
        label: html`Logo <span class="optional">freiwillig</span>`,
        hint: "PNG, JPEG oder WebP, höchstens 5 MB. Es steht im Newsroom und auf der Seite für Freigaben.",
      })}`,
      submit: "Anlegen",
      beside: html`<a href="${clientsPath}">Abbrechen</a>`,
    }),
  };
}
