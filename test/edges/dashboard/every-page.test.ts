/** What holds for every page and form behind the sign-in, by its definition: a new one is tested here without a line of its own. */
import { beforeAll, describe, expect, test } from "bun:test";
import { createDefinitions } from "../../../service/edges/dashboard/definitions.ts";
import { createClient } from "../../../service/features/clients/create-client.ts";
import { isPermitted, type Member } from "../../../service/features/people/rights.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { until } from "../../support/until.ts";
import { digestRows } from "./forms/count-rows.ts";
import { rightValues } from "./forms/right-values.ts";
import { refusedAtFirst, sentValues } from "./forms/sent-values.ts";
import {
  createWholeAgency,
  pathWith,
  unknownIds,
  type WholeAgency,
  wholeAgencySettings,
} from "./forms/whole-agency.ts";
import { createDashboardUser, type DashboardUser, send } from "./support.ts";

/** They end the session in which the others are sent. */
const endsSession = ["/app/abmelden", "/app/konto/sitzungen/beenden"];
const definitions = createDefinitions({ name: "webauthn", source: "" }).filter(
  ({ path }) => !endsSession.includes(path),
);
const table = definitions.map((each) => [each.kind === "page" ? "GET" : "POST", each.path, each] as const);
const members: Member[] = [
  { role: "owner", clientIds: null },
  { role: "editor", clientIds: null },
  { role: "editor", clientIds: [1] },
  { role: "analyst", clientIds: null },
  { role: "analyst", clientIds: [1] },
];

const { service } = serviceScene("server", wholeAgencySettings);
const here = given(() => createWholeAgency(service));
const there = given(() => createWholeAgency(service));
/** May see one client of the agency there, of which nothing is there yet. */
const limited = given(async () => {
  const names = { name: "Ohne alles", slugs: [`ohne-${there.agencyId}`], contactEmail: null };
  const client = { ...names, persona: null, imprint: { url: "https://example.org/impressum" } };
  const { clientId } = await createClient(service.sql, there.agencyId, client);
  return await createDashboardUser(service, there.agencyId, { role: "editor", clientIds: [clientId] });
});
const people: DashboardUser[] = [];
let rowsBefore: Record<string, string>;

beforeAll(async () => {
  for (const { role, clientIds } of members) {
    const limit = clientIds === null ? null : [Number(here.ids.kunden)];
    people.push(await createDashboardUser(service, here.agencyId, { role, clientIds: limit }));
  }
  await until(async () => (await listOpenWork()).length === 0);
  rowsBefore = await rowsOfOther();
});

/** Without its people's sessions: one that is used a minute later notes the agency that it works for. */
async function rowsOfOther() {
  const { person_session: _sessions, ...rows } = await digestRows(service.sql, there.agencyId);
  return rows;
}

/** What loops still do for the agency there, each once. */
async function listOpenWork() {
  const { agencyId } = there;
  return await service.sql`
    select from export_job where agency_id = ${agencyId} and completed_at is null
    union all
    select from clipping_address where agency_id = ${agencyId} and due_at is not null
    union all
    select from provider_connection where agency_id = ${agencyId} and last_check_at is null
    union all
    select from webhook_replay where agency_id = ${agencyId} and finished_at is null
  `;
}

describe("each page and form", () => {
  test.each(table)("%s %s asks the table", async (method, path, { action }) => {
    const at = pathWith(path, unknownIds(here.ids));
    for (const [index, member] of members.entries()) {
      const answer = await (method === "GET" ? people[index]?.get(at) : people[index]?.post(at));
      const outcome = { ...member, isRefused: answer?.status === 403 };
      expect(outcome).toEqual({ ...member, isRefused: !isPermitted(member, action) });
      expect(answer?.status).toBeLessThan(500);
    }
  });

  test.each(table)("%s %s leads nobody in without a session", async (method, path) => {
    const answer = await send(service, pathWith(path, here.ids), { method });
    expect(method === "GET" ? [303] : [303, 401]).toContain(answer.status);
    if (method === "GET") expect(answer.headers.get("location")).toStartWith("/app/anmelden");
  });

  test.each(table.filter(([method]) => method === "POST"))(
    "%s %s takes no form from elsewhere",
    async (_method, path) => {
      const at = pathWith(path, here.ids);
      for (const site of ["cross-site", "same-site", "none"])
        expect((await here.owner.post(at, {}, { "sec-fetch-site": site })).status).toBe(403);
    },
  );

  test.each(table.filter(([method]) => method === "GET"))(
    "%s %s has the same head without its body",
    async (_method, path) => {
      const [got, head] = await Promise.all(["GET", "HEAD"].map((method) => ask(here.owner, method, path)));
      expect({ ...head, main: "" }).toEqual({ ...got, main: "" });
      expect(head?.main).toBe("");
    },
  );

  test.each(table.filter(([, path]) => path.includes(":")))(
    "%s %s: another agency's id is answered like an unknown one, and so is another client's",
    async (method, path, each) => {
      const body = each.kind === "form" ? new URLSearchParams(rightValues(each.fields, here.values)) : "x";
      for (const person of [here.owner, limited]) {
        const unknown = await ask(person, method, path, { ids: unknownIds(there.ids), body });
        expect(await ask(person, method, path, { ids: there.ids, body })).toEqual(unknown);
        expect(person === here.owner ? [404] : [403, 404]).toContain(unknown.status);
      }
    },
  );

  // A preview and a search show the form with what was typed, and do nothing with it.
  const forms = definitions.flatMap((each) =>
    each.kind === "form" &&
    !/\/(?:vorschau|suchen|kontakte)$/.test(each.path) &&
    Object.keys(each.fields).some(isOfId)
      ? [[each.path, each.fields] as const]
      : [],
  );
  test.each(forms)(
    "POST %s: another agency's id in a field is refused, and the own one is taken",
    async (path, fields) => {
      const own = sentTo(here, path, fields);
      const theirs = sentTo(there, path, fields);
      const statusOf = async (changed: Record<string, string>) => {
        const values: Record<string, string> = { ...own, idempotencyKey: crypto.randomUUID(), ...changed };
        const body = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
        return (await ask(here.owner, "POST", path, { body })).status;
      };
      for (const name of Object.keys(fields).filter(isOfId)) {
        const foreign = theirs[name] ?? "";
        if (foreign === own[name] || leavesOut[path] === name) continue;
        const isRefused = [400, 404, 409].includes(await statusOf({ [name]: foreign }));
        expect({ name, isRefused }).toEqual({ name, isRefused: true });
      }
      // What is wrong for another reason too says nothing of the ids.
      if (!refusedAtFirst.has(path)) expect(await statusOf({})).toBe(303);
    },
  );

  test("has changed nothing of the other agency", async () => {
    expect(await rowsOfOther()).toEqual(rowsBefore);
  });
});

/** Fields that hold an id, or several. */
function isOfId(name: string): boolean {
  return /Ids?$|^(?:about|clients|scope|subject|translationOf)$/.test(name);
}

/** They take an id that finds nobody, whoever's it is: contacts and clients go while their form is open. */
const leavesOut: Readonly<Record<string, string>> = {
  "/app/aussand/:mailingId": "contactIds",
  "/app/berichte/entwuerfe/neu": "clients",
};

function sentTo(
  agency: WholeAgency,
  path: string,
  fields: Parameters<typeof rightValues>[0],
): Record<string, string> {
  const asset = agency.ids.mediathek ?? "";
  const assets = agency === there ? { imageAssetId: asset, assetIds: asset } : {};
  const right = { ...rightValues(fields, agency.values), ...sentValues(agency, path), ...assets };
  return Object.fromEntries(Object.entries(right).filter(([name]) => name in fields));
}

type Asked = { status: number; type: string | null; main: string };

async function ask(
  { cookie }: DashboardUser,
  method: string,
  path: string,
  { ids = here.ids, body }: { ids?: typeof here.ids; body?: BodyInit } = {},
): Promise<Asked> {
  const init = { method, headers: { cookie }, ...(method === "POST" && { body: body ?? "" }) };
  const answer = await send(service, pathWith(path, ids), init);
  const text = await answer.text();
  const main = text.match(/<main.*<\/main>/s)?.[0] ?? text;
  return { status: answer.status, type: answer.headers.get("content-type"), main };
}
