import { describe, expect, test } from "bun:test";
import { type Action, isPermitted, type Member, rights } from "../../../service/features/people/rights.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { createDashboardUser } from "./support.ts";

const members = {
  owner: { role: "owner", clientIds: null },
  editor: { role: "editor", clientIds: null },
  "editor of one client": { role: "editor", clientIds: [1] },
  analyst: { role: "analyst", clientIds: null },
  "analyst of one client": { role: "analyst", clientIds: [1] },
} as const satisfies Record<string, Member>;
const kinds: Kind[] = ["owner", "editor", "editor of one client", "analyst", "analyst of one client"];
const actions = Object.keys(rights).filter((name): name is Action => Object.hasOwn(rights, name));

test("the table of rights is this one", () => {
  expect(`\n${actions.map(lineOf).join("\n")}\n`).toMatchSnapshot();
});

describe("rights", () => {
  const { service, agency: here, owner } = serviceScene();

  test("what wants a fresh sign-in is refused to one of more than ten minutes", async () => {
    const user = await createDashboardUser(service, here.agencyId);
    const age = (seconds: number) => service.sql`
      update person_session set signed_in_at = now() - make_interval(secs => ${seconds})
      where person_id = ${user.personId}
    `;
    const fields = { email: "frisch@example.org", role: "analyst", scope: "all" };
    await age(601);
    // Looking is free: what was typed would be lost on the way to the question.
    expect((await user.get("/app/einstellungen/team/einladen")).status).toBe(200);
    const refused = await user.post("/app/einstellungen/team/einladen", fields);
    expect(refused.status).toBe(403);
    const question = await refused.text();
    for (const shown of [
      "frisch@example.org",
      "In neuem Fenster bestätigen",
      `pr-service login --email ${user.email}`,
    ])
      expect(question).toContain(shown);
    const asked = await user.post("/app/konto/passkeys/optionen");
    expect([asked.status, asked.headers.get("location")]).toEqual([303, "/app/bestaetigen"]);
    expect((await user.get("/app/einstellungen/team")).status).toBe(200);
    await age(590);
    const taken = await user.post("/app/einstellungen/team/einladen", fields);
    expect(await taken.text()).toContain("Link für frisch@example.org");
  });

  test("the last owner stays, whoever asks at once", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const [first, second] = [
      await createDashboardUser(service, agencyId),
      await createDashboardUser(service, agencyId),
    ];
    const removed = await Promise.all([
      first.post(`/app/einstellungen/team/${second.personId}/entfernen`),
      second.post(`/app/einstellungen/team/${first.personId}/entfernen`),
    ]);
    expect(removed.map(({ status }) => status).toSorted((one, other) => one - other)[0]).toBe(303);
    const owners = await service.sql`
      select from membership where agency_id = ${agencyId} and role = 'owner'
    `;
    expect(owners.length).toBe(1);
  });

  test("a change stands in the log with who, before and after, and from which session", async () => {
    const editor = await createDashboardUser(service, here.agencyId, { role: "editor" });
    await owner.post(`/app/einstellungen/team/${editor.personId}`, { role: "analyst", scope: "all" });
    const [row] = await service.sql<Record<string, unknown>[]>`
      select actor_type, actor_id, session_id is not null as "hasSession", details
      from audit
      where agency_id = ${here.agencyId} and action = 'person.role_changed'
    `;
    expect(row).toEqual({
      actor_type: "person",
      actor_id: owner.personId,
      hasSession: true,
      details: { before: { role: "editor", clientIds: null }, after: { role: "analyst", clientIds: null } },
    });
    const page = await (await owner.get("/app/einstellungen/protokoll")).text();
    expect(page).toContain("hat Rolle oder Kunden einer Person geändert");
  });
});

type Kind = keyof typeof members;

/** `o e 1 a 1`: a letter or number for each kind of person who may, a dot for each who may not; `!` wants a fresh sign-in. */
function lineOf(action: Action): string {
  const signs = ["o", "e", "1", "a", "1"];
  const may = kinds.map((kind, index) => (isPermitted(members[kind], action) ? (signs[index] ?? "") : "."));
  return `${may.join(" ")}${rights[action].needsFreshSignIn === true ? " !" : "  "} ${action}`;
}
