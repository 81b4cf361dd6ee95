import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, ConsoleMessage, Page } from "playwright-core";
import { reportGate } from "../../../../service/features/reporting/links/link-password.ts";
import { renderReportPage } from "../../../../service/features/reporting/links/page/render-report-page.ts";
import type { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { renderPasswordPage } from "../../../../service/floor/secret-links/password-gate.ts";
import { secretPageResponse } from "../../../../service/floor/secret-links/secret-page.ts";
import { expectAccessible, onlyColours } from "../../../support/axe.ts";
import { sampleMonth } from "../../../support/sample-month.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { sampleReport } from "../../../support/sample-report.ts";
import { closeWindows, sharedChromium } from "../../newsroom/support/chromium.ts";
import { servePages } from "../../newsroom/support/serve-pages.ts";

const logo = samplePng(500, 50);
const report: PublicationReport = {
  ...sampleReport({ insights: 6 }),
  comment: "## Einordnung\n\nGut **gelaufen**.\n\n- eins\n- zwei\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  presentation: {
    language: "de",
    colorPrimary: "#14427a",
    colorSecondary: "#b4530a",
    logo: { sha256: "a".repeat(64), width: 500, height: 50 },
    releaseUrl: "https://presse.example.com/newsroom/stadtwerke/speicher",
  },
};
const empty: PublicationReport = sampleReport({ days: 1, viewsPerDay: 0, insights: 0, level: "L1" });
const portfolio = sampleReport({ scopeType: "portfolio", releases: 200, days: 365, insights: 0 });

const side = { sha256: "b".repeat(64), width: 500, height: 50 };
const size = { ...side, alt: "Eine Halle" };
const month = sampleMonth({
  presentation: {
    ...{ language: "de", layout: 2, logo: side, clientLogo: side, picture: size },
    releasePictures: [1, 2, 3].map((releaseId) => ({ releaseId, ...size })),
  },
});

const answers = new Map<string, Response>(
  Object.entries({ report, empty, portfolio, month }).map(([name, each]) => {
    const { page, styles } = renderReportPage(each, {
      path: `/${name}`,
      verifyUrl: "https://presse.example.com/pruefen",
    });
    return [`/${name}`, secretPageResponse(page, 200, { style: styles })];
  }),
);
answers.set(
  "/password",
  secretPageResponse(
    renderPasswordPage(
      reportGate,
      "Nordlicht hat diesen Bericht mit einem Passwort geschützt.",
      "Das Passwort stimmt nicht.",
    ),
    401,
  ),
);

let browser: Browser;
let site: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  const bodies = new Map<string, string>();
  for (const [path, answer] of answers) bodies.set(path, await answer.clone().text());
  site = await servePages(({ path }) => {
    const answer = answers.get(path);
    if (answer === undefined) return path.includes("/bild/") ? { body: logo } : null;
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: bodies.get(path) ?? "",
    };
  });
  browser = await sharedChromium();
});
afterAll(async () => {
  await closeWindows(browser);
  await site.close();
});

describe("the page of a report", () => {
  let page: Page;
  /** One window for all looks: in a new one axe takes four times as long. */
  beforeAll(async () => {
    page = await browser.newPage();
  });
  afterAll(() => page.context().close());

  // On a phone nobody sees that a table goes on beyond its frame. Reports of before keep their bytes.
  const cut =
    "[...document.querySelectorAll('.table')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.ariaLabel)";

  test.each(["report", "empty", "portfolio", "month", "password"])(
    "is accessible, in its frame and within its own policy, light and dark, narrow and wide: %s",
    async (name) => {
      const complaints: string[] = [];
      const complain = (message: ConsoleMessage) => complaints.push(message.text());
      page.on("console", complain);
      try {
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(`${site.url}/${name}`);
        for (const width of [1_280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
          if (name === "month") expect(await page.evaluate(cut)).toEqual([]);
        }
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
        if (name === "month") expect(await page.evaluate(cut)).toEqual([]);
        await expectAccessible(page);
        await page.emulateMedia({ colorScheme: "dark" });
        await expectAccessible(page, `${name} in the dark`, onlyColours);
        expect(complaints.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
      } finally {
        page.off("console", complain);
      }
    },
  );

  test("has the comment on a phone's first screen, two figures a row, and the method folded", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${site.url}/month`);
    const comment = await page
      .locator("section p", { hasText: "Der Oktober war der stärkste Monat" })
      .boundingBox();
    expect((comment?.y ?? 844) + (comment?.height ?? 0)).toBeLessThan(844);
    const tops = await page
      .locator(".figures > div")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1] ?? -1);
    expect(tops[2]).toBeGreaterThan(tops[1] ?? 0);
    expect(await page.getByText("Regeln der Zählung").isVisible()).toBe(false);
    await page.getByText("Methode und Prüfsummen").click();
    expect(await page.getByText("Regeln der Zählung").isVisible()).toBe(true);
  });

  test("shows the agency's colour on light paper and a readable one in the dark", async () => {
    const colours: unknown[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      await page.goto(`${site.url}/report`);
      colours.push(await page.evaluate("getComputedStyle(document.querySelector('.bars rect')).fill"));
      await context.close();
    }
    expect(colours).toEqual(["rgb(20, 66, 122)", "rgb(132, 207, 223)"]);
  });
});
