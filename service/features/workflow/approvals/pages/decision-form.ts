import { withStop } from "../../../../floor/strings/with-stop.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { commentCharactersMax } from "../schema.ts";
import type { ApprovalPageInput, Entry, TypedForm } from "./page-input.ts";
import { formId } from "./passages.ts";

const nothingTyped: TypedForm = { comment: "", passages: [] };

/** What the contact can do: decide, or pass it on to somebody else. */
export function decisionForms(input: ApprovalPageInput, entry: Entry | null): Html {
  if (entry?.kind === "member") return notForMembers(input, entry);
  return html`${decisionForm(entry)}
<p class="hint not-by-mail">Es zählt nur, was Sie hier entscheiden: Eine Antwort per Mail ist keine Freigabe.</p>
${input.others.length > 0 && passOnPart(input.others, entry?.kind === "pass_on" ? entry.contactId : null)}`;
}

/** What stands in the form. */
export function typedOf(entry: Entry | null): TypedForm {
  return entry === null || entry.kind === "member" ? nothingTyped : entry.typed;
}

function notForMembers({ contactName, agencyName }: ApprovalPageInput, { email }: { email: string }): Html {
  return html`<p class="problem" role="alert">Sie sind als ${email} angemeldet. ${withStop(`Freigeben kann nur ${contactName}, niemand aus dem Team von ${agencyName}`)}</p>
<p class="hint">Wenn Sie ${contactName} sind, melden Sie sich erst ab, oder öffnen Sie den Link in einem anderen Browser.</p>`;
}

function decisionForm(entry: Exclude<Entry, { kind: "member" }> | null): Html {
  const { comment } = typedOf(entry);
  const isProblem = entry?.kind === "problem";
  const described = isProblem ? "kommentar-problem kommentar-hinweis" : "kommentar-hinweis";
  return html`<form id="${formId}" method="post" action="#entscheidung" accept-charset="utf-8">
<label for="kommentar">Anmerkung zum ganzen Text</label>
<p class="hint" id="kommentar-hinweis">Für eine Freigabe freiwillig. Wenn Sie Änderungen wünschen, schreiben Sie hier, welche, oder oben direkt an der Stelle.</p>
${entry?.kind === "problem" && html`<p class="problem" id="kommentar-problem" role="alert">${entry.sentence}</p>`}
<textarea id="kommentar" name="comment" maxlength="${commentCharactersMax}" aria-describedby="${described}"${isProblem && html` aria-invalid="true" autofocus`}>${
    // The parser drops a line break that directly follows the tag; this one is for it.
    `\n${comment}`
  }</textarea>
${entry?.kind === "question" ? question() : buttons()}
</form>`;
}

function buttons(): Html {
  return html`<div class="buttons">
<button class="primary" name="decision" value="approve">Freigeben</button>
<button name="decision" value="request_changes">Änderungen wünschen</button>
</div>`;
}

/** Whoever writes something and approves may mean either. */
function question(): Html {
  return html`<div class="question" role="alert"><h3>Mit Ihren Anmerkungen freigeben oder Änderungen wünschen?</h3>
<p>Freigegeben wird der Text genau so, wie er oben steht. Sollen Ihre Anmerkungen noch hinein, wünschen Sie Änderungen.</p>
<input type="hidden" name="hinweis" value="gelesen">
<div class="buttons">
<button class="primary" name="decision" value="approve">Mit Anmerkungen freigeben</button>
<button name="decision" value="request_changes">Änderungen wünschen</button>
</div></div>`;
}

/** Part of the same form, so that what was typed comes along. `asked` is to whom the contact wanted to pass it on, and then wrote something. */
function passOnPart(others: readonly { id: string; name: string }[], asked: string | null): Html {
  return html`<details class="pass-on"${asked !== null && html` open`}><summary>Jemand anderes soll entscheiden</summary>
${asked !== null && passOnQuestion()}<label for="weiter-an">Weitergeben an</label>
<p class="hint" id="weiter-hinweis">Die Person bekommt eine Mail mit einem eigenen Link. Ihrer gilt dann nicht mehr.</p>
<select id="weiter-an" name="an" aria-describedby="weiter-hinweis" form="${formId}">${others.map(({ id, name }) => html`<option value="${id}"${id === asked && html` selected`}>${name}</option>`)}</select>
<div class="buttons">${
    asked === null
      ? html`<button name="decision" value="pass_on" form="${formId}">Weitergeben</button>`
      : html`<button name="decision" value="pass_on_alone" form="${formId}">Ohne Ihre Anmerkungen weitergeben</button>`
  }</div>
</details>`;
}

function passOnQuestion(): Html {
  return html`<div class="question" role="alert"><h3>Ohne Ihre Anmerkungen weitergeben?</h3>
<p>Was Sie geschrieben haben, geht nicht mit und wird nicht gespeichert. Soll die Agentur es lesen, wünschen Sie damit selbst Änderungen.</p></div>
`;
}
