import { beforeAll, describe, expect, test } from "bun:test";
import { safeLocation } from "../../../service/edges/dashboard/answers.ts";
import { createDefinitions } from "../../../service/edges/dashboard/definitions.ts";
import { issueSignInLink } from "../../../service/features/people/sign-in.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { rightValues } from "./forms/right-values.ts";
import { cookieOf, createDashboardUser, type DashboardUser, send, signIn } from "./support.ts";

const { service } = serviceScene("server", { TRUSTED_PROXIES: "127.0.0.1" });

const newUser = async () => {
  const { agencyId } = await createTestAgency(service.sql);
  return { agencyId, ...(await createDashboardUser(service, agencyId)) };
};
const newLink = async (email: string) => {
  const link = await issueSignInLink(service.sql, email);
  if (link === null) throw new Error("There is no link.");
  return `/app/anmelden/${link.token}`;
};

describe("signing in", () => {
  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/app//evil.example",
    "/app\\evil.example",
    "/app@evil.example",
    "/app.evil.example",
    "/app/../newsroom",
    "/app/%2e%2e/newsroom",
    "/app/.%2E/newsroom",
    "/app/..",
    "/app\n//evil.example",
    "/app/x\r\nset-cookie: a=b",
    "/app/\t/evil.example",
    "javascript:alert(1)",
    "/app?x=//evil.example",
    "/app#//evil.example",
    "",
  ])("leads on to no other place than the dashboard: %j", async (next) => {
    expect(safeLocation(next)).toBe("/app");
    const { email } = await newUser();
    const path = `${await newLink(email)}?weiter=${encodeURIComponent(next)}`;
    const entered = await send(service, path, { method: "POST" });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/app"]);
  });

  test.each(["/app/konto", "/app/einstellungen/team?cursor=a.b", "/app/meldungen/v1..2"])(
    "leads on to %s",
    (next) => {
      expect(safeLocation(next)).toBe(next);
    },
  );

  test("a scanner that opens the link ten times, by GET and HEAD, leaves it working", async () => {
    const { email } = await newUser();
    const path = await newLink(email);
    for (let time = 0; time < 10; time += 1) {
      const answer = await send(service, path, { method: time % 2 === 0 ? "GET" : "HEAD" });
      expect([answer.status, cookieOf(answer)]).toEqual([200, null]);
    }
    expect((await send(service, path, { method: "POST" })).status).toBe(303);
  });

  test("the page of a link loads nothing from elsewhere and hands its address to nobody else", async () => {
    const { email } = await newUser();
    const answer = await send(service, await newLink(email));
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(await answer.text()).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
  });

  test("no page of signing in can be framed", async () => {
    for (const path of ["/app", "/app/anmelden", "/app/anmelden/x", "/app/bestaetigen"])
      expect((await send(service, path)).headers.get("content-security-policy")).toContain(
        "frame-ancestors 'none'",
      );
  });

  test("a session that somebody planted before never becomes the person's", async () => {
    const attacker = await newUser();
    const { email } = await newUser();
    const invented = `session=${"A".repeat(43)}`;
    for (const planted of [attacker.cookie, invented]) {
      const path = await newLink(email);
      const entered = await send(service, path, { method: "POST", headers: { cookie: planted } });
      expect(cookieOf(entered)).not.toBe(planted);
    }
    expect((await send(service, "/app", { headers: { cookie: invented } })).status).toBe(303);
    // The attacker is still the attacker.
    expect(await (await attacker.get("/app/konto")).text()).toContain(attacker.email);
  });

  test("a cookie that a subdomain can set signs nobody in over HTTPS", async () => {
    const { cookie, email } = await newUser();
    const secure = { "x-forwarded-proto": "https" };
    const own = `__Host-${cookie}`;
    expect((await send(service, "/app", { headers: { ...secure, cookie: own } })).status).toBe(200);
    expect((await send(service, "/app", { headers: { ...secure, cookie } })).status).toBe(303);
    const tossed = `session=${"B".repeat(43)}; ${own}`;
    expect((await send(service, "/app", { headers: { ...secure, cookie: tossed } })).status).toBe(200);
    const entered = await send(service, await newLink(email), { method: "POST", headers: secure });
    // Browsers refuse a `__Host-` cookie without `Secure` or for another path.
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000; Secure$/,
      ),
    ]);
  });

  test.each(["/app/anmelden", "/app/anmelden/:link", "/app/anmelden-mit-passkey/optionen"])(
    "%s takes nothing that another site sends",
    async (route) => {
      const { email } = await newUser();
      const path = route.replace("/:link", "") === route ? route : await newLink(email);
      const forged: Record<string, string>[] = [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site", origin: "https://sub.nordlicht.example" },
        { "sec-fetch-site": "same-origin", origin: "null" },
      ];
      for (const headers of forged) {
        const answer = await send(service, path, {
          method: "POST",
          body: new URLSearchParams({ email, next: "/app" }),
          headers,
        });
        expect([answer.status, cookieOf(answer)]).toEqual([403, null]);
      }
    },
  );

  test("an unknown address takes as long as a known one", async () => {
    const { email } = await newUser();
    const medianOf = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
    const timeOf = async (address: string, client: number) => {
      const begunMs = performance.now();
      const answer = await send(service, "/app/anmelden", {
        method: "POST",
        body: new URLSearchParams({ email: address, next: "/app" }),
        headers: { "x-forwarded-for": `198.51.100.${client}` },
      });
      expect(answer.status).toBe(200);
      return performance.now() - begunMs;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      known.push(await timeOf(email, round));
      unknown.push(await timeOf(`niemand-${round}@example.org`, round));
    }
    const ratio = medianOf(known) / medianOf(unknown);
    expect(ratio).toBeGreaterThan(1 / 4);
    expect(ratio).toBeLessThan(4);
  });

  test("guessed links open nothing, whatever they are made of", async () => {
    for (const guess of [
      "A".repeat(43),
      "A".repeat(42),
      "A".repeat(44),
      "..%2Fapp",
      "%00",
      "'--",
      "%F0%9F%98%80",
    ]) {
      const answer = await send(service, `/app/anmelden/${guess}`, { method: "POST" });
      expect([answer.status, cookieOf(answer)]).toEqual([404, null]);
    }
  });

  test("a form of a tab from before the switch changes nothing in the agency of the other tab", async () => {
    const here = await newUser();
    const there = await createTestAgency(service.sql);
    await service.sql`
      insert into membership (agency_id, person_id, role) values (${there.agencyId}, ${here.personId}, 'owner')
    `;
    expect((await here.post("/app/agentur", { agencyId: String(here.agencyId) })).status).toBe(303);
    const page = await (await here.get("/app/einstellungen/team/einladen")).text();
    const action = /action="(\/app\/einstellungen\/team\/einladen[^"]*)"/.exec(page)?.[1] ?? "";
    expect((await here.post("/app/agentur", { agencyId: String(there.agencyId) })).status).toBe(303);
    const fields = { email: "tab@example.org", role: "editor", scope: "all" };
    expect((await here.post(action, fields)).status).toBe(409);
    const invited = await service.sql`
      select from membership m join person p on p.id = m.person_id where p.email = 'tab@example.org'
    `;
    expect(invited.length).toBe(0);
  });
});

/** What sqlmap tries first: errors, a condition that is true or false, a union, another statement, and time. */
const sleepSeconds = 20;
const pairs = [
  [`x' AND '1'='1`, `x' AND '1'='2`],
  ["1 AND 7=7", "1 AND 7=8"],
  [`x') OR ('1'='1`, `x') OR ('1'='2`],
] as const;
const singles = [
  `'"\\);--`,
  `x' UNION SELECT NULL,version()--`,
  `x'; UPDATE membership SET role='owner'--`,
  `x'||(SELECT pg_sleep(${sleepSeconds}))||'`,
  `1; SELECT pg_sleep(${sleepSeconds})--`,
  "{{7*7}}<script>x</script>",
];

describe("payloads that end a string or a statement", () => {
  const definitions = createDefinitions({ name: "webauthn", source: "" });
  // These end the session that the others are sent in.
  const withoutEnd = definitions.filter(
    ({ path }) => !["/app/abmelden", "/app/konto/sitzungen/beenden"].includes(path),
  );
  let owner: DashboardUser;
  let agencyId = 0;
  let ids: Record<string, string> = {};

  beforeAll(async () => {
    ({ agencyId } = await createTestAgency(service.sql));
    owner = await createDashboardUser(service, agencyId);
    const { clientId, pressReleaseId } = await createTestRelease(service.sql, agencyId);
    const colleague = await createDashboardUser(service, agencyId, { role: "editor" });
    ids = { clientId: String(clientId), releaseId: String(pressReleaseId), personId: colleague.personId };
  });

  const pathOf = (path: string) =>
    path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? ids.personId ?? "").replace("*", "nichts");

  async function timed(ask: () => Promise<Response>): Promise<{ status: number; text: string }> {
    const begunMs = performance.now();
    const answer = await ask();
    const text = await answer.text();
    expect(performance.now() - begunMs).toBeLessThan(sleepSeconds * 1_000);
    expect(answer.status).toBeLessThan(500);
    expect(text).not.toMatch(/syntax error|PostgresError/);
    // A download holds what was typed as it was typed.
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    if (isPage) expect(text).not.toContain("<script>x");
    return { status: answer.status, text };
  }

  const fieldCases = withoutEnd.flatMap((definition) =>
    definition.kind === "form"
      ? Object.keys(definition.fields).map((name) => [definition.path, name, definition.fields] as const)
      : [],
  );

  test.each(fieldCases)("%s: %s", async (path, name, fields) => {
    const rest = rightValues(fields);
    const post = (payload: string) => timed(() => owner.post(pathOf(path), { ...rest, [name]: payload }));
    const goesOn = (payload: string) => "value" in (fields[name]?.read([payload]) ?? {});
    for (const [right, wrong] of pairs.filter(([payload]) => goesOn(payload)))
      expect((await post(right)).status).toBe((await post(wrong)).status);
    // What the field refuses by itself reaches no statement: one shows how that is answered.
    const refused = singles.filter((payload) => !goesOn(payload));
    for (const payload of [...singles.filter(goesOn), ...refused.slice(0, 1)]) await post(payload);
    expect((await owner.get("/app/konto")).status).toBe(200);
  });

  const pages = withoutEnd.filter(({ kind }) => kind === "page").map(({ path }) => path);
  test.each(pages)("%s: its path and its query", async (path) => {
    for (const payload of [...pairs.flat(), ...singles]) {
      const text = encodeURIComponent(payload);
      if (path.includes(":")) await timed(() => owner.get(path.replace(/:\w+/g, text)));
      const query = ["cursor", "q", "person", "action", "weiter", "kunde", "status", "tage"];
      await timed(() => owner.get(`${pathOf(path)}?${query.map((name) => `${name}=${text}`).join("&")}`));
    }
  });

  test("have made nobody an owner", async () => {
    const owners = await service.sql`
      select from membership where agency_id = ${agencyId} and role = 'owner' and person_id <> ${ids.personId ?? ""}
    `;
    expect(owners.length).toBe(1);
    expect((await signIn(service, owner.email)).cookie).not.toBe(owner.cookie);
  });
});
