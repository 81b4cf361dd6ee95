import { expect, test } from "bun:test";
import { removeAsset } from "../../../service/features/media/remove-asset.ts";
import { programRequestsPerHourMax } from "../../../service/features/workflow/approvals/rules.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { stopRelease } from "../../../service/features/workflow/releases/stop-release.ts";
import { serviceScene } from "../../support/cast.ts";
import { insertTestAssets } from "../../support/test-assets.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  draftInput,
  samplePersona,
  type Workshop,
} from "../../support/workflow.ts";
import { callTool } from "./support/post-message.ts";

const { service, workshop, owner } = serviceScene();

const call = (name: string, args: Record<string, unknown>, { key }: Workshop = workshop) =>
  callTool(service.url, key, name, args);
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();

async function newDraft(input: Parameters<typeof draftInput>[1] = {}, of: Workshop = workshop) {
  return (await call("create_draft", draftInput(of.clientId, input), of)).structuredContent?.id;
}

/** An agent reads what was wrong, then what to do: two sentences behind the code. */
function expectRefusal(result: Awaited<ReturnType<typeof call>>, code: string): void {
  expect(result._meta?.code).toBe(code);
  expect(result.structuredContent).toBeUndefined();
  expect(result.content[0]?.text).toMatch(new RegExp(`^${code}: [^.;]+.*[.;] [A-Z\`].+\\.$`));
}

test("a client without a persona, and one without an approver, are refused in words that say what is missing", async () => {
  const bare = await createWorkshop(service.sql, { persona: null, contactEmail: null });
  expectRefusal(await call("get_client_persona", { clientId: bare.clientId }, bare), "PERSONA_MISSING");
  const persona = { ...samplePersona, contacts: [{ name: "Petra Ohne", canApprove: false }] };
  const silent = await createWorkshop(service.sql, { persona, contactEmail: null });
  const request = { draftId: await newDraft({}, silent), draftVersion: 1 };
  expectRefusal(await call("send_approval_request", request, silent), "NO_APPROVER");
});

test("a request is refused for avoided words, an older version and while another waits", async () => {
  const draftId = await newDraft({ title: "Billige Pressen" });
  expectRefusal(await call("send_approval_request", { draftId, draftVersion: 1 }), "DRAFT_HAS_WARNINGS");
  expectRefusal(await call("send_approval_request", { draftId, draftVersion: 2 }), "VERSION_CONFLICT");
  const late = { draftId, draftVersion: 1, respondBy: inDays(15) };
  expectRefusal(await call("send_approval_request", late), "VALIDATION_ERROR");
  const request = { draftId, draftVersion: 1, acceptWarnings: true };
  expect((await call("send_approval_request", request)).structuredContent).toMatchObject({
    status: "pending",
  });
  expectRefusal(await call("send_approval_request", request), "APPROVAL_PENDING");
});

test("what stands out in a text is told by its kind and its field", async () => {
  const bodyMarkdown = "Das Werk.\n\n![Halle](https://anderswo.example/halle.jpg)\n";
  const pictured = { draftId: await newDraft({ bodyMarkdown }), draftVersion: 1 };
  const refused = await call("send_approval_request", pictured);
  expectRefusal(refused, "DRAFT_HAS_WARNINGS");
  expect(refused.content[0]?.text).toContain("has pictures that readers won't see (bodyMarkdown). Mend");
  const both = { draftId: await newDraft({ bodyMarkdown, title: "Billige Pressen" }), draftVersion: 1 };
  expect((await call("send_approval_request", both)).content[0]?.text).toContain(
    "has words that the client avoids (title) and pictures that readers won't see (bodyMarkdown). Mend",
  );
});

// An agent looked for another draft: its own was right, and so was every id in its call.
test("a picture that is gone from the library is told as that", async () => {
  const imageAssetId = Bun.randomUUIDv7();
  await insertTestAssets(service.sql, workshop, [imageAssetId]);
  const draftId = await createApproved(service.sql, workshop, { imageAssetId });
  const removed = { assetId: imageAssetId, actor: { type: "operator", id: null } } as const;
  await removeAsset(service.sql, workshop.agencyId, removed);
  const refused = await call("publish_release", { draftId, approvedVersion: 1, maxCredits: 1 });
  expectRefusal(refused, "NOT_FOUND");
  expect(refused.content[0]?.text).toContain(`The client has no file ${imageAssetId}`);
});

test("an agent asks a contact twenty times within an hour, and not once more", async () => {
  const own = await createWorkshop(service.sql);
  const draftId = await newDraft({}, own);
  const ask = (version: number) =>
    call("send_approval_request", { draftId, draftVersion: version, acceptWarnings: true }, own);
  for (let version = 1; version <= programRequestsPerHourMax; version += 1) {
    expect((await ask(version)).structuredContent).toMatchObject({ status: "pending" });
    await call("update_draft", { draftId, expectedVersion: version, title: `Fassung ${version + 1}` }, own);
  }
  expectRefusal(await ask(programRequestsPerHourMax + 1), "RATE_LIMIT_EXCEEDED");
  await service.sql`update approval set requested_at = requested_at - interval '1 hour' where agency_id = ${own.agencyId}`;
  expect((await ask(programRequestsPerHourMax + 1)).structuredContent).toMatchObject({ status: "pending" });
});

test("a published text is locked, needs no approval, and is not published in another version", async () => {
  const draftId = await createApproved(service.sql, workshop);
  const published = await call("publish_release", { draftId, approvedVersion: 1, maxCredits: 1 });
  expect(published.structuredContent).toMatchObject({ status: "published", creditsCharged: 1 });
  expectRefusal(await call("update_draft", { draftId, expectedVersion: 1, title: "Neu" }), "DRAFT_LOCKED");
  expectRefusal(await call("send_approval_request", { draftId, draftVersion: 1 }), "ALREADY_PUBLISHED");
  const other = { draftId, approvedVersion: 2, maxCredits: 1 };
  expectRefusal(await call("publish_release", other), "ALREADY_PUBLISHED");
});

// An assistant repeated its call: the text went out on the day that a colleague had moved it from, or had stopped.
test("a date that a person moved or stopped stays as it is, whatever an agent repeats", async () => {
  const draftId = await createApproved(service.sql, workshop);
  const now = { draftId, approvedVersion: 1, maxCredits: 1 };
  const first = { ...now, publishAt: inDays(3) };
  const planned = { status: "scheduled", scheduledFor: first.publishAt };
  expect((await call("publish_release", first)).structuredContent).toMatchObject(planned);
  expect((await call("publish_release", first)).structuredContent).toMatchObject(planned);
  const later = { ...first, publishAt: inDays(6) };
  await publishRelease(service.sql, workshop.agencyId, later, context);
  for (const repeated of [first, now])
    expectRefusal(await call("publish_release", repeated), "RELEASE_STATUS_CONFLICT");
  const actor = { type: "person", id: owner.personId, sessionId: Bun.randomUUIDv7() } as const;
  await stopRelease(service.sql, workshop.agencyId, { release: { draftId }, what: "schedule", actor });
  const asked = await call("check_approval_status", { draftId });
  expect(asked.structuredContent).toMatchObject({ status: "approved", publishable: false });
  for (const repeated of [first, later, now])
    expectRefusal(await call("publish_release", repeated), "RELEASE_STATUS_CONFLICT");
  await publishRelease(service.sql, workshop.agencyId, now, context);
  // What it came to is told to each call that comes late.
  const past = { ...first, publishAt: inDays(-1) };
  const published = { status: "published", alreadyPublished: true, creditsCharged: 0 };
  expect((await call("publish_release", past)).structuredContent).toMatchObject(published);
});

test("a publication is refused under embargo, after an expired request, and for a moment long past", async () => {
  const embargoed = await createApproved(service.sql, workshop, { embargoUntil: inDays(2) });
  const early = { draftId: embargoed, approvedVersion: 1, maxCredits: 1 };
  expectRefusal(await call("publish_release", early), "EMBARGO_ACTIVE");
  expectRefusal(await call("publish_release", { ...early, publishAt: inDays(1) }), "EMBARGO_ACTIVE");
  expectRefusal(await call("publish_release", { ...early, publishAt: inDays(-1) }), "VALIDATION_ERROR");
  const { draftId, approvalId } = await createRequested(service.sql, workshop);
  await service.sql`update approval set expires_at = now() - interval '1 second' where id = ${approvalId}`;
  expectRefusal(
    await call("publish_release", { draftId, approvedVersion: 1, maxCredits: 1 }),
    "APPROVAL_EXPIRED",
  );
});

test("a draft of nothing is refused, and one of a few words gets no search texts", async () => {
  const blank = draftInput(workshop.clientId, { title: "  " });
  expectRefusal(await call("create_draft", blank), "VALIDATION_ERROR");
  expectRefusal(await call("generate_seo_metadata", { draftId: await newDraft() }), "DRAFT_TOO_SHORT");
});
