import { expect, test } from "bun:test";
import { noDetails } from "../../../../service/features/workflow/drafts/release-details.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { thisMonth } from "../../../support/berlin-days.ts";
import { serviceScene } from "../../../support/cast.ts";
import { send } from "../support.ts";

const { service, workshop, owner } = serviceScene();

test("a report that the form makes shows the pictures of its releases, as one that a schedule makes does", async () => {
  const { agencyId, clientId } = workshop;
  const form = new FormData();
  form.append("alt", "Das Werk");
  form.append("credit", "Foto: A");
  form.append("datei", new File([new Uint8Array(await drawPng(900, 450))], "werk.png"));
  const headers = { cookie: owner.cookie };
  const path = `/app/kunden/${clientId}/mediathek/hochladen`;
  const stored = await send(service, path, { method: "POST", body: form, headers });
  const imageAssetId = stored.headers.get("location")?.split("/").at(-1) ?? "";
  await publishAtOnce(service.sql, clientId, {
    ...{ title: "Neues Werk", bodyMarkdown: "Text", slugs: ["neues-werk"], publishedAt: null },
    details: { ...noDetails, imageAssetId },
  });
  const made = await owner.post("/app/berichte/neu", {
    ...{ scope: `client:${clientId}`, period: thisMonth() },
    ...{ from: "", to: "", comparison: "none", comment: "" },
  });
  expect(made.status).toBe(303);
  const [row] = await service.sql`
    select content::jsonb -> 'presentation' as presentation from publication_report where agency_id = ${agencyId}
  `;
  expect(row?.presentation).toMatchObject({
    picture: { alt: "Das Werk", credit: "Foto: A" },
    releasePictures: [{ alt: "Das Werk" }],
  });
});
