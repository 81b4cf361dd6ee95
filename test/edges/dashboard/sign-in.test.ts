import { describe, expect, test } from "bun:test";
import { issueSignInLink } from "../../../service/features/people/sign-in.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { cookieOf, createDashboardUser, send, signIn } from "./support.ts";

describe.each(serviceKinds)("signing in by link on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  const linkOf = async (email: string) => {
    const link = await issueSignInLink(service.sql, email);
    if (link === null) throw new Error("The person has no link.");
    return `/app/anmelden/${link.token}`;
  };

  test("a link shows who is signed in, only its button does so, and it does so once", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const { email } = await createDashboardUser(service, agencyId);
    const path = await linkOf(email);
    const opened = await send(service, path);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain(email);
    expect(cookieOf(opened)).toBeNull();
    const entered = await send(service, path, { method: "POST" });
    expect(entered.status).toBe(303);
    expect(entered.headers.get("location")).toBe("/app");
    expect(entered.headers.getSetCookie()[0]).toMatch(
      /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/,
    );
    expect((await send(service, path, { method: "POST" })).status).toBe(404);
    expect((await send(service, path)).status).toBe(404);
  });

  test("a link of more than 15 minutes signs nobody in", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const { email } = await createDashboardUser(service, agencyId);
    const path = await linkOf(email);
    const [link] = await service.sql<{ movedTo: Date }[]>`
      select max(expires_at) - interval '15 minutes' as "movedTo" from sign_in_link`;
    await service.sql`update sign_in_link set expires_at = ${link?.movedTo ?? null}`;
    const entered = await send(service, path, { method: "POST" });
    expect([entered.status, cookieOf(entered)]).toEqual([404, null]);
  });

  test("without a session every page leads to the sign-in, and remembers where to", async () => {
    const answer = await send(service, "/app/einstellungen/team?cursor=x");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(
      "/app/anmelden?weiter=%2Fapp%2Feinstellungen%2Fteam%3Fcursor%3Dx",
    );
  });

  test("by plain HTTP the page says what its address has to begin with", async () => {
    const answer = await send(service, "/app/anmelden", { headers: { host: "presse.example.org" } });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(
      "Rufen Sie diese Seite mit einer Adresse auf, die mit https:// beginnt.",
    );
  });

  test("a form of another site changes nothing, whatever it claims", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId);
    const forged = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
      { "sec-fetch-site": "same-origin", origin: "null" },
    ];
    for (const headers of forged) {
      const answer = await user.post(
        "/app/einstellungen/team/einladen",
        { email: "neu@example.org", role: "editor" },
        headers,
      );
      expect(answer.status).toBe(403);
    }
    const bare = await fetch(`${service.url}/app/abmelden`, {
      method: "POST",
      headers: { cookie: user.cookie },
      redirect: "manual",
    });
    expect(bare.status).toBe(403);
    const people = await service.sql`select from membership where agency_id = ${agencyId}`;
    expect(people.length).toBe(1);
    expect((await user.get("/app")).status).toBe(200);
  });

  test("a removed person is out at the next request, and so is one who signed out", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    const again = await signIn(service, editor.email);
    expect((await editor.get("/app")).status).toBe(200);
    expect((await editor.post("/app/abmelden")).status).toBe(303);
    expect((await editor.get("/app")).status).toBe(303);
    expect((await again.get("/app")).status).toBe(200);
    expect((await owner.post(`/app/einstellungen/team/${editor.personId}/entfernen`)).status).toBe(303);
    expect((await again.get("/app")).status).toBe(303);
  });

  test("a form without session shows what was typed, and takes it after the sign-in", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const path = `/app/einstellungen/team/einladen?agency=${agencyId}`;
    const fields = { email: "spaet@example.org", name: "Eva <b>Spät</b>", role: "editor", scope: "all" };
    await service.sql`delete from person_session where person_id = ${owner.personId}`;
    const answer = await owner.post(path, fields);
    expect(answer.status).toBe(401);
    const page = await answer.text();
    expect(page).toContain("Eva &lt;b&gt;Spät&lt;/b&gt;");
    expect(page).toContain(`action="${path}"`);
    const taken = await (await signIn(service, owner.email)).post(path, fields);
    expect(await taken.text()).toContain("Link für spaet@example.org");
  });

  test("a form that was made for another agency changes nothing in this one", async () => {
    const [here, there] = [await createTestAgency(service.sql), await createTestAgency(service.sql)];
    const owner = await createDashboardUser(service, here.agencyId);
    const fields = { email: "falsch@example.org", role: "editor" };
    const answer = await owner.post(`/app/einstellungen/team/einladen?agency=${there.agencyId}`, fields);
    expect(answer.status).toBe(409);
  });

  test("a refused form keeps what was typed and names the reason beside its field", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const answer = await owner.post("/app/einstellungen/team/einladen", {
      email: owner.email,
      name: "Doppelt",
      role: "editor",
      scope: "all",
    });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('value="Doppelt"');
    expect(page).toContain("Diese Adresse gehört schon zum Team");
    expect(page).toContain('aria-invalid="true"');
  });

  test.each([
    ["a foreign field", "email=a@example.org&role=editor&scope=all&isAdmin=1"],
    ["a doubled field", "email=a@example.org&email=b@example.org&role=editor&scope=all"],
    ["no field at all", ""],
    ["an unknown choice", "email=a@example.org&role=root&scope=all"],
    ["a text that is too long", `email=a@example.org&role=editor&scope=all&name=${"x".repeat(201)}`],
    ["a NUL", "email=a@example.org&role=editor&scope=all&name=a%00b"],
  ])("%s refuses the form", async (_name, body) => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const answer = await send(service, "/app/einstellungen/team/einladen", {
      method: "POST",
      body,
      headers: { cookie: owner.cookie, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.status).toBe(400);
  });

  test("a body past the limit is refused, and one at it is not", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const bytesMax = 256 * 1024;
    const sent = (bytes: number) =>
      send(service, "/app/abmelden", {
        method: "POST",
        body: "x".repeat(bytes),
        headers: { cookie: owner.cookie, "content-type": "application/x-www-form-urlencoded" },
      });
    expect((await sent(bytesMax + 1)).status).toBe(413);
    expect((await sent(bytesMax)).status).toBe(400);
  });

  test("a missing address is asked for in focus, so that a screen reader says it", async () => {
    const body = new URLSearchParams({ email: "" });
    const answer = await send(service, "/app/anmelden", { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/<div class="summary" role="alert" tabindex="-1" autofocus>/);
  });

  test("pages have the headers that keep others out", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const { headers } = await owner.get("/app");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });

  test("the stylesheet has a hash in its name and is kept for ever", async () => {
    const page = await (await send(service, "/app/anmelden")).text();
    const path = /href="(\/app\/assets\/app-[0-9a-f]{16}\.css)"/.exec(page)?.[1] ?? "";
    const answer = await send(service, path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  test("an unknown path, an unknown id and a foreign id give the same page", async () => {
    const [here, there] = [await createTestAgency(service.sql), await createTestAgency(service.sql)];
    const owner = await createDashboardUser(service, here.agencyId);
    const foreign = await createDashboardUser(service, there.agencyId);
    const paths = ["nichts", "018f4f0e-1111-7000-8000-000000000000", foreign.personId].map(
      (id) => `/app/einstellungen/team/${id}`,
    );
    const pages = await Promise.all(
      ["/app/gibt-es-nicht", ...paths].map(async (path) => {
        const answer = await owner.get(path);
        return { status: answer.status, text: (await answer.text()).match(/<h1>.*?<\/main>/s)?.[0] };
      }),
    );
    expect(pages[0]?.status).toBe(404);
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
  });
});
