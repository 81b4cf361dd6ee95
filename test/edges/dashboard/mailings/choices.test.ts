import { expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { formatMoment } from "../../../../service/floor/web/format.ts";
import { createContact, secretKey } from "../../../features/media-contacts/support.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { context, createApproved, createWorkshop, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

const { service, sql, agency, owner, editor } = serviceScene("server", {
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});
const release = given(() => createTestRelease(sql, agency.agencyId));

const begin = async () =>
  (await editor.post("/app/aussand/neu", { about: `client:${release.clientId}` })).headers.get("location") ??
  "";
const textOf = async (user: DashboardUser, path: string) => (await user.get(path)).text();
const ticked = (page: string) =>
  [...page.matchAll(/<input[^>]*name="contactIds"[^>]*>/g)].flatMap(([tag]) =>
    tag.includes(" checked") ? [/value="([^"]*)"/.exec(tag)?.[1] ?? ""] : [],
  );

test("a mailing is begun for a client beyond the first hundred, and for no archived one", async () => {
  const { agencyId } = agency;
  await sql`
    insert into client (agency_id, name, slug, status)
    select
      ${agencyId}::integer, 'Kunde ' || n, 'wahl-' || ${agencyId}::integer || '-' || n,
      case n when 102 then 'archived' else 'active' end
    from generate_series(1, 102) n`;
  const page = await textOf(editor, "/app/aussand/neu");
  expect([page.includes(">Kunde 101<"), page.includes(">Kunde 102<")]).toEqual([true, false]);
});

test("a text is offered under embargo with the end of it, and not at all where none is ahead", async () => {
  const workshop = await createWorkshop(sql, { agency });
  const ahead = new Date(Date.now() + 3 * 24 * 3600 * 1000);
  const make = (title: string, embargoUntil: Date | null) =>
    createApproved(sql, workshop, {
      title,
      ...(embargoUntil !== null && { embargoUntil: embargoUntil.toISOString() }),
    });
  const draftId = await make("Noch gesperrt", ahead);
  await make("Nie gesperrt", null);
  await make("Nicht mehr gesperrt", new Date(Date.now() - 60_000));
  for (const query of ["", `?sperrfrist=${draftId}`]) {
    const page = await textOf(editor, `/app/aussand/neu${query}`);
    expect(page).toMatch(
      new RegExp(
        `>Noch gesperrt \\([^<]+\\), Sperrfrist bis ${RegExp.escape(formatMoment(ahead, "Europe/Berlin"))}<`,
      ),
    );
    expect(page).not.toMatch(/Nie gesperrt|Nicht mehr gesperrt/);
  }
});

test.each(["release", "draft"] as const)(
  "a %s that the database does not give is not called gone: the form can be sent again",
  async (table) => {
    const draft = await createDraft(sql, agency.agencyId, draftInput(release.clientId), context);
    const about = table === "release" ? `release:${release.pressReleaseId}` : `planned:${draft.id}`;
    const refused = await sql.begin(async (transaction) => {
      await transaction`lock table ${transaction(table)} in access exclusive mode`;
      let answer: Response | null = null;
      const answering = editor.post("/app/aussand/neu", { about }).then((given) => {
        answer = given;
        return given;
      });
      // As the database does by itself after the 30 s that it gives a statement.
      await until("the statement waits, is ended, and the form answered", async () => {
        await transaction`
          select pg_cancel_backend(pid)
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return answer !== null;
      });
      return await answering;
    });
    expect(refused.status).toBe(503);
    const page = await refused.text();
    expect(page).toContain("Noch einmal senden");
    expect(page).toContain(about);
  },
);

test("a single contact that gets nothing at the moment keeps its box, with the reason", async () => {
  const { agencyId } = agency;
  const [able, bounced] = [await createContact(sql, agencyId), await createContact(sql, agencyId)];
  const path = await begin();
  await editor.post(path, { addresses: `${able.email}\n${bounced.email}` });
  await sql`
    update media_contact set undeliverable_at = now() where agency_id = ${agencyId} and id = ${bounced.id}`;
  const page = await textOf(editor, path);
  expect(page).toContain("(bekommt nichts: die Adresse ist unzustellbar)");
  expect(ticked(page).toSorted()).toEqual([able.id, bounced.id].toSorted());
});

test("a contact that is for other clients now is named to nobody who does not see them, nor one that was never chosen", async () => {
  const { agencyId } = agency;
  const other = await createTestRelease(sql, agencyId);
  const [moved, foreign] = [
    await createContact(sql, agencyId, { lastName: "Umgezogen" }),
    await createContact(sql, agencyId, { lastName: "Fremd", clientIds: [other.clientId] }),
  ];
  const path = await begin();
  await editor.post(path, { addresses: moved.email });
  await sql`
    update media_contact set client_ids = array[${other.clientId}::integer]
    where agency_id = ${agencyId} and id = ${moved.id}`;
  const limited = await createDashboardUser(service, agencyId, {
    role: "editor",
    clientIds: [release.clientId],
  });
  const page = await textOf(limited, path);
  expect([page.includes("Umgezogen"), ticked(page)]).toEqual([false, [moved.id]]);
  expect(page).toContain("Ein Kontakt (bekommt nichts: nur für andere Kunden)");
  expect(await textOf(editor, path)).toContain("Umgezogen");
  const refused = await limited.post(path, { contactIds: foreign.id, addresses: "niemand@k.example" });
  const shown = await refused.text();
  expect([refused.status, shown.includes("Fremd")]).toEqual([400, false]);
});

test("only who may enter the privacy notice is led to it", async () => {
  const path = `${await begin()}/senden`;
  expect(await textOf(owner, path)).toContain("Hinweis eintragen</a>");
  const page = await textOf(editor, path);
  expect([page.includes("Hinweis eintragen"), page.includes("Das kann ein Inhaber eintragen.")]).toEqual([
    false,
    true,
  ]);
});
