import { firstCharacters } from "../strings/first-characters.ts";
import { type Html, html, raw, renderHtml } from "../web/html.ts";
import type { PageLanguage } from "../web/language.ts";
import type { Mail, MailFile } from "./mailer.ts";

/** What a mail is made of, from top to bottom. Texts are plain; addresses are made by us. */
export type MailPart =
  | { kind: "heading" | "paragraph" | "note"; text: string }
  | { kind: "quote"; label: string; text: string }
  /** The one thing to do. `lead` stands above its address where there are no buttons. */
  | { kind: "button"; label: string; lead: string; url: string }
  | {
      kind: "entry";
      title: string;
      facts: string;
      text: string | null;
      url: string;
      picture?: MailPicture | null;
    }
  /** A decorative picture above the next part, linked like the button. */
  | { kind: "picture"; picture: MailPicture; url: string }
  | { kind: "links"; links: readonly { label: string; url: string }[] };

/** At a public address; mail programs ask before they load it. */
export type MailPicture = { url: string; alt: string; width: number | null; height: number | null };

/** Who a mail comes from, as it looks elsewhere. */
export type MailBrand = {
  name: string;
  /** Readable on white paper; null for the service's own. */
  color: string | null;
  logo: { bytes: Uint8Array; mediaType: string; width: number; height: number } | null;
};

type MailContent = Omit<Mail, "text" | "html"> & {
  parts: readonly MailPart[];
  language?: PageLanguage;
  brand?: MailBrand | null;
};

/** The room of a logo, in CSS pixels: as high as two lines of text. */
const logoBox = { width: 240, height: 48 } as const;
/** A sheet of 560 without its margins. */
const pictureWidth = 516;
const logoCid = "logo@pr-service";

/** Longest subject in code points: mail programs show about half of it. */
const subjectMax = 140;

/** A mail in the one look that all have: readable as plain text, on a phone, and in the dark. Every value is escaped. */
export function renderMail({ parts, subject, language = "de", brand = null, ...mail }: MailContent): Mail {
  const line = firstCharacters(oneLine(subject), subjectMax);
  return {
    ...mail,
    to: { ...mail.to, name: oneLine(mail.to.name) },
    subject: line,
    ...(brand?.logo && { attachments: [logoFile(brand.logo), ...(mail.attachments ?? [])] }),
    text: `${parts.map((part) => textOf(part, language)).join("\n\n")}\n`,
    html: asMoreThanPictures(
      renderHtml(html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${line}</title>
<style>${raw(darkStyles)}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f2ec;color:#17191c;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div role="main" class="sheet" style="max-width:560px;margin:0 auto;padding:28px 22px;background:#ffffff;border-radius:6px;overflow-wrap:break-word">
${brand !== null && brandHtml(brand)}
${parts.map((part) => htmlOf(part, { color: brand?.color ?? null, language }))}
</div></body></html>
`),
    ),
  };
}

/**
 * A mail with a picture and less HTML is taken for a picture alone: up to 2.8 of the 5 points that make it spam (SpamAssassin,
 * HTML_IMAGE_ONLY).
 */
const bytesBesidePicturesMin = 3_250;

/** The same page, with as many blanks behind its styles as it lacks. */
function asMoreThanPictures(page: string): string {
  const missing = page.includes("<img ") ? bytesBesidePicturesMin - page.length : 0;
  return missing > 0 ? page.replace("</style>", `${" ".repeat(missing)}</style>`) : page;
}

function logoFile({ bytes, mediaType }: NonNullable<MailBrand["logo"]>): MailFile {
  return { filename: "logo.png", content: bytes, contentType: mediaType, cid: logoCid };
}

/** On white also in the dark: a logo is made for paper. */
function brandHtml({ name, logo, color }: MailBrand): Html {
  if (logo === null)
    return html`<p style="margin:0 0 20px;font-weight:700${color !== null && `;padding-bottom:10px;border-bottom:3px solid ${color}`}">${name}</p>
`;
  const scale = Math.min(1, logoBox.width / logo.width, logoBox.height / logo.height);
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  return html`<p style="margin:0 0 20px"><img src="cid:${logoCid}" alt="${name}" width="${width}" height="${height}" style="padding:4px;background:#ffffff;color:#17191c;border-radius:4px"></p>
`;
}

function pictureHtml({ url, alt, width, height }: MailPicture): Html {
  const shown = width === null || height === null ? null : Math.round((height * pictureWidth) / width);
  return html`<img src="${url}" alt="${alt}" width="${pictureWidth}"${shown !== null && html` height="${shown}"`} style="display:block;width:100%;max-width:${pictureWidth}px;height:auto;border-radius:4px">`;
}

/** A text without line breaks: one in a name or title must not begin a line of its own. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Mail programs without these keep the light look of the inline styles. */
const darkStyles = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#121416!important;color:#ece9e3!important}
.sheet{background:#1b1e21!important}
.soft{color:#a5abb3!important}
.link{color:#84cfdf!important}
.button{background:#84cfdf!important;color:#121416!important}
.rule{border-color:#2f3439!important}
}`;

const soft = "color:#565c64;font-size:14px";

/** Said by the look itself, in the language of the mail. */
const words = {
  de: { picture: "Bild", noButton: "Falls der Knopf nicht geht, öffnen Sie diese Adresse:" },
  en: { picture: "Picture", noButton: "If the button does not work, open this address:" },
} as const;

function textOf(part: MailPart, language: PageLanguage): string {
  switch (part.kind) {
    case "heading":
    case "paragraph":
    case "note":
      return part.text;
    case "quote":
      return `${part.label}\n${part.text.replace(/^/gm, "> ")}`;
    case "button":
      return `${part.lead}\n${part.url}`;
    case "entry":
      return [part.title, part.facts, ...(part.text === null ? [] : [part.text]), part.url].join("\n");
    case "picture":
      return `[${words[language].picture}: ${part.picture.alt}]`;
    case "links":
      return part.links.map(({ label, url }) => `${label}:\n${url}`).join("\n");
  }
}

function htmlOf(part: MailPart, { color, language }: { color: string | null; language: PageLanguage }): Html {
  switch (part.kind) {
    case "heading":
      return html`<h1 style="margin:0 0 16px;font:700 22px/1.25 Charter,Cambria,Georgia,serif">${part.text}</h1>
`;
    case "paragraph":
      // Lines that somebody broke by hand, such as those of a signature.
      return html`<p style="margin:0 0 16px${part.text.includes("\n") && html`;white-space:pre-line`}">${part.text}</p>
`;
    case "note":
      return html`<p class="soft" style="margin:0 0 16px;${raw(soft)}">${part.text}</p>
`;
    case "quote":
      return html`<p class="soft" style="margin:0 0 6px;${raw(soft)}">${part.label}</p>
<blockquote style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #c2410c;white-space:pre-line">${part.text}</blockquote>
`;
    case "button":
      return html`<p style="margin:24px 0"><a${color === null && html` class="button"`} href="${part.url}" style="display:inline-block;padding:12px 22px;background:${color ?? "#0a5a6a"};color:#ffffff;border-radius:4px;text-decoration:none;font-weight:600">${part.label}</a></p>
<p class="soft" style="margin:0 0 16px;${raw(soft)}">${words[language].noButton}<br><a class="link" href="${part.url}" style="color:#0a5a6a;word-break:break-all">${part.url}</a></p>
`;
    case "entry":
      return html`<div class="rule" style="margin:0 0 18px;padding:0 0 18px;border-bottom:1px solid #dfdbd1"><p class="soft" style="margin:0 0 4px;${raw(soft)}">${part.facts}</p>
${part.picture && html`<p style="margin:0 0 8px">${pictureHtml(part.picture)}</p>`}<p style="margin:0;font:700 19px/1.3 Charter,Cambria,Georgia,serif"><a class="link" href="${part.url}" style="color:#0a5a6a">${part.title}</a></p>${
        part.text !== null && html`<p style="margin:8px 0 0">${part.text}</p>`
      }</div>
`;
    case "picture":
      return html`<p style="margin:0 0 16px"><a href="${part.url}">${pictureHtml(part.picture)}</a></p>
`;
    case "links":
      return html`<p class="soft" style="margin:0 0 16px;${raw(soft)}">${part.links.map(
        ({ label, url }, index) =>
          html`${index > 0 && html` &middot; `}<a class="link" href="${url}" style="color:#0a5a6a">${label}</a>`,
      )}</p>
`;
  }
}
