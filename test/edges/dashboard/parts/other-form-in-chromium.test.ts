import { expect, test } from "bun:test";
import { insertMention } from "../../../features/insights/support.ts";
import { dashboardScene } from "../../../support/cast.ts";

const { dashboard, workshop, owner } = dashboardScene();

test("a form asks before it is sent while another on its page was changed, and only then", async () => {
  const { page } = await dashboard.open(owner);
  await page.goto(`${dashboard.url}/app/kunden/${workshop.clientId}/newsroom`);
  const asked: string[] = [];
  let goesOn = false;
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await (goesOn ? dialog.accept() : dialog.dismiss());
  });
  const logo = page.locator("#logo form button");
  const phone = page.locator('input[name="contactPhone"]');
  await phone.fill("+49 421 1234");
  await logo.click();
  expect(asked).toEqual([expect.stringContaining("in einem anderen Formular etwas geändert")]);
  expect(await phone.inputValue()).toBe("+49 421 1234");
  goesOn = true;
  await logo.click();
  await page.locator('[role="alert"]').first().waitFor();
  expect(asked).toHaveLength(2);
  // Nothing was changed on the page that follows.
  await logo.click();
  await page.locator('[role="alert"]').first().waitFor();
  await phone.fill("+49 421 5678");
  await page.locator("main form.form button.primary").first().click();
  await page.getByText("Die Einstellungen sind gespeichert.").waitFor();
  expect(asked).toHaveLength(2);
});

test("a search within a form keeps what was typed in the other one, and asks before that is lost later", async () => {
  const { sql } = dashboard.service;
  const id = Bun.randomUUIDv7();
  const { agencyId, clientId } = workshop;
  await insertMention(sql, agencyId, { id, client_id: clientId, key_messages: ["Das Werk ist da", "A & B"] });
  const { page } = await dashboard.open(owner);
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  await page.goto(`${dashboard.url}/app/clippings/beitrag/${id}`);
  const tone = page.locator("#j-tone");
  const message = page.getByLabel("A & B");
  await tone.selectOption("positive");
  await message.uncheck();
  await page.getByText("Angaben ändern").click();
  for (const words of ["Werk", "Bremen"]) {
    await page.locator("#f-headline").fill(`Überschrift ${words}`);
    await page.locator("#f-q").fill(words);
    await page.locator("#f-q").press("Enter");
    // As the page that follows was sent, not as it was typed into this one.
    await page.locator(`#f-q[value="${words}"]`).waitFor();
    expect(await page.locator("#f-headline").inputValue()).toBe(`Überschrift ${words}`);
    expect([await tone.inputValue(), await message.isChecked()]).toEqual(["positive", false]);
    expect(await page.getByLabel("Das Werk ist da").isChecked()).toBe(true);
  }
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await page.getByRole("button", { name: "Beurteilung speichern" }).click();
  expect(asked).toHaveLength(2);
});
