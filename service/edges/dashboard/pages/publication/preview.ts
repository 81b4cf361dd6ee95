import {
  createPreviewLink,
  endPreviewLinks,
  previewDraft,
} from "../../../../features/workflow/preview/preview-draft.ts";
import { html } from "../../../../floor/web/html.ts";
import { defineForm, definePage } from "../../definition.ts";
import { momentHtml } from "../../parts/moment.ts";
import { numberInPath } from "../../parts/path-id.ts";
import { approvalPath, textsPath } from "../texts/paths.ts";
import { showApproval } from "./approval.ts";
import { draftIdOfVisit } from "./draft-of-visit.ts";

const previewPage = definePage({
  path: "/app/meldungen/:draftId/fassung",
  action: "drafts.read",
  async handle(context) {
    const { visit, deps, query } = context;
    const draftId = await draftIdOfVisit(context);
    const version = query.get("nummer");
    return await previewDraft(deps, visit.agencyId, {
      draftId,
      ...(version !== null && { version: numberInPath(version) }),
    });
  },
});

const previewLink = defineForm({
  path: "/app/meldungen/:draftId/vorschau-link",
  action: "drafts.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const draftId = await draftIdOfVisit(context);
    const { url, expiresAt } = await createPreviewLink(deps, visit.agencyId, { draftId, actor: visit.actor });
    return {
      title: "Vorschau-Link",
      trail: [
        { label: "Meldungen", href: textsPath },
        { label: "Freigabe", href: approvalPath(draftId) },
      ],
      lead: "Wer ihn hat, sieht die neueste Fassung des Entwurfs, ohne Konto. Freigeben kann man damit nicht.",
      main: html`<p><label for="link">Link</label></p><p><input class="secret" id="link" readonly value="${url}"></p>
<p>Gültig bis ${momentHtml(visit, expiresAt)}. Auf der Seite „Freigabe“ lassen sich alle Vorschau-Links zurückziehen.</p>
<p class="buttons"><a class="button" href="${approvalPath(draftId)}">Zurück zur Freigabe</a></p>`,
    };
  },
  show: (context, request) => showApproval(context, { request }),
});

const endLinks = defineForm({
  path: "/app/meldungen/:draftId/vorschau-links-beenden",
  action: "drafts.write",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const draftId = await draftIdOfVisit(context);
    await endPreviewLinks(deps.sql, visit.agencyId, { draftId, actor: visit.actor });
    return { location: approvalPath(draftId), notice: "Die bisherigen Vorschau-Links gelten nicht mehr." };
  },
  show: (context, request) => showApproval(context, { request }),
});

export const previewDefinitions = [previewPage, previewLink, endLinks];
