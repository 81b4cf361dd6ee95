import type { PublicSeats } from "../../../floor/limits/public-seats.ts";
import type { Limiter } from "../../../floor/limits/sliding-window.ts";
import {
  askPassword,
  isUnlocked,
  type PasswordGate,
  renderPasswordPage,
  takePassword,
} from "../../../floor/secret-links/password-gate.ts";
import { endedResponse, secretPageResponse, secretRoutes } from "../../../floor/secret-links/secret-page.ts";
import { renderFormPage } from "../../../floor/web/form-page.ts";
import { html } from "../../../floor/web/html.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import type { Log } from "../../../log.ts";
import { servicePath } from "../../newsroom/paths.ts";
import { type RenderDeps, renderUnpublished } from "../preview/render-unpublished.ts";
import { askAcceptance, hasAccepted, nameCharactersMax, takeAcceptance } from "./accept-embargo.ts";
import { embargoEnd, passwordCharactersMax } from "./embargo-links.ts";
import { embargoText, embargoWords, languageOf } from "./embargo-words.ts";
import { readMailingLink } from "./mailing-links.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- the link itself counts how often it was opened, and keeps what its readers type.
import {
  countOpening,
  type FoundEmbargoLink,
  findEmbargoLink,
  findEmbargoLinkOfMailing,
  insertAcceptance,
  renewEmbargoPassword,
} from "./sql.ts";

export type EmbargoDeps = RenderDeps & {
  log: Log;
  limiter: Limiter;
  publicSeats: PublicSeats;
  /** An address that counts who comes by a mailing, as its other links do. */
  countedUrl: (url: string, mailingId: string) => string;
};

const quarterMs = 15 * 60 * 1000;
const gate: Omit<PasswordGate, "language" | "words"> = {
  // An hour: long enough to read and to come back to.
  cookie: { name: "vorab", purpose: "embargo-cookie", validSeconds: 3_600 },
  wrongTries: {
    ofLink: { name: "embargo_link", limit: 10, windowMs: quarterMs },
    ofNetwork: { name: "embargo_network", limit: 10, windowMs: quarterMs },
  },
  passwordCharactersMax,
  statuses: { asked: 200, wrong: 403 },
  autocomplete: "off",
};

function gateIn(language: PageLanguage): PasswordGate {
  return { ...gate, language, words: embargoWords[language] };
}

/**
 * The page behind an embargo link. GET asks for the password or shows the release, POST takes the password. A mailing's link goes to many:
 * it asks them to accept the embargo instead.
 */
export function embargoRoutes(deps: EmbargoDeps) {
  const { sql, log } = deps;
  return secretRoutes<FoundEmbargoLink>({
    route: "/vorab/:token",
    log,
    refuse: refuseForm,
    languageOf,
    open: async ({ request, token }) => {
      const said = readMailingLink(deps.secrets, token);
      const link =
        said === null
          ? await findEmbargoLink(sql, token)
          : await findEmbargoLinkOfMailing(sql, said.agencyId, said.id);
      if (link === null) return ended(404);
      if (link.releaseSlug !== null) return toRelease(deps, link, { releaseSlug: link.releaseSlug, request });
      return link.isEnded || !link.isWaiting ? ended(410, languageOf(link)) : link;
    },
    show: (link, { request }) => show(deps, link, request),
    act: (link, { request, token }) => {
      const { agencyId, id: linkId } = link;
      if (link.mailingId !== null)
        return takeAcceptance(deps, {
          ...{ request, link },
          keep: (name) => insertAcceptance(sql, agencyId, { linkId, name }),
        });
      const language = languageOf(link);
      const { lead } = embargoWords[language];
      return takePassword(gateIn(language), deps, {
        ...{ request, link, lead },
        renew: async (passwordHash) => {
          await renewEmbargoPassword(sql, agencyId, {
            id: linkId,
            seenHash: link.passwordHash,
            passwordHash,
          });
          return (await findEmbargoLink(sql, token))?.passwordHash ?? null;
        },
      });
    },
  });
}

/** The form anew: of a mailing's link, that of its acceptance. */
function refuseForm(status: 400 | 413, link: FoundEmbargoLink | null): Response {
  const language = link === null ? "de" : languageOf(link);
  const words = embargoWords[language];
  const isTooLong = status === 413;
  if (link !== null && link.mailingId !== null)
    return askAcceptance(link, { status, problem: isTooLong ? words.nameTooLong(nameCharactersMax) : null });
  const page = renderPasswordPage(gateIn(language), words.lead, isTooLong ? words.passwordTooLong : null);
  return secretPageResponse(page, status, { language });
}

function toRelease(
  { publicUrl, countedUrl }: EmbargoDeps,
  link: FoundEmbargoLink,
  { releaseSlug, request }: { releaseSlug: string; request: Request },
): Response {
  const { clientSlug, mailingId } = link;
  const path = `${servicePath(clientSlug)}/${releaseSlug}`;
  const location = mailingId === null ? path : path + new URL(countedUrl(publicUrl + path, mailingId)).search;
  // A form may not lead to another host, as a newsroom's own is one: Chrome stops there without a word.
  if (request.method === "POST") {
    const language = languageOf(link);
    const { published: title, toRelease } = embargoWords[language];
    const main = html`<p><a href="${location}">${toRelease}</a></p>`;
    return secretPageResponse(renderFormPage({ title, main, language }), 200, { language });
  }
  return secretPageResponse(null, 303, { headers: { location } });
}

async function show(deps: EmbargoDeps, link: FoundEmbargoLink, request: Request): Promise<Response> {
  const language = languageOf(link);
  if (link.mailingId !== null) {
    if (!hasAccepted(deps, link, request)) return askAcceptance(link);
  } else if (!isUnlocked(gateIn(language), deps.secrets, link, request))
    return askPassword(gateIn(language), embargoWords[language].lead);
  const response = await renderEmbargoedRelease(deps, link);
  if (response === null) return ended(410, language);
  if (request.method === "GET") await countOpening(deps.sql, link.agencyId, link.id);
  return response;
}

/** The release as readers will get it, with its embargo above it. Null where the newsroom is gone. */
async function renderEmbargoedRelease(deps: RenderDeps, link: FoundEmbargoLink): Promise<Response | null> {
  const { clientSlug, content, scheduledFor } = link;
  const end = embargoEnd(content.embargoUntil, scheduledFor) ?? content.embargoUntil;
  const language = languageOf(link);
  return await renderUnpublished(deps, {
    clientSlug,
    content,
    // The day on which it is to appear, because that of the publication is not known yet.
    publishedAt: end ?? new Date(),
    notice: html`<p class="card" role="note" lang="${language}"><strong>${embargoText(link)}</strong><br>${embargoWords[language].notice}</p>`,
  });
}

function ended(status: 404 | 410, language: PageLanguage = "de"): Response {
  return endedResponse(status, embargoWords[language].ended, language);
}
