import { beforeAll, describe, expect, test } from "bun:test";
import { getAgencyCredits } from "../../service/features/workflow/credits/get-agency-credits.ts";
import { listDrafts } from "../../service/features/workflow/drafts/list-drafts.ts";
import { publishRelease } from "../../service/features/workflow/releases/publish-release.ts";
import { isDatabaseUnavailable } from "../../service/floor/db/is-unavailable.ts";
import { given, serviceScene } from "../support/cast.ts";
import { until } from "../support/until.ts";
import { context, createApproved, createWorkshop, listenToEverything } from "../support/workflow.ts";

const { service } = serviceScene();
const workshop = given(() => createWorkshop(service.sql, { credits: 5 }));

beforeAll(async () => {
  await listenToEverything(service.sql, workshop.agencyId);
});

test("twenty publications at once over several connections come out and are charged once", async () => {
  const draftId = await createApproved(service.sql, workshop);
  const order = { draftId, approvedVersion: 1, maxCredits: 1 };
  const before = (await getAgencyCredits(service.sql, workshop.agencyId, {})).balance;
  const calls = Array.from({ length: 20 }, () =>
    publishRelease(service.sql, workshop.agencyId, order, context),
  );
  const results = await Promise.all(calls);
  expect(results.reduce((sum, result) => sum + result.creditsCharged, 0)).toBe(1);
  expect((await getAgencyCredits(service.sql, workshop.agencyId, {})).balance).toBe(before - 1);
  expect(await traces(draftId)).toMatchObject({ releases: 1, debits: 1, audits: 1 });
});

describe("a publication whose connection dies between its debit and its release", () => {
  test("leaves neither, and can be called again", async () => {
    const draftId = await createApproved(service.sql, workshop);
    const order = { draftId, approvedVersion: 1, maxCredits: 1 };
    const publish = () => publishRelease(service.sql, workshop.agencyId, order, context);
    // The debit is written by then: the release comes after it and has to wait for this lock.
    const blocker = await service.sql.reserve();
    let killed: unknown;
    try {
      await blocker`begin`;
      await blocker`lock table release in share mode`;
      const attempt = publish().then(
        () => "published",
        (error: unknown) => error,
      );
      const pid = await waitingPublication();
      const [held] = await service.sql`
        select count(*)::integer as rows
        from pg_locks
        where pid = ${pid} and relation = 'credit_entry'::regclass and mode = 'RowExclusiveLock' and granted`;
      expect(held?.rows).toBe(1);
      await service.sql`select pg_terminate_backend(${pid})`;
      killed = await attempt;
    } finally {
      await blocker`rollback`;
      blocker.release();
    }
    expect(killed).toBeInstanceOf(Error);
    expect(await getAgencyCredits(service.sql, workshop.agencyId, {})).toMatchObject({
      balance: 4,
      reserved: 0,
    });
    expect(await traces(draftId)).toEqual({ releases: 0, debits: 0, messages: 0, audits: 0 });
    const { drafts } = await listDrafts(service.sql, workshop.agencyId, { draftId });
    expect(drafts[0]).toMatchObject({ status: "approved", pressReleaseId: null });

    const again = await publish().catch((error: unknown) => {
      // The driver tells a lost connection once more to the next who gets it, who then sees a 503 and calls again.
      if (!isDatabaseUnavailable(error)) throw error;
      return publish();
    });
    expect(again).toMatchObject({ status: "published", creditsCharged: 1, alreadyPublished: false });
    expect(await traces(draftId)).toEqual({ releases: 1, debits: 1, messages: 1, audits: 1 });
  });
});

/** The process id of the publication that waits for its lock on `release`. */
async function waitingPublication(): Promise<number> {
  const { pid } = await until("a publication waits for the lock", async () => {
    const [row] = await service.sql<{ pid: number }[]>`
      select pid
      from pg_stat_activity
      where datname = current_database()
        and wait_event_type = 'Lock'
        and query like '%release%'
        and pid <> pg_backend_pid()`;
    return row;
  });
  return pid;
}

async function traces(draftId: string) {
  const [row] = await service.sql<{ releases: number; debits: number; messages: number; audits: number }[]>`
    select
      (select count(*)::integer from release where draft_id = ${draftId}) as releases,
      (select count(*)::integer from credit_entry where draft_id = ${draftId}) as debits,
      (
        select count(*)::integer
        from webhook_message
        where agency_id = ${workshop.agencyId}
          and event_type = 'release.published'
          and payload like '%"pressReleaseId":' || (select id from release where draft_id = ${draftId}) || ',%'
      ) as messages,
      (
        select count(*)::integer
        from audit
        where agency_id = ${workshop.agencyId}
          and action = 'release.published'
          and details ->> 'draftId' = ${draftId}
      ) as audits`;
  return row;
}
