import { ServiceError } from "../../../../errors.ts";
import { findClient, type KnownClient } from "../../../../features/clients/sql.ts";
import type { Action } from "../../../../features/people/rights.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context, PageContent } from "../../definition.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { requireClient, type Visit } from "../../visit.ts";

export const clientsPath = "/app/kunden";

export type ShownClient = KnownClient & { id: number };

/** What belongs to one client, in the order of the tabs. */
const tabs = [
  { ending: "", label: "Übersicht", action: "clients.read" },
  { ending: "/newsroom", label: "Newsroom", action: "newsrooms.write" },
  { ending: "/domains", label: "Domains", action: "newsrooms.write" },
  { ending: "/kontakte", label: "Kontakte", action: "clients.read" },
  { ending: "/persona", label: "Persona", action: "clients.read" },
  { ending: "/mediathek", label: "Mediathek", action: "clients.read" },
  { ending: "/ziele", label: "Ziele", action: "clients.read" },
  { ending: "/berichtsvorlage", label: "Berichtsvorlage", action: "reports.create" },
  { ending: "/absender", label: "Absender", action: "newsrooms.write" },
  { ending: "/abonnenten", label: "Abonnenten", action: "contacts.write" },
] as const satisfies readonly { ending: string; label: string; action: Action }[];

type Tab = (typeof tabs)[number]["ending"];

export function clientPath(clientId: number, ending = ""): string {
  return `${clientsPath}/${clientId}${ending}`;
}

/** The client of the path. */
export async function clientOf(context: Pick<Context<{ id: string }>, "visit" | "params" | "deps">) {
  return await knownClient(context, numberInPath(context.params.id));
}

/** A client by its id. The same 404 for one that is not there, another agency's, and one that the person is not let to. */
export async function knownClient(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  id: number,
): Promise<ShownClient> {
  requireClient(visit, id);
  const client = await findClient(deps.sql, visit.agencyId, id);
  if (client === null) throw new ServiceError("not_found", "There is no such client.");
  return { id, ...client };
}

/** A page about one client, with the tabs to its others. */
export function clientPage(
  visit: Visit,
  client: ShownClient,
  page: { tab: Tab; title?: string; lead?: string | Html; tools?: Html; main: Html },
): PageContent {
  const { tab, title, main, ...content } = page;
  const label = tabs.find(({ ending }) => ending === tab)?.label;
  return {
    ...content,
    title: title ?? (tab === "" ? client.name : `${label}: ${client.name}`),
    trail: [
      { label: "Kunden", href: clientsPath },
      ...(tab === "" ? [] : [{ label: client.name, href: clientPath(client.id) }]),
      ...(title === undefined || tab === ""
        ? []
        : [{ label: label ?? "", href: clientPath(client.id, tab) }]),
    ],
    main: html`${client.status === "archived" && html`<p class="notice">Dieser Kunde ist archiviert. Sein Newsroom ist nicht zu sehen.</p>`}
<nav class="tabs" aria-label="${client.name}"><ul>${tabs
      .filter(({ action }) => visit.may(action))
      .map(
        (each) =>
          html`<li><a href="${clientPath(client.id, each.ending)}"${each.ending === tab && html` aria-current="page"`}>${each.label}</a></li>`,
      )}</ul></nav>
${main}`,
  };
}
