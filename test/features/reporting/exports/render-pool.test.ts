import { afterAll, expect, test } from "bun:test";
import type { ReleaseFile } from "../../../../service/features/newsroom/release-file.ts";
import { createRenderPool } from "../../../../service/features/reporting/exports/render-pool.ts";

const file: ReleaseFile = {
  ...{
    language: "de",
    languageTag: "de",
    clientName: "Werk",
    kicker: "Pressemitteilung",
    title: "Neues Werk",
  },
  ...{ subtitle: null, correction: null, dateline: null, markdown: "Text", about: null, contact: null },
  ...{ accent: null, url: "https://presse.example/werk", publishedAt: "2026-11-19T08:00:00.000Z" },
};
const never = new AbortController().signal;
const renderer = createRenderPool();
afterAll(() => renderer.close());

test("agencies take turns with the thread that draws, however many files one of them wants", async () => {
  const drawn: number[] = [];
  const draw = async (agencyId: number) => {
    await renderer.renderRelease(agencyId, file, never);
    drawn.push(agencyId);
  };
  await Promise.all([draw(1), draw(1), draw(1), draw(2)]);
  expect(drawn).toEqual([1, 2, 1, 1]);
});

test("whoever gives a file up while it waits for its turn hears the reason, and the next one is drawn", async () => {
  const calledOff = new AbortController();
  const first = renderer.renderRelease(1, file, never);
  const second = renderer.renderRelease(1, file, calledOff.signal).catch(({ message }: Error) => message);
  calledOff.abort(new Error("called off"));
  expect(await second).toBe("called off");
  await first;
  expect((await renderer.renderRelease(1, file, never)).length).toBeGreaterThan(1_000);
});
