import { type FontUse, useFont } from "../../service/features/reporting/exports/pdf/font-use.ts";
import { loadTypeface } from "../../service/features/reporting/exports/pdf/typeface.ts";
import {
  type ReportFonts,
  startReportPaper,
  writePages,
} from "../../service/features/reporting/exports/render-pdf.ts";
import type { PublicationReport } from "../../service/features/reporting/reports/schema.ts";

/** Red, green and blue, 0 to 1. */
export type Colour = [number, number, number];

type PageOperation =
  | { kind: "text"; text: string; font: string; size: number; colour: Colour; x: number; baseline: number }
  | { kind: "boxes"; boxes: [x: number, y: number, width: number, height: number][]; colour: Colour }
  | { kind: "rule"; from: [number, number]; to: [number, number]; thickness: number; colour: Colour };

export type PageContent = {
  operations: PageOperation[];
  links: { url: string; left: number; bottom: number; right: number; top: number }[];
};

/** What our renderer puts on each page of a report, for another library to draw: texts with their places, and the charts. */
export function pageContents(report: PublicationReport, fonts: ReportFonts): PageContent[] {
  const texts = new Map<string, string>();
  const remembering = (use: FontUse): FontUse => ({
    ...use,
    encode(text) {
      const operand = use.encode(text);
      texts.set(operand, text);
      return operand;
    },
  });
  const use = {
    regular: remembering(useFont(loadTypeface(fonts.regular), "F1")),
    semibold: remembering(useFont(loadTypeface(fonts.semibold), "F2")),
  };
  const paper = startReportPaper(use, report);
  writePages(paper, report, { pictures: { releases: new Map() } });
  return paper.pages.map(({ operators, links }) => ({
    // pdfkit draws the same pages without their structure.
    operations: operators
      .filter((operator) => operator !== "EMC" && !operator.endsWith(" BDC"))
      .map((operator) => readOperator(operator, texts)),
    links,
  }));
}

function readOperator(operator: string, texts: ReadonlyMap<string, string>): PageOperation {
  const text = /^BT (\S+ \S+ \S+) rg \/(\S+) (\S+) Tf (\S+) (\S+) Td (\[.*\]) TJ ET$/.exec(operator);
  if (text !== null) {
    const [, colour = "", font = "", size, x, baseline, operand = ""] = text;
    const shown = texts.get(operand);
    if (shown === undefined) throw new Error("A text of the page is not known.");
    return {
      kind: "text",
      text: shown,
      font,
      size: Number(size),
      colour: readColour(colour),
      x: Number(x),
      baseline: Number(baseline),
    };
  }
  const boxes = /^(\S+ \S+ \S+) rg (.*) f$/.exec(operator);
  if (boxes !== null) {
    const paths = [...(boxes[2] ?? "").matchAll(/(\S+) (\S+) (\S+) (\S+) re/g)];
    return {
      kind: "boxes",
      colour: readColour(boxes[1] ?? ""),
      boxes: paths.map(([, x, y, width, height]) => [Number(x), Number(y), Number(width), Number(height)]),
    };
  }
  const rule = /^(\S+ \S+ \S+) RG (\S+) w (\S+) (\S+) m (\S+) (\S+) l S$/.exec(operator);
  if (rule === null) throw new Error(`Unknown drawing operator: ${operator.slice(0, 60)}`);
  const [, colour = "", thickness, x1, y1, x2, y2] = rule;
  return {
    kind: "rule",
    colour: readColour(colour),
    thickness: Number(thickness),
    from: [Number(x1), Number(y1)],
    to: [Number(x2), Number(y2)],
  };
}

function readColour(text: string): Colour {
  const [red = 0, green = 0, blue = 0] = text.split(" ").map(Number);
  return [red, green, blue];
}
