import type { Page } from "playwright-core";
import { createDraft } from "../../../../../service/features/workflow/drafts/create-draft.ts";
import { context, draftInput, type Workshop } from "../../../../support/workflow.ts";
import type { DashboardUser } from "../../support.ts";
import type { DashboardBrowser } from "../../support-browser.ts";
import { textbox } from "./editor.ts";

/** A window in which a person writes on a new draft of the agency. */
export async function openNewDraft(
  dashboard: DashboardBrowser,
  { own, person }: { own: Workshop; person: DashboardUser },
  bodyMarkdown = "Anfang.",
): Promise<{ page: Page; draftId: string }> {
  const { sql } = dashboard.service;
  const { id } = await createDraft(sql, own.agencyId, draftInput(own.clientId, { bodyMarkdown }), context);
  const { page } = await dashboard.open(person);
  await page.goto(`${dashboard.url}/app/meldungen/${id}`);
  await textbox(page).waitFor();
  return { page, draftId: id };
}
