import { expect, test } from "bun:test";
import { dated } from "../../../../service/features/moving/reading/read-entry.ts";

test("a moment is read up to 64 characters, blanks around it not counted, and what is longer is none", () => {
  const moment = (blanks: number) => `20.11.2026${" ".repeat(blanks)}09:30`;
  const read = { publishedAt: "2026-11-20T09:30:00", problem: null };
  expect(dated(moment(49))).toEqual(read);
  expect(dated(`${" ".repeat(100)}${moment(49)}\n`)).toEqual(read);
  expect(dated(moment(50))).toEqual({ publishedAt: null, problem: "no_date" });
});

test("a long text in the place of a moment takes a moment", () => {
  const start = performance.now();
  for (const end of ["b1", "1\u0001", ""]) dated(`1${" ".repeat(100_000)}${end}`);
  expect(performance.now() - start).toBeLessThan(1_000);
});
