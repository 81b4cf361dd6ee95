import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { issueSignInLink } from "../../../service/features/people/sign-in.ts";
import { createDashboardUser, type DashboardUser } from "../../edges/dashboard/support.ts";
import {
  checkPage,
  type DashboardBrowser,
  startDashboardBrowser,
} from "../../edges/dashboard/support-browser.ts";
import { createTestAgency } from "../../support/service.ts";
import { storyBrowsers } from "../../support/story-browsers.ts";
import { until } from "../../support/until.ts";
import { newProof, redeem, registeredClient } from "./support/connect.ts";

describe.each(storyBrowsers)("letting a program in, in $name", ({ name, openBrowser }) => {
  let dashboard: DashboardBrowser;
  let owner: DashboardUser;
  let agencyId: number;
  /** The program on the person's own machine, and what came back to it. */
  const answers: URLSearchParams[] = [];
  const program = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    if (url.pathname === "/callback") answers.push(url.searchParams);
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<title>Programm</title><p>Fertig.</p>");
  });
  let callback: string;

  beforeAll(async () => {
    dashboard = await startDashboardBrowser({}, openBrowser);
    ({ agencyId } = await createTestAgency(dashboard.service.sql));
    owner = await createDashboardUser(dashboard.service, agencyId);
    await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve));
    callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  });
  afterEach(async () => {
    answers.length = 0;
    await dashboard.closeWindows();
  });
  afterAll(async () => {
    program.close();
    await dashboard.stop();
  });

  test("leads from its address by the sign-in to the consent, and its code back to the program", async () => {
    const { service, clientId, verifier, path } = await begin();
    const { page } = await dashboard.open(null);
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe("/app/anmelden");
    const next = new URL(page.url()).searchParams.get("weiter") ?? "";
    // The mail's link carries on where the person was going.
    const link = await issueSignInLink(service.sql, owner.email);
    await page.goto(`/app/anmelden/${link?.token}?weiter=${encodeURIComponent(next)}`);
    await page.click("main button");
    await page.waitForURL("**/app/agenten/erlauben**");
    const allow = page.getByRole("button", { name: "Erlauben" });
    expect(await allow.isDisabled()).toBe(true);
    await until(() => allow.isEnabled());
    await checkPage(page, `consent-${name}`);
    await allow.click();
    await page.waitForURL(`${callback}**`);
    const answer = await until(() => answers[0]);
    expect([answer.get("state"), answer.get("iss")]).toEqual(["vom-programm", dashboard.url]);
    const code = answer.get("code") ?? "";
    const tokens = await redeem(service, { code, clientId, verifier, redirect_uri: callback });
    expect(tokens.status).toBe(200);
  });

  test("sends a double click once: the browser would show the refusal of the second, and lose the code", async () => {
    const { path } = await begin();
    const { page } = await dashboard.open(owner);
    await page.goto(path);
    const allow = page.getByRole("button", { name: "Erlauben" });
    await until(() => allow.isEnabled());
    const sent = await allow.evaluate((button: HTMLButtonElement) => {
      const submits: boolean[] = [];
      addEventListener("submit", (event) => {
        submits.push(!event.defaultPrevented);
        event.preventDefault();
      });
      button.click();
      button.click();
      return submits;
    });
    expect(sent).toEqual([true, false]);
  });

  test("carries a refusal back to the program, and no code", async () => {
    const { path } = await begin();
    const { page } = await dashboard.open(owner, { width: 390 });
    await page.goto(path);
    await checkPage(page, `consent-narrow-${name}`);
    await page.getByRole("button", { name: "Ablehnen" }).click();
    await page.waitForURL(`${callback}**`);
    const answer = await until(() => answers[0]);
    expect([answer.get("error"), answer.get("code")]).toEqual(["access_denied", null]);
  });

  test("works without scripts, and says so to an agency whose plan has no agents", async () => {
    const { path } = await begin();
    const asked = await fetch(dashboard.url + path, { redirect: "manual" });
    const markup = await (await owner.get(asked.headers.get("location") ?? "")).text();
    expect(markup).toContain('<button class="primary">Erlauben</button>');
    const small = await createTestAgency(dashboard.service.sql, { plan: "starter" });
    const other = await dashboard.open(await createDashboardUser(dashboard.service, small.agencyId));
    await other.page.goto(path);
    expect(await other.page.textContent("main")).toContain("KI-Assistenten gehören zum Tarif „agency“");
    expect(await other.page.getByRole("button", { name: "Erlauben" }).count()).toBe(0);
    await other.page.goto("/app/einstellungen/agenten");
    await checkPage(other.page, `agents-${name}`);
  });

  test("keeps the window that opened it, through sign-in and confirmation", async () => {
    const { path } = await begin();
    const policyOf = async (at: string, cookie?: string) =>
      (
        await fetch(dashboard.url + at, {
          redirect: "manual",
          headers: cookie === undefined ? {} : { cookie },
        })
      ).headers.get("cross-origin-opener-policy");
    const asked = await fetch(dashboard.url + path, { redirect: "manual" });
    const consent = asked.headers.get("location") ?? "";
    const next = `?weiter=${encodeURIComponent(consent)}`;
    for (const at of [consent, `/app/anmelden${next}`, `/app/bestaetigen${next}`])
      expect([at.split("?")[0], await policyOf(at), await policyOf(at, owner.cookie)]).toEqual([
        at.split("?")[0],
        "unsafe-none",
        "unsafe-none",
      ]);
    expect(await policyOf("/app/anmelden?weiter=/app/meldungen")).toBe("same-origin");
    expect(await policyOf("/app", owner.cookie)).toBe("same-origin");
  });

  const begin = async () => {
    const service = { ...dashboard.service, url: dashboard.url };
    const clientId = await registeredClient(service, { redirect_uris: ["http://127.0.0.1/callback"] });
    const { verifier, challenge } = newProof();
    const query = new URLSearchParams({
      ...{ client_id: clientId, redirect_uri: callback, response_type: "code", state: "vom-programm" },
      ...{ code_challenge_method: "S256", code_challenge: challenge, resource: `${dashboard.url}/api/mcp` },
    });
    return { service, clientId, verifier, path: `/oauth/authorize?${query}` };
  };
});
