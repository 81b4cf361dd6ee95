import { expect, test } from "bun:test";
import { dimensions, distinctValuesMax } from "../../../service/features/measurement/dimensions.ts";
import { createRecorder } from "../../../service/features/measurement/record.ts";
import { attributeSource } from "../../../service/features/measurement/referrer.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { interaction, pageView } from "./sample-hits.ts";

const silent = createLog("silent", () => {});

forEachDatabase((_, open) => {
  test("the 200th distinct source of a release and day has its name, the 201st counts as other, on all recorders", async () => {
    const { database, again } = await open();
    const recorders = [database, await again()].map(({ sql }) => createRecorder({ sql, log: silent }));
    const fromSource = (name: string, visitorId = 1n, releaseId = 1) =>
      pageView({
        releaseId,
        visitorId,
        source: { ...pageView().source, source: name, channel: "referral", isListed: false },
      });
    for (let n = 0; n < distinctValuesMax; n += 1) recorders[n % 2]?.recordPageView(fromSource(`s${n}`));
    await Promise.all(recorders.map((recorder) => recorder.flush()));
    expect(await namesAndOther(database.sql, 1)).toEqual({
      names: distinctValuesMax,
      other: 0,
      otherVisitors: 0,
    });
    // Two strangers by the same visitor and one by another; a known one still counts under its name.
    for (const hit of [
      fromSource("x"),
      fromSource("y"),
      fromSource("y", 2n),
      fromSource("s5"),
      fromSource("x", 1n, 2),
    ]) {
      recorders[0]?.recordPageView(hit);
      await recorders[0]?.flush();
    }
    expect(await namesAndOther(database.sql, 1)).toEqual({
      names: distinctValuesMax,
      other: 3,
      otherVisitors: 2,
    });
    expect(await namesAndOther(database.sql, 2)).toEqual({ names: 1, other: 0, otherVisitors: 0 });
    const [dictionary] = await database.sql`select count(*)::integer as size from hit_source`;
    expect(dictionary?.size).toBe(distinctValuesMax + 1);
    await Promise.all(recorders.map((recorder) => recorder.close()));
  });

  test("listed media, search, social and AI hosts have their names however many sources were made up before", async () => {
    const { database } = await open();
    const recorder = createRecorder({ sql: database.sql, log: silent });
    const from = (refererHeader: string, url = "https://presse.example/x") =>
      pageView({ source: attributeSource({ url, refererHeader, ownHosts: [] }) });
    const listed = [
      ...[
        "https://www.spiegel.de/",
        "https://www.google.de/",
        "https://www.linkedin.com/",
        "https://chatgpt.com/",
      ],
      ...["https://m.facebook.com/", "https://duckduckgo.com/"],
    ];
    for (const referrer of listed.slice(0, 3)) recorder.recordPageView(from(referrer));
    await recorder.flush();
    for (let n = 0; n < distinctValuesMax; n += 1)
      recorder.recordPageView(from(`https://junk-${n}.example/`));
    await recorder.flush();
    // None of the listed ones took a place from the 200.
    expect(await namesAndOther(database.sql, 1)).toMatchObject({ names: distinctValuesMax + 3, other: 0 });
    const junk = [
      ...["https://junk-201.example/", "https://made-up.spiegel.de/", "https://google.zz/"],
      ...["https://mastodon.made-up.example/"],
    ];
    for (const referrer of [...junk, ...listed]) recorder.recordPageView(from(referrer));
    recorder.recordPageView(from("", "https://presse.example/x?utm_source=made-up&utm_medium=social"));
    recorder.recordPageView(from("", "https://presse.example/x?utm_source=linkedin"));
    await recorder.close();
    expect(await namesAndOther(database.sql, 1)).toMatchObject({
      names: distinctValuesMax + listed.length + 1,
      other: junk.length + 1,
    });
  });

  test("recorders that race for the last places never let in more than 200 targets", async () => {
    const { database, again } = await open();
    const recorders = [database, await again(), await again()].map(({ sql }) =>
      createRecorder({ sql, log: silent }),
    );
    const kinds = ["outbound_link", "asset_download"] as const;
    const accepted = recorders.flatMap((recorder, replica) =>
      Array.from({ length: 150 }, (_, n) =>
        recorder.recordInteraction(
          interaction({
            interactionKind: kinds[n % 2] ?? "share",
            target: { label: `${replica} ${n}`, url: null },
          }),
        ),
      ),
    );
    await Promise.all(accepted);
    const [row] = await database.sql`
      select
        count(*) filter (where value_id <> 0)::integer as names,
        sum(count)::integer as total
      from hit_day_dimension
      where dimension >= ${dimensions.target}
    `;
    expect(row).toEqual({ names: distinctValuesMax, total: 450 });
    await Promise.all(recorders.map((recorder) => recorder.close()));
  });
});

async function namesAndOther(sql: Sql, releaseId: number) {
  const [row] = await sql`
    select
      count(*) filter (where value_id <> 0)::integer as names,
      coalesce(sum(count) filter (where value_id = 0), 0)::integer as other,
      coalesce(sum(visitors) filter (where value_id = 0), 0)::integer as "otherVisitors"
    from hit_day_dimension
    where dimension = ${dimensions.source} and release_id = ${releaseId}
  `;
  return row;
}
