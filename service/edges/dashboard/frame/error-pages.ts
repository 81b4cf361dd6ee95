import { type Html, html } from "../../../floor/web/html.ts";
import type { Fields } from "../forms/fields.ts";
import { fileControl } from "../forms/value-fields.ts";
import { passkeyBox } from "../parts/passkey-box.ts";
import { passkeySignInScript } from "../parts/passkey-sign-in-script.ts";
import { renderBarePage } from "./render-document.ts";

/** What stands on a page that tells why something can't be shown or done. */
export type Trouble = {
  title: string;
  text: string;
  link?: { label: string; href: string; isNewWindow?: true };
  /** Source of the library for passkeys, where one may confirm who it is. */
  passkeyScript?: string;
  /** What the operator types to print a link, where no mail can go out. */
  command?: string;
};

/** The same for an unknown id and for one of another agency. */
export const notFound: Trouble = {
  title: "Das gibt es hier nicht",
  text: "Unter dieser Adresse liegt nichts, was Ihre Agentur sehen kann. Vielleicht wurde es gelöscht, oder der Link ist unvollständig.",
  link: { label: "Zu Heute", href: "/app" },
};

export const forbidden: Trouble = {
  title: "Dafür fehlt Ihnen das Recht",
  text: "Diese Seite oder Aktion ist anderen Rollen vorbehalten. Wer in Ihrer Agentur Inhaberrechte hat, kann Ihre Rolle ändern.",
  link: { label: "Zu Heute", href: "/app" },
};

export const foreignOrigin: Trouble = {
  title: "Das hat nicht geklappt",
  text: "Es wurde nichts geändert, denn die Anfrage kam nicht von einer Seite dieses Dienstes. Öffnen Sie die Seite neu und versuchen Sie es dort noch einmal.",
  link: { label: "Zu Heute", href: "/app" },
};

export const otherAgency: Trouble = {
  title: "Sie arbeiten inzwischen für eine andere Agentur",
  text: "Das Formular gehört zu einer anderen Agentur als der, die jetzt gewählt ist. Es wurde nichts geändert. Wechseln Sie zurück und senden Sie es noch einmal.",
  link: { label: "Zu Heute", href: "/app" },
};

export const tooLarge: Trouble = {
  title: "Das ist zu viel auf einmal",
  text: "Die Eingabe ist größer, als dieses Formular annimmt. Es wurde nichts gespeichert. Gehen Sie zurück und kürzen Sie sie.",
};

export function failed(requestId: string, isUnavailable: boolean): Trouble {
  const advice = isUnavailable
    ? "Der Dienst ist gerade nicht vollständig erreichbar. Bitte versuchen Sie es in einigen Sekunden noch einmal."
    : "Das liegt nicht an Ihnen. Bitte versuchen Sie es noch einmal oder melden Sie sich mit der Vorgangsnummer.";
  return { title: "Das hat gerade nicht geklappt", text: `${advice} Vorgangsnummer: ${requestId}` };
}

export function troubleHtml({ text, link }: Trouble): Html {
  return html`<div class="message"><p>${text}</p>
${link !== undefined && html`<p>${linkHtml(link)}</p>`}</div>`;
}

function linkHtml({ label, href, isNewWindow }: NonNullable<Trouble["link"]>): Html {
  return html`<a class="button" href="${href}"${isNewWindow === true && html` target="_blank" rel="noopener"`}>${label}</a>`;
}

export function renderTroublePage(trouble: Trouble): string {
  return renderBarePage({
    title: trouble.title,
    main: html`<h1>${trouble.title}</h1>
${troubleHtml(trouble)}`,
  });
}

/**
 * The page after a form that could not be taken, because the session or the database was away. Nothing that was typed is lost:
 * it stands there and is sent again by one button.
 */
export function renderResendPage(input: {
  trouble: Trouble;
  action: string;
  fields: Fields;
  typed: Readonly<Record<string, readonly string[]>>;
  hidden: Readonly<Record<string, string>>;
  /** Of a file that was sent: no page can hold it, and without a word it would be gone. */
  fileName?: string | undefined;
}): string {
  const { trouble, action, fields, typed, hidden, fileName } = input;
  const entries = Object.entries(typed).flatMap(([name, texts]) => texts.map((text) => ({ name, text })));
  return renderBarePage({
    title: trouble.title,
    scripts:
      trouble.passkeyScript === undefined
        ? []
        : [{ name: "webauthn", source: trouble.passkeyScript }, passkeySignInScript],
    main: html`<h1>${trouble.title}</h1>
<p>${trouble.text}</p>
${trouble.passkeyScript !== undefined && passkeyBox({ next: "", isAutofill: false, submits: true })}
${trouble.command !== undefined && html`<p class="notice">Dieser Dienst hat keinen Mailserver. Den Link gibt der Betreiber aus: <code>${trouble.command}</code></p>`}
${trouble.link !== undefined && html`<p>${linkHtml(trouble.link)}</p>`}
<form class="form" method="post" action="${action}" accept-charset="utf-8"${fileName !== undefined && html` enctype="multipart/form-data"`}>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${entries.map(({ name, text }, index) => keptField(fields[name]?.shape ?? "hidden", fields[name]?.label ?? name, { name, text, index }))}
${fileName !== undefined && html`<div class="field"><label for="kept-file">Datei</label><p class="hint">Bitte wählen Sie die Datei noch einmal. Die Texte stehen noch hier.</p>${fileControl({ id: "kept-file", name: fileName, accept: "" })}</div>`}
<p class="buttons"><button class="primary">Noch einmal senden</button></p>
</form>`,
  });
}

/** Of a field that is only shown: as high as its text needs, in lines of about so many characters on a telephone. */
const keptColumns = 35;
const keptRowsMax = 8;

function keptField(
  shape: string,
  label: string,
  { name, text, index }: { name: string; text: string; index: number },
): Html {
  // A field that was left empty tells nobody anything, and would push the button out of sight.
  if ((shape !== "area" && shape !== "line") || text === "")
    return html`<input type="hidden" name="${name}" value="${text}">`;
  const id = `kept-${index}`;
  return html`<div class="field"><label for="${id}">${label}</label><textarea id="${id}" name="${name}" rows="${Math.min(keptRowsMax, 1 + Math.floor(text.length / keptColumns))}" readonly>${`\n${text}`}</textarea></div>`;
}
