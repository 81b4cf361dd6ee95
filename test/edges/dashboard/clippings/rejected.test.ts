import { beforeAll, describe, expect, test } from "bun:test";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { insertMention } from "../../../features/insights/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { serviceKinds } from "../../../support/service.ts";
import { mainOf } from "../reports/support.ts";

const [shown, rejected] = ["Der Bericht, der zählt", "Der Bericht, der nicht gemeint war"];

describe.each(serviceKinds)("a clipping that was rejected, on the %s database", (kind) => {
  const { service, agency, owner, release } = serviceScene(kind);

  beforeAll(async () => {
    const { pressReleaseId, clientId } = release;
    for (const headline of [shown, rejected])
      await insertMention(service.sql, agency.agencyId, {
        release_id: pressReleaseId,
        client_id: clientId,
        headline,
      });
    const page = await pageAt(`/app/clippings?meldung=${pressReleaseId}`);
    const id = new RegExp(`/beitrag/([0-9a-f-]{36})">${rejected}`).exec(page)?.[1] ?? "";
    const answer = await owner.post(`/app/clippings/beitrag/${id}/verwerfen`, { back: "/app/clippings" });
    expect(answer.status).toBe(303);
  });

  const pageAt = async (path: string) => await mainOf(await owner.get(path));

  test("is not on the release's page", async () => {
    expectOne(await pageAt(`/app/meldungen/erschienen/${release.pressReleaseId}`));
  });

  test("is not on the client's page, and in none of its numbers", async () => {
    const page = await pageAt(`/app/kunden/${release.clientId}`);
    expectOne(page);
    expect(page).toMatch(/data-label="Clippings in 30 Tagen"[^>]*>1</);
  });

  test("is not in a report, neither as its link shows it nor in its figures", async () => {
    const report = await createPublicationReport(service.sql, agency.agencyId, {
      ...{ scopeType: "article", scopeId: release.pressReleaseId, createdBy: "operator" },
      ...{ seal: await testSeal(), publicUrl: service.url },
    });
    const path = `/app/berichte/${report.id}`;
    const linked = await pageAt(path);
    expect(linked).not.toContain(rejected);
    const made = await mainOf(await owner.post(`${path}/links`, { days: "7", password: "" }));
    const url = /value="(http[^"]+\/berichte\/[^"]+)"/.exec(made)?.[1] ?? "";
    expectOne(await (await fetch(url)).text());
    expect(report.externalInsights?.mediaMentions).toMatchObject({ count: 1 });
  });
});

function expectOne(page: string): void {
  expect(page).toContain(shown);
  expect(page).not.toContain(rejected);
}
