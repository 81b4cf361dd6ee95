import { ServiceError } from "../../errors.ts";
import { chooseAgency, deleteSessions } from "../../people/session-sql.ts";
import { seeOther } from "../answers.ts";
import { endedSessionCookie } from "../cookies.ts";
import { defineForm } from "../definition.ts";
import { pickField } from "../forms/choice-fields.ts";
import { emptyHtml } from "../parts/empty.ts";
import { numberInPath } from "../parts/path-id.ts";

const switchForm = defineForm({
  path: "/app/agentur",
  action: "account.write",
  fields: { agencyId: pickField({ label: "Agentur" }) },
  async handle({ visit, values, deps }) {
    const agencyId = numberInPath(values.agencyId);
    const { sessionId } = visit.signedIn;
    if (!(await chooseAgency(deps.sql, { sessionId, agencyId })))
      throw new ServiceError("not_found", "The person has no part in this agency.");
    return { location: "/app" };
  },
  show: async () => ({
    title: "Agentur wechseln",
    main: emptyHtml({ title: "Keine Agentur gewählt", text: "Wählen Sie die Agentur oben links." }),
  }),
});

const signOutForm = defineForm({
  path: "/app/abmelden",
  action: "account.write",
  fields: {},
  async handle({ visit, deps, request }) {
    const { personId, sessionId } = visit.signedIn;
    await deleteSessions(deps.sql, { personId, only: sessionId });
    return seeOther("/app/anmelden", [endedSessionCookie(request)]);
  },
  show: async () => ({
    title: "Abmelden",
    main: emptyHtml({ title: "Sie sind noch angemeldet", text: "Bitte versuchen Sie es noch einmal." }),
  }),
});

export const accountDefinitions = [switchForm, signOutForm];
