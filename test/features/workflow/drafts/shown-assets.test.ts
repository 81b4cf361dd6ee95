import { describe, expect, test } from "bun:test";
import { assetIdsIn } from "../../../../service/features/media/text-pictures.ts";
import { withShownAssets } from "../../../../service/features/workflow/drafts/shown-assets.ts";

const [first, second, third] = ["a", "b", "c"].map(
  (letter) => `${letter.repeat(8)}-0000-7000-8000-000000000000`,
) as [string, string, string];
const picture = (id: string) => `![Bild](/media/${id}/0123456789abcdef-800.webp "Zeile")`;

describe("files that a text shows", () => {
  test("are found by their addresses, each once and in order, whatever stands around them", () => {
    const text = `${picture(second)} [PDF](/media/${first}/0123456789abcdef.pdf?download) ${picture(second)}`;
    expect(assetIdsIn(text)).toEqual([second, first]);
    for (const other of [
      "/media/p.jpg",
      `/media/${first}`,
      `/media/${first}/0123456789abcde.webp`,
      `/media/${first.toUpperCase()}/0123456789abcdef.webp`,
    ])
      expect(assetIdsIn(other)).toEqual([]);
  });

  test("are files of the release, behind those that were chosen", () => {
    const content = { bodyMarkdown: picture(first), assetIds: [second] };
    expect(withShownAssets(content).assetIds).toEqual([second, first]);
    expect(withShownAssets(withShownAssets(content))).toEqual(withShownAssets(content));
  });

  test("leave the release with the text, and take none with them that was chosen besides", () => {
    const before = { bodyMarkdown: picture(first), assetIds: [second, first] };
    expect(withShownAssets({ ...before, bodyMarkdown: picture(third) }, before).assetIds).toEqual([
      second,
      third,
    ]);
    expect(withShownAssets({ ...before, bodyMarkdown: "Kein Bild." }, before).assetIds).toEqual([second]);
    expect(withShownAssets(before, before).assetIds).toEqual([second, first]);
  });
});
