import { beforeAll, describe, expect, test } from "bun:test";
import { serviceScene } from "../../../support/cast.ts";
import type { DashboardUser } from "../support.ts";

const { service, workshop, owner } = serviceScene();
let at = "";

beforeAll(async () => {
  at = `/app/kunden/${workshop.clientId}`;
});

describe("clients", () => {
  test("two who change a newsroom at once: the second sees both, and overwrites only knowingly", async () => {
    const first = await formOf(owner, `${at}/newsroom`);
    const second = { ...first };
    expect((await owner.post(`${at}/newsroom`, { ...first, contactName: "Ida Quast" })).status).toBe(303);
    const refused = await owner.post(`${at}/newsroom`, {
      ...second,
      contactName: "Jan Ott",
      boilerplate: "Neu",
    });
    const page = await refused.text();
    expect(refused.status).toBe(409);
    expect(page).toContain("Inzwischen gespeichert: „Ida Quast“");
    expect(page).toContain('value="Jan Ott"');
    const stamp = /name="seenStamp" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? "";
    const wrong = await owner.post(`${at}/newsroom`, { ...second, contactEmail: "keine" });
    expect([wrong.status, (await wrong.text()).includes(`value="${String(second.seenStamp)}"`)]).toEqual([
      400,
      true,
    ]);
    expect(
      (await owner.post(`${at}/newsroom`, { ...second, seenStamp: stamp, contactName: "Jan Ott" })).status,
    ).toBe(303);
    const [row] = await service.sql`
      select contact_name from newsroom where client_id = ${workshop.clientId}
    `;
    expect(row?.contact_name).toBe("Jan Ott");
  });

  test("a logo has to be a picture of this client, whoever's id is sent", async () => {
    const fields = await formOf(owner, `${at}/newsroom`);
    for (const logoAssetId of ["018f4f0e-1111-7000-8000-000000000000", "unsinn"]) {
      const refused = await owner.post(`${at}/newsroom`, { ...fields, logoAssetId });
      expect([refused.status, (await refused.text()).includes("aus der Mediathek")]).toEqual([400, true]);
    }
  });

  test("a persona keeps all its fields, and a second person's version is a conflict", async () => {
    expect(await (await owner.get(`${at}/persona`)).text()).toContain('<option value="en">Englisch</option>');
    const fields = await formOf(owner, `${at}/persona`);
    const change = {
      ...fields,
      tone: "warm\r\n\r\nklar",
      tabooTerm: ["billig", "", "Kunden"],
      tabooAlternative: ["günstig", "", ""],
      tabooReason: ["klingt minderwertig", "", ""],
      groupName: ["Fachpresse"],
      groupDescription: ["Liest genau"],
    };
    expect((await owner.post(`${at}/persona`, change)).status).toBe(303);
    const again = await formOf(owner, `${at}/persona`);
    expect([again.tone, again.groupName, (again.tabooTerm ?? []).slice(0, 2)]).toEqual([
      "warm\nklar",
      ["Fachpresse", "", "", ""],
      ["billig", "Kunden"],
    ]);
    const conflict = await owner.post(`${at}/persona`, { ...change, tone: "kühl" });
    const page = await conflict.text();
    expect([conflict.status, page.includes("„warm“, „klar“"), page.includes("kühl")]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await owner.post(`${at}/persona`, { ...again, language: "Deutsch!" })).status).toBe(400);
    const many = Array.from({ length: 201 }, (_, index) => `Wort ${index}`);
    expect((await owner.post(`${at}/persona`, { ...again, tabooTerm: many })).status).toBe(400);
    const most = await owner.post(`${at}/persona`, {
      ...again,
      tabooTerm: many.slice(1),
      tabooAlternative: [],
      tabooReason: [],
    });
    expect(most.status).toBe(303);
  });

  test("a domain is added, looked for, and removed, by the client's people alone", async () => {
    const host = `presse.kunde-${workshop.agencyId}.de`;
    expect((await owner.post(`${at}/domains`, { host: "kein name" })).status).toBe(400);
    expect((await owner.post(`${at}/domains`, { host })).status).toBe(303);
    expect(await (await owner.get(`${at}/domains`)).text()).toContain(`_pr-service.${host}`);
    const missing = await owner.post(`${at}/domains/entfernen`, { host: "fremd.example.org" });
    expect(missing.status).toBe(404);
    expect((await owner.post(`${at}/domains/entfernen`, { host })).status).toBe(303);
  });
});

/** The fields of the form on a page, as they stand there. */
async function formOf(user: DashboardUser, path: string): Promise<Record<string, string | string[]>> {
  const page = await (await user.get(path)).text();
  const form = page.match(/<form class="form"[^>]*>(.*?)<\/form>/s)?.[1] ?? "";
  const fields: Record<string, string[]> = {};
  const add = (name: string | undefined, value: string) => {
    if (name !== undefined) fields[name] = [...(fields[name] ?? []), unescaped(value)];
  };
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const [name, value = "on"] = [/ name="([^"]*)"/.exec(tag)?.[1], / value="([^"]*)"/.exec(tag)?.[1]];
    const isBox = /type="(?:checkbox|radio)"/.test(tag);
    if (name !== "idempotencyKey" && (!isBox || tag.includes(" checked"))) add(name, value);
  }
  for (const [, name, text = ""] of form.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs,
  ))
    add(name, text);
  for (const [, name, options = ""] of form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    add(name, /value="([^"]*)" selected/.exec(options)?.[1] ?? "");
  return Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
