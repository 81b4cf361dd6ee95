import { ServiceError } from "../../../errors.ts";
import { listPartners } from "../../../features/people/partner-sql.ts";
import { canHavePasskeys } from "../../../features/people/passkeys.ts";
import { requestContext } from "../../../floor/http/request-context.ts";
import { html } from "../../../floor/web/html.ts";
import { safeLocation } from "../answers.ts";
import { type Context, defineForm, definePage, type PageContent } from "../definition.ts";
import { filledForm } from "../forms/form-state.ts";
import { formHtml } from "../forms/render-form.ts";
import { hiddenField } from "../forms/text-fields.ts";
import { passkeyBox } from "../parts/passkey-box.ts";
import { passkeySignInScript } from "../parts/passkey-sign-in-script.ts";
import type { Script } from "../script.ts";
import { takesLink } from "../takes-link.ts";
import { requestLink } from "./signing-in/request-link.ts";

const path = "/app/bestaetigen";
const fields = { next: hiddenField({ charactersMax: 2000 }) };

/**
 * Where actions lead that want a fresh sign-in. Each way to sign in does it, and the old session ends with it. A partner's session
 * stays one for its agency: a link by mail makes that one fresh, and a provider asks the person again itself.
 */
export function confirmDefinitions(webauthn: Script) {
  const page = definePage({
    path,
    action: "account.read",
    scripts: [webauthn, passkeySignInScript],
    handle: showConfirm,
  });
  return [page, confirmForm];
}

const confirmForm = defineForm({
  path,
  action: "account.write",
  fields,
  async handle({ visit, values, deps, request }) {
    const { clientAddress, requestId } = requestContext(request);
    const { email, sessionId, isOfPartner } = visit.signedIn;
    if (!(await takesLink(deps, visit)))
      throw new ServiceError("not_found", "The agency's provider confirms who this is.");
    const confirmsSessionId = isOfPartner ? sessionId : undefined;
    requestLink(deps, {
      email,
      clientAddress,
      requestId,
      next: safeLocation(values.next),
      confirmsSessionId,
    });
    return {
      title: "Sehen Sie in Ihr Postfach",
      main: html`<p>Wenn der Dienst Nachrichten verschicken kann, kommt gleich ein Link an ${email}. Öffnen Sie ihn in diesem Browser.</p>
<p class="facts">Nichts angekommen? Bitten Sie den Betreiber des Dienstes um einen Link.</p>`,
    };
  },
  show: showConfirm,
});

async function showConfirm({ visit, query, deps }: Context): Promise<PageContent> {
  const next = safeLocation(query.get("weiter"));
  const partners = await listPartners(deps.sql, visit.agencyId);
  const isByLink = await takesLink(deps, visit);
  return {
    title: "Bitte bestätigen Sie, dass Sie es sind",
    lead: "Was Sie vorhaben, könnte andere aussperren oder Daten herausgeben. Deshalb muss Ihre Anmeldung jünger als zehn Minuten sein.",
    main: html`${canHavePasskeys(deps.publicUrl) && !visit.signedIn.isOfPartner && passkeyBox({ next, isAutofill: false })}
${partners
  .filter(({ kind }) => kind === "oidc")
  .map(
    ({ id, name }) =>
      html`<p class="buttons"><a class="button" href="${`/app/anmelden/partner/${id}?frisch=1&weiter=${encodeURIComponent(next)}`}">Mit ${name} bestätigen</a></p>`,
  )}
${
  isByLink &&
  deps.mailer === null &&
  html`<p class="notice">Dieser Dienst hat keinen Mailserver. Den Link gibt der Betreiber aus: <code>pr-service login --email ${visit.signedIn.email}</code></p>`
}
${
  isByLink &&
  deps.mailer !== null &&
  formHtml({
    visit,
    action: path,
    fields,
    state: filledForm({ next }),
    submit: `Link an ${visit.signedIn.email} schicken`,
  })
}`,
  };
}
