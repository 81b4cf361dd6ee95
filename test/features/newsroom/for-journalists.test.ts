import { expect, test } from "bun:test";
import { renderNewsroomPage } from "../../../service/features/newsroom/pages/render-newsroom-page.ts";
import { renderReleasePage } from "../../../service/features/newsroom/pages/render-release-page.ts";
import { plainRelease } from "../../../service/features/newsroom/plain-release.ts";
import { releaseFileOf } from "../../../service/features/newsroom/release-file.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import { serviceScene } from "../../support/cast.ts";
import { pdfText } from "../../support/pdf-tools.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { newsroom, release, samplePicture, teasers } from "./support/sample-newsroom.ts";

const publicUrl = "https://presse.example";
const neighbours = { previous: null, next: null, topics: ["Wind"], translations: [], viewId: null };

const { service } = serviceScene();

test("a release is there as plain text while it is published, and nothing else is", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const [row] = await service.sql<{ slug: string; client: string; title: string }[]>`
    select release.slug, client.slug as client, title
    from release join client on client.agency_id = release.agency_id and client.id = release.client_id
    where release.agency_id = ${agencyId} and release.id = ${pressReleaseId}`;
  const at = `${service.url}/newsroom/${row?.client}/${row?.slug}/text.txt`;
  const answer = await fetch(at);
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect([answer.status, text.includes(row?.title ?? "?")]).toEqual([200, true]);
  const head = await fetch(at, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(new TextEncoder().encode(text).length));
  expect((await fetch(at.replace(row?.slug ?? "", "gibt-es-nicht"))).status).toBe(404);
  const pdf = await fetch(at.replace("text.txt", "text.pdf"));
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(pdfText(bytes)).toContain(row?.title.split(" ")[0] ?? "?");
  if (Bun.env.PAGE_PICTURES !== undefined) await Bun.write(`${Bun.env.PAGE_PICTURES}/text.pdf`, bytes);
  const again = new Uint8Array(await (await fetch(at.replace("text.txt", "text.pdf"))).arrayBuffer());
  expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true);
  await service.sql`update release set status = 'archived' where agency_id = ${agencyId} and id = ${pressReleaseId}`;
  // A page is asked anew two seconds after it was made.
  await service.sql`select pg_sleep(2.1)`;
  expect((await fetch(at)).status).toBeGreaterThanOrEqual(404);
});

test("plain text has headline, text, boilerplate, contact and address, and no marks", () => {
  const about = readText("Wir sind *Nordlicht*.");
  const text = readText("Ein **fettes** Wort.\n\n## Zwischenruf\n\n- Punkt");
  const row = {
    ...release,
    id: 1,
    translationOf: null,
    topics: [],
    bodyMarkdown: "",
    image: null,
    assets: [],
  };
  const file = releaseFileOf({
    ...{
      newsroom,
      release: row,
      text,
      boilerplate: "Wir sind *Nordlicht*.",
      url: "https://presse.example/x",
    },
  });
  const plain = plainRelease(file, { text: text.plain, about: about.plain });
  for (const part of [
    release.title,
    "Ein fettes Wort.\n\nZwischenruf\n\nPunkt",
    "Wir sind Nordlicht.",
    "presse@nordlicht-energie.example",
    "https://presse.example/x",
  ])
    expect(plain).toContain(part);
  expect(plain).not.toMatch(/\*\*|##|<|\n{3}/);
});

test("mail address and telephone stand there as text beside their counted buttons", () => {
  const page = renderReleasePage({ ...neighbours, publicUrl, newsroom, release });
  const [line] = /<dd>presse@nordlicht-energie\.example <a [^>]*>Schreiben<\/a><\/dd>/.exec(page) ?? [];
  expect(line).toContain("/go/contact_click/");
  expect(page).toContain(`mailto:?subject=${encodeURIComponent(release.title)}&amp;body=`);
  expect(page).toContain("/text.txt");
});

test("the only picture of a release is shown once, two are shown with the leading one among them", () => {
  const shown = (assets: typeof release.assets) =>
    renderReleasePage({
      ...neighbours,
      publicUrl,
      newsroom,
      release: { ...release, image: samplePicture(), assets },
    }).match(/<picture>/g)?.length;
  expect(shown([])).toBe(1 + contactPictures);
  const second = { ...samplePicture(), url: "/media/zwei.jpg" };
  const asset = {
    title: "Zwei",
    url: second.url,
    mediaType: "image/jpeg",
    bytes: 1,
    credit: null,
    picture: second,
  };
  expect(shown([asset])).toBe(3 + contactPictures);
});

const contactPictures = newsroom.pressContact?.picture ? 1 : 0;

test("a list has small pictures with their focus, and none twice", () => {
  const [first, second] = teasers;
  const images = new Map([
    [first?.slug ?? "", samplePicture()],
    [second?.slug ?? "", { ...samplePicture(), focus: { x: 24, y: 100 } }],
  ]);
  const page = renderNewsroomPage({
    ...{
      publicUrl,
      newsroom,
      filter: { kind: "all" } as const,
      topics: [],
      years: [],
      newerUrl: null,
      olderUrl: null,
    },
    releases: teasers,
    leadImage: samplePicture(),
    images,
  });
  expect(page.match(/class="thumb/g)).toHaveLength(1);
  expect(page).toContain('<img class="thumb x2 y10"');
  expect(page.match(/class="cover"/g)).toHaveLength(1);
});
