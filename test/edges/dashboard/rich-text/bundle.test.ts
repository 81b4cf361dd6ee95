import { expect, test } from "bun:test";
import { bundleRichText, moduleOf } from "../../../../build/bundle-rich-text.ts";
import { createDefinitions } from "../../../../service/edges/dashboard/definitions.ts";
import { richTextSource } from "../../../../service/edges/dashboard/rich-text/bundle.ts";

/** Compressed, in bytes: two seconds of a slow telephone connection. */
const gzippedBytesMax = 140_000;

test("the editor's script is what `bun run rich-text` makes of its source", async () => {
  const file = await Bun.file(
    new URL("../../../../service/edges/dashboard/rich-text/bundle.ts", import.meta.url),
  ).text();
  expect(file === moduleOf(await bundleRichText())).toBe(true);
});

test("the editor's script is small enough to be loaded on a telephone", () => {
  expect(Bun.gzipSync(richTextSource, { level: 6 }).length).toBeLessThan(gzippedBytesMax);
});

test("only pages of the editor load its script", () => {
  const paths = createDefinitions({ name: "webauthn", source: "" })
    .filter(({ scripts = [] }) => scripts.some(({ name }) => name === "rich-text"))
    .map(({ path }) => path);
  expect([...new Set(paths)].sort()).toEqual([
    "/app/meldungen/:draftId",
    "/app/meldungen/:draftId/seo",
    "/app/meldungen/erschienen/:pressReleaseId/berichtigen",
    "/app/meldungen/neu/:clientId",
    "/app/meldungen/neu/:clientId/import",
  ]);
});
