import type { Sql } from "../../floor/db/open.ts";
import {
  endedResponse,
  type PageContext,
  secretPageResponse,
  secretRoutes,
} from "../../floor/secret-links/secret-page.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { withStop } from "../../floor/strings/with-stop.ts";
import { renderFormPage } from "../../floor/web/form-page.ts";
import { html } from "../../floor/web/html.ts";
import type { Log } from "../../log.ts";
import { objectionRoute, readObjectionLink, recordObjection } from "./object.ts";
import { findObjection } from "./objections-sql.ts";

type ObjectionDeps = { sql: Sql; log: Log; secrets: SecretCipher };
type Linked = {
  agencyId: number;
  addressKey: string;
  agencyName: string;
  hasObjected: boolean;
  context: PageContext;
};

/**
 * The page behind the link in every press mail. GET shows it, because scanners open links too. POST ends the mails, from wherever it
 * comes: mail programs send it by themselves (RFC 8058), and the signed link is what allows it.
 */
export function objectionRoutes({ sql, log, secrets }: ObjectionDeps) {
  return secretRoutes<Linked>({
    route: objectionRoute,
    log,
    refuse: (status) =>
      secretPageResponse(
        renderFormPage({
          title: "Das hat nicht geklappt",
          main: html`<p>Bitte öffnen Sie den Link aus der E-Mail noch einmal.</p>`,
        }),
        status,
      ),
    open: async (context) => {
      const said = readObjectionLink(secrets, context.token);
      const found = said === null ? null : await findObjection(sql, said.agencyId, said.addressKey);
      if (said === null || found === null)
        return endedResponse(
          404,
          "Bitte öffnen Sie den Link so, wie er in der E-Mail steht. Hilft das nicht, antworten Sie auf die E-Mail.",
        );
      return { ...said, ...found, context };
    },
    show: (linked) => (linked.hasObjected ? endedPage(linked) : askPage(linked)),
    act: async (linked) => {
      const { agencyId, addressKey } = linked;
      await recordObjection(sql, agencyId, { addressKey, how: "link", actor: { type: "service", id: null } });
      return endedPage(linked);
    },
  });
}

/** An objection is one to the agency's list. Who asked for the mails of a newsroom goes on getting them. */
const subscriptionsStay = html`<p>Haben Sie einen Newsroom selbst abonniert, endet dieses Abo über „Abmelden“ in seinen E-Mails.</p>`;

function askPage({ agencyName }: Linked): Response {
  const main = html`<p>Wenn Sie bestätigen, schickt Ihnen <strong>${agencyName}</strong> über den Verteiler keine Pressemitteilungen mehr: für keinen ihrer Kunden, ab sofort und auf Dauer.</p>
${subscriptionsStay}
<form method="post"><button class="primary">Keine Mitteilungen mehr</button></form>
<p class="facts" lang="en">Confirm to get no more press mails from the list of ${agencyName}, at once and for good. A newsroom that you subscribed to yourself has its own link to unsubscribe.</p>`;
  return secretPageResponse(renderFormPage({ title: "Keine Pressemitteilungen mehr?", main }), 200);
}

function endedPage({ agencyName }: Linked): Response {
  const main = html`<p><strong>${agencyName}</strong> schickt an diese Adresse über den Verteiler keine Pressemitteilungen mehr.</p>
${subscriptionsStay}
<p>Ihre Angaben werden nach Ablauf der Aufbewahrungsfrist gelöscht, auf Wunsch auch früher: Eine Antwort auf die E-Mail genügt. Eine Prüfsumme der Adresse bleibt, damit sie nicht wieder aufgenommen wird.</p>
<p class="facts" lang="en">${withStop(`You will get no more press mails of ${agencyName}`)} Your data are deleted at the end of the retention period, or earlier if you ask for it in a reply to the mail. A checksum of the address stays, so that it is not added again.</p>`;
  return secretPageResponse(renderFormPage({ title: "Ihr Widerspruch gilt", main }), 200);
}
