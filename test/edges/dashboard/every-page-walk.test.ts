import { describe, expect, test } from "bun:test";
import { createDefinitions } from "../../../service/edges/dashboard/definitions.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { dashboardScene, given } from "../../support/cast.ts";
import { storyBrowsers } from "../../support/story-browsers.ts";
import { createWholeAgency, pathWith, wholeAgencySettings } from "./forms/whole-agency.ts";
import { checkBothLooks } from "./support-browser.ts";

/** Downloads and pieces of pages, which no window shows by itself. */
const isNoPage = /palette|csv|herunterladen|\/original|\.zip|export|entwurf-vorschau|erste-stunden/;
const paths = createDefinitions({ name: "webauthn", source: "" }).flatMap(({ kind, path }) =>
  kind === "page" && !isNoPage.test(path) ? [path] : [],
);
const telephoneWidth = 390;
/** With eight pictures of each page it takes longer than the five minutes of other tests. */
const walkTimeoutMs = 1_200_000;

/** A mail as it arrives, which the preview has in a frame: with a subject and no heading. */
const mailItself = "/app/aussand/:mailingId/vorschau/mail";

/**
 * Lists that scroll sideways, texts that stand one letter a line, and the width of a page that is wider than its window: one long name
 * pushed everything else out of sight. The first rows of a file scroll, so that they are seen as they are.
 */
const cutOff = `[
  ...[...document.querySelectorAll(".list, .boxes")]
    .filter((each) => each.closest(".first-rows") === null && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.ariaLabel ?? each.className),
  ...[...document.querySelectorAll("main :is(dd, dt, p, td, tbody th, li, h1, h2, h3, label)")]
    .filter((each) => each.clientWidth < 40 && each.clientHeight > 100)
    .map((each) => each.textContent.trim()),
  ...(document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : []),
]`;

describe.each(storyBrowsers)("in $name", ({ openBrowser }) => {
  const { dashboard } = dashboardScene(wholeAgencySettings, openBrowser);
  const agency = given(async () => {
    const whole = await createWholeAgency(dashboard.service);
    await writeHardWords(dashboard.service.sql, whole.agencyId);
    return whole;
  });

  test(
    "every page is accessible and fits whatever the names, light on a telephone, on a tablet, and dark on a wide screen",
    async () => {
      const { page } = await dashboard.open(agency.owner, { width: telephoneWidth, isChecked: true });
      let looked = 0;
      const cutOffs: { path: string; width: number; cut: unknown }[] = [];
      const { subscription } = agency.outside;
      const newsroom = subscription.replace("/abo/", "/newsroom/");
      for (const path of [...paths, ...Object.values(agency.outside), newsroom]) {
        if (path === mailItself) continue;
        const answer = await page.goto(`${dashboard.url}${pathWith(path, agency.ids)}`).catch(() => null);
        if (answer === null || !(answer.headers()["content-type"] ?? "").startsWith("text/html")) continue;
        looked += 1;
        for (const width of [1600, 1280, 768, telephoneWidth]) {
          await page.setViewportSize({ width, height: 850 });
          const cut = await page.evaluate<unknown[]>(cutOff);
          if (cut.length > 0) cutOffs.push({ path, width, cut });
        }
        await checkBothLooks(page, path);
      }
      expect(cutOffs).toEqual([]);
      expect(looked).toBeGreaterThan(60);
    },
    walkTimeoutMs,
  );
});

const named = [
  ["client", "name"],
  ["client_contact", "name"],
  ["release", "title"],
  ["draft_version", "title"],
  ["media_contact", "medium"],
  ["media_contact", "last_name"],
  ["media_contact_list", "name"],
  ["mailing", "subject"],
  ["campaign", "name"],
  ["portfolio", "name"],
  ["asset", "file_name"],
  ["api_key", "name"],
  ["provider_connection", "name"],
  ["partner", "name"],
] as const;

/** Names as German ones are, with a word that is wider than a column of a table; real ones came later than the tables. */
async function writeHardWords(sql: Sql, agencyId: number): Promise<void> {
  const word = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";
  const name = `${word} Nord`;
  await sql`update agency set name = ${`Agentur für Öffentlichkeitsarbeit und ${name} GmbH & Co. KG`} where id = ${agencyId}`;
  for (const [table, column] of named)
    await sql`update ${sql(table)} set ${sql(column)} = ${name} where agency_id = ${agencyId}`;
}
