import { downloadHeaders } from "../../floor/http/downloads.ts";
import { type Html, html } from "../../floor/web/html.ts";
import type { KeptStamp } from "./sql.ts";

/** For each of the pages that show a stamp. */
export const stampStyles = `
.stamp{margin-top:1.25rem}
.stamp h3{margin:0;font-size:1.0625rem}
.stamp p{margin-top:.35rem;max-width:43rem}
.stamp summary{margin-top:.35rem;padding-block:.35rem;cursor:pointer;color:var(--accent)}
.stamp .hash{display:block}
.stamp .hash dd{font-weight:400}
.stamp dt{margin-top:.5rem;color:var(--soft);font-size:.875rem}
.stamp dd,.stamp code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.8125rem;overflow-wrap:anywhere}
.stamp pre{margin-top:.6rem;padding:.75rem .9rem;background:var(--paper);border:1px solid var(--line);border-radius:4px;white-space:pre-wrap}
`;

/** PKIStatusInfo "granted" in DER, which stands in front of the token in an authority's answer. */
const granted = Buffer.from("3003020100", "hex");

/** The token as the answer of an authority, which `openssl ts` reads (`application/timestamp-reply`). */
export function timestampReply(token: Uint8Array): Uint8Array {
  const length = granted.byteLength + token.byteLength;
  // A signed token is longer than 255 bytes, so that its length takes two bytes or three.
  const head = length < 0x1_0000 ? [0x30, 0x82] : [0x30, 0x83, length >> 16];
  return Buffer.concat([Buffer.from([...head, (length >> 8) & 0xff, length & 0xff]), granted, token]);
}

export const replyHeaders = downloadHeaders("stempel.tsr");

/** The token of a stamp for `hash`, as a download; null where there is none (yet). */
export function downloadOf(stamp: KeptStamp | null, hash: string): Uint8Array<ArrayBuffer> | null {
  return stamp === null || stamp.token === null || stamp.imprint !== hash
    ? null
    : Uint8Array.from(timestampReply(stamp.token));
}

/**
 * The two ways to check a stamp by oneself: by the hash, and by the text that the hash is of. Once the authority's certificate has
 * ended, `openssl` takes it only as of the stamped time; before, the lines stay without that, which LibreSSL does not know.
 */
export function opensslLines(
  stamp: Pick<KeptStamp, "imprint" | "statement" | "stampedAt" | "certificateEndsAt">,
): string[] {
  const { imprint, statement, stampedAt, certificateEndsAt } = stamp;
  const hasEnded = certificateEndsAt !== null && certificateEndsAt.getTime() <= Date.now();
  const then = stampedAt === null || !hasEnded ? "" : ` -attime ${Math.floor(stampedAt.getTime() / 1000)}`;
  const rest = `-in stempel.tsr -CAfile stelle.pem${then}`;
  return [
    `openssl ts -verify -digest ${imprint} ${rest}`,
    `printf '%s' '${statement}' | openssl ts -verify -data /dev/stdin ${rest}`,
  ];
}

/**
 * What people read of a stamp: who gave it, when, by which policy, and how anybody checks it. `hash` is what it has to be for, `href`
 * the download. Null where none was asked for.
 */
export function stampBox(
  stamp: KeptStamp | null,
  { hash, href, language = "de" }: { hash: string; href: string; language?: "de" | "en" | undefined },
): Html | null {
  if (stamp === null) return null;
  const words = wordsOf[language];
  const box = (inner: Html) =>
    html`<section class="stamp" lang="${language}"><h3>${words.title}</h3>${inner}</section>`;
  if (stamp.imprint !== hash) return box(html`<p><strong>${words.foreign}</strong></p>`);
  const { stampedAt, authority, policy, isQualified, certificateEndsAt } = stamp;
  if (stampedAt === null) return box(html`<p>${words.waiting}</p>`);
  const facts: [string, string][] = [
    [words.time, moment(stampedAt, language)],
    [words.authority, isQualified === true ? `${authority} (${words.qualified})` : `${authority}`],
    [words.policy, `${policy}`],
    [words.hash, stamp.imprint],
    [words.until, certificateEndsAt === null ? "–" : moment(certificateEndsAt, language)],
  ];
  return box(html`<p>${words.sentence(moment(stampedAt, language))}</p>
<p><a href="${href}" download>${words.download}</a></p>
<details><summary>${words.details}</summary>
<dl class="hash">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<p>${words.check}</p>
${opensslLines(stamp).map((line) => html`<pre><code>${line}</code></pre>`)}</details>`);
}

function moment(at: Date, language: "de" | "en"): string {
  const options = { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" } as const;
  return `${at.toLocaleString(language === "de" ? "de-DE" : "en-GB", options)} UTC`;
}

const wordsOf = {
  de: {
    title: "Unabhängiger Zeitstempel",
    waiting:
      "Der Zeitstempel einer unabhängigen Stelle liegt noch nicht vor. Er nennt später den Zeitpunkt, zu dem er ausgestellt wurde.",
    foreign:
      "Der gespeicherte Zeitstempel gehört zu einem anderen Inhalt. Bitte melden Sie das dem Betreiber des Dienstes.",
    sentence: (at: string) =>
      `Eine unabhängige Stelle hat bestätigt: Genau dieser Inhalt lag spätestens am ${at} vor.`,
    time: "Zeit des Stempels",
    authority: "Stelle",
    qualified: "qualifiziert",
    policy: "Richtlinie",
    hash: "Gestempelte Prüfsumme",
    until: "Zertifikat gültig bis",
    download: "Stempel herunterladen (stempel.tsr)",
    details: "Stelle, Richtlinie und eigene Prüfung",
    check:
      "So prüfen Sie den Stempel ohne diesen Dienst: Laden Sie ihn herunter, legen Sie das Wurzelzertifikat der Stelle als stelle.pem daneben, und führen Sie aus:",
  },
  en: {
    title: "Independent time stamp",
    waiting: "The time stamp of an independent authority is not there yet. It will say when it was given.",
    foreign: "The stored time stamp is for something else. Please tell whoever runs this service.",
    sentence: (at: string) =>
      `An independent authority has confirmed that exactly this content existed on ${at}.`,
    time: "Time of the stamp",
    authority: "Authority",
    qualified: "qualified",
    policy: "Policy",
    hash: "Stamped hash",
    until: "Certificate valid until",
    download: "Download the stamp (stempel.tsr)",
    details: "Authority, policy and how to check it",
    check:
      "To check the stamp without this service, download it, put the authority's root certificate beside it as stelle.pem, and run:",
  },
};
