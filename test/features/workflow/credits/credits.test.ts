import { describe, expect, test } from "bun:test";
import { getAgencyCredits } from "../../../../service/features/workflow/credits/get-agency-credits.ts";
import { grantCredits } from "../../../../service/features/workflow/credits/grant-credits.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, databaseKinds } from "../../../support/service.ts";
import { context, createApproved, createWorkshop, refusalOf } from "../../../support/workflow.ts";

describe.each(databaseKinds.map((kind) => [kind]))("credits on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  test("are the sum of a ledger, told with the price of a publication", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    expect(await grantCredits(service.sql, agencyId, 3)).toEqual({ balance: 3 });
    expect(await grantCredits(service.sql, agencyId, 4)).toEqual({ balance: 7 });
    const { asOf, ...credits } = await getAgencyCredits(service.sql, agencyId, {});
    expect(credits).toEqual({
      balance: 7,
      reserved: 0,
      available: 7,
      prices: [{ action: "publish_release", credits: 1 }],
    });
    expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000);
  });

  test("belong to one agency", async () => {
    const rich = await createTestAgency(service.sql);
    const poor = await createTestAgency(service.sql);
    await grantCredits(service.sql, rich.agencyId, 5);
    expect((await getAgencyCredits(service.sql, poor.agencyId, {})).balance).toBe(0);
    expect(await refusalOf(grantCredits(service.sql, 2_147_483_647, 5))).toBe("not_found");
  });

  test("are held by a scheduled publication, so that nothing else spends them", async () => {
    const workshop = await createWorkshop(service.sql, { credits: 1 });
    const first = await createApproved(service.sql, workshop);
    const second = await createApproved(service.sql, workshop);
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    const order = { approvedVersion: 1, maxCredits: 1 };
    await publishRelease(service.sql, workshop.agencyId, { draftId: first, publishAt, ...order }, context);
    expect(await getAgencyCredits(service.sql, workshop.agencyId, {})).toMatchObject({
      balance: 1,
      reserved: 1,
      available: 0,
    });
    const attempt = publishRelease(service.sql, workshop.agencyId, { draftId: second, ...order }, context);
    expect(await refusalOf(attempt)).toBe("insufficient_credits");
  });
});
