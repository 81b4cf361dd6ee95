import { streamOf } from "../../../../features/media/stream-of.ts";
import { removeClientSubscriber } from "../../../../features/newsroom/subscriptions/client-subscribers.ts";
import {
  exportClientSubscribers,
  frequencyLabels,
} from "../../../../features/newsroom/subscriptions/export-subscribers.ts";
import { countActiveSubscriptions } from "../../../../features/newsroom/subscriptions/sql.ts";
import { listSubscribers, type Subscriber } from "../../../../features/newsroom/subscriptions/subscribers.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { counted } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, defineRawForm, type PageContent } from "../../definition.ts";
import { hiddenField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { clientOf, clientPage, clientPath, clientsPath, type ShownClient } from "./client-frame.ts";

const path = `${clientsPath}/:id/abonnenten` as const;
const tab = "/abonnenten";

const subscribersPage = definePage({ path, action: "contacts.write", handle: showSubscribers });

const removeForm = defineForm({
  path: `${path}/entfernen`,
  action: "contacts.write",
  fields: { subscriptionId: hiddenField({ charactersMax: 36 }) },
  async handle(context) {
    const { visit, values, deps } = context;
    const { id } = await clientOf(context);
    const subscriptionId = uuidInPath(values.subscriptionId);
    await removeClientSubscriber(deps.sql, visit.agencyId, { clientId: id, subscriptionId }, visit.actor);
    return { location: clientPath(id, tab), notice: "Das Abonnement ist beendet, die Adresse gelöscht." };
  },
  show: showSubscribers,
});

/** A form and no link: that somebody takes the addresses away is noted. */
const exportForm = defineRawForm({
  path: `${path}/export`,
  action: "contacts.write",
  async handle(context) {
    const { visit, deps, request } = context;
    const { id, slug } = await clientOf(context);
    const lines = await exportClientSubscribers(
      deps.sql,
      visit.agencyId,
      { clientId: id },
      { secrets: deps.secrets, actor: visit.actor },
    );
    deps.allowSlowReader(request);
    return new Response(streamOf(lines), { headers: downloadHeaders(`abonnenten-${slug}.csv`) });
  },
});

export const subscriberDefinitions = [subscribersPage, removeForm, exportForm];

async function showSubscribers(context: Context<{ id: string }>): Promise<PageContent> {
  const { visit, deps, query } = context;
  const client = await clientOf(context);
  const [count, page] = await Promise.all([
    countActiveSubscriptions(deps.sql, visit.agencyId, client.id),
    listSubscribers(
      deps.sql,
      visit.agencyId,
      { clientId: client.id, cursor: cursorOf(query), isActiveOnly: true },
      deps.secrets,
    ),
  ]);
  const at = clientPath(client.id, tab);
  if (count === 0)
    return clientPage(visit, client, {
      tab,
      main: emptyHtml({
        title: "Noch keine Abonnenten",
        text: "Wer die Meldungen per E-Mail möchte, meldet sich auf der Seite des Newsrooms an und bestätigt seine Adresse.",
      }),
    });
  return clientPage(visit, client, {
    tab,
    lead: `${counted(count, "Abonnement", "Abonnements")} mit bestätigter Adresse.`,
    tools: buttonFormHtml({ visit, action: `${at}/export`, label: "Als CSV herunterladen" }),
    main: html`${subscriberTable({ visit, client, at, subscribers: page.subscribers })}
${pagerHtml({ path: at, query, nextCursor: page.nextCursor })}`,
  });
}

function subscriberTable(input: {
  visit: Visit;
  client: ShownClient;
  at: string;
  subscribers: readonly Subscriber[];
}): Html {
  const { visit, client, at, subscribers } = input;
  return tableHtml({
    caption: `Abonnenten von ${client.name}`,
    rows: subscribers,
    columns: [
      { label: "Adresse", cell: ({ email }) => email ?? "–" },
      { label: "Thema", cell: ({ topic }) => topic ?? "alle" },
      { label: "Wie oft", cell: ({ frequency }) => frequencyLabels[frequency] },
      {
        label: "Bestätigt",
        cell: ({ confirmedAt }) => (confirmedAt === null ? "–" : shortMomentHtml(visit, confirmedAt)),
      },
      {
        label: "Entfernen",
        isAction: true,
        cell: ({ id, email }) =>
          confirmHtml({
            visit,
            action: `${at}/entfernen`,
            label: "Entfernen …",
            question: `${email ?? "Diese Adresse"} bekommt dann keine Meldungen dieses Kunden mehr, und die Adresse wird gelöscht.`,
            confirm: "Ja, entfernen",
            values: { subscriptionId: id },
          }),
      },
    ],
  });
}
