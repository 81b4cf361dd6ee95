import { expect } from "bun:test";
import type { PublishedRelease } from "../../build/support/running-image.ts";
import { until } from "./run-command.ts";

/** As a Firefox asks for a page that a person opens: anything less counts as a program. */
const person = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "de",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
};

/** A reader opens the page of a release, and the report counts `views` of them. */
export async function countView(url: string, release: PublishedRelease, views: number): Promise<void> {
  const page = await fetch(url + release.path, { headers: person });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Neues Werk");
  await until(`${views} views are counted`, async () => (await viewsOf(url, release)) === views);
  console.log(`  ${release.path} was read; the report counts ${views}.`);
}

export async function viewsOf(url: string, { agency, pressReleaseId }: PublishedRelease): Promise<number> {
  const headers = { "x-api-key": agency.key };
  const answer = await fetch(`${url}/api/reporting/v1/articles/${pressReleaseId}`, { headers });
  if (answer.status !== 200) return -1;
  return ((await answer.json()) as { performance: { views: number } }).performance.views;
}

export async function isReady(url: string): Promise<boolean> {
  // The address of a container that has ended answers nothing at all.
  const signal = AbortSignal.timeout(2_000);
  return await fetch(`${url}/ready`, { signal }).then(
    ({ status }) => status === 200,
    () => false,
  );
}
