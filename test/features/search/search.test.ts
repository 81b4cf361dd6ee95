import { describe, expect, test } from "bun:test";
import { search } from "../../../service/features/search/search.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { textArray } from "../../../service/floor/db/array-literals.ts";
import { patternsOf, wordsOf } from "../../../service/floor/db/word-patterns.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { serviceScene } from "../../support/cast.ts";
import { databaseKinds } from "../../support/service.ts";
import { context, createWorkshop, draftInput } from "../../support/workflow.ts";

describe.each(databaseKinds)("the search on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  test("finds letters as a keyboard has them or a PDF gives them, and no other letters", async () => {
    const pairs = [
      ...[
        ["Mu\u0308ller", "Müller"],
        ["Mu\u0308ller", "mueller"],
        ["Müller", "mu\u0308ller"],
        ["U\u0308berall", "überall"],
      ],
      ...[
        ["Çelik", "celik"],
        ["Celik", "Çelik"],
        ["ŁÓDŹ", "Lodz"],
        ["Cafe\u0301 René", "rene café"],
        ["Straße", "STRASSE"],
      ],
      ...[
        ["İstanbul", "istanbul"],
        ["Istanbul", "İstanbul"],
        ["и\u0306", "й"],
        ["x\u0331yz", "x\u0331yz"],
      ],
      ...[
        ["Maler", "Müller"],
        ["Bar", "Café"],
      ],
    ];
    const found = await Promise.all(
      pairs.map(async ([written = "", typed = ""]) => {
        const patterns = textArray(patternsOf(typed));
        const [row] = await service.sql`select ${written}::text ~* all (${patterns}::text[]) as "isFound"`;
        return row?.isFound ? [written, typed] : null;
      }),
    );
    expect(found).toEqual([...pairs.slice(0, -2), null, null]);
  });

  test.each([
    ["Größe", ["Größe", "groesse", "GRÖSSE", "grosse", "gröss"]],
    ["Öl für Mueller", ["öl", "Oel", "ol für", "müller", "MULLER", "mueller öl"]],
    ["100 % Ökostrom _neu_", ["100 %", "okostrom", "_neu_", "strom 100"]],
    ["Altbau im Bestand, neue Pumpe", ["altbauten", "Altbaus", "pumpen", "bestände"]],
    ["O'Neill \\ Söhne", ["o'neill", "\\", "sohne"]],
  ])("finds „%s“", async (title, queries) => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    await createDraft(service.sql, agencyId, draftInput(clientId, { title }), context);
    for (const query of queries) {
      const { texts } = await search(service.sql, agencyId, { query, clientIds: null });
      expect({ query, titles: texts.map((text) => text.title) }).toEqual({ query, titles: [title] });
    }
    for (const query of ["zebra", "%", "öl zebra", ""].filter(
      (each) => !title.includes(each) || each === "",
    )) {
      const { texts } = await search(service.sql, agencyId, { query, clientIds: null });
      expect({ query, count: texts.length }).toEqual({ query, count: 0 });
    }
  });

  test("sees the agency's own, and of those the clients that a person is let to", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    await createDraft(service.sql, agencyId, draftInput(clientId), context);
    const find = (id: number, clientIds: readonly number[] | null) =>
      search(service.sql, id, { query: "maschinenbau", clientIds });
    const counts = async (id: number, clientIds: readonly number[] | null) => {
      const { texts, clients } = await find(id, clientIds);
      return [texts.length, clients.length];
    };
    expect(await counts(agencyId, null)).toEqual([1, 1]);
    expect(await counts(agencyId, [clientId])).toEqual([1, 1]);
    expect(await counts(agencyId, [clientId + 1])).toEqual([0, 0]);
    expect(await counts(agencyId + 1, null)).toEqual([0, 0]);
  });

  test("shows fifty of each and says that there are more", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    const insert = (from: number, to: number) => service.sql`
      insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
      select ${agencyId}, ${clientId}, 's-' || n, 'Serie ' || n, 'Text', 'published', now()
      from generate_series(${from}::integer, ${to}::integer) n`;
    const find = () => search(service.sql, agencyId, { query: "serie", clientIds: null });
    await insert(1, 50);
    expect((await find()).hasMore).toBe(false);
    await insert(51, 51);
    const more = await find();
    expect([more.texts.length, more.hasMore]).toEqual([50, true]);
  });

  test("its page escapes what was typed, and takes hostile and oversized questions", async () => {
    const { agencyId } = await createWorkshop(service.sql);
    const user = await createDashboardUser(service, agencyId, { role: "analyst" });
    const hostile = [
      "<script>alert(1)</script>",
      "'; drop table draft; --",
      "\0",
      "{",
      '"',
      "x".repeat(5_000),
      "ä".repeat(200),
    ];
    for (const query of hostile) {
      const answer = await user.get(`/app/suche?q=${encodeURIComponent(query)}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain("<script>alert");
    }
    expect((await user.get("/app/suche")).status).toBe(200);
  });
});

test("words are told once, at most eight, and each in the spellings that texts have", () => {
  expect(wordsOf("  Müller\tmüller ")).toEqual([["muller", "mueller"]]);
  expect(wordsOf("Mueller")).toEqual([["mueller", "muller"]]);
  expect(wordsOf("Größe")).toEqual([["gros", "groess", "gross"]]);
  expect(wordsOf("a b c d e f g h").length).toBe(8);
  expect(wordsOf("a b c d e f g h i").length).toBe(8);
  expect(wordsOf("Mu\u0308ller")).toEqual([["muller", "mueller"]]);
});
