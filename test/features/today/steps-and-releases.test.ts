import { describe, expect, test } from "bun:test";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { context, createApproved, createWorkshop } from "../../support/workflow.ts";
import { todayReader } from "./support.ts";

describe.each(serviceKinds)("what needs a person today, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  const read = todayReader(service);

  test("the five latest releases with seven days of the agency's calendar, humans only", async () => {
    const workshop = await createWorkshop(service.sql);
    for (let count = 0; count < 6; count += 1) {
      const draftId = await createApproved(service.sql, workshop);
      const input = { draftId, approvedVersion: 1, maxCredits: 1 };
      await publishRelease(service.sql, workshop.agencyId, input, context);
    }
    const before = (await read(workshop.agencyId)).releases;
    expect(before.length).toBe(5);
    expect(before[0]?.views).toEqual([0, 0, 0, 0, 0, 0, 0]);
    await service.sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100
      )
      select ${workshop.agencyId}, ${before[0]?.pressReleaseId ?? 0},
        (now() at time zone 'Europe/Berlin')::date - ago, class, 10 + ago, 1, 1, 0, 0, 0, 0, 0, 0, 0
      from (values (0, 0), (0, 1), (6, 0), (7, 0)) as counted (ago, class)`;
    expect((await read(workshop.agencyId)).releases[0]?.views).toEqual([16, 0, 0, 0, 0, 0, 10]);
  });

  test("an agency of the first hour sees its four steps, and a calm one a kind word", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    await service.sql`delete from api_key where agency_id = ${agencyId}`;
    const user = await createDashboardUser(service, agencyId);
    const first = await (await user.get("/app")).text();
    expect(first).toContain("Die ersten Schritte");
    expect(first.match(/>Erledigt</g)).toBeNull();
    const limited = await createDashboardUser(service, agencyId, { role: "editor", clientIds: null });
    expect((await limited.get("/app")).status).toBe(200);
    const workshop = await createWorkshop(service.sql);
    const draftId = await createApproved(service.sql, workshop);
    const input = { draftId, approvedVersion: 1, maxCredits: 1 };
    await publishRelease(service.sql, workshop.agencyId, input, context);
    await service.sql`update approval set decided_at = now() - interval '31 days' where draft_id = ${draftId}`;
    const calm = await createDashboardUser(service, workshop.agencyId);
    const page = await (await calm.get("/app")).text();
    expect(page).toContain("Alles erledigt");
    expect(page).toContain("9 Credits verfügbar");
    expect(page).not.toContain("Die ersten Schritte");
  });
});
