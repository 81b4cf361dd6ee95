import { expect, test } from "bun:test";
import { readCells } from "../../../service/features/insights/import/cells.ts";

const columns = { positions: new Map([["cell", 0]]), constants: new Map<string, string>() };
const read = (text: string) => readCells([text], columns, () => ({ problem: "unknown_release" }));
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

test.each([
  [inDays(0), []],
  [inDays(1), []],
  [inDays(3), [expect.objectContaining({ code: "in_future" })]],
  ["20.11.99", [expect.objectContaining({ code: "in_future" })]],
])("a find of %s is past, or a slip of the year", (text, problems) => {
  const cells = read(text);
  cells.moment("cell");
  expect(cells.problems).toEqual(problems);
});

test("the last day of a running month is no slip in a period", () => {
  const cells = read(inDays(20));
  expect(cells.day("cell")).toBe(inDays(20));
  expect(cells.problems).toEqual([]);
});

test("a headline that a layout broke into lines is one line", () => {
  expect(read("Neues Werk\r\n  in\tBremen").line("cell", 100)).toBe("Neues Werk in Bremen");
  expect(read("Wer baut\nin Bremen?").text("cell", 100)).toBe("Wer baut\nin Bremen?");
});

test("a cell that is too long for an address is that alone, at the edge and one past it", () => {
  const problemsOf = (text: string) => {
    const cells = read(text);
    cells.url("cell");
    return cells.problems.map(({ code }) => code);
  };
  const address = (length: number) => "https://a.example/".padEnd(length, "x");
  expect(problemsOf(address(2_000))).toEqual([]);
  expect(problemsOf(address(2_001))).toEqual(["too_many_characters"]);
  expect(problemsOf(address(9_000))).toEqual(["too_many_characters"]);
  expect(problemsOf(`https://a${"\u0315".repeat(31)}.example/`)).toEqual(["no_web_address"]);
});
