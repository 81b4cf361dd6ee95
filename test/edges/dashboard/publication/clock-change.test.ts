import { expect, test } from "bun:test";
import { clockName, readWallClock } from "../../../../service/edges/dashboard/parts/clock-change.ts";

const berlin = "Europe/Berlin";

test.each([
  ["2027-03-28T01:59", "2027-03-28T00:59:00.000Z", null],
  ["2027-03-28T02:00", "2027-03-28T01:00:00.000Z", "gibt es an dem Tag nicht"],
  ["2027-03-28T02:59", "2027-03-28T01:59:00.000Z", "gibt es an dem Tag nicht"],
  ["2027-03-28T03:00", "2027-03-28T01:00:00.000Z", null],
  ["2027-10-31T01:59", "2027-10-30T23:59:00.000Z", null],
  ["2027-10-31T02:00", "2027-10-31T00:00:00.000Z", "zweimal"],
  ["2027-10-31T02:59", "2027-10-31T00:59:00.000Z", "zweimal"],
  ["2027-10-31T03:00", "2027-10-31T02:00:00.000Z", null],
])("%s in Berlin is %s", (local, instant, remark) => {
  const read = readWallClock(local, berlin);
  expect(read?.instant.toISOString()).toBe(instant);
  if (remark === null) expect(read?.remark).toBeNull();
  else expect(read?.remark).toContain(remark);
});

test("the name of the clock follows the season", () => {
  expect(clockName(new Date("2027-01-10T12:00:00Z"), berlin)).toBe("MEZ");
  expect(clockName(new Date("2027-07-10T12:00:00Z"), berlin)).toBe("MESZ");
  expect(readWallClock("2027-02-30T10:00", berlin)).toBeNull();
});
