/** Zones that RFC 822 names, and those that programs in Germany write in their place. All others are numbers. */
const offsets: Readonly<Record<string, string>> = {
  ...{ ut: "Z", utc: "Z", gmt: "Z", est: "-05:00", edt: "-04:00", cst: "-06:00", cdt: "-05:00" },
  ...{ mst: "-07:00", mdt: "-06:00", pst: "-08:00", pdt: "-07:00" },
  ...{ cet: "+01:00", mez: "+01:00", cest: "+02:00", mesz: "+02:00" },
};

/** Twice the longest way to write a day and a time. */
const dateCharactersMax = 64;

/**
 * A moment with the number of its zone in place of the name; empty where it is too long to be one: an expression would look at each run of
 * blanks in it from each of its blanks.
 */
export function withoutZoneName(moment: string): string {
  if (moment.length > dateCharactersMax) return "";
  return moment.replace(/\s*\b([a-z]{2,4})$/i, (whole, zone: string) => offsets[zone.toLowerCase()] ?? whole);
}
