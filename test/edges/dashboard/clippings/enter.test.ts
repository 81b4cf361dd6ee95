import { afterAll, beforeAll, expect, test } from "bun:test";
import { articleHash } from "../../../../service/features/insights/article-hash.ts";
import { createTestProvider, insertMention } from "../../../features/insights/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

const { service } = serviceScene("server", { LOOPS: "on", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" });
let owner: DashboardUser;
let releaseId: number;
let clientId: number;
let medium: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  const { agencyId } = await createTestAgency(service.sql);
  ({ pressReleaseId: releaseId, clientId } = await createTestRelease(service.sql, agencyId));
  owner = await createDashboardUser(service, agencyId);
  medium = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      /robots|tdmrep/.test(url)
        ? new Response("", { status: 404 })
        : new Response(
            `<title>Werk ${new URL(url).pathname}</title><meta property="og:site_name" content="Kurier"><time datetime="2026-11-02">`,
            { headers: { "content-type": "text/html" } },
          ),
  });
});
afterAll(async () => {
  await medium.stop(true);
});

const path = "/app/clippings";

test("the release that a link names is chosen, however old it is, and others are found by the search", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const user = await createDashboardUser(service, agencyId);
  const old = await createTestRelease(service.sql, agencyId, { title: "Die älteste Meldung" });
  await service.sql`
    insert into release (agency_id, client_id, slug, title, body_markdown, published_at, status)
    select agency_id, client_id, 'm-' || nr, 'Meldung ' || nr, 'Text', now(), 'published'
    from release, generate_series(1, 101) as nr
    where agency_id = ${agencyId}
  `;
  await service.sql`update release set updated_at = now() - interval '1 day' where id = ${old.pressReleaseId}`;
  const option = `<option value="release:${old.pressReleaseId}"`;
  for (const form of ["eintragen", "eintragen/ohne-adresse"]) {
    const page = async (query: string) => await (await user.get(`${path}/${form}${query}`)).text();
    expect([form, (await page("")).includes(option)]).toEqual([form, false]);
    expect(await page(`?kunde=${old.clientId}&meldung=${old.pressReleaseId}`)).toContain(
      `${option} selected`,
    );
    const typed = { q: "älteste", urls: "https://a.example\nkeine", headline: "Halb getippt" };
    const { q, urls, headline } = typed;
    const found = await user.post(`${path}/${form}/suchen`, {
      ...{ q, subject: `client:${old.clientId}` },
      ...(form === "eintragen" ? { urls } : { headline, reach: "viel" }),
    });
    const drawn = await found.text();
    expect([form, found.status, drawn.includes('class="problem"')]).toEqual([form, 200, false]);
    for (const kept of [option, `client:${old.clientId}" selected`, form === "eintragen" ? urls : headline])
      expect(drawn).toContain(kept);
    const refused = await user.post(`${path}/${form}`, { subject: `release:${old.pressReleaseId}` });
    expect([refused.status, (await refused.text()).includes(`${option} selected`)]).toEqual([400, true]);
    expect((await owner.get(`${path}/${form}?meldung=${old.pressReleaseId}`)).status).toBe(404);
  }
});

test("an older release of another client is found where a clipping is looked at, and what was typed stays", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const user = await createDashboardUser(service, agencyId);
  const old = await createTestRelease(service.sql, agencyId, { title: "Die älteste Meldung" });
  const other = await createTestRelease(service.sql, agencyId, { clientName: "Ein anderer Kunde" });
  const subject = `client:${other.clientId}`;
  const urls = "https://kurier.example/älter";
  const handed = await user.post(`${path}/eintragen`, { subject, urls });
  const entered = await user.post(`${path}/eintragen/ohne-adresse`, { ...typed(), subject });
  for (const answer of [handed, entered]) {
    const at = answer.headers.get("location")?.split("?")[0] ?? "";
    const half = { ...typed(), subject, q: "älteste", headline: "", note: "Halb getippt" };
    const found = await user.post(`${at}/suchen`, half);
    const page = await found.text();
    expect([at, found.status]).toEqual([at, 200]);
    for (const kept of [
      ...[`<option value="release:${old.pressReleaseId}"`, `"${subject}" selected`, "Halb getippt"],
      `formaction="${at}/suchen?agency=${agencyId}#f-q"`,
    ])
      expect(page).toContain(kept);
    if (answer === entered) expect(page).toContain('<details class="more" open>');
    expect((await owner.post(`${at}/suchen`, half)).status).toBe(404);
  }
});

test("of an article that a feed has found the page says so before, and what was typed of it stays to be copied", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const user = await createDashboardUser(service, agencyId);
  const release = await createTestRelease(service.sql, agencyId);
  const url = "https://kurier.example/gefunden";
  await insertMention(service.sql, agencyId, {
    ...{ client_id: release.clientId, url, state: "found", origin: "observed" },
    ...{ provider_id: await createTestProvider(service.sql, agencyId) },
    item_hash: Buffer.from(articleHash({ url, medium: "", headline: "", day: "" }), "hex"),
  });
  const subject = `release:${release.pressReleaseId}`;
  const handed = await user.post(`${path}/eintragen`, { subject, urls: `${url}?utm_source=x` });
  const at = handed.headers.get("location")?.split("?")[0] ?? "";
  expect(await settled(at, user)).toContain("Diesen Beitrag gibt es bei dem Kunden schon.");
  for (const form of [at, `${path}/eintragen/ohne-adresse`]) {
    const half = { ...typed(), subject, url, reach: "12.000", reachSource: "IVW", note: "Seite 3 links" };
    const answer = await user.post(form, half);
    const page = await answer.text();
    expect([form, answer.status]).toEqual([form, 409]);
    expect(page).toMatch(
      /wird nicht gespeichert: <a href="\/app\/clippings\/beitrag\/[0-9a-f-]{36}" target="_blank"/,
    );
    expect(page).not.toContain("Das sagt die Seite von sich.");
    for (const kept of [`"${subject}" selected`, 'value="12.000"', 'value="IVW"', "Seite 3 links"])
      expect(page).toContain(kept);
  }
  // A double click is told nothing of it.
  const twice = { ...typed(), subject, idempotencyKey: crypto.randomUUID() };
  for (let times = 0; times < 2; times += 1)
    expect((await user.post(`${path}/eintragen/ohne-adresse`, twice)).status).toBe(303);
});

/** What a page shows once nothing of it waits any more. */
async function settled(at: string, user = owner): Promise<string> {
  let page = "";
  await until(async () => {
    page = await (await user.get(at)).text();
    return !page.includes("data-running");
  });
  return page;
}

async function handOver(urls: readonly string[]): Promise<string> {
  const answer = await owner.post(`${path}/eintragen`, {
    subject: `release:${releaseId}`,
    urls: urls.join("\n"),
  });
  expect(answer.status).toBe(303);
  return answer.headers.get("location")?.split("?")[0] ?? "";
}

test("a clipping is entered without its page being read, corrected, judged, rejected and deleted", async () => {
  const page = await settled(await handOver(["https://kurier.example/1"]));
  expect(page).toContain("Das Lesen von Seiten ist ausgeschaltet");
  const at = await handOver(["https://kurier.example/1"]);
  const entered = await owner.post(at, typed());
  expect(entered.status).toBe(303);
  const clipping = entered.headers.get("location")?.split("?")[0] ?? "";
  expect(await (await owner.get(clipping)).text()).toContain("von Hand eingetragen");
  expect(await (await owner.get(path)).text()).toContain("2. November 2026");
  const wrong = await owner.post(`${clipping}/bearbeiten`, { ...typed(), reach: "12.000" });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("woher die Reichweite stammt");
  await owner.post(`${clipping}/bearbeiten`, { ...typed(), reach: "12.000", reachSource: "IVW" });
  await owner.post(`${clipping}/beurteilen`, { tone: "positive" });
  const judged = await (await owner.get(clipping)).text();
  expect(judged).toContain("12.000 Kontakte, geschätzt. Quelle: IVW");
  expect(judged).toContain("Positiv, beurteilt von der Agentur");
  const rejected = await owner.post(`${clipping}/verwerfen`, { back: "https://boese.example/" });
  expect(rejected.headers.get("location")).toStartWith(path);
  expect(await (await owner.get(`${path}?stand=rejected`)).text()).toContain("Neues Werk");
  await owner.post(`${clipping}/loeschen`, {});
  expect((await owner.get(clipping)).status).toBe(404);
});

test("pages are read once the agency has said so, one to be confirmed and several entered at once", async () => {
  await owner.post(`${path}/medien`, { readsArticles: "on" });
  const one = await settled(await handOver([urlOf("eins")]));
  expect(one).toContain('value="Werk /eins"');
  expect(one).toContain('value="2026-11-02"');
  const batch = await settled(
    await handOver([urlOf("zwei"), urlOf("drei"), urlOf("zwei"), "https://kurier.example:1/"]),
  );
  expect(batch).toContain("2 neue Clippings");
  const entered = await (await owner.get(`${path}?stand=confirmed&sort=eingegangen`)).text();
  expect(entered).toContain("Werk /drei");
  expect(entered).toContain("Angaben der Seite");
  const saidBy = await service.sql`
    select distinct match_type_by from media_mention where url in (${urlOf("zwei")}, ${urlOf("drei")})`;
  expect([...saidBy]).toEqual([{ match_type_by: null }]);
  expect(await (await owner.get(`${path}/gefunden`)).text()).not.toContain("Werk /drei");
  expect(await (await owner.get("/app")).text()).not.toContain("neue Treffer");
  await owner.post(`${path}/medien`, { readsArticles: "on", unreadHosts: "127.0.0.1" });
  expect(await settled(await handOver([urlOf("vier")]))).toContain("soll nicht gelesen werden");
});

test("too many addresses, wrong ones and none are refused at their field", async () => {
  const send = (urls: string) => owner.post(`${path}/eintragen`, { subject: `client:${clientId}`, urls });
  const hundred = Array.from({ length: 100 }, (_, n) => `https://kurier.example/x${n}`);
  expect((await send(hundred.join("\n"))).status).toBe(303);
  expect((await send([...hundred, "https://kurier.example/y"].join("\n"))).status).toBe(400);
  expect((await send("ftp://kurier.example/")).status).toBe(400);
  expect((await send("")).status).toBe(400);
});

test("a stranger finds nothing and changes nothing", async () => {
  const entered = await owner.post(`${path}/eintragen/ohne-adresse`, {
    ...typed(),
    url: "",
    mediaType: "print",
  });
  const clipping = entered.headers.get("location")?.split("?")[0] ?? "";
  const other = await createTestAgency(service.sql);
  const stranger = await createDashboardUser(service, other.agencyId);
  const address = await handOver(["https://kurier.example/fremd"]);
  for (const at of [clipping, address]) expect([at, (await stranger.get(at)).status]).toEqual([at, 404]);
  for (const act of ["bearbeiten", "beurteilen", "bestaetigen", "verwerfen", "loeschen"]) {
    const answer = await stranger.post(`${clipping}/${act}`, {
      ...typed(),
      subject: `client:${clientId}`,
      back: path,
    });
    expect([400, 404]).toContain(answer.status);
  }
  expect((await owner.get(clipping)).status).toBe(200);
});

const urlOf = (name: string) => `http://127.0.0.1:${medium.port}/${name}`;
const typed = () => ({
  ...{
    subject: `release:${releaseId}`,
    url: "https://kurier.example/1",
    headline: "Neues Werk",
    medium: "Kurier",
  },
  ...{ mediaType: "online", publishedOn: "2026-11-02", matchType: "mention" },
});
