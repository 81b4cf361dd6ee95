import { beforeAll, describe, expect, test } from "bun:test";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { takeOverRelease } from "../../../../service/features/workflow/releases/take-over-release.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { context, createApproved, createRequested, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

describe("the page on which texts are copied, moved and deleted", () => {
  const { service, workshop: own, owner } = serviceScene();
  const limited = given(() =>
    createDashboardUser(service, own.agencyId, { role: "editor", clientIds: [own.clientId] }),
  );
  let otherClientId: number;

  beforeAll(async () => {
    otherClientId = (
      await createClient(service.sql, own.agencyId, {
        name: "Anderer Kunde",
        slugs: [`weiterer-${own.agencyId}`],
        persona: null,
        contactEmail: null,
      })
    ).clientId;
  });

  test("a text is copied by its button, and the copy is opened", async () => {
    const draftId = await newDraft();
    const answer = await owner.post(at(draftId, "/duplizieren"));
    expect(answer.status).toBe(303);
    const copy = answer.headers.get("location") ?? "";
    expect(copy).not.toContain(draftId);
    expect(await (await owner.get(copy)).text()).toContain("Neues Werk in Bremen eröffnet (Kopie)");
  });

  test("a text goes to a client that the person may see, and to no other", async () => {
    const draftId = await newDraft();
    expect(await (await owner.get(at(draftId))).text()).toContain("Anderer Kunde");
    expect(await (await limited.get(at(draftId))).text()).not.toContain("Anderer Kunde");
    const refused = await limited.post(at(draftId, "/verschieben"), { clientId: String(otherClientId) });
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining("aus der Liste")]);
    const answer = await owner.post(at(draftId, "/verschieben"), { clientId: String(otherClientId) });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/app/meldungen/${draftId}`]);
    expect((await limited.get(at(draftId))).status).toBe(404);
    expect((await owner.post(at(draftId, "/verschieben"), { clientId: "x" })).status).toBe(400);
  });

  test("an approved text goes after a word was typed, one that is asked for stays with the reason", async () => {
    const draftId = await createApproved(service.sql, own);
    const refused = await owner.post(at(draftId, "/loeschen"), { confirmation: "ja" });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("Tippen Sie „löschen“"),
    ]);
    const answer = await owner.post(at(draftId, "/loeschen"), { confirmation: "Löschen" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/meldungen"]);
    expect((await owner.get(`/app/meldungen/${draftId}`)).status).toBe(404);

    const { draftId: asked } = await createRequested(service.sql, own);
    const stays = await owner.post(at(asked, "/loeschen"), { confirmation: "löschen" });
    expect([stays.status, await stays.text()]).toEqual([
      409,
      expect.stringContaining("Warten Sie die Antwort ab"),
    ]);
    expect(await (await owner.get(at(asked))).text()).not.toContain("Text löschen");
  });

  test("an older page neither deletes nor moves a text that a colleague has written on; a second click decides", async () => {
    const draftId = await newDraft();
    const seenIn = (page: string) => [
      ...new Set([...page.matchAll(/name="expectedVersion" value="(\d*)"/g)].map(([, version]) => version)),
    ];
    expect(seenIn(await (await owner.get(at(draftId))).text())).toEqual(["1"]);
    const theirs = { draftId, expectedVersion: 1, bodyMarkdown: "Von der Kollegin." };
    await updateDraft(service.sql, own.agencyId, theirs, context);
    const move = { clientId: String(otherClientId), expectedVersion: "1" };
    for (const [act, form] of [
      ["/verschieben", move],
      ["/loeschen", { expectedVersion: "1" }],
    ] as const) {
      const refused = await owner.post(at(draftId, act), form);
      const page = await refused.text();
      expect([refused.status, page]).toEqual([409, expect.stringContaining("neuere Fassung dieses Textes")]);
      expect(seenIn(page)).toEqual(["2"]);
    }
    expect((await draftOf(service.sql, own.agencyId, draftId)).clientId).toBe(own.clientId);
    expect((await owner.post(at(draftId, "/loeschen"), { expectedVersion: "2" })).status).toBe(303);
  });

  test("versions name who wrote them", async () => {
    const draftId = await newDraft();
    const fields = { title: "Von mir", bodyMarkdown: "Ein Text.", language: "de", expectedVersion: "1" };
    expect((await owner.post(`/app/meldungen/${draftId}`, fields)).status).toBe(303);
    const list = await (await owner.get(`/app/meldungen/${draftId}/fassungen`)).text();
    expect(list).toContain(`>${owner.email}</td>`);
    expect(list).toContain(">Dienst</td>");
    const version = await (await owner.get(`/app/meldungen/${draftId}/fassungen/2`)).text();
    expect(version).toContain(`${owner.email}, <time`);
  });

  test("language is a choice that holds what the text has, and topics of the client are offered", async () => {
    const draftId = await newDraft({ language: "fi", topics: ["Energie", "energie", "Bau"] });
    const page = await (await owner.get(`/app/meldungen/${draftId}`)).text();
    expect(page).toContain('<option value="fi" selected>fi</option>');
    const next = await (await owner.get(`/app/meldungen/neu/${own.clientId}?sprache=en`)).text();
    expect(next).toContain('<option value="en" selected>Englisch</option>');
    expect(next).toMatch(/Bisher bei diesem Kunden: <span data-topic>Bau<\/span>, <span data-topic>Energie/);
    const other = await (await owner.get(`/app/meldungen/neu/${otherClientId}`)).text();
    expect(other).not.toContain("<span data-topic>Bau");
  });

  test("topics of releases that were moved in are offered with those of texts", async () => {
    await newDraft({ topics: ["Energie"] });
    await service.sql.begin((transaction) =>
      takeOverRelease(transaction, own.agencyId, {
        ...{
          clientId: own.clientId,
          name: "waermepumpen",
          title: "Wärmepumpen",
          bodyMarkdown: "Sie heizen.",
        },
        ...{ topics: ["energie", "Wärmenetze"], publishedAt: new Date("2020-03-04T09:00:00Z") },
        ...{ source: "alt.csv", actor: context.actor },
      }),
    );
    const page = await (await owner.get(`/app/meldungen/neu/${own.clientId}`)).text();
    expect(page).toMatch(/Bisher bei diesem Kunden: .*<span data-topic>Wärmenetze<\/span>/);
    const other = await (await owner.get(`/app/meldungen/neu/${otherClientId}`)).text();
    expect(other).not.toContain("Wärmenetze");
  });

  const newDraft = async (input = {}) =>
    (await createDraft(service.sql, own.agencyId, draftInput(own.clientId, input), context)).id;
  const at = (draftId: string, act = "") => `/app/meldungen/${draftId}/verwalten${act}`;
});
