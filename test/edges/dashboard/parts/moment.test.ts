import { expect, test } from "bun:test";
import { ageText } from "../../../../service/edges/dashboard/parts/moment.ts";

test("an age is said in minutes, then in hours for two days, then in days", () => {
  const hour = 60;
  const ages = [0.9, 1, 1.9, 2, 59.9, hour, 2 * hour - 1, 2 * hour, 48 * hour - 1, 48 * hour, 72 * hour];
  expect(ages.map(ageText)).toEqual([
    "gerade eben",
    "vor einer Minute",
    "vor einer Minute",
    "vor 2 Minuten",
    "vor 59 Minuten",
    "vor einer Stunde",
    "vor einer Stunde",
    "vor 2 Stunden",
    "vor 47 Stunden",
    "vor 2 Tagen",
    "vor 3 Tagen",
  ]);
});
