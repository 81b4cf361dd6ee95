import { expect, test } from "bun:test";
import { setClientStatus } from "../../../../service/features/clients/update-client.ts";
import type { NewDraftInput } from "../../../../service/features/workflow/drafts/schema.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createApproved } from "../../../support/workflow.ts";

const { service, workshop, owner } = serviceScene();

// The way always led to an English text of the release that was open: refused from each English one, and from each translation.
test("the way to another language chooses one that the release and its original are not in", async () => {
  const german = await publish({ language: "de" });
  expect(await offered(german.draftId)).toBe(`sprache=en&original=${german.pressReleaseId}`);
  const translation = await publish({ language: "en", translationOf: german.pressReleaseId });
  expect(await offered(translation.draftId)).toBe(`sprache=fr&original=${german.pressReleaseId}`);
  const english = await publish({ language: "en-GB" });
  expect(await offered(english.draftId)).toBe(`sprache=de&original=${english.pressReleaseId}`);
});

test("a translation leads to its original and the others, offers none of their languages, and counts what is being written", async () => {
  const english = await publish({ language: "en", title: "New plant opened" });
  const original = english.pressReleaseId;
  const german = await publish({ language: "de", translationOf: original });
  expect(await offered(german.draftId)).toBe(`sprache=fr&original=${original}`);
  const french = await createApproved(service.sql, workshop, {
    ...{ language: "fr", title: "Nouvelle usine", translationOf: original },
  });
  const page = await (await owner.get(`/app/meldungen/${german.draftId}`)).text();
  expect(page).toContain(`href="/app/meldungen/${english.draftId}">New plant opened</a> (Englisch)`);
  expect(page).toContain(`href="/app/meldungen/${french}">Nouvelle usine</a> (Französisch)`);
  expect(await offered(german.draftId)).toBe(`sprache=it&original=${original}`);
  expect(await offered(english.draftId)).toBe(`sprache=it&original=${original}`);
  // A translation of what is not online is refused.
  await archiveRelease(service.sql, workshop.agencyId, { pressReleaseId: original, actor: context.actor });
  expect(await offered(german.draftId)).toBeUndefined();
});

test("no text of an archived client leads to another language, which nobody can write there", async () => {
  const { draftId } = await publish({ language: "pl" });
  const { agencyId, clientId } = workshop;
  expect(await offered(draftId)).toBeDefined();
  const setStatus = (status: "active" | "archived") =>
    setClientStatus(service.sql, agencyId, { clientId, status }, context.actor);
  await setStatus("archived");
  expect(await offered(draftId)).toBeUndefined();
  await setStatus("active");
});

async function publish(input: Partial<NewDraftInput>) {
  const draftId = await createApproved(service.sql, workshop, input);
  const approval = { draftId, approvedVersion: 1, maxCredits: 5 };
  const { pressReleaseId } = await publishRelease(service.sql, workshop.agencyId, approval, context);
  return { draftId, pressReleaseId };
}

async function offered(draftId: string) {
  const page = await (await owner.get(`/app/meldungen/${draftId}`)).text();
  const path = `/app/meldungen/neu/${workshop.clientId}?`;
  const [, query] = new RegExp(`href="${RegExp.escape(path)}([^"]+)"`).exec(page) ?? [];
  return query?.replaceAll("&amp;", "&");
}
