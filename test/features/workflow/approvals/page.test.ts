import { beforeAll, describe, expect, test } from "bun:test";
import { checkApprovalStatus } from "../../../../service/features/workflow/approvals/check-approval-status.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import {
  context,
  createRequested,
  freshToken,
  listenToEverything,
  strangeToken,
} from "../../../support/workflow.ts";

describe.each(serviceKinds.map((kind) => [kind]))("the approval page on the %s database", (kind) => {
  const { service, workshop } = serviceScene(kind);
  beforeAll(async () => {
    await listenToEverything(service.sql, workshop.agencyId);
  });

  const get = (token: string, init: RequestInit = {}) =>
    fetch(`${service.url}/approvals/${token}`, { redirect: "manual", ...init });
  const post = (token: string, form: string | URLSearchParams, headers: Record<string, string> = {}) =>
    get(token, {
      method: "POST",
      body: String(form),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  const statusOf = async (draftId: string) =>
    (await checkApprovalStatus(service.sql, workshop.agencyId, { draftId })).status;

  test("shows the release, who asks, and two buttons; looking at it any number of times decides nothing", async () => {
    const { draftId, token } = await createRequested(service.sql, workshop);
    for (const method of ["GET", "HEAD", "GET"]) expect((await get(token, { method })).status).toBe(200);
    const page = await (await get(`${token}?decision=approve&comment=x`)).text();
    for (const text of [
      "Neues Werk in Bremen eröffnet",
      "<strong>120</strong>",
      "Nordlicht Kommunikation",
      "Freigeben",
      "Änderungen wünschen",
    ])
      expect(page).toContain(text);
    expect(page.match(/<script/g)).toHaveLength(1);
    // What is asked stands above all: it came first as an `h2`, and the headline of the release below it as the `h1`.
    expect([...page.matchAll(/<(h[12])[^>]*>(.*?)<\/h/g)].map(([, tag, title]) => [tag, title])).toEqual([
      ["h1", "Bitte prüfen Sie diese Pressemitteilung"],
      ["h2", "Neues Werk in Bremen eröffnet"],
      ["h2", "Über Müller Maschinenbau"],
      ["h2", "Pressekontakt"],
      ["h2", "Ihre Entscheidung"],
    ]);
    expect(page).not.toContain(token);
    expect(await statusOf(draftId)).toBe("pending");
  });

  test("is kept by no cache, framed by nobody, named to no other site, and runs its own script alone", async () => {
    const { token } = await createRequested(service.sql, workshop);
    const answers = [await get(token), await get(strangeToken()), await post(token, "decision=x")];
    answers.push(await post(token, "decision=approve"), await get(token));
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 400, 303, 200]);
    const policies = answers.map(({ headers }) => headers.get("content-security-policy") ?? "");
    expect(policies[0]).toMatch(/script-src 'sha256-[^']+'; /);
    for (const policy of policies.slice(1)) expect(policy).not.toContain("script-src");
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      const policy = headers.get("content-security-policy") ?? "";
      for (const part of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "base-uri 'none'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toContain("unsafe");
    }
  });

  test("takes a decision from its own form only", async () => {
    const { draftId, token } = await createRequested(service.sql, workshop);
    const foreign = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://boese.example" },
      { origin: "https://boese.example", "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) expect((await post(token, "decision=approve", headers)).status).toBe(403);
    expect((await post(token, "decision=approve", { "content-type": "text/plain" })).status).toBe(400);
    expect((await post(token, "decision=approve", { "content-type": "application/json" })).status).toBe(400);
    for (const form of ["", "decision=", "decision=Approve", "decision=approve&decision=request_changes"])
      expect((await post(token, form)).status).toBe(400);
    expect(await statusOf(draftId)).toBe("pending");
    // A browser without Fetch Metadata sends this from a page that names no referrer.
    expect((await post(token, "decision=approve", { origin: "null" })).status).toBe(303);
    expect(await statusOf(draftId)).toBe("approved");
  });

  test("takes comments of 4000 characters and refuses one more, and bodies of 256 KiB and no byte more", async () => {
    const { draftId, token } = await createRequested(service.sql, workshop);
    const form = (comment: string) => new URLSearchParams({ decision: "request_changes", comment });
    const tooLong = await post(token, form("ü".repeat(4001)));
    expect(tooLong.status).toBe(400);
    expect(await tooLong.text()).toContain("4001 Zeichen zu lang");
    const bytesMax = 256 * 1024;
    const filled = (bytes: number) => "decision=x&fill=".padEnd(bytes, "a");
    expect((await post(token, filled(bytesMax))).status).toBe(400);
    expect((await post(token, filled(bytesMax + 1))).status).toBe(413);
    expect((await post(token, form("   \r\n\t"))).status).toBe(400);
    expect(await statusOf(draftId)).toBe("pending");
    expect((await post(token, form("😀".repeat(4000)))).status).toBe(303);
    expect((await checkApprovalStatus(service.sql, workshop.agencyId, { draftId })).comment).toBe(
      "😀".repeat(4000),
    );
  });

  test("keeps a comment as text: markup is shown, control characters are dropped", async () => {
    const { draftId, token } = await createRequested(service.sql, workshop);
    const comment = "<script>alert(1)</script>\u0000\u0007\r\n{{7*7}} \ud800";
    await post(
      token,
      `decision=request_changes&comment=${encodeURIComponent(comment.replace("\ud800", ""))}`,
    );
    const { comment: kept } = await checkApprovalStatus(service.sql, workshop.agencyId, { draftId });
    expect(kept).toBe("<script>alert(1)</script>\n{{7*7}}");
    const page = await (await get(token)).text();
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toContain("<script>");
  });

  test("says kindly why a link decides nothing", async () => {
    const says = async (token: string, status: number, text: string) => {
      for (const answer of [await get(token), await post(token, "decision=approve")]) {
        expect(answer.status).toBe(status);
        expect(await answer.text()).toContain(text);
      }
    };
    await says(strangeToken(), 404, "führt zu keiner Freigabe");
    await says("kurz", 404, "führt zu keiner Freigabe");
    await says("%00%ff", 404, "führt zu keiner Freigabe");
    const replaced = await createRequested(service.sql, workshop);
    await freshToken(service.sql, replaced.approvalId);
    await says(replaced.token, 410, "einen neueren Link");
    const expired = await createRequested(service.sql, workshop);
    await service.sql`update approval set expires_at = now() - interval '1 second' where id = ${expired.approvalId}`;
    await says(expired.token, 410, "abgelaufen");
    const edited = await createRequested(service.sql, workshop);
    const newer = { draftId: edited.draftId, expectedVersion: 1, title: "Anders" };
    await updateDraft(service.sql, workshop.agencyId, newer, context);
    await says(edited.token, 410, "inzwischen geändert");
    const used = await createRequested(service.sql, workshop);
    await post(used.token, "decision=approve");
    await says(used.token, 200, "Ihre Freigabe ist angekommen");
  });

  test("leaves its token in no log line, no webhook, no audit row and no other table", async () => {
    const { token, approvalId } = await createRequested(service.sql, workshop);
    await get(token);
    await get(`${token}x`);
    await get(token, { method: "DELETE" });
    await post(token, "decision=nothing", { "sec-fetch-site": "cross-site" });
    await post(token, "decision=approve");
    await get(token);
    expect(service.logged.length).toBeGreaterThan(5);
    expect(service.logged.join("\n")).not.toContain(token);
    const tables = await service.sql<{ name: string }[]>`
      select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    let finds = 0;
    for (const { name } of tables) {
      const count = async (text: string) =>
        Number(
          (
            await service.sql.unsafe(
              `select count(*)::integer as found from ${name} t where t::text like '%' || $1 || '%'`,
              [text],
            )
          )[0]?.found,
        );
      expect([name, await count(token), await count("/approvals/")]).toEqual([name, 0, 0]);
      finds += await count(approvalId);
    }
    // The search does find what is there: the approval, its link, its audit rows and its events.
    expect(finds).toBeGreaterThan(3);
  });
});
