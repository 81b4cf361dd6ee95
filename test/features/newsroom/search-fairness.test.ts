import { describe, expect, test } from "bun:test";
import {
  createSearchSeats,
  readQuery,
  renderSearchOf,
} from "../../../service/features/newsroom/search-page.ts";
import { findNewsroom } from "../../../service/features/newsroom/sql.ts";
import { openDatabase } from "../../../service/floor/db/open.ts";
import { createPublicSeats } from "../../../service/floor/limits/public-seats.ts";
import { textsOnThisThread } from "../../../service/press-text/texts-on-this-thread.ts";
import { createMigratedDatabase, createTestAgency, createTestRelease } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const texts = textsOnThisThread;

describe("searches", () => {
  test("of one agency in a flood leave those of another alone, and are refused past their line", async () => {
    const database = await openDatabase({
      databaseUrl: await createMigratedDatabase(),
      dataDirectory: "",
      connectionsMax: 2,
    });
    const { sql } = database;
    const seats = createSearchSeats();
    const publicSeats = createPublicSeats();
    const newsroomRowOf = async () => {
      const { agencyId } = await createTestAgency(sql);
      const { clientSlug } = await createTestRelease(sql, agencyId);
      const newsroomRow = await findNewsroom(sql, clientSlug);
      if (newsroomRow === null) throw new Error("There is no newsroom.");
      return newsroomRow;
    };
    const [loud, quiet] = [await newsroomRowOf(), await newsroomRowOf()];
    const order: string[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
    const held: typeof publicSeats = {
      ...publicSeats,
      run: async (site, work) => {
        await gate;
        return await publicSeats.run(site, work);
      },
    };
    const search = (newsroomRow: typeof loud, name: string) =>
      renderSearchOf(
        { sql, texts, seats, publicSeats: newsroomRow === loud ? held : publicSeats },
        newsroomRow,
        { query: "Bremen", isCut: false, clientAddress: "192.0.2.1" },
      ).then(
        () => order.push(name),
        () => order.push(`${name} refused`),
      );
    const flood = Array.from({ length: 60 }, () => search(loud, "loud"));
    // One has the seat, fifty wait.
    await until(() => order.length >= 9);
    expect(order).toEqual(Array.from({ length: 9 }, () => "loud refused"));
    await search(quiet, "quiet");
    expect(order).toContain("quiet");
    expect(order).not.toContain("loud");
    open(undefined);
    await Promise.all(flood);
    expect(order).toContain("loud");
    await database.close();
  });

  test("take 200 characters, counted as people do, and no control characters", () => {
    const of = (text: string) => readQuery(`https://x.example/suche?q=${encodeURIComponent(text)}`);
    expect(of("😀".repeat(200))).toEqual({ query: "😀".repeat(200), isCut: false });
    expect(of("😀".repeat(201))).toEqual({ query: "😀".repeat(200), isCut: true });
    expect(of("a\0b\n\tc")).toEqual({ query: "a b c", isCut: false });
    expect(of("  ")).toEqual({ query: "", isCut: false });
    expect(of("x".repeat(10_000)).query).toHaveLength(200);
  });
});
