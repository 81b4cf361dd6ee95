/**
 * A run of all asks most things of PostgreSQL alone. This asks the whole service for everything once on the embedded database, so that
 * a statement which that one does not take is found.
 */
import { expect, test } from "bun:test";
import { createDefinitions } from "../../service/edges/dashboard/definitions.ts";
import { rightValues } from "../edges/dashboard/forms/right-values.ts";
import { createWholeAgency, pathWith, wholeAgencySettings } from "../edges/dashboard/forms/whole-agency.ts";
import { callEverything, callsEnvironment } from "../features/agency-data/statements/call-everything.ts";
import { given, serviceScene } from "../support/cast.ts";

const { service } = serviceScene("embedded", { ...callsEnvironment, ...wholeAgencySettings });
const agency = given(() => createWholeAgency(service));
const definitions = createDefinitions({ name: "webauthn", source: "" });
/** What removes something comes after what needs it, and at the end what sends the person away. */
const rank = (path: string) =>
  /abmelden|sitzungen|agentur-loeschen/.test(path)
    ? 2
    : Number(/(?:entfernen|loeschen|beenden|abbrechen|widerrufen|trennen)$/.test(path));

test("agents, sites, readers and people are served by the embedded database", async () => {
  const { tools, delivered, pages } = await callEverything(service);
  expect({ tools, delivered }).toEqual({ tools: 14, delivered: 4 });
  expect(pages).toBeGreaterThan(40);
});

test("so are each page and each form of the dashboard, filled in as they can be", async () => {
  const ofForms = definitions
    .filter(({ kind }) => kind !== "page")
    .toSorted((one, other) => rank(one.path) - rank(other.path));
  const answers: Record<string, number> = {};
  for (const { path } of definitions.filter(({ kind }) => kind === "page"))
    answers[path] = (await agency.owner.get(pathWith(path, agency.ids))).status;
  for (const each of ofForms) {
    const idempotencyKey = crypto.randomUUID();
    const fields = each.kind === "form" ? rightValues(each.fields, agency.values) : {};
    const sent = { ...fields, idempotencyKey };
    answers[each.path] = (await agency.owner.post(pathWith(each.path, agency.ids), sent)).status;
  }
  expect(Object.entries(answers).filter(([, status]) => status >= 500)).toEqual([]);
  const taken = Object.values(answers).filter((status) => status < 400);
  expect(taken.length).toBeGreaterThan(120);
});
