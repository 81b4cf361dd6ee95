import { ServiceError } from "../../../../errors.ts";
import { addProvider } from "../../../../features/insights/providers/add-provider.ts";
import { removeProvider } from "../../../../features/insights/providers/remove-provider.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- only the time of a reading that comes anyway.
import {
  listProviders,
  type ProviderConnection,
  readProviderSoon,
} from "../../../../features/insights/providers/sql.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { addressField, textField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import { feedsPath } from "./paths.ts";
import { tabsHtml } from "./tabs.ts";

const fields = {
  name: textField({
    label: "Name der Quelle",
    hint: "So steht sie in Berichten, zum Beispiel „Medienbeobachtung Nord“.",
    charactersMax: 200,
  }),
  url: addressField({
    label: "Adresse des Feeds oder der News-Sitemap",
    hint: "Beginnt mit https, zum Beispiel https://www.zeitung.de/sitemap-news.xml. Wir behandeln sie wie ein Passwort und zeigen sie nicht wieder.",
    charactersMax: 2000,
  }),
};

const stateTexts = { new: "Noch nicht gelesen", active: "Wird gelesen", failing: "Gestört" } as const;
const faultTexts: Readonly<Record<string, string>> = {
  dns: "Der Server ist unbekannt.",
  connect: "Der Server ist nicht erreichbar.",
  tls: "Das Zertifikat des Servers stimmt nicht.",
  timeout: "Der Server antwortet nicht.",
  http_status: "Der Server lehnt ab. Ist die Adresse noch gültig?",
  not_a_feed: "Unter der Adresse steht weder ein Feed noch eine News-Sitemap.",
  unsafe_endpoint: "Die Adresse ist nicht öffentlich.",
};

const feedsPage = definePage({
  path: feedsPath,
  action: "feeds.read",
  handle: (context) => showFeeds(context, emptyForm),
});

const addForm = defineForm({
  path: feedsPath,
  action: "feeds.write",
  fields,
  async handle({ visit, values, deps }) {
    const { actor } = visit;
    await addProvider(deps.sql, visit.agencyId, { ...values, rules: deps.targetRules, actor });
    deps.wake("providers");
    return { location: feedsPath, notice: "Der Feed wird ab jetzt alle 15 Minuten gelesen." };
  },
  show: showFeeds,
  fieldReasons: {
    url: "Diese Adresse nehmen wir nicht: Sie muss öffentlich sein, mit https beginnen und noch nicht in der Liste stehen. Eine Agentur hat höchstens 50 Feeds.",
  },
});

const readForm = defineForm({
  path: `${feedsPath}/:feedId/lesen`,
  action: "feeds.write",
  fields: {},
  async handle({ visit, params, deps }) {
    const id = uuidInPath(params.feedId);
    await knownFeed({ visit, deps }, id);
    const isRead = await readProviderSoon(deps.sql, visit.agencyId, id);
    deps.wake("providers");
    return {
      location: feedsPath,
      notice: isRead ? "Der Feed wird jetzt gelesen." : "Der Feed wird gerade schon gelesen.",
    };
  },
  show: showFeeds,
});

const removeForm = defineForm({
  path: `${feedsPath}/:feedId/entfernen`,
  action: "feeds.write",
  fields: {},
  async handle({ visit, params, deps }) {
    const { actor } = visit;
    await removeProvider(deps.sql, visit.agencyId, { id: uuidInPath(params.feedId), actor });
    return { location: feedsPath, notice: "Der Feed wird nicht mehr gelesen. Was er gebracht hat, bleibt." };
  },
  show: showFeeds,
});

export const feedDefinitions = [feedsPage, addForm, readForm, removeForm];

async function showFeeds({ visit, deps }: Context, state: FormState): Promise<PageContent> {
  const feeds = await listProviders(deps.sql, visit.agencyId);
  return {
    title: "Feeds",
    lead: "Feeds Ihrer Medienbeobachtung (RSS oder Atom) und News-Sitemaps von Medien. Nennt ein Beitrag eine Ihrer Meldungen, steht er unter „Gefunden“.",
    main: html`${tabsHtml(visit, feedsPath)}
${
  feeds.length === 0
    ? emptyHtml({
        title: "Noch kein Feed",
        text: "Die meisten Dienste der Medienbeobachtung bieten einen RSS-Feed an. Tragen Sie seine Adresse ein, oder die News-Sitemap eines Mediums.",
      })
    : tableHtml({
        caption: "Feeds der Agentur",
        rows: feeds,
        columns: [
          { label: "Quelle", cell: ({ name }) => name },
          { label: "Zustand", cell: stateHtml },
          {
            label: "Zuletzt gelesen",
            cell: ({ lastSyncAt }) => (lastSyncAt === null ? "–" : shortMomentHtml(visit, lastSyncAt)),
          },
          { label: "Einträge", isNumber: true, cell: ({ lastItems }) => lastItems ?? "–" },
          ...(visit.may("feeds.write")
            ? [
                {
                  label: "Aktionen",
                  isAction: true,
                  cell: ({ id, name }: ProviderConnection) =>
                    html`${buttonFormHtml({ visit, action: `${feedsPath}/${id}/lesen`, label: "Jetzt lesen", about: name })}
${confirmHtml({
  visit,
  action: `${feedsPath}/${id}/entfernen`,
  label: "Entfernen …",
  question: `„${name}“ wird nicht mehr gelesen und die Adresse vergessen. Was der Feed gebracht hat, bleibt.`,
  confirm: "Ja, entfernen",
})}`,
                },
              ]
            : []),
        ],
      })
}
${
  visit.may("feeds.write") &&
  html`<h2>Feed hinzufügen</h2>
${formHtml({ visit, action: feedsPath, fields, state, submit: "Hinzufügen" })}`
}`,
  };
}

function stateHtml({ state, fault }: ProviderConnection) {
  const kind = { new: "state", active: "state good", failing: "state bad" }[state];
  return html`<span class="${kind}">${stateTexts[state]}</span>${fault !== null && html`<span class="facts">${faultTexts[fault] ?? "Der Feed lässt sich nicht lesen."}</span>`}`;
}

async function knownFeed({ visit, deps }: Pick<Context, "visit" | "deps">, id: string): Promise<void> {
  const feeds = await listProviders(deps.sql, visit.agencyId);
  if (!feeds.some((feed) => feed.id === id))
    throw new ServiceError("not_found", "The agency has no such feed.");
}
