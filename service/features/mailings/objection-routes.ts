import type { Sql } from "../../floor/db/open.ts";
import { endedResponse, secretPageResponse, secretRoutes } from "../../floor/secret-links/secret-page.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { renderFormPage } from "../../floor/web/form-page.ts";
import { type Html, html } from "../../floor/web/html.ts";
import type { Log } from "../../log.ts";
import { objectionPath, readObjectionToken } from "./links.ts";
import { recordMailObjection } from "./record-objection.ts";
import { findMailingMail, type MailingMail } from "./sql.ts";

type Deps = { sql: Sql; log: Log; secrets: SecretCipher };
type Opened = MailingMail & { agencyId: number };

/**
 * The page behind the link to object. GET shows what ends and changes nothing, because scanners open links; POST objects, from the page
 * or by a mail program (RFC 8058) that has no cookie and no origin. The signed link is what allows it.
 */
export function objectionRoutes(deps: Deps) {
  return secretRoutes<Opened>({
    route: `${objectionPath}/:token`,
    log: deps.log,
    refuse: (status) =>
      page(
        status,
        "Das hat nicht geklappt",
        html`<p>Bitte öffnen Sie den Link aus der Mail noch einmal.</p>`,
      ),
    open: async ({ token }) => {
      const ref = readObjectionToken(deps.secrets, token);
      const mail = ref === null ? null : await findMailingMail(deps.sql, ref.agencyId, ref.id);
      if (ref === null || mail === null)
        return endedResponse(
          404,
          "Vielleicht wurde er beim Kopieren abgeschnitten. Antworten Sie sonst auf die Mail, dann widersprechen Sie dort.",
        );
      return { ...mail, agencyId: ref.agencyId };
    },
    show: ({ agencyName, contact }) =>
      contact === null
        ? testPage()
        : page(
            200,
            "Keine Pressemails mehr?",
            html`<p>${agencyName} schreibt Ihnen dann nicht mehr, für keinen Kunden. Ihre Adresse wird nur noch verschlüsselt aufbewahrt, damit sie nicht wieder in einen Verteiler kommt.</p>
<form method="post"><button class="primary">Ja, keine Pressemails mehr</button></form>`,
          ),
    act: async ({ agencyId, agencyName, contact, mailingId }) => {
      if (contact === null) return testPage();
      await recordMailObjection(deps.sql, agencyId, { mailingId, contact });
      return page(
        200,
        "Erledigt",
        html`<p>${agencyName} schreibt Ihnen keine Pressemails mehr, ab sofort und für alle Kunden.</p>`,
      );
    },
  });
}

function testPage(): Response {
  return page(
    200,
    "Eine Testmail",
    html`<p>Hier widersprechen die Empfänger. Bei einer Testmail geschieht nichts.</p>`,
  );
}

function page(status: 200 | 400 | 413, title: string, main: Html): Response {
  return secretPageResponse(renderFormPage({ title, main }), status);
}
