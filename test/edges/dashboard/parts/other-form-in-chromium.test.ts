import { expect, test } from "bun:test";
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
