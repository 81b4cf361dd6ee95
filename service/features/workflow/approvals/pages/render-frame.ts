import { accentStyle } from "../../../../floor/web/accent-color.ts";
import { type Html, html, raw } from "../../../../floor/web/html.ts";
import { renderLayout } from "../../../../floor/web/layout.ts";
import type { Newsroom } from "../../../newsroom/pages/page-input.ts";
import { renderPicture } from "../../../newsroom/pages/picture.ts";
import { approvalStyles } from "./page-styles.ts";

/** Whose page it is: the agency's logo and colour, and the client's; nothing of that where a link leads nowhere. */
export type FrameLook = {
  newsroom: Newsroom;
  agencyName: string;
  agencyColor: string | null;
  agencyLogo: { sha256: string; width: number; height: number } | null;
  path: string;
};

/** The document around every approval page; nothing in it leads a search engine or a referrer to the link. */
export function renderFrame({
  title,
  main,
  look = null,
  script = null,
}: {
  title: string;
  main: Html;
  look?: FrameLook | null;
  script?: string | null;
}): string {
  return renderLayout({
    title,
    head: html`<meta name="robots" content="noindex, nofollow">
<style>${raw(approvalStyles)}</style>`,
    ...(look !== null && { masthead: masthead(look) }),
    main: html`${main}${script !== null && html`<script type="module">${raw(script)}</script>`}`,
    style: accentOf(look),
  });
}

/** The style of the colour; null where neither agency nor newsroom chose one. */
export function accentOf(look: Pick<FrameLook, "newsroom" | "agencyColor"> | null): string | null {
  const color = look === null ? null : (look.agencyColor ?? look.newsroom.accentColor);
  return color === null ? null : accentStyle(color);
}

/** The agency asks, so its logo stands first; the client sees beside it that it is asked about its own newsroom. */
function masthead({ newsroom, agencyName, agencyLogo, path }: FrameLook): Html {
  const { logo, clientName } = newsroom;
  const brand =
    agencyLogo === null
      ? agencyName
      : html`<img src="${path}/logo/${agencyLogo.sha256}" alt="${agencyName}" width="${agencyLogo.width}" height="${agencyLogo.height}">`;
  const client =
    logo === null
      ? clientName
      : renderPicture({ ...logo, alt: clientName }, { sizes: "12rem", isFirst: true, isCounted: false });
  return html`<header class="masthead"><div class="frame"><p class="brand">${brand}</p><p class="facts for">${client}</p></div></header>`;
}
