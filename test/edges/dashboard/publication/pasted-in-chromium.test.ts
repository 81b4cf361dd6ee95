import { expect, test } from "bun:test";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { grantCredits } from "../../../../service/features/workflow/credits/grant-credits.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";
import { context, draftInput, freshToken } from "../../../support/workflow.ts";
import { clipboards } from "../rich-text/support/clipboards.ts";
import { give, markdown, textbox } from "../texts/support/editor.ts";

const { dashboard, workshop: own, owner } = dashboardScene();

test("what other programs put into the clipboard is published with its headings, bold words, links, lists and tables", async () => {
  const { sql } = dashboard.service;
  await grantCredits(sql, own.agencyId, clipboards.length);
  const { page } = await dashboard.open(owner);
  for (const { html, markdown: wanted, published } of clipboards) {
    if (published === undefined) continue;
    const { id } = await createDraft(
      sql,
      own.agencyId,
      draftInput(own.clientId, { bodyMarkdown: "x" }),
      context,
    );
    await page.goto(`${dashboard.url}/app/meldungen/${id}`);
    await textbox(page).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await until(async () => (await markdown(page)) === "");
    await give(page, "paste", { html });
    await until(async () => (await markdown(page)) === wanted);
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
    const asked = { draftId: id, draftVersion: 2, acceptWarnings: true };
    const { approvalId } = await sendApprovalRequest(sql, own.agencyId, asked, context);
    await decideApproval(sql, await freshToken(sql, approvalId), { status: "approved", comment: null });
    const order = { draftId: id, approvedVersion: 2, maxCredits: 1 };
    const { url } = await publishRelease(sql, own.agencyId, order, context);
    const answer = await (await fetch(dashboard.url + new URL(url).pathname)).text();
    expect(await outline(answer)).toBe(published);
  }
}, 120_000);

/** The text of a published page: its elements with the addresses that links lead to, and nothing else of them. */
async function outline(answer: string): Promise<string> {
  const [, text = ""] =
    /<div class="text"[^>]*>([\s\S]*?)<\/div>\s*(?:<\/article>|<aside|<section|<div)/.exec(answer) ?? [];
  let shown = text;
  for (const [, href = ""] of text.matchAll(/href="([^"]+)"/g)) {
    const { headers } = await fetch(dashboard.url + href, { redirect: "manual" });
    shown = shown.replace(href, headers.get("location") ?? "");
  }
  return shown
    .replace(
      /<(\w+)((?: [\w-]+="[^"]*")*) ?\/?>/g,
      (_tag, name, attributes: string) =>
        `<${name}${attributes.match(/ (?:href|start)="[^"]*"/g)?.join("") ?? ""}>`,
    )
    .replace(/\s*\n\s*(?=<)|(?<=>)\s*\n\s*/g, "");
}
