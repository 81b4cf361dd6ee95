import { describe, expect, test } from "bun:test";
import { versionsPath } from "../../../service/edges/dashboard/pages/texts/paths.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { callTool, postMessage, rpc } from "../../edges/mcp/support/post-message.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { connectAgent, registeredClient } from "./support/connect.ts";

const { service, agency, workshop, owner } = serviceScene();

const statusOf = async (token: string) => (await postMessage(service.url, token, rpc("tools/list"))).status;

describe("the page of agents", () => {
  test("shows owners all connections, and others their own, which they alone can end", async () => {
    const [one, other] = [
      await createDashboardUser(service, agency.agencyId, { role: "editor" }),
      await createDashboardUser(service, agency.agencyId, { role: "analyst" }),
    ];
    const agent = await connectAgent(service, one);
    await connectAgent(service, other, { scopes: ["read"] });
    const pageOf = async (person: typeof one) =>
      await (await person.get("/app/einstellungen/agenten")).text();
    expect(await pageOf(one)).not.toContain(other.email);
    const [ofOwner, ofOther] = [await pageOf(owner), await pageOf(other)];
    for (const { email } of [one, other]) expect(ofOwner).toContain(email);
    expect([ofOther.includes(one.email), ofOther.includes("Letzte Aufrufe")]).toEqual([false, false]);
    const [, path = ""] = /action="([^"?]+\/trennen)/.exec(await pageOf(one)) ?? [];
    const abroad = await createDashboardUser(service, (await createTestAgency(service.sql)).agencyId);
    expect([(await other.post(path)).status, (await abroad.post(path)).status]).toEqual([404, 404]);
    expect(await statusOf(agent.access_token)).toBe(200);
    expect((await one.post(path)).status).toBe(303);
    expect(await statusOf(agent.access_token)).toBe(401);
    expect((await one.post(path)).status).toBe(404);
  });

  test("says of the latest calls which did what they were asked, and why others did not", async () => {
    const { access_token: token } = await connectAgent(service, owner, { scopes: ["read"] });
    await callTool(service.url, token, "list_drafts");
    await callTool(service.url, token, "get_client_persona", { clientId: workshop.clientId + 1_000_000 });
    const page = await (await owner.get("/app/einstellungen/agenten")).text();
    const calls = page.slice(page.indexOf("Letzte Aufrufe"));
    const outcomes = [...calls.matchAll(/class="state (good|bad)">([^<]+)</g)].map(([, , words]) => words);
    expect(outcomes.slice(0, 2)).toEqual(["abgewiesen", "gelungen"]);
  });

  test("leads a person from the address to a first question, with keys folded below", async () => {
    const page = await (await owner.get("/app/einstellungen/agenten")).text();
    for (const words of [
      `<pre id="address" tabindex="0" aria-labelledby="address-label">${service.url}/api/mcp</pre>`,
      ...["Claude (Web, Desktop, Telefon)", "ChatGPT", "Copilot Studio", "Claude Code", "VS Code"].map(
        (host) => `<dt>${host}</dt>`,
      ),
      ">Welche Kunden habe ich, und welche Entwürfe sind offen?</pre>",
    ])
      expect(page).toContain(words);
    const folded = page.indexOf("<details><summary>Beispiele mit Schlüssel</summary>");
    expect(folded).toBeGreaterThan(page.indexOf("Verbindungen</h2>"));
    expect(page.indexOf("X-API-Key")).toBeGreaterThan(folded);
  });

  test("and the log and versions of a text show a program's name as text alone", async () => {
    const name = '<img src=x onerror="alert(1)">';
    const shown = "&lt;img src=x onerror=alert(1)&gt;";
    const clientId = await registeredClient(service, { client_name: name });
    const { access_token: token } = await connectAgent(service, owner, { clientId });
    const draft = await callTool(service.url, token, "create_draft", {
      ...{ clientId: workshop.clientId, title: "Von einem Programm", bodyMarkdown: "Text" },
    });
    for (const path of [
      "/app/einstellungen/agenten",
      "/app/einstellungen/protokoll",
      versionsPath(String(draft.structuredContent?.id)),
    ]) {
      const page = await (await owner.get(path)).text();
      expect([path, page.includes(shown), page.includes("<img src=x")]).toEqual([path, true, false]);
    }
  });

  test("a program that asks its person once more takes the place of its earlier connection", async () => {
    const person = await createDashboardUser(service, agency.agencyId);
    const first = await connectAgent(service, person, { scopes: ["read"] });
    const more = await connectAgent(service, person, {
      scopes: ["read", "publish"],
      clientId: first.clientId,
    });
    expect([await statusOf(first.access_token), await statusOf(more.access_token)]).toEqual([401, 200]);
  });
});
