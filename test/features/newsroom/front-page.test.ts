import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { prefersHtml } from "../../../service/floor/web/accepted-type.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease, startTestService } from "../../support/service.ts";

describe("/", () => {
  const { service: quiet } = serviceScene("embedded", { IMPRINT_URL: "https://betreiber.example/impressum" });
  const open = given(() => startTestService("embedded", { SHOW_NEWSROOMS: "true" }));
  let clientSlug: string;
  beforeAll(async () => {
    for (const { sql } of [quiet, open]) {
      const { agencyId } = await createTestAgency(sql);
      ({ clientSlug } = await createTestRelease(sql, agencyId, { clientName: "Ärger & Söhne" }));
      await createTestRelease(sql, agencyId, { clientName: "Stillgelegt" });
      await sql`update client set status = 'archived' where agency_id = ${agencyId} and name = 'Stillgelegt'`;
    }
  });
  afterAll(() => open.stop());

  const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  test("is a German page for a browser, with the way in, the tools and who answers for it", async () => {
    const answer = await fetch(quiet.url, { headers: html });
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("vary")).toBe("accept, accept-encoding");
    expect(answer.headers.get("content-language")).toBe("de");
    for (const part of ['href="/app"', 'href="/tools"', "https://betreiber.example/impressum"])
      expect(page).toContain(part);
    expect(page).not.toContain("Ärger");
    expect(page).not.toContain("<script");
    const again = await fetch(quiet.url, {
      headers: { ...html, "if-none-match": answer.headers.get("etag") ?? "" },
    });
    expect([again.status, again.headers.get("vary")]).toEqual([304, "accept, accept-encoding"]);
    expect((await fetch(quiet.url, { method: "HEAD", headers: html })).status).toBe(200);
  });

  test("stays JSON for a program", async () => {
    for (const accept of ["application/json", "*/*", "application/json, text/html;q=0.9"]) {
      const answer = await fetch(quiet.url, { headers: { accept } });
      expect([answer.status, answer.headers.get("vary"), await answer.json()]).toEqual([
        404,
        "accept",
        { error: "not_found" },
      ]);
    }
    expect((await fetch(quiet.url, { method: "POST", headers: html })).status).toBe(405);
  });

  test("lists the newsrooms only where the operator wants it, and no closed one", async () => {
    const page = await (await fetch(open.url, { headers: html })).text();
    expect(page).toContain(`<a href="/newsroom/${clientSlug}">Ärger &amp; Söhne</a>`);
    expect(page).not.toContain("Stillgelegt");
  });
});

test("HTML is for who names it and wants JSON no more", () => {
  const asked = ["text/html", "text/html;q=0", "text/html;q=x", "TEXT/HTML", "", "text/html,".repeat(200)];
  expect(asked.map((accept) => prefersHtml(new Headers({ accept })))).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
  ]);
});
