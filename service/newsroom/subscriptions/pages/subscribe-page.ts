import { renderFormPage } from "../../../web/form-page.ts";
import { type Html, html } from "../../../web/html.ts";
import { servicePath } from "../../paths.ts";
import type { NewsroomRow } from "../../sql.ts";
import { addressCharactersMax, consentText, currentConsentText } from "../rules.ts";
import type { SubscribeInput } from "../subscribe.ts";

type Problems = Readonly<Record<string, string[] | undefined>>;

type FormState = {
  place: NewsroomRow;
  agencyName: string;
  topics: readonly string[];
  /** What was sent and what was wrong with it; null for a form that nobody has filled in. */
  refused: { input: SubscribeInput; problems: Problems } | null;
};

/** The form of a newsroom. What was sent stays in it, and each problem stands at its field. */
export function renderSubscribePage({ place, agencyName, topics, refused }: FormState): string {
  const { clientName } = place;
  const problemOf = (field: string) => refused?.problems[field]?.[0] ?? null;
  const title = `Pressemitteilungen von ${clientName} per E-Mail`;
  return framed(place, {
    title: refused === null ? title : `Bitte prüfen: ${title}`,
    main: html`<p>Sie erhalten zuerst eine E-Mail mit einem Link. Erst wenn Sie ihn bestätigen, beginnt das Abo.</p>
<form method="post" accept-charset="utf-8">
${emailField(refused?.input.email ?? "", problemOf("email"))}
${topics.length > 0 && topicField(topics, refused?.input.topic ?? null, problemOf("topic"))}
${frequencyField(refused?.input.frequency ?? "at_once", problemOf("frequency"))}
<p class="facts">${consentText(currentConsentText, { clientName, agencyName })}</p>
<button class="primary">Abonnieren</button>
</form>`,
  });
}

/** The same words for every address, known or not. */
export function renderRequestedPage(place: NewsroomRow): string {
  return framed(place, {
    title: "Bitte sehen Sie in Ihr Postfach",
    main: html`<p>Wir haben Ihnen eine E-Mail geschickt. Öffnen Sie den Link darin, um Ihr Abo zu bestätigen.</p>
<p>Es kommt nichts an? Sehen Sie bitte auch im Spam-Ordner nach. Der Link gilt zwei Tage.</p>`,
  });
}

export function renderTooManyPage(place: NewsroomRow): string {
  return framed(place, {
    title: "Bitte versuchen Sie es später noch einmal",
    main: html`<p>Von Ihrem Anschluss kamen gerade zu viele Anmeldungen. In einer Viertelstunde geht es wieder.</p>`,
  });
}

function framed(place: NewsroomRow, { title, main }: { title: string; main: Html }): string {
  const { clientName, clientSlug, imprintUrl, privacyUrl } = place;
  return renderFormPage({
    title,
    main,
    home: { label: `${clientName} Newsroom`, path: servicePath(clientSlug) },
    legalLinks: { imprintUrl, privacyUrl },
  });
}

function emailField(value: string, problem: string | null): Html {
  return html`<div><label for="email">E-Mail-Adresse</label>
${problem !== null && html`<p class="problem" id="email-problem" role="alert">${problem}</p>`}
<input id="email" name="email" type="email" required maxlength="${addressCharactersMax}" autocomplete="email" value="${value}"${
    problem !== null && html` aria-invalid="true" aria-describedby="email-problem" autofocus`
  }></div>`;
}

function topicField(topics: readonly string[], chosen: string | null, problem: string | null): Html {
  return html`<div><label for="topic">Welche Meldungen?</label>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<select id="topic" name="topic"><option value="">Alle Meldungen</option>${topics.map(
    (topic) => html`<option value="${topic}"${topic === chosen && html` selected`}>Thema: ${topic}</option>`,
  )}</select></div>`;
}

function frequencyField(chosen: string, problem: string | null): Html {
  const choice = (value: string, label: string) =>
    html`<label><input type="radio" name="frequency" value="${value}"${value === chosen && html` checked`}> ${label}</label>`;
  return html`<fieldset><legend>Wie oft?</legend>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
${choice("at_once", "Sofort, wenn eine Meldung erscheint")}
${choice("daily", "Einmal am Tag, morgens um sieben")}</fieldset>`;
}
