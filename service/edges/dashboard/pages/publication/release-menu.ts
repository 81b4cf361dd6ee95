import type { ReleaseOverview } from "../../../../features/workflow/releases/read-release.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { hiddenField, textField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import type { Visit } from "../../visit.ts";
import { approvalPath, releasePagePath } from "../texts/paths.ts";

export const slugFields = {
  slug: textField({
    label: "Ende der Adresse",
    hint: "Kleinbuchstaben, Ziffern und Bindestriche. Die alte Adresse führt für immer zur neuen.",
    charactersMax: 80,
  }),
  seenSlug: hiddenField({ charactersMax: 80 }),
};

/** What is seldom done: it stands apart, so that nobody does it by the way. */
export function releaseMenu(visit: Visit, release: ReleaseOverview, refused: FormState | null): Html {
  const { draftId, status } = release;
  const canShelve = status === "published" || status === "archived";
  return html`<section class="for-screens" aria-labelledby="weiteres"><h2 id="weiteres">Weiteres</h2>
${status === "archived" && html`<p>Leser finden unter der Adresse einen Hinweis (410). Zahlen und Berichte sind geblieben.</p>`}
<div class="acts">${visit.may("releases.publish") && addressForm(visit, release, refused)}
${visit.may("releases.archive") && canShelve && shelf(visit, release)}
${draftId !== null && html`<p><a href="${approvalPath(draftId)}">Freigabe und Verlauf</a></p>`}</div></section>`;
}

function addressForm(
  visit: Visit,
  { pressReleaseId, slug }: ReleaseOverview,
  refused: FormState | null,
): Html {
  const isRefused = refused !== null && "slug" in refused.typed;
  return html`<details class="group"${isRefused && html` open`}><summary>Adresse ändern …</summary>
${formHtml({
  visit,
  action: `${releasePagePath(pressReleaseId)}/adresse`,
  fields: slugFields,
  state: isRefused ? refused : filledForm({ slug, seenSlug: slug }),
  submit: "Adresse ändern",
})}</details>`;
}

function shelf(visit: Visit, { pressReleaseId, status }: ReleaseOverview): Html {
  const action = releasePagePath(pressReleaseId);
  return status === "archived"
    ? buttonFormHtml({ visit, action: `${action}/wiederherstellen`, label: "Wieder veröffentlichen" })
    : confirmHtml({
        visit,
        action: `${action}/archivieren`,
        label: "Meldung archivieren …",
        question:
          "Die Seite verschwindet aus dem Newsroom und antwortet mit einem Hinweis (410). Zahlen, Berichte und die Adresse bleiben. Sie können die Meldung später wieder veröffentlichen.",
        confirm: "Ja, archivieren",
      });
}
