import { expect, test } from "bun:test";
import { given, serviceScene } from "../../../support/cast.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { createTestRelease } from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import { createApproved, createRequested, createWorkshop } from "../../../support/workflow.ts";
import { createDashboardUser, seenStampIn, send } from "../support.ts";

const { service, sql } = serviceScene();
const workshop = given(() => createWorkshop(sql));
const owner = given(() => createDashboardUser(service, workshop.agencyId));
const home = () => `/app/kunden/${workshop.clientId}`;

test("a refused removal of a contact leaves its form filled, so that saving then takes nothing away", async () => {
  await createRequested(sql, workshop);
  const [{ id, name, email } = { id: "", name: "", email: "" }] = await sql<
    { id: string; name: string; email: string }[]
  >`select id, name, email from client_contact where agency_id = ${workshop.agencyId} and can_approve`;
  const at = `${home()}/kontakte/${id}`;
  const refused = await owner.post(`${at}/entfernen`);
  const page = await refused.text();
  expect(refused.status).toBe(409);
  for (const stored of [name, email]) expect(page).toContain(`value="${stored}"`);
  expect(page).toMatch(/name="canApprove"[^>]* checked/);
  expect(seenStampIn(page, at)).toMatch(/^[0-9a-f]{64}$/);
});

test("a refused archiving leaves the names of the client in their form", async () => {
  const planned = await createApproved(sql, workshop);
  const { pressReleaseId } = await createTestRelease(sql, workshop.agencyId);
  await sql`
    update draft
    set status = 'scheduled', scheduled_for = now() + interval '1 day', release_id = ${pressReleaseId}
    where agency_id = ${workshop.agencyId} and id = ${planned}`;
  await sql`
    update client set other_names = '{Werkzeugbau Nord}'
    where agency_id = ${workshop.agencyId} and id = ${workshop.clientId}`;
  const refused = await owner.post(`${home()}/archivieren`);
  const page = await refused.text();
  expect(refused.status).toBe(409);
  expect(page).toContain("Werkzeugbau Nord</textarea>");
  expect(seenStampIn(page, `${home()}/name`)).toMatch(/^[0-9a-f]{64}$/);
});

const withLogo = (name: string) => {
  const body = new FormData();
  body.append("name", name);
  body.append("logo", new File([new Uint8Array(samplePng(60, 20))], "logo.png", { type: "image/png" }));
  return body;
};

test("a form with a file that is refused asks for the file again, and one without it does not", async () => {
  const post = (body: BodyInit) =>
    send(service, "/app/kunden/neu", { method: "POST", body, headers: { cookie: owner.cookie } });
  const again = "Bitte wählen Sie die Datei noch einmal.";
  expect(await (await post(withLogo(""))).text()).toContain(`Bitte prüfen Sie Ihre Angaben. ${again}`);
  expect(await (await post(new URLSearchParams({ name: "" }))).text()).not.toContain(again);
});

test("a form with a file whose session has ended keeps its texts, and asks for the file again", async () => {
  const cookie = `session=${"A".repeat(43)}`;
  const post = async (body: BodyInit) => {
    const answer = await send(service, "/app/kunden/neu", { method: "POST", body, headers: { cookie } });
    return await answer.text();
  };
  const lost = await post(withLogo("Neu AG"));
  for (const kept of ["Neu AG", 'enctype="multipart/form-data"', "wählen Sie die Datei noch einmal"])
    expect(lost).toContain(kept);
  expect(lost).toMatch(/<input type="file"[^>]* name="logo"/);
  const bare = await post(new URLSearchParams({ name: "Neu AG" }));
  expect([bare.includes("Noch einmal senden"), bare.includes('<input type="file"')]).toEqual([true, false]);
});

test("who is not signed in has a megabyte of a form read, and hears at a larger one to sign in first", async () => {
  const post = async (bytes: number, cookie: string) => {
    const body = withLogo("Neu AG");
    body.set("logo", new File([new Uint8Array(bytes)], "logo.png"));
    const answer = await send(service, "/app/kunden/neu", { method: "POST", body, headers: { cookie } });
    const page = await answer.text();
    return {
      status: answer.status,
      isEnded: page.includes("Sitzung ist beendet"),
      isKept: page.includes("Neu AG"),
    };
  };
  const unknown = `session=${"A".repeat(43)}`;
  expect(await post(990_000, unknown)).toEqual({ status: 401, isEnded: true, isKept: true });
  expect(await post(1_000_000, unknown)).toEqual({ status: 401, isEnded: true, isKept: false });
  expect((await post(1_000_000, owner.cookie)).status).toBe(303);
  expect((await post(5_500_000, owner.cookie)).status).toBe(413);
});

test("a row of the persona without its first cell is refused there, and empty rows are left out", async () => {
  const persona = { seenVersion: "1", language: "de", addressForm: "sie" };
  const save = async (rows: Record<string, string[]>) => {
    const answer = await owner.post(`${home()}/persona`, { ...persona, ...rows });
    return [answer.status, await answer.text()] as const;
  };
  for (const [rows, said] of [
    [{ tabooTerm: ["billig", ""], tabooAlternative: ["günstig", "besser"] }, "fehlt das Wort"],
    [{ tabooTerm: [], tabooReason: ["weil"] }, "fehlt das Wort"],
    [{ groupName: [""], groupDescription: ["Liest genau"] }, "hat keine Zielgruppe"],
  ] as const) {
    const [status, page] = await save(Object.fromEntries(Object.entries(rows).map(([k, v]) => [k, [...v]])));
    expect([status, page.includes(said)]).toEqual([400, true]);
  }
  const seenVersion = /name="seenVersion" value="(\d+)"/.exec(
    await (await owner.get(`${home()}/persona`)).text(),
  )?.[1];
  const kept = await owner.post(`${home()}/persona`, {
    ...{ ...persona, seenVersion: seenVersion ?? "" },
    ...{ tabooTerm: ["", "billig"], tabooAlternative: ["", "günstig"], tabooReason: ["", ""] },
  });
  expect(kept.status).toBe(303);
});

test("a target without a measure is refused at its row", async () => {
  const goal = {
    ...{ scope: `client:${workshop.clientId}`, from: "2035-01-01", to: "2035-01-31" },
    ...{ objective: "Mehr", audience: "Alle" },
  };
  const save = (measures: string[], measureTarget: string[]) =>
    owner.post(`${home()}/ziele/neu`, { ...goal, measures, measureOf: ["", ""], measureTarget });
  const refused = await save(["views", ""], ["5", "7"]);
  expect([refused.status, (await refused.text()).includes("fehlt die Messgröße")]).toEqual([400, true]);
  expect((await save(["", "views"], ["", "7"])).status).toBe(303);
});

test("the search of a library stays on its last page, however few files stand there", async () => {
  const ids = Array.from({ length: 25 }, () => Bun.randomUUIDv7());
  await insertTestAssets(sql, workshop, ids);
  const first = await (await owner.get(`${home()}/mediathek`)).text();
  const next = /rel="next" href="([^"]*)"/.exec(first)?.[1] ?? "";
  expect(next).not.toBe("");
  for (const page of [first, await (await owner.get(next.replaceAll("&amp;", "&"))).text()])
    expect(page).toContain('id="bildsuche"');
});
