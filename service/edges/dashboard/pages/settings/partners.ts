import { removeAgencyPartner } from "../../../../features/agent-access/remove-partner.ts";
import {
  addHandoffPartner,
  addOidcPartner,
  changePartnerTrust,
} from "../../../../features/people/add-partner.ts";
import { type ListedPartner, listPartners } from "../../../../features/people/partner-sql.ts";
import { publicKeyCharactersMax } from "../../../../features/people/public-key.ts";
import { oidcCallbackUrl } from "../../../../features/people/sign-in-by-oidc.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { checkField } from "../../forms/choice-fields.ts";
import { emptyForm, type FormState } from "../../forms/form-state.ts";
import { timedIdOfForm } from "../../forms/id-of-form.ts";
import { formHtml } from "../../forms/render-form.ts";
import {
  addressField,
  hiddenField,
  optionalAddressField,
  optionalAreaField,
  textField,
} from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { tableHtml } from "../../parts/table.ts";

const path = "/app/einstellungen/anmeldung";
const trail = [{ label: "Partner-Anmeldung", href: path }];

const nameField = textField({
  label: "Name",
  hint: "So heißt die Anmeldung für Ihr Team, zum Beispiel „Firmenkonto“.",
  charactersMax: 200,
});
const oidcFields = {
  name: nameField,
  issuer: addressField({
    label: "Adresse des Anbieters (Issuer)",
    hint: "Beginnt mit https://",
    charactersMax: 2000,
  }),
  clientId: textField({ label: "Client-ID", charactersMax: 500 }),
  clientSecret: textField({
    label: "Client-Secret",
    hint: "Wird verschlüsselt gespeichert und nicht wieder angezeigt.",
    charactersMax: 500,
  }),
  trustsEmail: checkField({
    label: "Der Anbieter bestätigt jede E-Mail-Adresse",
    hint: "Nur ankreuzen, wenn dort niemand eine fremde Adresse eintragen kann. Sonst gilt eine Anmeldung nur, wenn der Anbieter die Adresse als bestätigt meldet (email_verified).",
  }),
  isRequired: checkField({
    label: "Nur so anmelden",
    hint: "Links per E-Mail gelten dann für diese Agentur nicht mehr. Ein Passkey von Inhabern bleibt als Rückweg.",
  }),
};
const handoffFields = {
  name: nameField,
  issuer: textField({
    label: "Kennung des Portals (iss)",
    hint: "Was das Portal in seinen Tokens als Aussteller nennt.",
    charactersMax: 2000,
  }),
  publicKey: optionalAreaField({
    label: "Öffentlicher Schlüssel (JWK)",
    hint: "Ed25519, P-256 oder RSA ab 2.048 Bit. Oder unten die Adresse, unter der das Portal seine Schlüssel veröffentlicht.",
    charactersMax: publicKeyCharactersMax,
    rows: 5,
  }),
  publicKeyUrl: optionalAddressField({ label: "Adresse der Schlüssel (JWKS)", charactersMax: 2000 }),
};

const partnersPage = definePage({
  path,
  action: "partners.read",
  async handle({ visit, deps }) {
    const partners = await listPartners(deps.sql, visit.agencyId);
    return {
      title: "Partner-Anmeldung",
      lead: "Ihr Team kann sich mit dem Konto Ihrer Firma oder über das Portal eines Partners anmelden.",
      tools: html`<a class="button" href="${`${path}/oidc`}">OpenID Connect einrichten</a><a class="button" href="${`${path}/portal`}">Portal einrichten</a>`,
      main:
        partners.length === 0
          ? emptyHtml({
              title: "Noch nichts eingerichtet",
              text: "Alle melden sich per Link oder Passkey an.",
            })
          : partnersTable({ visit, deps }, partners),
    };
  },
});

const oidcPage = definePage({
  path: `${path}/oidc`,
  action: "partners.write",
  handle: (context) => showOidc(context, emptyForm),
});

const oidcForm = defineForm({
  path: `${path}/oidc`,
  action: "partners.write",
  fields: oidcFields,
  async handle({ visit, values, deps, idempotencyKey }) {
    const input = { ...values, id: timedIdOfForm(visit.agencyId, idempotencyKey, values) };
    const { id } = await addOidcPartner(deps, visit.agencyId, input, visit.actor);
    const callback = oidcCallbackUrl(deps.publicUrl, id);
    return {
      location: path,
      notice: `Eingerichtet. Tragen Sie beim Anbieter diese Rücksprung-Adresse ein: ${callback}`,
    };
  },
  show: showOidc,
});

const handoffPage = definePage({
  path: `${path}/portal`,
  action: "partners.write",
  handle: (context) => showHandoff(context, emptyForm),
});

const handoffForm = defineForm({
  path: `${path}/portal`,
  action: "partners.write",
  fields: handoffFields,
  async handle({ visit, values, deps, idempotencyKey }) {
    const input = { ...values, id: timedIdOfForm(visit.agencyId, idempotencyKey, values) };
    await addHandoffPartner(deps, visit.agencyId, input, visit.actor);
    return {
      location: path,
      notice: `Eingerichtet. Das Portal sendet seine Tokens an ${deps.publicUrl}/app/handoff`,
    };
  },
  show: showHandoff,
});

const trustForm = defineForm({
  path: `${path}/:partnerId/adressen`,
  action: "partners.write",
  fields: { trust: hiddenField({ charactersMax: 1 }) },
  async handle({ visit, params, values, deps }) {
    const input = { id: uuidInPath(params.partnerId), trustsEmail: values.trust === "1" };
    await changePartnerTrust(deps.sql, visit.agencyId, input, visit.actor);
    return { location: path, notice: "Die Anmeldung ist geändert." };
  },
  show: (context) => partnersPageContent(context),
});

const removeForm = defineForm({
  path: `${path}/:partnerId/entfernen`,
  action: "partners.write",
  fields: {},
  async handle({ visit, params, deps }) {
    await removeAgencyPartner(deps.sql, visit.agencyId, uuidInPath(params.partnerId), visit.actor);
    return { location: path, notice: "Die Anmeldung über diesen Partner ist beendet." };
  },
  show: (context) => partnersPageContent(context),
});

export const partnerDefinitions = [
  partnersPage,
  oidcPage,
  oidcForm,
  handoffPage,
  handoffForm,
  trustForm,
  removeForm,
];

async function partnersPageContent({ visit, deps }: Pick<Context, "visit" | "deps">): Promise<PageContent> {
  const partners = await listPartners(deps.sql, visit.agencyId);
  return { title: "Partner-Anmeldung", main: partnersTable({ visit, deps }, partners) };
}

function partnersTable(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  partners: readonly ListedPartner[],
): Html {
  return tableHtml({
    caption: "Partner-Anmeldung",
    rows: partners,
    columns: [
      {
        label: "Name",
        cell: ({ name, kind, issuer, isRequired }) =>
          html`${name}${isRequired && html` <span class="state">nur so</span>`}<span class="facts">${kind === "oidc" ? "OpenID Connect" : "Portal"} von ${issuer}</span>`,
      },
      {
        label: "Adresse",
        cell: ({ id, kind }) =>
          kind === "oidc"
            ? html`<span class="address">${deps.publicUrl}/app/anmelden/partner/${id}</span><span class="facts">Rücksprung: ${oidcCallbackUrl(deps.publicUrl, id)}</span>`
            : html`<span class="address">${deps.publicUrl}/app/handoff</span>`,
      },
      { label: "E-Mail-Adressen", cell: (partner) => trustHtml(visit, partner) },
      {
        label: "Entfernen",
        isAction: true,
        cell: ({ id, name }) =>
          confirmHtml({
            visit,
            action: `${path}/${id}/entfernen`,
            label: "Entfernen …",
            question: `Über „${name}“ meldet sich dann niemand mehr an. Offene Sitzungen enden.`,
            confirm: "Ja, entfernen",
          }),
      },
    ],
  });
}

/** Whether addresses count without the provider's word for each, and the way to change that. */
function trustHtml(visit: Context["visit"], { id, kind, name, trustsEmail }: ListedPartner): Html | string {
  if (kind !== "oidc") return "–";
  const action = `${path}/${id}/adressen`;
  return trustsEmail
    ? html`gelten auch unbestätigt ${buttonFormHtml({ visit, action, label: "Nur noch bestätigte", about: name, values: { trust: "0" } })}`
    : html`gelten nur bestätigt ${confirmHtml({
        visit,
        action,
        label: "Alle gelten lassen …",
        question: `Wer bei „${name}“ eine fremde Adresse eintragen kann, käme dann als diese Person herein.`,
        confirm: "Ja, alle gelten lassen",
        values: { trust: "1" },
      })}`;
}

async function showOidc({ visit }: Pick<Context, "visit">, state: FormState): Promise<PageContent> {
  return {
    title: "OpenID Connect einrichten",
    trail,
    main: formHtml({ visit, action: `${path}/oidc`, fields: oidcFields, state, submit: "Einrichten" }),
  };
}

async function showHandoff({ visit }: Pick<Context, "visit">, state: FormState): Promise<PageContent> {
  return {
    title: "Portal einrichten",
    trail,
    main: formHtml({ visit, action: `${path}/portal`, fields: handoffFields, state, submit: "Einrichten" }),
  };
}
