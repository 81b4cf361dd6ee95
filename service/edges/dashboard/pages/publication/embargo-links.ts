import { ServiceError } from "../../../../errors.ts";
import { draftOf } from "../../../../features/workflow/drafts/find-draft.ts";
import {
  createEmbargoLink,
  listEmbargoLinks,
  passwordCharactersMax,
  revokeEmbargoLink,
} from "../../../../features/workflow/embargo/embargo-links.ts";
import { isEmbargoed } from "../../../../features/workflow/embargo/mailing-links.ts";
import type { EmbargoLinkRow } from "../../../../features/workflow/embargo/sql.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import { optionalTextField, textField } from "../../forms/text-fields.ts";
import { optionalMomentField } from "../../forms/value-fields.ts";
import { readWallClock } from "../../parts/clock-change.ts";
import { confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml, shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { draftTabs } from "../texts/draft-tabs.ts";
import { approvalPath, embargoPath, textsPath } from "../texts/paths.ts";
import { draftIdOfVisit } from "./draft-of-visit.ts";

const path = "/app/meldungen/:draftId/vorab";

const linkFields = {
  name: textField({
    label: "Für wen",
    hint: "Redaktion oder Person. Leser sehen das nicht.",
    charactersMax: 200,
  }),
  password: optionalTextField({
    label: "Passwort",
    hint: "Ohne Eingabe wird eines erzeugt. Mindestens zehn Zeichen.",
    charactersMax: passwordCharactersMax,
  }),
  expiresAt: optionalMomentField({ label: "Gültig bis", hint: "Ohne Eingabe 30 Tage." }),
};

const linksPage = definePage({
  path,
  action: "drafts.read",
  handle: (context) => showLinks(context, emptyForm),
});

const createForm = defineForm({
  path,
  action: "releases.publish",
  fields: linkFields,
  async handle(context) {
    const { visit, deps, values, idempotencyKey } = context;
    const draftId = await draftIdOfVisit(context);
    const id = timedIdOfForm(visit.agencyId, idempotencyKey, { draftId, ...values });
    const expiresAt =
      values.expiresAt === null ? undefined : readWallClock(values.expiresAt, visit.timeZone)?.instant;
    const { name, password } = values;
    const link = await createEmbargoLink(
      deps.sql,
      visit.agencyId,
      { draftId, name, ...(password !== null && { password }), expiresAt, id },
      { publicUrl: deps.publicUrl, actor: visit.actor },
    );
    return {
      title: `Link für ${name}`,
      trail: trail(draftId),
      lead: "Link und Passwort stehen nur dieses eine Mal hier. Am besten schicken Sie beides auf zwei Wegen.",
      main: html`${link.isReplaced && html`<p class="notice">Das Formular kam noch einmal: Der Link, der zuvor hier stand, gilt nicht mehr.</p>`}<p><label for="link">Link</label></p><p><input class="secret" id="link" readonly value="${link.url}"></p>
<p><label for="passwort">Passwort</label></p><p><input class="secret" id="passwort" readonly value="${link.password}"></p>
<p>Gültig bis ${momentHtml(visit, new Date(link.expiresAt))}.</p>
<p class="buttons"><a class="button" href="${embargoPath(draftId)}">Zurück zu den Links</a></p>`,
    };
  },
  show: showLinks,
  reasons: {
    not_approved: "Vorab zeigen lässt sich nur eine freigegebene Meldung, die noch nicht erschienen ist.",
  },
});

const revokeForm = defineForm({
  path: `${path}/:linkId/beenden`,
  action: "releases.publish",
  fields: {},
  async handle(context) {
    const { visit, deps, params } = context;
    const draftId = await draftIdOfVisit(context);
    const { links } = await listEmbargoLinks(deps.sql, visit.agencyId, { draftId, limit: 500 });
    const id = uuidInPath(params.linkId);
    if (!links.some((link) => link.id === id))
      throw new ServiceError("not_found", "The draft has no such link.");
    await revokeEmbargoLink(deps.sql, visit.agencyId, { id }, visit);
    return { location: embargoPath(draftId), notice: "Der Link gilt nicht mehr." };
  },
  show: showLinks,
});

export const embargoDefinitions = [linksPage, createForm, revokeForm];

async function showLinks(context: Context<{ draftId: string }>, state: FormState): Promise<PageContent> {
  const { visit, deps, query } = context;
  const draftId = await draftIdOfVisit(context);
  const [draft, page] = await Promise.all([
    draftOf(deps.sql, visit.agencyId, draftId),
    listEmbargoLinks(deps.sql, visit.agencyId, { draftId, cursor: cursorOf(query) }),
  ]);
  const canHave = isEmbargoed(draft);
  return {
    title: `Vorab zeigen: ${draft.content.title}`,
    trail: [{ label: "Meldungen", href: textsPath }],
    lead: "Links mit Passwort, mit denen ausgewählte Redaktionen eine freigegebene Meldung vor ihrem Termin lesen.",
    main: html`${draftTabs(draftId, embargoPath(draftId))}
${page.links.length === 0 ? nothing(canHave) : linksTable(visit, draftId, page.links)}
${pagerHtml({ path: embargoPath(draftId), query, nextCursor: page.nextCursor })}
${
  canHave &&
  visit.may("releases.publish") &&
  html`<h2>Neuer Link</h2>
${formHtml({ visit, action: embargoPath(draftId), fields: linkFields, state, submit: "Link anlegen" })}`
}`,
  };
}

function nothing(canHave: boolean): Html {
  return emptyHtml({
    title: "Noch kein Link",
    text: canHave
      ? "Legen Sie unten einen an."
      : "Dafür darf die Meldung noch nicht erschienen sein: Sie braucht eine freigegebene Fassung und eine Sperrfrist oder einen Termin, der noch bevorsteht.",
  });
}

function linksTable(visit: Visit, draftId: string, links: readonly EmbargoLinkRow[]): Html {
  const isOpen = (link: EmbargoLinkRow) => link.revokedAt === null && link.expiresAt.getTime() > Date.now();
  return tableHtml({
    caption: "Links vor dem Termin",
    rows: links,
    columns: [
      { label: "Für", cell: ({ name }) => name },
      { label: "Fassung", cell: ({ draftVersion }) => draftVersion, isNumber: true },
      { label: "Geöffnet", cell: ({ openings }) => formatCount(openings), isNumber: true },
      {
        label: "Zuletzt",
        cell: ({ lastOpenedAt }) => (lastOpenedAt === null ? "–" : shortMomentHtml(visit, lastOpenedAt)),
      },
      {
        label: "Gültig bis",
        cell: (link) =>
          isOpen(link)
            ? shortMomentHtml(visit, link.expiresAt)
            : link.revokedAt === null
              ? "abgelaufen"
              : "zurückgezogen",
      },
      ...(visit.may("releases.publish")
        ? [
            {
              label: "Zurückziehen",
              isAction: true,
              cell: (link: EmbargoLinkRow) =>
                isOpen(link) &&
                confirmHtml({
                  visit,
                  action: `${embargoPath(draftId)}/${link.id}/beenden`,
                  label: "Zurückziehen …",
                  question: `${link.name} kann die Meldung dann nicht mehr öffnen.`,
                  confirm: "Ja, zurückziehen",
                }),
            },
          ]
        : []),
    ],
  });
}

function trail(draftId: string) {
  return [
    { label: "Meldungen", href: textsPath },
    { label: "Freigabe", href: approvalPath(draftId) },
  ];
}
