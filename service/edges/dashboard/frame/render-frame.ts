import { type Html, html } from "../../../floor/web/html.ts";
import type { PageContent } from "../definition.ts";
import { formAction } from "../forms/render-form.ts";
import type { Script } from "../script.ts";
import type { Visit } from "../visit.ts";
import { isWithin, type NavigationEntry, sections, settingsGroups, settingsPages } from "./navigation.ts";
import { paletteScript } from "./palette-script.ts";
import { renderDocument } from "./render-document.ts";

type FrameInput = {
  visit: Visit;
  /** Of the request, to mark the section. */
  path: string;
  content: PageContent;
  notice: string | null;
  scripts: readonly Script[];
};

/**
 * The frame of every page behind the sign-in: navigation, agency, search, notice, heading. On a telephone the header is one line, and all
 * but the agency waits behind a button, in the browser's own layer for it.
 */
export function renderFrame({ visit, path, content, notice, scripts }: FrameInput): string {
  return renderDocument({
    title: `${content.title} – ${visit.agencyName}`,
    scripts: [paletteScript, ...scripts],
    body: html`<body class="app">
<a class="skip" href="#inhalt">Zum Inhalt springen</a>
<header class="side">
${agency(visit)}
${visit.may("search.read") && html`<a class="to-search" href="/app/suche">Suche</a>`}
<button class="to-menu" type="button" popovertarget="menu">Menü</button>
<div class="menu" id="menu" popover>
${search(visit)}
<nav aria-label="Bereiche"><ul>${sections.filter(({ action }) => visit.may(action)).map((entry) => navigationLink(entry, path))}</ul></nav>
${person(visit)}
</div>
</header>
<main id="inhalt" tabindex="-1"><div class="sheet-frame">
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}
${settingsNavigation(visit, path)}
${heading(content)}
${content.main}
</div></main>
</body>`,
  });
}

function navigationLink({ label, path: target }: NavigationEntry, path: string): Html {
  const current = path === target ? "page" : "true";
  return html`<li><a href="${target}"${isWithin(path, target) && html` aria-current="${current}"`}>${label}</a></li>`;
}

/** The agency's name; a form to change to another one where the person has several. */
function agency(visit: Visit): Html {
  const { memberships } = visit.signedIn;
  if (memberships.length < 2) return html`<p class="agency"><a href="/app">${visit.agencyName}</a></p>`;
  return html`<details class="agency switch">
<summary>${visit.agencyName}<span class="unseen"> – Agentur wechseln</span></summary>
<form method="post" action="${formAction(visit, "/app/agentur")}">${memberships
    .filter(({ agencyId }) => agencyId !== visit.agencyId)
    .map(
      ({ agencyId, agencyName }) => html`<button name="agencyId" value="${agencyId}">${agencyName}</button>`,
    )}</form>
</details>`;
}

function person(visit: Visit): Html {
  const { email, name } = visit.signedIn;
  return html`<details class="person">
<summary>${name ?? email}</summary>
<p><a href="/app/konto">Mein Konto</a></p>
<form method="post" action="${formAction(visit, "/app/abmelden")}"><button>Abmelden</button></form>
</details>`;
}

function search(visit: Visit): Html | null {
  if (!visit.may("search.read")) return null;
  return html`<form class="search" role="search" action="/app/suche"><label class="unseen" for="suche">Suche nach Meldungen, Kunden, Bildern und mehr</label><input type="search" id="suche" name="q" maxlength="200" placeholder="Suchen" autocomplete="off" aria-keyshortcuts="/ Control+K"><kbd aria-hidden="true">Strg K</kbd></form>`;
}

function settingsNavigation(visit: Visit, path: string): Html | null {
  if (path === "/app/einstellungen" || !isWithin(path, "/app/einstellungen")) return null;
  // On a page of one group the other is a step further away: ten tabs are no line any more.
  const group = settingsGroups.find(({ pages }) => pages.some((page) => isWithin(path, page.path)));
  const entries = (group?.pages ?? settingsPages).filter(({ action }) => visit.may(action));
  const others = settingsGroups.filter(
    (each) => each !== group && each.pages.some(({ action }) => visit.may(action)),
  );
  return html`<nav class="tabs" aria-label="Einstellungen"><ul>${entries.map((entry) => navigationLink(entry, path))}${
    group !== undefined &&
    others.map(({ label }) => html`<li><a href="/app/einstellungen">${label} …</a></li>`)
  }</ul></nav>`;
}

/** A title that is a host, a mail address or a file's name gets no hyphens. */
const addressPattern = /^\S+[.@]\S+$/;

function heading({ title, lead, trail = [], tools }: PageContent): Html {
  return html`${trail.length > 0 && html`<nav class="trail" aria-label="Pfad"><ol>${trail.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}</ol></nav>`}
<div class="page-head"><h1${addressPattern.test(title) && html` class="address"`}>${title}</h1>${tools !== undefined && html`<div class="page-tools">${tools}</div>`}</div>
${lead !== undefined && html`<p class="lead">${lead}</p>`}`;
}
