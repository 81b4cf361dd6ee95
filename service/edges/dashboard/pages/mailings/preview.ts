import { ServiceError } from "../../../../errors.ts";
import { findClient } from "../../../../features/clients/sql.ts";
import { previewMailing, sendTestMail } from "../../../../features/mailings/send-mailing.ts";
import { mailLoopName } from "../../../../floor/mail/outbox/loops.ts";
import { html } from "../../../../floor/web/html.ts";
import { refusal } from "../../../../floor/web/refuse-fields.ts";
import { defineForm, definePage, type PageContent } from "../../definition.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import {
  knownMailing,
  type MailingContext,
  mailingPage,
  mailingPath,
  mailingsPath,
  stopTexts,
} from "./known-mailing.ts";

const path = `${mailingsPath}/:mailingId/vorschau` as const;

const views = [
  { name: "", label: "Bildschirm" },
  { name: "telefon", label: "Telefon" },
  { name: "dunkel", label: "Dunkel" },
  { name: "text", label: "Nur Text" },
] as const;

/** What a mail may do in its frame: show itself, and the release's picture. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; frame-ancestors 'self'; sandbox";

const previewPage = definePage({ path, action: "mailings.read", handle: showPreview });

/** The very mail, as a page of its own within the preview. Links of it lead nowhere there. */
const mailPage = definePage({
  path: `${path}/mail`,
  action: "mailings.read",
  async handle(context) {
    const { visit, deps, query } = context;
    const { id } = await knownMailing(context);
    const mail = await previewMailing(deps, visit.agencyId, id);
    if (mail === null) throw new ServiceError("not_found", "There is no preview of this mailing.");
    const isDark = query.get("ansicht") === "dunkel";
    const page = mail.html.replace(
      "@media (prefers-color-scheme:dark){",
      isDark ? "@media all{" : "@media not all{",
    );
    return new Response(page, {
      headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": mailPolicy },
    });
  },
});

const testForm = defineForm({
  path: `${path}/test`,
  action: "mailings.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { id, clientId } = await knownMailing(context);
    const recipient = visit.signedIn.email;
    if ((await previewMailing(deps, visit.agencyId, id)) === null)
      throw refusal("release_status_conflict", {
        german: `${await whyNone(context, clientId)} Deshalb geht keine Testmail hinaus.`,
        english: "The mailing's client or release is away, so that there is nothing to try.",
      });
    await sendTestMail(deps.sql, visit.agencyId, { id, recipient }, { actor: visit.actor });
    deps.wake(mailLoopName("personal"));
    return { location: mailingPath(id, "/vorschau"), notice: `Eine Testmail geht an ${recipient}.` };
  },
  show: showPreview,
  fieldsElsewhere: ["subject", "message"],
});

export const previewDefinitions = [previewPage, mailPage, testForm];

async function showPreview(context: MailingContext & { query: URLSearchParams }): Promise<PageContent> {
  const { visit, deps, query } = context;
  const mailing = await knownMailing(context);
  const { id, status } = mailing;
  const mail = await previewMailing(deps, visit.agencyId, id);
  if (mail === null)
    return mailingPage(mailing, {
      step: "/vorschau",
      main: html`<p class="notice">${await whyNone(context, mailing.clientId)} Deshalb gibt es keine Vorschau.</p>`,
    });
  const at = mailingPath(id, "/vorschau");
  const view = views.find(({ name }) => name === query.get("ansicht")) ?? views[0];
  const source = `${at}/mail${view.name === "dunkel" ? "?ansicht=dunkel" : ""}`;
  return mailingPage(mailing, {
    step: "/vorschau",
    hasFrames: true,
    main: html`<dl class="facts-list">
<div><dt>Absender</dt><dd>${mail.signedFrom === undefined ? html`${mail.senderName}, über die Adresse des Dienstes` : html`${mail.signedFrom.name}, ${mail.signedFrom.address}`}</dd></div>
<div><dt>Betreff</dt><dd>${mail.subject}</dd></div>
<div><dt>Anhänge</dt><dd>${mail.attachments?.map(({ filename }) => filename).join(", ") ?? "keine"}</dd></div>
</dl>
<nav class="tabs after" aria-label="Ansicht"><ul>${views.map(
      ({ name, label }) =>
        html`<li><a href="${name === "" ? at : `${at}?ansicht=${name}`}"${name === view.name && html` aria-current="page"`}>${label}</a></li>`,
    )}</ul></nav>
${
  view.name === "text"
    ? html`<div class="compared">${mail.text}</div>`
    : html`<iframe class="${`preview-frame${view.name === "telefon" ? " is-narrow" : ""}`}" title="Die Mail, wie sie ankommt" src="${source}"></iframe>`
}
<p class="facts after">Gezeigt wird die Mail an eine erfundene Redakteurin. Links darin führen in der Vorschau nirgendwohin.</p>
${
  status === "draft" &&
  visit.may("mailings.write") &&
  html`<div class="buttons after"><a class="button primary" href="${mailingPath(id, "/senden")}">Weiter zum Senden</a>${buttonFormHtml({ visit, action: `${at}/test`, label: `Testmail an ${visit.signedIn.email}` })}</div>`
}`,
  });
}

/** Why there is nothing to be shown of a mailing that is there. */
async function whyNone({ visit, deps }: MailingContext, clientId: number): Promise<string> {
  const client = await findClient(deps.sql, visit.agencyId, clientId);
  return client?.status === "archived" ? stopTexts.client_archived : stopTexts.release_gone;
}
