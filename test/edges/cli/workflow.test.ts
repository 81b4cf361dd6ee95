import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getClientPersona } from "../../../service/features/clients/get-client-persona.ts";
import { checkApprovalStatus } from "../../../service/features/workflow/approvals/check-approval-status.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../service/features/workflow/approvals/send-approval-request.ts";
import { getAgencyCredits } from "../../../service/features/workflow/credits/get-agency-credits.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { type Database, openDatabase } from "../../../service/floor/db/open.ts";
import { registerFormats } from "../../../service/schema.ts";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { context, createWorkshop, draftInput, freshToken, samplePersona } from "../../support/workflow.ts";
import { imprint, runJson, runProgram, type Serving, startServe } from "./run-program.ts";

let directory: string;
let serving: Serving;
let database: Database;

beforeAll(async () => {
  registerFormats();
  directory = await createEmbeddedDirectory();
  serving = await startServe(["--data-dir", directory]);
  database = await openDatabase({ databaseUrl: null, dataDirectory: directory, connectionsMax: 2 });
});
afterAll(async () => {
  await database.close();
  await serving.stop("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

test("an operator registers a persona, grants credits, hands over a link, and archives what came of it", async () => {
  const { sql } = database;
  const run = (...args: string[]) =>
    runJson([...args, "--data-dir", directory], { PUBLIC_URL: serving.url }) as Promise<
      Record<string, unknown>
    >;
  const { agencyId } = (await run("agency", "create", "--name", "Nordlicht")) as { agencyId: number };
  const agency = String(agencyId);
  expect(await getAgencyCredits(sql, agencyId, {})).toMatchObject({ balance: 10 });
  expect(await run("credits", "grant", "--agency", agency, "--amount", "5")).toEqual({ balance: 15 });
  const bare = (await run("agency", "create", "--name", "Ohne", "--credits", "0")) as { agencyId: number };
  expect(await getAgencyCredits(sql, bare.agencyId, {})).toMatchObject({ balance: 0 });

  const persona = join(directory, "persona.json");
  writeFileSync(persona, JSON.stringify(samplePersona));
  const named = [
    "--agency",
    agency,
    "--name",
    "Müller",
    "--contact-email",
    "anna@mueller.example",
    ...imprint,
  ];
  const { clientId } = (await run("client", "create", ...named, "--persona", persona)) as {
    clientId: number;
  };
  expect(await getClientPersona(sql, agencyId, { clientId })).toMatchObject({ tone: ["sachlich", "nahbar"] });

  const draft = await createDraft(sql, agencyId, draftInput(clientId), context);
  const asked = { draftId: draft.id, draftVersion: 1 };
  const { approvalId } = await sendApprovalRequest(sql, agencyId, asked, context);
  expect(await run("approval", "list", "--agency", agency)).toEqual({
    approvals: [expect.objectContaining({ approvalId, status: "pending", mail: "waiting" })],
    nextCursor: null,
  });
  const link = (await run("approval", "link", approvalId)) as Record<
    "approvalId" | "contactName" | "url" | "expiresAt",
    string
  >;
  expect(link).toEqual({
    approvalId,
    contactName: "Anna Müller",
    url: expect.stringMatching(/\/approvals\/[0-9A-Za-z_-]{43}$/),
    expiresAt: expect.any(String),
  });
  const body = new URLSearchParams({ decision: "approve", comment: "Gern so.", hinweis: "gelesen" });
  expect(await (await fetch(link.url, { method: "POST", body })).text()).toContain(
    "Ihre Freigabe ist angekommen",
  );
  expect((await checkApprovalStatus(sql, agencyId, { draftId: draft.id })).publishable).toBe(true);

  expect(await run("approval", "comments", approvalId)).toEqual({
    comments: [expect.objectContaining({ contactName: "Anna Müller", quote: null, comment: "Gern so." })],
  });

  const order = { draftId: draft.id, approvedVersion: 1, maxCredits: 1 };
  const { pressReleaseId } = await publishRelease(sql, agencyId, order, context);
  expect(await run("release", "archive", String(pressReleaseId))).toEqual({
    pressReleaseId,
    archivedAt: expect.any(String),
  });
  const id = String(pressReleaseId);
  expect(await run("release", "restore", id)).toMatchObject({ pressReleaseId });
  const corrected = join(directory, "berichtigt.md");
  writeFileSync(corrected, "Es sind **130** Plätze.");
  const correction = ["--body", corrected, "--note", "130 Plätze, nicht 120."];
  expect(await run("release", "correct", id, ...correction)).toEqual({
    draftId: draft.id,
    pressReleaseId,
    version: 2,
  });
  const stop = ["release", "stop", draft.id, "--data-dir", directory];
  expect((await runProgram(stop)).stderr).toContain("Nothing is scheduled");
  expect(await run("release", "stop", draft.id, "--correction")).toMatchObject({
    status: "published",
    version: 3,
  });
});

test("an operator asks for an approval in spite of warnings, and is told who gets a mail and what is approved already", async () => {
  const { sql } = database;
  const workshop = await createWorkshop(sql);
  const text = { bodyMarkdown: "Bremen. Das Werk ist **billig** und ging am Montag in Betrieb." };
  const draft = await createDraft(sql, workshop.agencyId, draftInput(workshop.clientId, text), context);
  const smtp = { SMTP_URL: "smtp://mail.example:587", MAIL_FROM: "presse@agentur.example" };
  const request = async (environment: Record<string, string>, ...more: string[]) =>
    await runProgram(["draft", "request", draft.id, ...more, "--data-dir", directory], environment);
  expect(await request(smtp)).toMatchObject({ exitCode: 1, stdout: "" });
  expect((await request(smtp, "--accept-warnings")).stdout).toBe(
    "Anna Müller is asked to approve version 1.\nThe mail with the link goes out by itself.\n",
  );
  const { approvalId } = await checkApprovalStatus(sql, workshop.agencyId, { draftId: draft.id });
  await decideApproval(sql, await freshToken(sql, approvalId ?? ""), { status: "approved", comment: null });
  expect((await request(smtp)).stdout).toBe("Version 1 is approved already: nobody is asked.\n");
});

test("wrong persona files, amounts and ids are refused with one line that says why", async () => {
  const file = join(directory, "falsch.json");
  const create = [
    "client",
    "create",
    "--agency",
    "1",
    "--name",
    "X",
    "--persona",
    file,
    "--data-dir",
    directory,
  ];
  for (const [content, reason] of [
    ["{", "no persona"],
    ["[]", "no persona"],
    [JSON.stringify({ addressForm: "ihr" }), "addressForm"],
    [JSON.stringify({ contacts: [{ name: "Ohne Recht" }] }), "contacts"],
  ] as const) {
    writeFileSync(file, content);
    const { exitCode, stderr } = await runProgram(create);
    expect([content, exitCode]).toEqual([content, 2]);
    expect(stderr).toContain(reason);
    expect(stderr.trimEnd().split("\n").length).toBe(1);
  }
  const amount = ["credits", "grant", "--agency", "1", "--amount", "0", "--data-dir", directory];
  expect((await runProgram(amount)).exitCode).toBe(2);
  const unknown = await runProgram(["approval", "link", "x", "--data-dir", directory]);
  expect(unknown.exitCode).toBe(1);
  expect(unknown.stderr).toContain("There is no approval");
});
