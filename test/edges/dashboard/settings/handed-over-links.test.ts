import { describe, expect, test } from "bun:test";
import { inviteMember } from "../../../../service/features/people/invite-member.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser, send, signIn } from "../support.ts";
import { actsOf } from "./support.ts";

const operator = { type: "operator", id: null } as const;
const team = "/app/einstellungen/team";
const { service } = serviceScene();

describe("a link that an owner hands over where no mail can go", () => {
  const linkIn = async (answer: Response) =>
    /<pre id="link"[^>]*>(http[^<]+)<\/pre>/.exec(await answer.text())?.[1] ?? null;
  const invite = async (owner: DashboardUser, email: string) =>
    await linkIn(await owner.post(`${team}/einladen`, { email, role: "editor", scope: "all" }));
  /** Opens a link and presses its button; the cookie of the session, or null. */
  const enter = async (link: string | null) => {
    const answer = await send(service, new URL(link ?? "").pathname, { method: "POST" });
    return answer.status === 303 ? (answer.headers.get("set-cookie")?.split(";")[0] ?? null) : null;
  };
  const see = async (cookie: string | null, path = "/app") =>
    await send(service, path, { headers: { cookie: cookie ?? "" } });
  const personOf = async (email: string) => {
    const [row] = await service.sql<{ id: string }[]>`select id from person where email = ${email}`;
    return row?.id ?? "";
  };

  test("signs the colleague in once, for this agency alone, and stands in the log with who made it", async () => {
    const { agencyId } = await createTestAgency(service.sql, { name: "Erste Agentur" });
    const elsewhere = await createTestAgency(service.sql, { name: "Zweite Agentur" });
    const owner = await createDashboardUser(service, agencyId);
    const email = `neu-${agencyId}@example.org`;
    const link = await invite(owner, email);
    const again = { email, role: "owner", clientIds: null } as const;
    await inviteMember(service.sql, elsewhere.agencyId, again, operator);
    const cookie = await enter(link);
    expect(await enter(link)).toBeNull();
    expect(await (await see(cookie)).text()).not.toContain("Zweite Agentur");
    const chosen = await send(service, "/app/agentur", {
      method: "POST",
      headers: { cookie: cookie ?? "" },
      body: new URLSearchParams({ agencyId: String(elsewhere.agencyId) }),
    });
    expect(chosen.status).toBe(404);
    expect((await see(cookie, "/app/konto/passkeys")).status).toBe(404);
    expect((await actsOf(service.sql, agencyId, "person.link_printed")).map(({ actor }) => actor)).toEqual([
      "person",
    ]);
    expect(await actsOf(service.sql, elsewhere.agencyId, "person.link_printed")).toHaveLength(0);
  });

  test("is made anew by the owner, which ends the older one and what it opened", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const email = `anew-${agencyId}@example.org`;
    const first = await invite(owner, email);
    const at = `${team}/${await personOf(email)}`;
    expect(await (await owner.get(at)).text()).toContain("Link anlegen");
    const second = await linkIn(await owner.post(`${at}/link`));
    expect(await enter(first)).toBeNull();
    const cookie = await enter(second);
    expect((await see(cookie)).status).toBe(200);
    const third = await linkIn(await owner.post(`${at}/link`));
    expect((await see(cookie)).status).toBe(303);
    expect((await owner.post(`${at}/entfernen`)).status).toBe(303);
    await inviteMember(service.sql, agencyId, { email, role: "editor", clientIds: null }, operator);
    expect(await enter(third)).toBeNull();
  });

  test("ends, with what it opened, when the colleague signs in by itself", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const email = `selbst-${agencyId}@example.org`;
    const cookie = await enter(await invite(owner, email));
    expect((await see(cookie)).status).toBe(200);
    const own = await signIn(service, email);
    expect((await see(cookie)).status).toBe(303);
    expect((await own.get("/app")).status).toBe(200);
  });

  test("ends, with what it opened, when an owner is one no more: who made it may have kept it", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const [second, third] = [
      await createDashboardUser(service, agencyId),
      await createDashboardUser(service, agencyId),
    ];
    const used = await enter(await invite(second, `offen-${agencyId}@example.org`));
    const kept = await invite(second, `behalten-${agencyId}@example.org`);
    const demoted = await owner.post(`${team}/${second.personId}`, { role: "editor", scope: "all" });
    expect(demoted.status).toBe(303);
    expect((await see(used)).status).toBe(303);
    expect(await enter(kept)).toBeNull();
    const another = await enter(await invite(third, `noch-${agencyId}@example.org`));
    expect((await owner.post(`${team}/${third.personId}/entfernen`)).status).toBe(303);
    expect((await see(another)).status).toBe(303);
  });

  test("is given whatever another agency handed over, and again after a removal", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const elsewhere = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const neighbour = await createDashboardUser(service, elsewhere.agencyId);
    const email = `zwei-${agencyId}@example.org`;
    expect((await see(await enter(await invite(neighbour, email)))).status).toBe(200);
    expect(await invite(owner, email)).not.toBeNull();
    const left = await createDashboardUser(service, agencyId, { role: "editor" });
    expect((await owner.post(`${team}/${left.personId}/entfernen`)).status).toBe(303);
    expect(await invite(owner, left.email)).not.toBeNull();
  });

  test("is refused for who gets in already, by others than owners, and for people of another agency", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const other = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const colleague = await createDashboardUser(service, agencyId, { role: "editor" });
    const stranger = await createDashboardUser(service, other.agencyId);
    expect((await owner.post(`${team}/${colleague.personId}/link`)).headers.get("location")).toBe(team);
    expect((await owner.post(`${team}/${stranger.personId}/link`)).status).toBe(404);
    expect((await colleague.post(`${team}/${owner.personId}/link`)).status).toBe(403);
    expect(await actsOf(service.sql, agencyId, "person.link_printed")).toHaveLength(0);
    // Who works elsewhere is taken on, and told nothing but that.
    const answer = await owner.post(`${team}/einladen`, {
      email: stranger.email,
      role: "analyst",
      scope: "all",
    });
    expect(answer.headers.get("location")).toBe(team);
    expect(await (await owner.get(team)).text()).toContain(stranger.email);
  });
});
