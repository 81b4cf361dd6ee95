import { handOverLink } from "../../../../features/people/hand-over-link.ts";
import { signInUrl } from "../../../../features/people/sign-in.ts";
import { renderInvitationMail } from "../../../../features/people/sign-in-mails.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context, Done, PageContent } from "../../definition.ts";
import { copyableHtml } from "../../parts/copy-button.ts";
import { momentHtml } from "../../parts/moment.ts";

export const teamPath = "/app/einstellungen/team";

type TeamContext = Pick<Context, "visit" | "deps">;

/** Says whether a mail went out. The person belongs to the team either way, and can be told by other ways. */
export async function sendInvitation(
  { visit, deps }: TeamContext,
  to: { email: string; name: string | null },
): Promise<boolean> {
  const { mailer, publicUrl, log } = deps;
  if (mailer === null) return false;
  const { name, email } = visit.signedIn;
  const facts = { agencyName: visit.agencyName, inviter: name ?? email, url: `${publicUrl}/app/anmelden` };
  try {
    await mailer.send(renderInvitationMail(to, facts));
    return true;
  } catch (error) {
    log.warn("invitation_not_sent", { requestId: visit.requestId, error });
    return false;
  }
}

/** The one page that shows the link to hand over; a notice for a colleague who needs none, with what else `happened`. */
export async function handOver(
  { visit, deps }: TeamContext,
  personId: string,
  happened = "",
): Promise<PageContent | Done> {
  const link = await handOverLink(deps.sql, visit.agencyId, personId, visit.actor);
  if (link === null)
    return {
      location: teamPath,
      notice: `Die Person ${happened === "" ? "" : `${happened} `}kann sich mit ihrem bisherigen Zugang anmelden. Wer keinen Zugang mehr hat, bekommt einen Link vom Betreiber.`,
    };
  const { email, token, expiresAt } = link;
  return {
    title: `Link für ${email}`,
    lead: "Bitte kopieren Sie den Link jetzt. Er wird nicht wieder angezeigt.",
    trail: [{ label: "Team", href: teamPath }],
    main: html`${copyableHtml({ id: "link", label: "Anmeldelink", text: signInUrl(deps.publicUrl, token) })}
<p>Er gilt einmal, bis ${momentHtml(visit, expiresAt)}, und öffnet nur diese Agentur. Wer ihn öffnet, ist als ${email} angemeldet: Geben Sie ihn nur dieser Person. Im Protokoll steht, dass Sie ihn angelegt haben.</p>
<p class="buttons after"><a class="button primary" href="${teamPath}">Zum Team</a></p>`,
  };
}

/** What to hand on where a mail did not go out. It signs nobody in: the person asks for a mail there. */
export function handOnHtml(email: string, publicUrl: string): Html {
  return html`<section aria-labelledby="weitergeben"><h2 id="weitergeben">Für ${email}</h2>
${copyableHtml({ id: "einladung", label: "Dort meldet sich die Person mit ihrer E-Mail-Adresse an", text: `${publicUrl}/app/anmelden` })}</section>`;
}
