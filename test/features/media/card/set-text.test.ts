import { expect, test } from "bun:test";
import * as fontkit from "fontkit";
import { drawLine } from "../../../../service/features/media/card/set-text.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";

test("an umlaut that is a letter and a mark covers what the one letter does", async () => {
  const font = fontkit.create(Buffer.from((await readReportFonts()).semibold));
  if (!("layout" in font)) throw new Error("It is a collection of fonts.");
  const boxOf = (text: string) => {
    const points: { x: number; y: number }[] = [];
    const addLine = (from: { x: number; y: number }) => void points.push(from);
    drawLine({ addLine, read: () => new Float32Array() }, font, { text, size: 100, at: { x: 0, y: 0 } });
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    return [Math.max(...xs), Math.min(...xs), Math.min(...ys)].map(Math.round);
  };
  for (const letter of ["ü", "Ö", "é"]) expect(boxOf(letter.normalize("NFD"))).toEqual(boxOf(letter));
});
