import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { issueSignInLink, signInUrl } from "../../../service/features/people/sign-in.ts";
import { dashboardScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "./support.ts";
import { checkBothLooks, checkPage } from "./support-browser.ts";
import { press, tabTo } from "./support-keyboard.ts";

const { dashboard, service } = dashboardScene();

describe("in Chromium", () => {
  test("a passkey is made, signs in from the address field and by its button, and makes a sign-in fresh", async () => {
    const owner = await createOwner();
    const { page, complaints } = await dashboard.open(null);
    await addAuthenticator(page);
    await signInByLink(page, owner.email);
    await page.goto(`${dashboard.url}/app/konto/passkeys`);
    await page.getByLabel("Name").fill("Mein Laptop");
    await page.getByRole("button", { name: "Passkey anlegen" }).click();
    await page.getByRole("rowheader", { name: "Mein Laptop" }).waitFor();

    // The virtual authenticator answers the conditional request of the address field by itself.
    await page.getByText(owner.email).first().click();
    await page.getByRole("button", { name: "Abmelden" }).click();
    await page.waitForURL(`${dashboard.url}/app`);

    await makeOld(owner.personId);
    await page.goto(`${dashboard.url}/app/einstellungen/team/einladen`);
    await page.getByLabel("E-Mail-Adresse").fill("passkey@example.org");
    await page.getByLabel("Alle Kunden").check();
    await page.getByRole("button", { name: "Einladen" }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("bestätigen");
    expect(await page.getByText(`pr-service login --email ${owner.email}`).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Mit Passkey bestätigen" }).click();
    await page.getByRole("heading", { name: "Link für passkey@example.org" }).waitFor();
    // A refused form is an answer of 403, which the browser notes.
    expect(complaints.filter((each) => !each.includes("403"))).toEqual([]);
    const sessions = await service.sql`select method from person_session where person_id = ${owner.personId}`;
    expect(sessions.map(({ method }) => String(method))).toContain("passkey");
  });

  test("a passkey offered in the address field fails in silence, and one asked for by the button says so", async () => {
    const { page } = await dashboard.open(null);
    await addAuthenticator(page);
    await page.route("**/app/anmelden-mit-passkey/optionen", (route) => route.abort());
    const offered = page.waitForRequest("**/app/anmelden-mit-passkey/optionen");
    await page.goto(`${dashboard.url}/app`);
    await offered;
    await page.evaluate(`window.told = [];
      new MutationObserver(() => told.push(document.querySelector("#passkey-status").textContent))
        .observe(document.querySelector("#passkey-status"), { childList: true });`);
    expect(await page.locator("#passkey-status").textContent()).toBe("");
    await page.getByRole("button", { name: "Mit Passkey anmelden" }).click();
    await page.getByText("Das hat mit diesem Passkey nicht geklappt.").waitFor();
    expect(await page.evaluate<number>("told.length")).toBe(1);
  });

  test("who has as many passkeys as possible is told so, and the device makes none", async () => {
    const owner = await createOwner();
    await service.sql`
      insert into passkey (id, person_id, name, public_key, counter)
      select gen_random_uuid()::text, ${owner.personId}, 'Laptop', '\\x01', 0 from generate_series(1, 20)
    `;
    const { page } = await dashboard.open(null);
    const { devTools, authenticatorId } = await addAuthenticator(page);
    await signInByLink(page, owner.email);
    await page.goto(`${dashboard.url}/app/konto/passkeys`);
    await page.getByRole("button", { name: "Passkey anlegen" }).click();
    await page
      .getByText("Mehr als 20 Passkeys sind nicht möglich. Bitte entfernen Sie zuerst einen.")
      .waitFor();
    const { credentials } = await devTools.send("WebAuthn.getCredentials", { authenticatorId });
    expect(credentials).toEqual([]);
  });

  test("a person is invited by keyboard alone", async () => {
    const owner = await createOwner();
    const { page } = await dashboard.open(null);
    await signInByLink(page, owner.email);
    await page.goto(`${dashboard.url}/app/einstellungen/team/einladen`);
    await press(page, page.locator("#f-email"));
    // The page's script moves the focus once it has come.
    await page.locator(".summary:focus").waitFor();
    await tabTo(page, page.locator("#f-email"));
    await page.keyboard.type("tastatur@example.org");
    await tabTo(page, page.locator("#f-scope-0"));
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Link für tastatur@example.org" }).waitFor();
  });

  test("everything but passkeys works without JavaScript", async () => {
    const owner = await createOwner();
    const { page } = await dashboard.open(null, { javaScriptEnabled: false });
    await signInByLink(page, owner.email);
    await page.goto(`${dashboard.url}/app/einstellungen/team/einladen`);
    await page.getByLabel("E-Mail-Adresse").fill("ohne@example.org");
    await page.getByLabel("Rolle").selectOption("analyst");
    await page.getByLabel("Nur die ausgewählten").check();
    await page.getByLabel("Müller Maschinenbau").check();
    await page.getByRole("button", { name: "Einladen" }).click();
    await page.getByRole("link", { name: "Zum Team" }).click();
    const row = page.getByRole("row").filter({ hasText: "ohne@example.org" });
    await row.getByRole("link", { name: "Bearbeiten" }).click();
    expect(await page.getByLabel("Müller Maschinenbau").isChecked()).toBe(true);
    await page.getByText("Entfernen …").click();
    await page.getByRole("button", { name: "Ja, entfernen" }).click();
    expect(await page.getByRole("status").first().textContent()).toContain("gehört nicht mehr zum Team");
  });

  test("the palette says to everybody that it finds nothing now, and leaves a filled form as it stands", async () => {
    const owner = await createOwner();
    const { page } = await dashboard.open(owner, { isChecked: true });
    await page.goto(`${dashboard.url}/app/einstellungen/team/einladen`);
    await page.getByLabel("E-Mail-Adresse").fill("halb-getippt@example.org");
    await page.route("**/app/suche/palette**", (route) => route.abort());
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Suchen oder springen" }).waitFor();
    const failed = page.getByText("Die Suche ist gerade nicht erreichbar.");
    await failed.waitFor();
    expect((await failed.boundingBox())?.width).toBeGreaterThan(100);
    await page.unroute("**/app/suche/palette**");
    const field = page.getByRole("combobox", { name: "Suchen oder springen" });
    await field.fill("team");
    await page.getByRole("option", { name: "Team" }).first().waitFor();
    expect(await failed.count()).toBe(0);

    await service.sql`delete from person_session where person_id = ${owner.personId}`;
    await field.fill("teams");
    await page.getByText("Sie wurden abgemeldet:").waitFor();
    await checkPage(page, "palette-ended");
    const link = page.getByRole("link", { name: "in einem neuen Fenster anmelden" });
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await opened.getByRole("heading", { name: "Anmelden" }).first().waitFor();
    expect(await page.getByLabel("E-Mail-Adresse").inputValue()).toBe("halb-getippt@example.org");
  });

  test("pages are accessible and fit: light on a telephone, dark on a wide screen", async () => {
    const owner = await createOwner();
    const { page, complaints } = await dashboard.open(null, { width: 390, isChecked: true });
    const check = (name: string) => checkBothLooks(page, name);
    await page.goto(`${dashboard.url}/app/anmelden`);
    await check("sign-in");
    await page.goto(await linkOf(owner.email));
    await check("link");
    await page.getByRole("button", { name: "Jetzt anmelden" }).click();
    for (const path of ["", "/gibt-es-nicht"]) {
      await page.goto(`${dashboard.url}/app${path}`);
      await check(path);
    }
    await page.goto(`${dashboard.url}/app/einstellungen/team/einladen`);
    await page.getByRole("button", { name: "Einladen" }).click();
    await check("refused form");
    expect(complaints.filter((text) => !/40[04]/.test(text))).toEqual([]);
  });
});

async function linkOf(email: string): Promise<string> {
  const link = await issueSignInLink(service.sql, email);
  if (link === null) throw new Error("There is no such person.");
  return signInUrl(dashboard.url, link.token);
}

async function createOwner(): Promise<{ agencyId: number } & DashboardUser> {
  const { agencyId } = await createTestAgency(service.sql);
  await createTestRelease(service.sql, agencyId);
  return { agencyId, ...(await createDashboardUser(service, agencyId)) };
}

async function signInByLink(page: Page, email: string): Promise<void> {
  await page.goto(await linkOf(email));
  await page.getByRole("button", { name: "Jetzt anmelden" }).click();
  await page.waitForURL(`${dashboard.url}/app`);
}

const makeOld = (personId: string) => service.sql`
  update person_session set signed_in_at = now() - interval '11 minutes' where person_id = ${personId}
`;

/** A device that makes passkeys for the page, and lets its person in. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devTools, authenticatorId };
}
