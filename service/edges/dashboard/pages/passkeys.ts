import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { ServiceError, statusByErrorCode } from "../../../errors.ts";
import { listPasskeys } from "../../../features/people/passkey-sql.ts";
import {
  addPasskey,
  beginPasskeyRegistration,
  canHavePasskeys,
  removePasskey,
} from "../../../features/people/passkeys.ts";
import { describeDevice } from "../../../features/people/rules.ts";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { html } from "../../../floor/web/html.ts";
import { attemptCookie, noticeCookie, readAttempt } from "../cookies.ts";
import { type Context, defineForm, definePage, defineRawForm, type PageContent } from "../definition.ts";
import { formAction } from "../forms/render-form.ts";
import { hiddenField } from "../forms/text-fields.ts";
import { confirmHtml } from "../parts/confirm.ts";
import { emptyHtml } from "../parts/empty.ts";
import { shortMomentHtml } from "../parts/moment.ts";
import { tableHtml } from "../parts/table.ts";
import type { Script } from "../script.ts";
import { passkeyRegistrationScript } from "./signing-in/passkey-scripts.ts";
import { isCredential, readJsonObject } from "./signing-in/read-json.ts";

const path = "/app/konto/passkeys";
const nameCharactersMax = 100;

/** Passkeys of the person who is signed in. `webauthn` is the library's script. */
export function passkeyDefinitions(webauthn: Script) {
  const page = definePage({
    path,
    action: "account.passkeys",
    scripts: [webauthn, passkeyRegistrationScript],
    handle: showPasskeys,
  });

  const options = defineRawForm({
    path: `${path}/optionen`,
    action: "account.passkeys",
    handle: ({ visit, deps, request }) =>
      answerScript(async () => {
        refusePartner(visit.signedIn);
        const begun = await beginPasskeyRegistration(deps, visit.signedIn);
        return Response.json(begun.options, {
          headers: { "set-cookie": attemptCookie(request, begun.attempt) },
        });
      }),
  });

  const add = defineRawForm({
    path,
    action: "account.passkeys",
    handle: ({ visit, deps, request }) =>
      answerScript(async () => {
        refusePartner(visit.signedIn);
        const { response, name } = await readJsonObject(request);
        if (!isCredential(response))
          throw new ServiceError("invalid_body", "Send what the authenticator answered.");
        const typed = typeof name === "string" ? storable(name) : "";
        await addPasskey(
          deps,
          visit.agencyId,
          {
            ...visit.signedIn,
            // `isCredential` looks at its id alone: the library checks the rest, and refuses what is no such answer.
            response: response as RegistrationResponseJSON,
            attempt: readAttempt(request),
            passkeyName: typed === "" ? describeDevice(request.headers.get("user-agent")) : typed,
          },
          visit.actor,
        );
        const cookie = noticeCookie(request, "Der Passkey ist angelegt. Ab jetzt melden Sie sich damit an.");
        return Response.json({ location: path }, { headers: { "set-cookie": cookie } });
      }),
  });

  const remove = defineForm({
    path: `${path}/entfernen`,
    action: "account.passkeys",
    fields: { id: hiddenField({ charactersMax: 1400 }) },
    async handle({ visit, values, deps }) {
      refusePartner(visit.signedIn);
      const { personId } = visit.signedIn;
      await removePasskey(deps.sql, visit.agencyId, { id: values.id, personId }, visit.actor);
      return { location: path, notice: "Der Passkey ist entfernt." };
    },
    show: showPasskeys,
  });

  return [page, options, add, remove];
}

/** A script sends any text, and the database takes neither a NUL nor half a letter. */
function storable(name: string): string {
  return firstCharacters(name.replaceAll("\0", "").trim(), nameCharactersMax).toWellFormed();
}

/** What the script shows where the passkey was refused; other errors have their pages. */
async function answerScript(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const [message] = error instanceof ServiceError ? (error.details?.fieldErrors.passkey ?? []) : [];
    if (message === undefined) throw error;
    return Response.json({ message }, { status: statusByErrorCode.validation_error });
  }
}

/** A partner vouches for a person in one agency; it must not open the way into others. */
function refusePartner({ isOfPartner }: { isOfPartner: boolean }): void {
  if (isOfPartner) throw new ServiceError("not_found", "A session of a partner has no passkeys.");
}

async function showPasskeys({ visit, deps, request }: Context): Promise<PageContent> {
  refusePartner(visit.signedIn);
  const passkeys = await listPasskeys(deps.sql, visit.signedIn.personId);
  return {
    title: "Passkeys",
    lead: "Ein Passkey meldet Sie mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne Passwort und ohne Nachricht.",
    trail: [{ label: "Mein Konto", href: "/app/konto" }],
    main: html`${
      passkeys.length === 0
        ? emptyHtml({
            title: "Noch kein Passkey",
            text: "Legen Sie auf jedem Gerät, mit dem Sie arbeiten, einen an.",
          })
        : tableHtml({
            caption: "Passkeys",
            rows: passkeys,
            columns: [
              { label: "Name", cell: ({ name }) => name },
              { label: "Angelegt", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
              {
                label: "Zuletzt benutzt",
                cell: ({ lastUsedAt }) => (lastUsedAt === null ? "–" : shortMomentHtml(visit, lastUsedAt)),
              },
              {
                label: "Entfernen",
                isAction: true,
                cell: ({ id, name }) =>
                  confirmHtml({
                    visit,
                    action: `${path}/entfernen`,
                    label: "Entfernen …",
                    question: `Mit „${name}“ kann sich dann niemand mehr anmelden.`,
                    confirm: "Ja, entfernen",
                    values: { id },
                  }),
              },
            ],
          })
    }
<h2>Passkey auf diesem Gerät</h2>
${
  canHavePasskeys(deps.publicUrl)
    ? html`<p id="passkey-missing" class="lead">Dafür braucht es JavaScript und einen Browser, der Passkeys kennt.</p>
<div id="passkey" class="form" hidden data-options="${formAction(visit, `${path}/optionen`)}" data-add="${formAction(visit, path)}">
<div class="field"><label for="passkey-name">Name</label><input id="passkey-name" maxlength="${nameCharactersMax}" autocomplete="off" value="${describeDevice(request.headers.get("user-agent"))}"></div>
<p class="buttons"><button type="button" class="primary">Passkey anlegen</button></p>
<p id="passkey-status" role="status"></p>
</div>`
    : html`<p class="lead">Unter einer IP-Adresse gibt es keine Passkeys. Der Dienst braucht einen Namen.</p>`
}`,
  };
}
