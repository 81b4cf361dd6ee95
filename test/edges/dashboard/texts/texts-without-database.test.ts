import { expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { openDatabase, type Sql } from "../../../../service/floor/db/open.ts";
import { createMigratedDatabase, startTestService } from "../../../support/service.ts";
import { context, createWorkshop, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser, send } from "../support.ts";

test("a save that the database does not answer is said so, keeps the text, and is one version when it is sent again", async () => {
  const databaseUrl = await createMigratedDatabase();
  const service = await startTestService("server", { DATABASE_URL: databaseUrl });
  const { sql, close } = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  const own = await createWorkshop(sql);
  const { id } = await createDraft(sql, own.agencyId, draftInput(own.clientId), context);
  const owner = await createDashboardUser(service, own.agencyId);
  const fields = {
    title: "Mitten im Speichern",
    bodyMarkdown: "Viel Arbeit, die nicht verloren geht.",
    language: "de",
    expectedVersion: "1",
    idempotencyKey: crypto.randomUUID(),
  };

  let unlock = () => {};
  const locked = Promise.withResolvers<void>();
  const blocking = sql.begin(async (transaction) => {
    await transaction`lock table draft_version in share mode`;
    locked.resolve();
    await new Promise<void>((resolve) => {
      unlock = resolve;
    });
  });
  await locked.promise;
  expect([...(await service.sql`show statement_timeout`)]).toEqual([{ statement_timeout: "30s" }]);
  const refusal = owner.post(`/app/meldungen/${id}`, fields);
  await cancelUntil(sql, refusal);
  const refused = await refusal;
  const page = await refused.text();
  unlock();
  await blocking;

  expect(refused.status).toBe(503);
  expect(page).toContain("Das hat gerade nicht geklappt");
  expect(page).toContain("Viel Arbeit, die nicht verloren geht.");
  expect(page).toContain('name="expectedVersion" value="1"');
  // Whatever became of the first one: sent again it is there once.
  expect((await owner.post(`/app/meldungen/${id}`, fields)).status).toBe(303);
  const versions =
    await sql`select version, title from draft_version where draft_id = ${id} order by version`;
  expect(versions.map(({ title }) => String(title))).toEqual([
    "Neues Werk in Bremen eröffnet",
    "Mitten im Speichern",
  ]);
  await close();
  await service.stop();
});

test("a form whose sender can't be looked up keeps what was typed, with a file above what is read of people who are signed out", async () => {
  const databaseUrl = await createMigratedDatabase();
  const service = await startTestService("server", { DATABASE_URL: databaseUrl });
  const { sql, close } = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
  const { cookie } = await createDashboardUser(service, (await createWorkshop(sql)).agencyId);
  await sql`alter table person_session rename to person_session_away`;
  const body = new FormData();
  body.append("name", "Neu AG");
  body.append("logo", new File([new Uint8Array(1_500_000)], "logo.png"));
  const refused = await send(service, "/app/kunden/neu", { method: "POST", body, headers: { cookie } });
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(await refused.text()).toContain("Neu AG</textarea>");
  await close();
  await service.stop();
});

/** Ends what waits for the lock until there is an answer, as the database itself does after the 30 s that it gives. */
async function cancelUntil(sql: Sql, answer: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  void answer.finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    await sql`
      select pg_cancel_backend(pid)
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await Bun.sleep(20);
  }
}
