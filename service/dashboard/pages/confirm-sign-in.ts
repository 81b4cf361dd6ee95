import { requestContext } from "../../http/request-context.ts";
import { html } from "../../web/html.ts";
import { safeLocation } from "../answers.ts";
import { type Context, defineForm, definePage, type PageContent } from "../definition.ts";
import { emptyForm, type FormState } from "../forms/form-state.ts";
import { formHtml } from "../forms/render-form.ts";
import { hiddenField } from "../forms/text-fields.ts";
import { requestLink } from "./signing-in/request-link.ts";

const path = "/app/bestaetigen";
const fields = { next: hiddenField({ charactersMax: 2000 }) };

/** Where actions lead that want a fresh sign-in. Each way to sign in does it; the old session ends with it. */
const confirmPage = definePage({
  path,
  action: "account.read",
  handle: (context) => showConfirm(context, emptyForm),
});

const confirmForm = defineForm({
  path,
  action: "account.write",
  fields,
  async handle({ visit, values, deps, request }) {
    const { clientAddress, requestId } = requestContext(request);
    const { email } = visit.signedIn;
    requestLink(deps, { email, clientAddress, requestId, next: safeLocation(values.next) });
    return {
      title: "Sehen Sie in Ihr Postfach",
      main: html`<p>Wenn der Dienst Nachrichten verschicken kann, kommt gleich ein Link an ${email}. Öffnen Sie ihn in diesem Browser.</p>
<p class="facts">Nichts angekommen? Bitten Sie den Betreiber des Dienstes um einen Link.</p>`,
    };
  },
  show: showConfirm,
});

export const confirmDefinitions = [confirmPage, confirmForm];

async function showConfirm({ visit, query }: Context, _state: FormState): Promise<PageContent> {
  const next = safeLocation(query.get("weiter"));
  return {
    title: "Bitte bestätigen Sie, dass Sie es sind",
    lead: "Was Sie vorhaben, könnte andere aussperren oder Daten herausgeben. Deshalb muss Ihre Anmeldung jünger als zehn Minuten sein.",
    main: formHtml({
      visit,
      action: path,
      fields,
      state: { typed: { next: [next] }, problems: {}, message: null },
      submit: `Link an ${visit.signedIn.email} schicken`,
    }),
  };
}
