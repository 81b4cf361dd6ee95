import {
  type ListedMention,
  listMentions,
  type MentionOrigin,
} from "../../../../features/insights/list-mentions.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml } from "../../parts/moment.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { clippingsPath, feedsPath, foundPath, importsPath } from "./paths.ts";
import { tabsHtml } from "./tabs.ts";

const mediaTypeLabels = {
  online: "Online",
  social: "Soziale Medien",
  print: "Print",
  radio: "Radio",
  television: "Fernsehen",
  podcast: "Podcast",
} as const;
const matchTypeLabels = {
  full_text: "Volltext",
  excerpt: "Auszug",
  mention: "Nennung",
  link: "Link",
} as const;

const importedPage = definePage({
  path: clippingsPath,
  action: "clippings.read",
  handle: (context) => showMentions(context, "imported"),
});

const foundPage = definePage({
  path: foundPath,
  action: "clippings.read",
  handle: (context) => showMentions(context, "observed"),
});

export const mentionDefinitions = [importedPage, foundPage];

async function showMentions({ visit, query, deps }: Context, origin: MentionOrigin): Promise<PageContent> {
  const { mentions, nextCursor } = await listMentions(deps.sql, visit.agencyId, {
    origin,
    clientIds: visit.clientIds,
    cursor: query.get("cursor") ?? undefined,
  });
  const path = origin === "imported" ? clippingsPath : foundPath;
  return {
    title: "Clippings",
    lead: "Wo über Ihre Meldungen berichtet wurde. Was aus Dateien kommt und was wir in Feeds finden, steht getrennt.",
    tools: visit.may("clippings.import")
      ? html`<a class="button primary" href="${`${importsPath}/neu`}">Datei importieren</a>`
      : html``,
    main: html`${tabsHtml(visit, path)}
${mentions.length === 0 ? emptyOf(visit, origin) : tableOf(visit, mentions)}
${pagerHtml({ path, query, nextCursor })}`,
  };
}

function emptyOf(visit: Visit, origin: MentionOrigin): Html {
  const isImported = origin === "imported";
  const link = isImported
    ? visit.may("clippings.import") && { label: "Datei importieren", href: `${importsPath}/neu` }
    : visit.may("feeds.write") && { label: "Feed hinzufügen", href: feedsPath };
  return emptyHtml({
    title: isImported ? "Noch keine Clippings importiert" : "Noch nichts gefunden",
    text: isImported
      ? "Nehmen Sie die CSV-Datei Ihres Clipping-Dienstes: Die Spalten ordnen Sie einmal zu, wir merken sie uns."
      : "Sobald ein Feed Ihrer Medienbeobachtung eine Ihrer Meldungen nennt, steht der Treffer hier.",
    ...(link === false ? {} : { link }),
  });
}

function tableOf(visit: Visit, mentions: readonly ListedMention[]): Html {
  return tableHtml({
    caption: "Clippings",
    rows: mentions,
    columns: [
      {
        label: "Beitrag",
        cell: ({ headline, url, medium, mediaType }) =>
          html`${url === "" ? headline : html`<a href="${url}" rel="noopener noreferrer" target="_blank">${headline}</a>`}<span class="facts">${medium}, ${mediaTypeLabels[mediaType]}</span>`,
      },
      { label: "Erschienen", cell: ({ publishedAt }) => momentHtml(visit, publishedAt) },
      {
        label: "Meldung",
        cell: ({ releaseTitle, clientName }) => html`${releaseTitle}<span class="facts">${clientName}</span>`,
      },
      { label: "Treffer", cell: ({ matchType }) => matchTypeLabels[matchType] },
      {
        label: "Reichweite (geschätzt)",
        isNumber: true,
        cell: ({ reach }) => (reach === null ? "–" : new Intl.NumberFormat("de-DE").format(reach)),
      },
      { label: "Quelle", cell: ({ source }) => source },
    ],
  });
}
