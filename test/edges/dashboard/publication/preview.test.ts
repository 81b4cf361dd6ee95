import { describe, expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import {
  createPreviewToken,
  readPreviewToken,
} from "../../../../service/features/workflow/preview/preview-token.ts";
import { createSecretCipher } from "../../../../service/floor/secrets/secret-cipher.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { context, createWorkshop, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

const secretKey = Buffer.alloc(32, 7);
const draftId = "018f4f0e-1111-7000-8000-000000000000";

describe.each(serviceKinds)("a preview link on the %s database", (kind) => {
  const { service } = serviceScene(kind, { SECRET_KEY: secretKey.toString("base64") });

  test("shows the newest version without an account, is kept out of caches and search, and counts nothing", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    const draft = await createDraft(service.sql, agencyId, draftInput(clientId), context);
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    const made = await (await editor.post(`/app/meldungen/${draft.id}/vorschau-link`)).text();
    const path = /\/vorschau\/[\w-]{75}/.exec(made)?.[0] ?? "";
    const edit = { draftId: draft.id, expectedVersion: 1, title: "Eine neuere Überschrift" };
    await updateDraft(service.sql, agencyId, edit, context);
    const answer = await fetch(service.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-robots-tag")).toContain("noindex");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("set-cookie")).toBeNull();
    const text = await answer.text();
    expect(text).toContain("Eine neuere Überschrift");
    expect(text).toContain("Vorschau (Fassung 2)");
    expect(text).not.toContain("<script src");
    const old = await editor.get(`/app/meldungen/${draft.id}/fassung?nummer=1`);
    expect(await old.text()).toContain("Fassung 1, die neueste ist 2");
    expect((await editor.get(`/app/meldungen/${draft.id}/fassung?nummer=3`)).status).toBe(404);
    const hits = await service.sql`select from hit where agency_id = ${agencyId}`;
    expect(hits.length).toBe(0);
    expect(service.logged.join("\n")).not.toContain(path.slice(-20));
  });

  test("is refused when it has expired, was altered, or is of a draft that is not the agency's", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    const draft = await createDraft(service.sql, agencyId, draftInput(clientId), context);
    const secrets = createSecretCipher(secretKey);
    const soon = new Date(Date.now() + 60_000);
    const open = async (token: string) => (await fetch(`${service.url}/vorschau/${token}`)).status;
    const right = createPreviewToken(secrets, { agencyId, draftId: draft.id, expiresAt: soon });
    expect(await open(right)).toBe(200);
    expect(
      await open(createPreviewToken(secrets, { agencyId, draftId: draft.id, expiresAt: new Date() })),
    ).toBe(410);
    const foreign = { agencyId: agencyId + 1, draftId: draft.id, expiresAt: soon };
    expect(await open(createPreviewToken(secrets, foreign))).toBe(410);
    expect(await open(createPreviewToken(createSecretCipher(Buffer.alloc(32, 8)), foreign))).toBe(404);
    expect(await open(`${right.slice(0, 74)}!`)).toBe(404);
    expect(await open("x")).toBe(404);
  });
});

test("no altered byte of a token is taken", () => {
  const secrets = createSecretCipher(secretKey);
  const link = { agencyId: 7, draftId, expiresAt: new Date("2026-12-01T00:00:00Z") };
  const token = createPreviewToken(secrets, link);
  expect(readPreviewToken(secrets, token)).toEqual(link);
  const bytes = Buffer.from(token, "base64url");
  for (let index = 0; index < bytes.length; index += 1) {
    const altered = Buffer.from(bytes);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(readPreviewToken(secrets, altered.toString("base64url"))).toBeNull();
  }
});
