import { renderFormPage } from "../../../../floor/web/form-page.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { mailAddressOctetsMax } from "../../../../floor/web/mail-address.ts";
import { legalLinksOf } from "../../newsroom-of.ts";
import { servicePath } from "../../paths.ts";
import type { NewsroomRow } from "../../sql.ts";
import { consentText, currentConsentTexts } from "../rules.ts";
import type { SubscribeInput } from "../subscribe.ts";
import { type SubscribeWords, subscribeWords } from "./subscribe-words.ts";

/** What was sent, and which of its fields were wrong. */
export type RefusedInput = { input: SubscribeInput; wrong: readonly (keyof SubscribeInput)[] };

type FormState = {
  newsroomRow: NewsroomRow;
  agencyName: string;
  topics: readonly string[];
  /** Null for a form that nobody has filled in. */
  refused: RefusedInput | null;
};

/** The form of a newsroom. What was sent stays in it, and each problem stands at its field. */
export function renderSubscribePage({ newsroomRow, agencyName, topics, refused }: FormState): string {
  const { clientName } = newsroomRow;
  const words = subscribeWords[newsroomRow.language];
  const problemOf = (field: keyof SubscribeInput) =>
    refused?.wrong.includes(field) ? words.problems[field] : null;
  const title = words.title(clientName);
  return framed(newsroomRow, {
    title: refused === null ? title : `${words.check}: ${title}`,
    main: html`<p>${words.lead}</p>
<form method="post" accept-charset="utf-8">
${emailField(words, refused?.input.email ?? "", problemOf("email"))}
${topics.length > 0 && topicField(words, topics, refused?.input.topic ?? null, problemOf("topic"))}
${frequencyField(words, refused?.input.frequency ?? "at_once", problemOf("frequency"))}
<p class="facts">${consentText(currentConsentTexts[newsroomRow.language], { clientName, agencyName })}</p>
<button class="primary">${words.subscribe}</button>
</form>`,
  });
}

/** The same words for every address, known or not. */
export function renderRequestedPage(newsroomRow: NewsroomRow): string {
  const words = subscribeWords[newsroomRow.language];
  return framed(newsroomRow, {
    title: words.requested.title,
    main: html`<p>${words.requested.text}</p>
<p>${words.requested.missing}</p>`,
  });
}

export function renderTooManyPage(newsroomRow: NewsroomRow): string {
  const words = subscribeWords[newsroomRow.language];
  return framed(newsroomRow, {
    title: words.tooMany.title,
    main: html`<p>${words.tooMany.text}</p>`,
  });
}

function framed(newsroomRow: NewsroomRow, { title, main }: { title: string; main: Html }): string {
  const { clientName, clientSlug } = newsroomRow;
  return renderFormPage({
    title,
    main,
    language: newsroomRow.language,
    home: { label: `${clientName} Newsroom`, path: servicePath(clientSlug) },
    // As the way home: an address of the service, which leads on to the own domain.
    legalLinks: legalLinksOf({ ...newsroomRow, ownHost: null }),
  });
}

function emailField(words: SubscribeWords, value: string, problem: string | null): Html {
  return html`<div><label for="email">${words.email}</label>
${problem !== null && html`<p class="problem" id="email-problem" role="alert">${problem}</p>`}
<input id="email" name="email" type="email" required maxlength="${mailAddressOctetsMax}" autocomplete="email" value="${value}"${
    problem !== null && html` aria-invalid="true" aria-describedby="email-problem" autofocus`
  }></div>`;
}

function topicField(
  words: SubscribeWords,
  topics: readonly string[],
  chosen: string | null,
  problem: string | null,
): Html {
  return html`<div><label for="topic">${words.which}</label>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
<select id="topic" name="topic"><option value="">${words.all}</option>${topics.map(
    (topic) =>
      html`<option value="${topic}"${topic === chosen && html` selected`}>${words.topic}: ${topic}</option>`,
  )}</select></div>`;
}

function frequencyField(words: SubscribeWords, chosen: string, problem: string | null): Html {
  const choice = (value: string, label: string) =>
    html`<label><input type="radio" name="frequency" value="${value}"${value === chosen && html` checked`}> ${label}</label>`;
  return html`<fieldset><legend>${words.howOften}</legend>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
${choice("at_once", words.atOnce)}
${choice("daily", words.daily)}</fieldset>`;
}
