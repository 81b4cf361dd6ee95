import { describe, expect, test } from "bun:test";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createWorkshop, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

describe("texts of others in the dashboard", () => {
  const { service, workshop: own } = serviceScene();

  test("another agency's draft is in no list, nor is one of a client that the person may not see", async () => {
    const draftId = await newDraft();
    const elsewhere = await createWorkshop(service.sql);
    const stranger = await createDashboardUser(service, elsewhere.agencyId);
    const other = await createClient(service.sql, own.agencyId, {
      name: "Anderer Kunde",
      slugs: [`anderer-${own.agencyId}`],
      persona: null,
      contactEmail: null,
      imprint: null,
    });
    const limited = await createDashboardUser(service, own.agencyId, {
      role: "editor",
      clientIds: [other.clientId],
    });
    for (const person of [stranger, limited])
      expect(await (await person.get("/app/meldungen")).text()).not.toContain(draftId);
    expect((await limited.get(`/app/meldungen?kunde=${own.clientId}`)).status).toBe(404);
    const choice = await (await limited.get("/app/meldungen/neu")).text();
    expect(choice).toContain("Anderer Kunde");
    expect(choice).not.toContain("Müller Maschinenbau");
    expect((await limited.post(`/app/meldungen/neu/${other.clientId}`, texts())).status).toBe(303);
  });

  test("an analyst reads and changes nothing", async () => {
    const draftId = await newDraft();
    const analyst = await createDashboardUser(service, own.agencyId, { role: "analyst" });
    for (const path of paths(draftId)) expect([path, (await analyst.get(path)).status]).toEqual([path, 200]);
    const page = await (await analyst.get(`/app/meldungen/${draftId}`)).text();
    expect(page).not.toContain("Speichern");
    expect(await (await analyst.get("/app/meldungen")).text()).not.toContain("Neue Meldung");
  });

  const newDraft = async () =>
    (await createDraft(service.sql, own.agencyId, draftInput(own.clientId), context)).id;
  const paths = (draftId: string) => [
    `/app/meldungen/${draftId}`,
    `/app/meldungen/${draftId}/ansicht`,
    `/app/meldungen/${draftId}/fassungen`,
    `/app/meldungen/${draftId}/fassungen/1`,
  ];
});

const texts = (input: Record<string, string> = {}): Record<string, string> => ({
  title: "Neues Werk in Bremen eröffnet",
  bodyMarkdown: "Bremen. Das Werk hat **120** Arbeitsplätze und ging am Montag in Betrieb.",
  language: "de",
  ...input,
});
